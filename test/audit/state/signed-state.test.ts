/** Checkpoints that sign the state of a book, and the audit's comparison with it. */
import { expect } from 'chai';
import fc from 'fast-check';
import { appendCheckpoint, lastSignedState } from '../../../src/audit/checkpoints/checkpoint-files.ts';
import { digestsOf, rootOfLines, stateLines } from '../../../src/audit/state/book-state.ts';
import { captureTables } from '../../../src/ledger/book.ts';
import { verify } from '../../../src/audit/verification/verification.ts';
import type { StoredEvent } from '../../../src/event-store/port.ts';
import { auditedLedger, populate, sourceOf, take } from '../../support/audited-ledger.ts';
import { runs } from '../../support/effort.ts';
import { HISTORY_AUDIT_KEY as KEY } from '../../support/audit-history.ts';
import { transfer } from '../../support/ledger-commands.ts';
import { given } from '../../support/ledger.ts';
import { STREAM } from '../../support/policy.ts';
import { randomCommands } from '../../support/random-commands.ts';
import { checkpointOf, momentOf } from '../../support/signed-states.ts';
import { temporaryFolder, type Folder } from '../../support/temporary-folder.ts';

describe('A signed state', () => {
  let folder: Folder;
  beforeEach(async () => (folder = await temporaryFolder()));
  afterEach(() => folder.remove());

  const audit = (stored: readonly StoredEvent[]) =>
    verify(sourceOf(stored), { checkpoints: { folder: folder.path, key: KEY.publicKey } });

  it('is what the audit computes on its own, for any history and at any point of it', async () => {
    await fc.assert(
      fc.asyncProperty(randomCommands(60), fc.nat(20), async (commands, every) => {
        const own = await temporaryFolder();
        const ledger = auditedLedger();
        populate(ledger);
        const moments = [momentOf(ledger)];
        for (const [at, command] of commands.entries()) {
          take(ledger, command);
          if (at % (every + 1) === 0) moments.push(momentOf(ledger));
        }
        const stored = ledger.stored();
        for (const moment of moments) appendCheckpoint(own.path, await checkpointOf(moment, stored), KEY);
        const found = await verify(sourceOf(stored), {
          checkpoints: { folder: own.path, key: KEY.publicKey },
        });
        await own.remove();
        expect(found.findings).to.deep.equal([]);
        expect(found.states).to.equal(new Set(moments.map(({ size }) => size)).size);
      }),
      { numRuns: runs(40) },
    );
  });

  it('has one line for each bucket, open transfer, hold, and proposal', async () => {
    const ledger = given();
    const { id, from, to } = ledger.heldTransfer('1000000.00', '20.00');
    const lines = (await stateLines(captureTables(ledger.book))).sort();
    expect(lines).to.include(`balance ${from}:pending svc-points 1000000.00 999980.00`);
    expect(lines).to.include(`hold ${id} svc-points 1000000.00 999980.00`);
    expect(lines).to.include(`transfer ${id} user_to_user in_review 1000000.00`);
    expect(lines.some((line) => line.startsWith(`balance ${to} `))).to.equal(false);
    expect(new Set(lines).size).to.equal(lines.length);
    expect((await digestsOf(captureTables(ledger.book))).digests.state).to.equal(await rootOfLines(lines));
  });

  it('is computed in small steps, between which requests are answered', async () => {
    const ledger = given();
    ledger.heldTransfer('1000000.00', '20.00');
    let steps = 0;
    const pause = () => {
      steps += 1;
      return undefined;
    };
    const lines = await stateLines(captureTables(ledger.book), pause);
    expect(lines).to.have.length.above(0);
    expect(steps).to.equal(lines.length);
  });

  it('that differs from the history is a finding, also if only the fold differs', async () => {
    const ledger = auditedLedger();
    const [anna, ben] = [ledger.boughtWallet('100.00'), ledger.boughtWallet('50.00')];
    const first = momentOf(ledger);
    ledger.run(transfer(anna, ben, '30.00'));
    const second = momentOf(ledger);
    const stored = ledger.stored();
    const [before, after] = [await checkpointOf(first, stored), await checkpointOf(second, stored)];
    for (const state of [
      before.state,
      { ...after.state, state: before.state.state },
      { ...after.state, fold: before.state.fold },
    ]) {
      appendCheckpoint(folder.path, { ...after, state }, KEY);
      const { findings } = await audit(stored);
      expect(findings.map(({ rule, stream, revision }) => [rule, stream, revision])).to.deep.equal([
        ['state', STREAM, after.size - 1],
      ]);
      await folder.remove();
      folder = await temporaryFolder();
    }
    appendCheckpoint(folder.path, after, KEY);
    expect((await audit(stored)).states).to.equal(1);
  });

  it('of another version of the fold is compared by its balances and open objects', async () => {
    const ledger = auditedLedger();
    ledger.boughtWallet('100.00');
    const stored = ledger.stored();
    const checkpoint = await checkpointOf(momentOf(ledger), stored);
    const state = { ...checkpoint.state, fold: { version: 1, root: '00'.repeat(32) } };
    appendCheckpoint(folder.path, { ...checkpoint, state }, KEY);
    expect(lastSignedState(folder.path, STREAM, KEY.publicKey)?.checkpoint.state).to.deep.equal(state);
    const { findings, states } = await audit(stored);
    expect([findings, states]).to.deep.equal([[], 1]);
  });
});
