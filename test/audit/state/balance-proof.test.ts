/** Proofs of balances, verified without the code of the service and without any event. */
import { expect } from 'chai';
import { appendCheckpoint } from '../../../src/audit/checkpoints/checkpoint-files.ts';
import { proveBalance } from '../../../src/audit/state/balance-proof.ts';
import { leafHash, rootFrom } from '../../../src/audit/state/merkle-tree.ts';
import { loadStates, type BookStart } from '../../../src/audit/state/state-files.ts';
import { verify } from '../../../src/audit/verification/verification.ts';
import type { BalanceProof } from '../../../src/generated/api.ts';
import { deriveAuditSigningKey } from '../../../src/vault/audit-signing-key.ts';
import { HISTORY_AUDIT_KEY as KEY } from '../../support/audit-history.ts';
import { auditedLedger, populate, sourceOf } from '../../support/audited-ledger.ts';
import { transfer } from '../../support/ledger-commands.ts';
import { STREAM } from '../../support/policy.ts';
import { exportVerifier, pythonVerifier } from '../../support/proof-verifiers.ts';
import { checkpointOf, momentOf } from '../../support/signed-states.ts';
import { skip } from '../../support/skip.ts';
import { temporaryFolder, type Folder } from '../../support/temporary-folder.ts';

describe('A proof of a balance', () => {
  let folder: Folder;
  let start: BookStart;
  let wallet: string;
  before(async () => {
    folder = await temporaryFolder();
    const ledger = auditedLedger();
    populate(ledger);
    wallet = ledger.boughtWallet('2000000.00', '20.00');
    // It is held for review.
    ledger.run(transfer(wallet, ledger.wallet(), '1000000.00'));
    const stored = ledger.stored();
    appendCheckpoint(folder.path, await checkpointOf(momentOf(ledger), stored), KEY);
    const checkpoints = { folder: folder.path, key: KEY.publicKey };
    const found = await verify(sourceOf(stored), { checkpoints, saveStates: folder.path });
    expect(found.findings).to.deep.equal([]);
    const state = (await loadStates(folder.path, KEY.publicKey)).get(STREAM);
    if (state === undefined) throw new Error('no state was saved');
    start = state;
  });
  after(() => folder.remove());

  const proofOf = async (account: string): Promise<BalanceProof> => {
    const proof = await proveBalance(start, account);
    if (proof === undefined) throw new Error(`no proof of ${account}`);
    return proof;
  };

  it('leads from each bucket of each account to the signed root', async () => {
    for (const [key] of start.book.accounts.entries()) {
      const { balances, leaves } = await proofOf(key.replace(/:pending$/, ''));
      for (const { line, index, path } of balances) {
        const hashes = path.map((hash) => Buffer.from(hash, 'base64'));
        const root = rootFrom(leafHash(line), { index, leaves }, hashes);
        expect(root?.toString('hex'), line).to.equal(start.checkpoint.state?.state);
      }
    }
    expect((await proofOf(wallet)).balances.map(({ line }) => line)).to.deep.equal([
      `balance ${wallet} svc-points 1000020.00 1000020.00`,
      `balance ${wallet}:pending svc-points 1000000.00 999980.00`,
    ]);
    expect(await proveBalance(start, 'wal_other')).to.equal(undefined);
    expect(await proveBalance(start, wallet.slice(0, -1))).to.equal(undefined);
  });

  const otherKey = deriveAuditSigningKey(new Uint8Array(32).fill(2)).publicKey;

  /** Proofs that the key did not sign as they are. */
  function forgedFrom(proof: BalanceProof): string[] {
    const json = JSON.stringify(proof);
    const [first, second] = proof.balances;
    return [
      json.replace('1000020.00', '1000021.00'),
      json.replace(`"leaves":${proof.leaves}`, '"leaves":1'),
      json.replace('"path":["', '"path":["AAAA'),
      json.replace('\\nstate ', '\\nstate A'),
      json.replace('\\ntime 2026', '\\ntime 2027'),
      JSON.stringify({ ...proof, balances: [{ ...first, path: second?.path }] }),
      JSON.stringify({
        ...proof,
        balances: [{ ...first, path: [...(first?.path ?? []), 'A'.repeat(43) + '='] }],
      }),
    ];
  }

  it('is verified by the program in docs/auditors.md, which rejects any other', async function () {
    const run = pythonVerifier(folder.path) ?? skip(this, 'needs Python 3 and OpenSSL');
    const proof = await proofOf(wallet);
    const { status, stdout, stderr } = run(JSON.stringify(proof), KEY.publicKey);
    expect(status, stderr).to.equal(0);
    expect(stdout).to.equal(
      proof.balances.map(({ line }) => `time ${start.checkpoint.time} ${line}\n`).join(''),
    );
    for (const forged of forgedFrom(proof)) expect(run(forged, KEY.publicKey).status, forged).not.to.equal(0);
    expect(run(JSON.stringify(proof), otherKey).status).not.to.equal(0);
  });

  it('is verified by scripts/verify-export.mjs, which rejects any other', async () => {
    const run = exportVerifier(folder.path);
    const proof = await proofOf(wallet);
    const { status, stdout, stderr } = run(JSON.stringify(proof, undefined, 2), KEY.publicKey);
    expect(status, stderr).to.equal(0);
    for (const { line } of proof.balances) expect(stdout).to.include(`${line}\n`);
    expect(stdout).to.include(start.checkpoint.time);
    const others = [
      JSON.stringify({ ...proof, account: 'wal_other' }),
      JSON.stringify({ ...proof, stream: `${STREAM}-other` }),
      JSON.stringify({ ...proof, balances: [] }),
      '{',
    ];
    for (const forged of [...forgedFrom(proof), ...others]) {
      const found = run(forged, KEY.publicKey);
      expect(found.status, forged).to.equal(1);
      expect(found.stderr).to.match(/^Invalid: /);
    }
    expect(run(JSON.stringify(proof), otherKey).status).to.equal(1);
    const unsigned = { ...proof, checkpoint: proof.checkpoint.replace(/\nstate [^\n]+\nfold [^\n]+/, '') };
    expect(run(JSON.stringify(unsigned), KEY.publicKey).status).to.equal(1);
  });
});
