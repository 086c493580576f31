/** A reconciliation on an event store in memory, with a book that postings are written to. */
import { ReconciliationCheck, type ReconciliationRules } from '../../src/audit/rules/reconciliation-check.ts';
import { createMovementsCheck, createTotalsCheck } from '../../src/audit/rules/totals-check.ts';
import { decodeRecorded } from '../../src/event-store/book-event.ts';
import { FIRST_HASH, decodeData, decodeMetadata } from '../../src/event-store/codec.ts';
import { encodeAppend } from '../../src/event-store/event-macs.ts';
import { encodingSchemasOf } from '../../src/event-store/event-schemas.ts';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import { NO_STREAM, type EventStore } from '../../src/event-store/port.ts';
import type { ReconciliationItem, StatementImport } from '../../src/generated/api.ts';
import type { ReconciliationEvent } from '../../src/generated/events.ts';
import type { BookEvent } from '../../src/ledger/event.ts';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import type { SealingContext } from '../../src/ledger/sealing-context.ts';
import type { WriteOffLimits } from '../../src/reconciliation/breaks/write-off-proposals.ts';
import {
  loadReconciliation,
  reconciliationStream,
  type Reconciliation,
} from '../../src/reconciliation/reconciliation.ts';
import { readStatement } from '../../src/reconciliation/statements/read-statement.ts';
import { Calendar } from '../../src/system/calendar.ts';
import type { StreamOutcome } from '../../src/writer/stream-writer.ts';
import { AUTHENTICATION, EVENT_MACS } from './event-macs.ts';

export const RECONCILIATION_STREAM = reconciliationStream('production');
export const RECONCILIATION_BOOK = bookStreamOf('int_01kakz3v00000000000000000x', 'production');
export const WHO = { actor: 'operator:opt_test', requestId: 'req_test' };

export const TEST_SEAL = {
  currentKey: () =>
    Promise.resolve({
      id: 'key',
      seal: (text: string, context: SealingContext) => Buffer.from(`${context}${text}`).toString('base64'),
      open: (sealed: string) => sealed,
    }),
  open: (sealed: string, context: SealingContext) =>
    Promise.resolve(Buffer.from(sealed, 'base64').toString().slice(context.length)),
};

export const NO_WRITE_OFF_LIMIT: WriteOffLimits = {
  atLeast: null,
  proposalLifetimeMs: 60_000,
  pointPrices: new Map(),
};

export type TestMovement = {
  readonly time: string;
  /** From the bank's point of view. */
  readonly amount: string;
  readonly reference?: string;
  readonly transfer: string;
};

export type ReconciliationWorld = {
  readonly eventStore: EventStore;
  /** Of the reconciliation; can be moved. */
  now: string;
  readonly calendar: Calendar;
  reconciliation(limits?: WriteOffLimits): Promise<Reconciliation>;
  post(movements: readonly TestMovement[]): Promise<void>;
  /** Appends events to the book. */
  append(time: string, events: readonly BookEvent[]): Promise<void>;
  import(input: StatementImport): Promise<void>;
  /** Checks the stream and the book with the rules of the audit. Throws RuleViolation. */
  audit(options?: {
    readonly isSigned?: ReconciliationRules['isSigned'];
    /** Changes the stored data of an event, by its type. */
    readonly change?: (type: string, data: string) => string;
    /** How many events of the book the audit remembers one by one. */
    readonly eventsMax?: number;
  }): Promise<void>;
  events(): Promise<readonly ReconciliationEvent[]>;
};

type WorldOptions = { readonly eventStore?: EventStore; readonly sign?: (text: string) => string };

export function createReconciliationWorld({
  eventStore = createMemoryEventStore(),
  sign = (text) => `signed ${text.length}`,
}: WorldOptions = {}): ReconciliationWorld {
  async function appendToBook(time: string, events: readonly BookEvent[]): Promise<void> {
    const last = await eventStore.readLast(RECONCILIATION_BOOK);
    const end = {
      stream: RECONCILIATION_BOOK,
      revision: last?.revision ?? NO_STREAM,
      hash: last === undefined ? FIRST_HASH : decodeMetadata(last).hash,
    };
    const encoded = encodeAppend(EVENT_MACS, end, {
      events,
      schemaOf: encodingSchemasOf('book'),
      metadata: { time, actor: 'system:test', request_id: 'req_test' },
    });
    await eventStore.append(RECONCILIATION_BOOK, encoded, end.revision);
  }

  const world: ReconciliationWorld = {
    eventStore,
    now: '2026-03-10T08:00:00.000Z',
    calendar: new Calendar(),
    reconciliation: (limits = NO_WRITE_OFF_LIMIT) =>
      loadReconciliation('production', {
        eventStore,
        authentication: AUTHENTICATION,
        seal: TEST_SEAL,
        sign,
        writeOffs: limits,
        calendarOf: () => world.calendar,
        clock: () => Date.parse(world.now),
      }),
    append: appendToBook,
    async post(movements) {
      for (const { time, amount, reference, transfer } of movements)
        await appendToBook(time, movementEvents(amount, transfer, reference));
    },
    async import(input) {
      const statement = { ...readStatement(input, new Map([['usd', 2]])), rail: input.rail, decimals: 2 };
      done(await (await world.reconciliation()).importStatement(statement, WHO));
    },
    async events() {
      const stored = await eventStore.read(RECONCILIATION_STREAM, 0, 5_000);
      return stored.map((each) => ({ type: each.type, data: decodeData(each) }) as ReconciliationEvent);
    },
    async audit({ isSigned = () => true, change = (_type: string, data: string) => data, eventsMax } = {}) {
      const movements = createMovementsCheck();
      const totals = createTotalsCheck(() => world.calendar, eventsMax);
      const check = new ReconciliationCheck({
        calendar: world.calendar,
        checkMovements: (part) => movements.check(part),
        checkTotals: (part) => totals.check(part),
        isSigned,
      });
      for (const each of await eventStore.read(RECONCILIATION_BOOK, 0, 5_000)) {
        movements.see(decodeRecorded(each));
        totals.see(decodeRecorded(each), decodeMetadata(each).hash);
      }
      for (const each of await eventStore.read(RECONCILIATION_STREAM, 0, 5_000))
        check.check({
          ...({
            type: each.type,
            data: decodeData({ ...each, data: change(each.type, each.data) }),
          } as ReconciliationEvent),
          stream: RECONCILIATION_STREAM,
          revision: each.revision,
          time: decodeMetadata(each).time,
          version: decodeMetadata(each).schema_version,
        });
    },
  };
  return world;
}

/** The body of a success. */
export function done(outcome: StreamOutcome): Record<string, unknown> {
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
  return JSON.parse(outcome.answer.body) as Record<string, unknown>;
}

const opposite = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);

/** A deposit, or the completion of a payout. */
function movementEvents(amount: string, transfer_id: string, reference: string | undefined): BookEvent[] {
  const line = (account: string, text: string) =>
    ({ account, bucket: 'available', unit: 'usd', amount: text, balance_after: text }) as const;
  return [
    ...(reference === undefined
      ? []
      : [
          {
            type: 'transfer.state_changed' as const,
            data: { transfer_id, state: 'funds_received' as const, receipt: { rail_reference: reference } },
          },
        ]),
    {
      type: 'posting.recorded',
      data: {
        transfer_id,
        description: 'Test',
        lines: [line('clearing:bank_eft:usd', opposite(amount)), line('fiat_held:usd', amount)],
      },
    },
    { type: 'transfer.state_changed', data: { transfer_id, state: 'completed' } },
  ];
}

/** The items as the operator API shows them, oldest day first. */
export const itemsOf = async (
  reconciliation: Reconciliation,
  filter: Parameters<Reconciliation['items']>[0],
): Promise<readonly ReconciliationItem[]> =>
  (await reconciliation.items(filter)).map(reconciliation.presenter());
