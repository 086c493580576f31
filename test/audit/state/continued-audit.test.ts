/** An audit that continues from signed states ends at the verdict of one that reads everything. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { appendCheckpoint } from '../../../src/audit/checkpoints/checkpoint-files.ts';
import { startCheckpointWriter } from '../../../src/audit/checkpoints/checkpoint-writer.ts';
import { signatureLine } from '../../../src/audit/checkpoints/signed-note.ts';
import { AuditUnavailable, eventStoreSource, type EventSource } from '../../../src/audit/event-source.ts';
import { loadStates } from '../../../src/audit/state/state-files.ts';
import { verify, type Verification } from '../../../src/audit/verification/verification.ts';
import type { StoredEvent } from '../../../src/event-store/port.ts';
import { createMemoryEventStore } from '../../../src/event-store/memory.ts';
import { createMemoryDocumentStore } from '../../../src/read-models/stores/memory.ts';
import { loadReconciliation } from '../../../src/reconciliation/reconciliation.ts';
import { Calendar } from '../../../src/system/calendar.ts';
import { createBookWriters } from '../../../src/writer/book-writers.ts';
import { deriveAuditSigningKey } from '../../../src/vault/audit-signing-key.ts';
import { HISTORY_AUDIT_KEY as KEY, writeAuditHistory } from '../../support/audit-history.ts';
import { auditedLedger, populate, sourceOf, take } from '../../support/audited-ledger.ts';
import { runs } from '../../support/effort.ts';
import { cameBack, completedIn, transfer } from '../../support/ledger-commands.ts';
import { AUTHENTICATION, EVENT_MACS } from '../../support/event-macs.ts';
import { POLICY, SNAPSHOT_KEY, START_TIME, STREAM } from '../../support/policy.ts';
import { NO_WRITE_OFF_LIMIT, TEST_SEAL, WHO, done } from '../../support/reconciliation-world.ts';
import { randomCommands } from '../../support/random-commands.ts';
import { checkpointOf, momentOf, type Moment } from '../../support/signed-states.ts';
import { temporaryFolder, type Folder } from '../../support/temporary-folder.ts';

const NOW = START_TIME + 40 * 24 * 60 * 60 * 1_000;

/** Computes the hashes of the book's events again, as the definition says. */
function chained(events: readonly StoredEvent[]): StoredEvent[] {
  let before = '0'.repeat(64);
  return events.map((event, at) => {
    if (event.stream !== STREAM) return { ...event, position: BigInt(at) };
    const metadata = event.metadata.replace(/,"hash":"[0-9a-f]{64}"\}$/, '}');
    const parts = [before, STREAM, String(event.revision), event.id, event.type, event.data, metadata];
    before = createHash('sha256').update(parts.join('\n')).digest('hex');
    return { ...event, position: BigInt(at), metadata: `${metadata.slice(0, -1)},"hash":"${before}"}` };
  });
}

/** Replaces a digit of the event's data by another one. */
function withOtherDigit(event: StoredEvent, which: number, by: number): StoredEvent {
  const digits = [...event.data.matchAll(/[0-9]/g)];
  const { index = 0, 0: digit = '' } = digits[which % Math.max(1, digits.length)] ?? {};
  const other = (Number(digit) + 1 + (by % 9)) % 10;
  return { ...event, data: event.data.slice(0, index) + String(other) + event.data.slice(index + 1) };
}

type Tampering = {
  readonly how: 'text' | 'history' | 'removal';
  readonly at: number;
  readonly digit: number;
};

/** Changes an event of the book from a revision on. */
function tampered(
  events: readonly StoredEvent[],
  from: number,
  { how, at, digit }: Tampering,
): StoredEvent[] | undefined {
  const later = events.filter(({ stream, revision }) => stream === STREAM && revision >= from);
  const chosen = later[at % Math.max(1, later.length)];
  if (chosen === undefined) return undefined;
  // Without its last event, a book may still be valid.
  if (how === 'removal' && chosen === later.at(-1)) return undefined;
  if (how === 'removal')
    return events.filter((event) => event !== chosen).map((event, i) => ({ ...event, position: BigInt(i) }));
  const changed = events.map((event) => (event === chosen ? withOtherDigit(event, digit, at) : event));
  return how === 'text' ? changed : chained(changed);
}

const tampering = fc.record({
  how: fc.constantFrom('text' as const, 'history' as const, 'removal' as const),
  at: fc.nat(200),
  digit: fc.nat(400),
});

describe('An audit that continues from signed states', () => {
  let checkpoints: Folder;
  let states: Folder;
  beforeEach(async () => {
    checkpoints = await temporaryFolder();
    states = await temporaryFolder();
  });
  afterEach(() => Promise.all([checkpoints.remove(), states.remove()]));

  const full = (source: EventSource): Promise<Verification> =>
    verify(source, {
      checkpoints: { folder: checkpoints.path, key: KEY.publicKey },
      saveStates: states.path,
      macs: EVENT_MACS,
    });
  const continued = async (source: EventSource): Promise<Verification> =>
    verify(source, {
      checkpoints: { folder: checkpoints.path, key: KEY.publicKey },
      starts: await loadStates(states.path, KEY.publicKey),
      macs: EVENT_MACS,
    });
  const sign = async (moment: Moment, stored: readonly StoredEvent[]): Promise<string> =>
    appendCheckpoint(checkpoints.path, await checkpointOf(moment, stored), KEY);
  const verdict = ({ findings }: Verification): string[] =>
    findings.map(({ stream, revision, rule }) => `${stream} ${revision} ${rule}`);

  it('reads only later events and ends at the same verdict, whatever follows the checkpoint', async () => {
    let detected = 0;
    await fc.assert(
      fc.asyncProperty(randomCommands(60), fc.nat(59), tampering, async (commands, until, change) => {
        await Promise.all([checkpoints.remove(), states.remove()]);
        const ledger = auditedLedger();
        populate(ledger);
        commands.slice(0, until).forEach((command) => take(ledger, command));
        const moment = momentOf(ledger);
        commands.slice(until).forEach((command) => take(ledger, command));
        ledger.boughtWallet('20.00', '10.00');
        const stored = ledger.stored();
        await sign(moment, stored);
        const honest = [await full(sourceOf(stored)), await continued(sourceOf(stored))] as const;
        expect(honest.map(verdict)).to.deep.equal([[], []]);
        const { supply, treasuries, undelivered_allocations } = honest[0];
        expect(honest[1]).to.deep.include({ supply, treasuries, undelivered_allocations });
        const later = stored.filter(({ stream, revision }) => stream === STREAM && revision >= moment.size);
        const others = stored.filter(({ stream }) => stream !== STREAM).length;
        // The last event before the checkpoint is read again.
        expect(honest[1].events).to.be.at.most(later.length + others + moment.size);
        const changed = tampered(stored, moment.size, change);
        if (changed === undefined) return;
        const found = [await full(sourceOf(changed)), await continued(sourceOf(changed))] as const;
        if ((found[1].continued?.unverified.late_movements ?? 0) > 0) return;
        expect(verdict(found[1])).to.deep.equal(verdict(found[0]));
        detected += verdict(found[0]).length;
      }),
      { numRuns: runs(60) },
    );
    expect(detected).to.be.greaterThan(0);
  });

  it('leaves earlier events to a full audit', async () => {
    const ledger = auditedLedger();
    const [anna, ben] = [ledger.boughtWallet('100.00'), ledger.boughtWallet('50.00')];
    ledger.run(transfer(anna, ben, '30.00'));
    const moment = momentOf(ledger);
    ledger.run(transfer(ben, anna, '10.00'));
    const stored = ledger.stored();
    await sign(moment, stored);
    await full(sourceOf(stored));
    const changed = tampered(stored, 3, { how: 'text', at: 0, digit: 0 }) ?? [];
    expect(verdict(await full(sourceOf(changed)))).to.deep.equal([`${STREAM} 3 hash_chain`]);
    expect(verdict(await continued(sourceOf(changed)))).to.deep.equal([]);
    // A history with other earlier events does not lead to the signed hash.
    const rewritten = chained(changed);
    expect(verdict(await continued(sourceOf(rewritten)))).to.deep.equal([
      `${STREAM} ${moment.size - 1} checkpoint`,
    ]);
    expect(verdict(await continued(sourceOf(stored.slice(0, 5))))).to.deep.equal([
      `${STREAM} ${moment.size - 1} checkpoint`,
    ]);
  });

  it('rejects states that do not lead to what is signed', async () => {
    const ledger = auditedLedger();
    ledger.boughtWallet('100.00', '20.00');
    const stored = ledger.stored();
    await sign(momentOf(ledger), stored);
    await full(sourceOf(stored));
    const file = join(states.path, `${STREAM}.state`);
    const text = readFileSync(file, 'utf8');
    const isRejected = async (change: string, why: RegExp, key = KEY): Promise<void> => {
      writeFileSync(file, change);
      const error = await loadStates(states.path, key.publicKey).catch((found: unknown) => found);
      expect(error).to.be.instanceOf(AuditUnavailable);
      expect(String(error)).to.match(why);
    };
    await isRejected(text.replace('"amount":"12000"', '"amount":"12001"'), /does not lead to the digests/);
    await isRejected(text.replace(/\n\["wallets".*\n/, '\n'), /does not lead to the digests/);
    await isRejected(text.replace(/\nstate \S/, '\nstate X'), /no state that this key signed/);
    await isRejected(text.replace(/\nstate .*\n/, '\n'), /no state that this key signed/);
    await isRejected(text.slice(0, 40), /is incomplete/);
    await isRejected(text.replace('["wallets"', '["wallets'), /no entry/);
    const other = deriveAuditSigningKey(new Uint8Array(32).fill(2));
    await isRejected(text, /no state that this key signed/, other);
    writeFileSync(join(states.path, 'book-int_other-sandbox.state'), text);
    await isRejected(text, new RegExp(`is the state of ${STREAM}`));
  });

  it('says that it did not compare money that comes back for a transfer from before', async () => {
    const ledger = auditedLedger();
    const wallet = ledger.boughtWallet('300.00');
    const completed = ledger.events.find(({ type }) => type === 'transfer.created');
    const id = completed?.type === 'transfer.created' ? completed.data.transfer_id : '';
    const moment = momentOf(ledger);
    ledger.run(cameBack('reversal', id, completedIn(ledger.events, id)));
    expect(ledger.walletBalances(wallet).available).to.equal('0.00');
    const stored = ledger.stored();
    await sign(moment, stored);
    expect((await full(sourceOf(stored))).continued).to.equal(null);
    const found = await continued(sourceOf(stored));
    expect(found.findings).to.deep.equal([]);
    expect(found.continued).to.deep.equal({
      books: 1,
      unverified: { late_movements: 1, collected_parts: 0 },
    });
  });

  it('compares what reconciliation collected after the checkpoint, also of events before it', async () => {
    const eventStore = createMemoryEventStore();
    const { book, formerBook, nextBook, wallets } = await writeAuditHistory(eventStore);
    const writers = createBookWriters({
      eventStore,
      documents: createMemoryDocumentStore(),
      policy: POLICY,
      snapshotKey: SNAPSHOT_KEY,
      authentication: AUTHENTICATION,
      clock: () => NOW,
      findKey: () => Promise.resolve(undefined),
      hasOtherWriters: false,
    });
    const reconciliation = await loadReconciliation('sandbox', {
      eventStore,
      authentication: AUTHENTICATION,
      seal: TEST_SEAL,
      sign: (text) => signatureLine(text, KEY),
      writeOffs: NO_WRITE_OFF_LIMIT,
      calendarOf: () => new Calendar(),
      clock: () => NOW,
    });
    const collect = async () =>
      done(await reconciliation.collectMovements(new Set([book, formerBook, nextBook]), WHO));
    const pay = async (): Promise<void> => {
      const [from = '', , to = ''] = wallets;
      const answer = { from: 'events', render: () => ({ status: 201, body: '' }) } as const;
      const about = { answer, actor: 'key:key_test', requestId: 'req_1' };
      const outcome = await writers.submit(book, { ...about, decide: transfer(from, to, '0.01') });
      expect(outcome.kind).to.equal('done');
    };
    await collect();
    await pay();
    await pay();
    const writer = startCheckpointWriter({
      eventStore,
      folder: checkpoints.path,
      everySeconds: 3_600,
      key: KEY,
      streams: () => [book],
      macsFrom: () => 0,
      capture: (stream) => writers.capture(stream),
      clock: () => NOW,
      log: { error: (...all: unknown[]) => expect.fail(String(all)), info: () => undefined },
    });
    await writer.write();
    await pay();
    await collect();
    await pay();
    await writers.close();
    const source = eventStoreSource(eventStore);
    const events: StoredEvent[] = [];
    for await (const page of source.pages(-1n, await source.head())) events.push(...page);
    const bothOf = async (stored: readonly StoredEvent[]): Promise<readonly Verification[]> => [
      await full(sourceOf(stored)),
      await continued(sourceOf(stored)),
    ];
    const [all, later] = await bothOf(events);
    expect([all, later].map((found) => found && verdict(found))).to.deep.equal([[], []]);
    expect(later?.continued).to.deep.equal({
      books: 1,
      unverified: { late_movements: 0, collected_parts: 0 },
    });
    expect(later?.events).to.be.lessThan(all?.events ?? 0);
    expect(later?.macs?.begun).to.equal(true);
    const part = events.findLast(({ type }) => type === 'totals.collected');
    expect(part?.data).to.match(/"debit":"0.03"/);
    const forged = events.map((event) =>
      event === part ? { ...event, data: event.data.replaceAll('"0.03"', '"0.04"') } : event,
    );
    const both = (await bothOf(forged)).map(verdict);
    expect(both[0]).to.have.length(1);
    expect(both[1]).to.deep.equal(both[0]);
    // The first revision to read is not signed. A later one makes the audit compare less, and it says so.
    const file = join(states.path, `${book}.state`);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/\nfrom \d+\n/, '\nfrom 999999\n'));
    const less = await continued(sourceOf(events));
    expect(less.findings).to.deep.equal([]);
    expect(less.continued?.unverified.collected_parts).to.be.greaterThan(0);
  });
});
