/** The import of statements into the stream of an environment, and its audit. */
import { expect } from 'chai';
import fc from 'fast-check';
import { ReconciliationCheck } from '../../src/audit/rules/reconciliation-check.ts';
import { decodeData, decodeMetadata } from '../../src/event-store/codec.ts';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import { StoreUnavailable, type EventStore } from '../../src/event-store/port.ts';
import type { BankStatement, StatementImport } from '../../src/generated/api.ts';
import type { ReconciliationEvent, ReconciliationEventData } from '../../src/generated/events.ts';
import type { SealingContext } from '../../src/ledger/sealing-context.ts';
import { loadReconciliation, reconciliationStream } from '../../src/reconciliation/reconciliation.ts';
import { readStatement } from '../../src/reconciliation/statements/read-statement.ts';
import { Calendar } from '../../src/system/calendar.ts';
import { runs } from '../support/effort.ts';
import { AUTHENTICATION } from '../support/event-macs.ts';
import { statementOf, type TestLine } from '../support/statements.ts';

const STREAM = reconciliationStream('production');
const WHO = { actor: 'operator:opt_test', requestId: 'req_test' };
const SEAL = {
  currentKey: () =>
    Promise.resolve({
      id: 'key',
      seal: (text: string, context: SealingContext) => Buffer.from(`${context}${text}`).toString('base64'),
      open: (sealed: string) => sealed,
    }),
  open: (sealed: string, context: SealingContext) =>
    Promise.resolve(Buffer.from(sealed, 'base64').toString().slice(context.length)),
};

const open = (eventStore: EventStore) =>
  loadReconciliation('production', {
    eventStore,
    authentication: AUTHENTICATION,
    seal: SEAL,
    sign: () => '',
    writeOffs: { atLeast: null, proposalLifetimeMs: 1_000, pointPrices: new Map() },
    calendarOf: () => new Calendar(),
    clock: () => Date.parse('2026-03-03T08:00:00.000Z'),
  });

const parsed = (input: StatementImport) => ({
  ...readStatement(input, new Map([['usd', 2]])),
  rail: input.rail,
  decimals: 2,
});

async function importInto(eventStore: EventStore, input: StatementImport): Promise<BankStatement> {
  const outcome = await (await open(eventStore)).importStatement(parsed(input), WHO);
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
  return JSON.parse(outcome.answer.body) as BankStatement;
}

type Located = Parameters<ReconciliationCheck['check']>[0];

async function eventsOf(eventStore: EventStore): Promise<Located[]> {
  const stored = await eventStore.read(STREAM, 0, 500);
  return stored.map((each) => ({
    ...({ type: each.type, data: decodeData(each) } as ReconciliationEvent),
    stream: STREAM,
    revision: each.revision,
    time: decodeMetadata(each).time,
    version: decodeMetadata(each).schema_version,
  }));
}

const audit = (events: readonly Located[]): void => {
  const check = new ReconciliationCheck({
    calendar: new Calendar(),
    checkMovements: () => undefined,
    checkTotals: () => undefined,
    isSigned: () => true,
  });
  for (const event of events) check.check(event);
};

const LINES: readonly TestLine[] = [
  { amount: '50.00', reference: 'B-1', text: 'Ana Silva, rent' },
  { amount: '-20.00', reference: 'B-2' },
];

describe('The import of a statement', () => {
  it('records each line once, and no text of a payer in plaintext', async () => {
    const store = createMemoryEventStore();
    const found = await importInto(store, statementOf(LINES));
    expect(found).to.deep.include({ lines: 2, known_lines: 0, gap: null, closing_balance: '30.00' });
    const events = await eventsOf(store);
    expect(events.map(({ type }) => type)).to.deep.equal([
      'statement.started',
      'statement.line_recorded',
      'statement.line_recorded',
      'statement.imported',
    ]);
    expect(JSON.stringify(events)).not.to.contain('Ana');
    audit(events);
  });

  it('refuses the same file, and does not record lines again that another file contains', async () => {
    const store = createMemoryEventStore();
    const first = await importInto(store, statementOf(LINES));
    const again = await (await open(store)).importStatement(parsed(statementOf(LINES)), WHO);
    expect(again).to.deep.include({ kind: 'refused' });
    expect(again.kind === 'refused' && again.refusal).to.include({
      code: 'statement_exists',
      existing_id: first.id,
    });
    const longer = await importInto(store, statementOf([...LINES, { amount: '1.00', reference: 'B-3' }]));
    expect(longer).to.deep.include({ lines: 3, known_lines: 2, gap: null });
    audit(await eventsOf(store));
  });

  it('reports the gap to the statement before', async () => {
    const store = createMemoryEventStore();
    const { id } = await importInto(store, statementOf(LINES));
    const next = { opened_on: '2026-03-04', closed_on: '2026-03-04', opening_balance: '35.00' };
    const day = '2026-03-04';
    const { gap } = await importInto(store, statementOf([{ amount: '1.00', reference: 'B-9', day }], next));
    expect(gap).to.deep.equal({ after_statement_id: id, after_day: '2026-03-02', amount: '5.00' });
    audit(await eventsOf(store));
  });

  it('continues after an interruption at any append, and takes effect as a whole', async () => {
    const many = Array.from({ length: 250 }, (_, i) => ({ amount: '1.00', reference: `B-${i}` }));
    for (const appendsMax of [1, 2, 3]) {
      const store = createMemoryEventStore();
      let appends = 0;
      const failing: EventStore = {
        ...store,
        append: (...args) =>
          ++appends > appendsMax ? Promise.reject(new StoreUnavailable('away')) : store.append(...args),
      };
      const failure = await importInto(failing, statementOf(many)).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(StoreUnavailable);
      expect((await open(store)).statements()).to.deep.equal([]);
      expect(await importInto(store, statementOf(many))).to.deep.include({ lines: 250, known_lines: 0 });
      const events = await eventsOf(store);
      expect(events.filter(({ type }) => type === 'statement.line_recorded')).to.have.length(250);
      audit(events);
    }
  });

  it('lets another file replace an import that did not end', async () => {
    const store = createMemoryEventStore();
    let appends = 0;
    const failing: EventStore = {
      ...store,
      append: (...args) =>
        ++appends > 1 ? Promise.reject(new StoreUnavailable('away')) : store.append(...args),
    };
    await importInto(failing, statementOf(LINES)).catch(() => undefined);
    const other = statementOf([...LINES, { amount: '1.00', reference: 'B-3' }]);
    expect(await importInto(store, other)).to.deep.include({ lines: 3, known_lines: 0 });
    audit(await eventsOf(store));
  });

  it('records every line exactly once for any overlapping statements', async () => {
    const history = Array.from({ length: 12 }, (_, i) => ({ amount: `${i + 1}.00`, reference: `B-${i}` }));
    const range = fc.tuple(fc.nat(11), fc.nat(11)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    await fc.assert(
      fc.asyncProperty(fc.array(range, { minLength: 1, maxLength: 5 }), async (ranges) => {
        const store = createMemoryEventStore();
        const seen = new Set<string>();
        for (const [from, to] of ranges) {
          const lines = history.slice(from, to + 1);
          const reconciliation = await open(store);
          await reconciliation.importStatement(parsed(statementOf(lines)), WHO);
          for (const { reference } of lines) seen.add(reference);
        }
        const events = await eventsOf(store);
        const references = events.flatMap((event) =>
          event.type === 'statement.line_recorded' ? [event.data.bank_reference] : [],
        );
        expect(references.sort()).to.deep.equal([...seen].sort());
        audit(events);
      }),
      { numRuns: runs(25) },
    );
  });
});

describe('Audit of reconciliation', () => {
  type Line = ReconciliationEventData<'statement.line_recorded'>;
  const changed = (events: readonly Located[], at: number, data: object): Located[] =>
    events.map((event, i) =>
      i === at ? ({ ...event, data: { ...event.data, ...data } } as Located) : event,
    );

  it('detects forged balances, lines, counts, periods, and IDs', async () => {
    const store = createMemoryEventStore();
    await importInto(store, statementOf(LINES));
    const events = await eventsOf(store);
    const line = events[1]?.data as Line;
    const forgeries: readonly (readonly [readonly Located[], string])[] = [
      [changed(events, 0, { closing_balance: '31.00' }), 'do not sum'],
      [changed(events, 1, { amount: '51.00' }), 'do not sum'],
      [changed(events, 1, { amount: '50.000' }), 'decimals'],
      [changed(events, 2, { amount: line.amount, bank_reference: line.bank_reference }), 'recorded twice'],
      [changed(events, 1, { booked_on: '2026-03-03' }), 'not within the period'],
      [changed(events, 1, { line_id: 'stl_00000000000000000000000000' }), 'line_id'],
      [changed(events, 3, { known_lines: 1 }), 'number of lines'],
      [changed(events, 3, { known_amount: '1.00' }), 'do not sum'],
      [events.filter((_, i) => i !== 2), 'number of lines'],
      [events.slice(1), 'does not run'],
      [[...events, ...events], 'statement_id|imported before'],
    ];
    for (const [forged, reason] of forgeries) expect(() => audit(forged)).to.throw(new RegExp(reason));
  });
});
