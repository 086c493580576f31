/** Signed states in a documents store, which is not trusted. */
import { expect } from 'chai';
import { formatCheckpoint } from '../../../src/audit/checkpoints/checkpoint-files.ts';
import { signNote } from '../../../src/audit/checkpoints/signed-note.ts';
import { rootOfLines } from '../../../src/audit/state/book-state.ts';
import { leafHash, rootFrom } from '../../../src/audit/state/merkle-tree.ts';
import { StoredStates } from '../../../src/audit/state/stored-states.ts';
import { createMemoryDocumentStore } from '../../../src/read-models/stores/memory.ts';
import { deriveAuditSigningKey } from '../../../src/vault/audit-signing-key.ts';
import { HISTORY_AUDIT_KEY as KEY } from '../../support/audit-history.ts';
import { STREAM } from '../../support/policy.ts';

const accountAt = (at: number): string => `wal_${String(at).padStart(6, '0')}`;

/** Every third account has a pending balance, too. */
const linesOf = (accounts: number): string[] =>
  Array.from({ length: accounts }, (_, at) => [
    `balance ${accountAt(at)} svc-points ${at}.00 0.00`,
    ...(at % 3 === 0 ? [`balance ${accountAt(at)}:pending svc-points 1.00 0.00`] : []),
  ])
    .flat()
    .sort();

async function noteOf(lines: readonly string[], key = KEY): Promise<string> {
  const state = { state: await rootOfLines(lines), fold: { version: 9, root: '0'.repeat(64) } };
  const hash = '1'.repeat(64);
  return signNote(
    formatCheckpoint({ stream: STREAM, size: 7, hash, time: '2026-11-28T00:00:00.000Z', state }),
    key,
  );
}

describe('A stored signed state', () => {
  const documents = () => createMemoryDocumentStore();
  const statesIn = (store: ReturnType<typeof documents>) => new StoredStates(store, KEY, () => 0);

  it('proves each balance, whatever the number of lines', async () => {
    for (const accounts of [1, 3, 768, 769, 1_600, 4_000]) {
      const states = statesIn(documents());
      const lines = linesOf(accounts);
      await states.save(STREAM, await noteOf(lines), lines);
      const signed = await rootOfLines(lines);
      for (let at = 0; at < accounts; at += accounts < 10 ? 1 : 37) {
        const { proof } = (await states.prove(STREAM, accountAt(at))) ?? {};
        expect(proof?.balances).to.have.length(at % 3 === 0 ? 2 : 1);
        for (const { line, index, path } of proof?.balances ?? []) {
          expect(lines[index]).to.equal(line);
          const hashes = path.map((hash) => Buffer.from(hash, 'base64'));
          const root = rootFrom(leafHash(line), { index, leaves: lines.length }, hashes);
          expect(root?.toString('hex')).to.equal(signed);
        }
      }
      for (const missing of ['wal_', 'wal_00000', 'wal_9', 'zzz', ''])
        expect(await states.prove(STREAM, missing)).to.include({ proof: undefined });
      expect(await states.prove(`${STREAM}-other`, accountAt(0))).to.equal(undefined);
    }
  });

  it('replaces the former one, without anything left of it', async () => {
    const store = documents();
    const states = statesIn(store);
    const keys = async (): Promise<number> => (await store.listRecords('snapshots', { limit: 1_000 })).length;
    const [large, small] = [linesOf(4_000), linesOf(10)];
    await states.save(STREAM, await noteOf(large), large);
    expect(await keys()).to.equal(8);
    await states.save(STREAM, await noteOf(small), small);
    expect(await keys()).to.equal(3);
    expect((await states.prove(STREAM, accountAt(9)))?.proof).to.include({ leaves: small.length });
    expect((await states.prove(STREAM, accountAt(11)))?.proof).to.equal(undefined);
  });

  it('counts as missing if another key signed it, if its lines lead to another root, or if it is no JSON', async () => {
    const store = documents();
    const states = statesIn(store);
    const lines = linesOf(10);
    await states.save(STREAM, await noteOf(lines, deriveAuditSigningKey(new Uint8Array(32).fill(2))), lines);
    expect(await states.prove(STREAM, accountAt(1))).to.equal(undefined);
    const forged = lines.map((line) => line.replace(' 1.00', ' 9.00'));
    await states.save(STREAM, await noteOf(lines), forged);
    expect(await states.prove(STREAM, accountAt(1))).to.equal(undefined);
    await states.save(STREAM, await noteOf(lines), lines);
    expect((await states.prove(STREAM, accountAt(1)))?.proof).not.to.equal(undefined);
    await store.putRecord('snapshots', `${STREAM}#signed-state`, '{');
    expect(await states.prove(STREAM, accountAt(1))).to.equal(undefined);
  });
});
