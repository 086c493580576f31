/**
 * Reconciliation of an environment: what banks say about the accounts behind the rails, and what the books say. It is in a
 * stream of its own, which is read when it is first needed.
 */
import type { Authentication } from '../event-store/authenticated-reader.ts';
import { encodingSchemasOf } from '../event-store/event-schemas.ts';
import type { EventStore, StreamName } from '../event-store/port.ts';
import type { BankStatement as StatementView, StatementPreview } from '../generated/api.ts';
import { reconciliationEventVersions, type ReconciliationEvent } from '../generated/events.ts';
import { ENVIRONMENTS, type EnvironmentName } from '../ledger/ids.ts';
import type { Refusal } from '../ledger/refusal.ts';
import type { Calendar } from '../system/calendar.ts';
import type { MonthlySeal } from '../vault/seals.ts';
import type { IdempotencyKey } from '../writer/idempotency.ts';
import { loadStreamWriter } from '../writer/stream-writer.ts';
import { Breaks } from './breaks/breaks.ts';
import type { WriteOffLimits } from './breaks/write-off-proposals.ts';
import { createCollectMovements, type CollectMovements } from './collect-movements.ts';
import { createReconciliationContext } from './context.ts';
import { Days, type SignClosing } from './days/days.ts';
import { readJournal, type JournalLine, type JournalRange } from './journal.ts';
import { createLineReferences } from './matching/items.ts';
import { createReconciliationState, evolveReconciliation } from './state/state.ts';
import {
  boundAccounts,
  createImportStatement,
  previewImport,
  type ImportStatement,
  type StatementToImport,
} from './statements/import-decisions.ts';
import type { BoundAccounts } from './statements/read-statement.ts';

export type Reconciliation = Pick<Breaks, keyof Breaks> & {
  readonly stream: StreamName;
  readonly environment: EnvironmentName;
  /**
   * Records a statement. If it is interrupted, importing the same file again continues it. Refuses
   * statement_exists. Throws StoreUnavailable.
   */
  readonly importStatement: ImportStatement;
  /** What an import would record. Refuses statement_exists and validation_failed. Throws StoreUnavailable. */
  readonly previewStatement: (
    statement: StatementToImport,
  ) => Promise<StatementPreview | { readonly refusal: Refusal }>;
  /** What the statements of a rail say about its accounts, by currency. */
  readonly boundAccounts: (rail: string) => BoundAccounts;
  /** Records the movements of books since the last collection. Throws StoreUnavailable. */
  readonly collectMovements: CollectMovements;
  readonly days: Days;
  /** The journal of these streams. Throws StoreUnavailable. */
  readonly readJournal: (
    streams: Iterable<StreamName>,
    range: JournalRange,
  ) => AsyncIterable<readonly JournalLine[]>;
  readonly calendar: Calendar;
  /** All statements in the order imported. */
  statements(): readonly StatementView[];
  /** Whether a success has used the idempotency key; with a request, whether it was a success of that request. */
  isKeyUsed(key: string, request?: IdempotencyKey): boolean;
  /** Applies events that other processes wrote. */
  refresh(): Promise<void>;
};

export type Reconciliations = {
  /** Reads the stream unless it was read before. Throws StoreUnavailable. */
  get(environment: EnvironmentName): Promise<Reconciliation>;
  /** The same in any environment. Throws StoreUnavailable. */
  isKeyUsed(key: string, request?: IdempotencyKey): Promise<boolean>;
};

type ReconciliationOptions = {
  readonly eventStore: EventStore;
  readonly authentication: Authentication;
  readonly seal: Pick<MonthlySeal, 'currentKey' | 'open'>;
  readonly sign: SignClosing;
  readonly writeOffs: WriteOffLimits;
  readonly calendarOf: (environment: EnvironmentName) => Calendar;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
};

export const reconciliationStream = (environment: EnvironmentName): StreamName =>
  `reconciliation-${environment}`;

export function createReconciliations(options: ReconciliationOptions): Reconciliations {
  const loading = new Map<EnvironmentName, Promise<Reconciliation>>();

  function get(environment: EnvironmentName): Promise<Reconciliation> {
    const found = loading.get(environment);
    if (found !== undefined) return found;
    const started = loadReconciliation(environment, options).catch((error: unknown) => {
      loading.delete(environment);
      throw error;
    });
    loading.set(environment, started);
    return started;
  }

  return {
    get,
    async isKeyUsed(...use) {
      for (const environment of ENVIRONMENTS) if ((await get(environment)).isKeyUsed(...use)) return true;
      return false;
    },
  };
}

/** Throws StoreUnavailable, and UnauthenticatedEvent when somebody else wrote to the stream. */
export async function loadReconciliation(
  environment: EnvironmentName,
  { eventStore, authentication, seal, sign, writeOffs, calendarOf, clock }: ReconciliationOptions,
): Promise<Reconciliation> {
  const state = createReconciliationState(calendarOf(environment));
  const stream = reconciliationStream(environment);
  const events = await loadStreamWriter<ReconciliationEvent>({
    eventStore,
    authentication,
    stream,
    clock,
    emptyEvent: { type: 'request.recorded', data: {} },
    schemaOf: encodingSchemasOf('reconciliation'),
    knownVersions: reconciliationEventVersions,
    evolve: (event, time, actor) => evolveReconciliation(state, event, { environment, actor, time }),
  });
  const references = createLineReferences(stream, seal);
  const context = createReconciliationContext({ environment, stream, state, events, clock, references });
  const breaks = new Breaks(context, writeOffs);
  return {
    stream,
    environment,
    importStatement: createImportStatement(context, seal),
    async previewStatement(statement) {
      await events.refresh();
      return previewImport(state, statement, environment);
    },
    boundAccounts: (rail) => boundAccounts(state, rail),
    collectMovements: createCollectMovements(context, { ...authentication, eventStore }),
    proposals: breaks.proposals,
    summary: () => breaks.summary(),
    items: (filter) => breaks.items(filter),
    presenter: () => breaks.presenter(),
    item: (id) => breaks.item(id),
    voidStatement: (id, reason, request) => breaks.voidStatement(id, reason, request),
    resolve: (itemId, resolution, request) => breaks.resolve(itemId, resolution, request),
    group: (group, request) => breaks.group(group, request),
    assign: (itemId, name, request) => breaks.assign(itemId, name, request),
    executeProposal: (id, request) => breaks.executeProposal(id, request),
    withdrawProposal: (id, request) => breaks.withdrawProposal(id, request),
    days: new Days(context, sign),
    readJournal: (streams, range) => readJournal({ ...authentication, eventStore }, streams, range),
    calendar: state.calendar,
    statements: () => state.statements,
    isKeyUsed: (...use) => events.isKeyUsed(...use),
    refresh: () => events.refresh(),
  };
}
