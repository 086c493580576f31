/**
 * Reconciliation of an environment: what banks say about the accounts behind the rails, in a stream of its own. The stream is
 * read when it is first needed.
 */
import type { Authentication } from '../event-store/authenticated-reader.ts';
import { encodingSchemasOf } from '../event-store/event-schemas.ts';
import type { EventStore, StreamName } from '../event-store/port.ts';
import { reconciliationEventVersions } from '../generated/events.ts';
import type { ReconciliationEvent } from '../generated/events.ts';
import type { BankStatement as StatementView } from '../generated/api.ts';
import { statementLineContext } from '../ledger/sealing-context.ts';
import { ENVIRONMENTS } from '../ledger/environment.ts';
import type { EnvironmentName } from '../ledger/environment.ts';
import type { MonthlySeal } from '../vault/monthly-seal.ts';
import { loadStreamWriter } from '../writer/stream-writer.ts';
import type { StreamCommand, StreamOutcome } from '../writer/stream-writer.ts';
import { decideEnd, decideLines } from './import-decisions.ts';
import type { SealLine, StatementToImport } from './import-decisions.ts';
import { createReconciliationState, evolveReconciliation } from './state.ts';

/** A command without its decision: author, request, and idempotency key. */
export type ReconciliationRequest = Omit<StreamCommand<ReconciliationEvent>, 'decide'>;

export type Reconciliation = {
  readonly stream: StreamName;
  /**
   * Records a statement. If it is interrupted, importing the same file again continues it. Refuses
   * statement_exists. Throws StoreUnavailable.
   */
  importStatement(statement: StatementToImport, request: ReconciliationRequest): Promise<StreamOutcome>;
  /** All statements in the order imported. */
  statements(): readonly StatementView[];
  /** Whether a success has used the idempotency key. */
  isKeyUsed(key: string): boolean;
  /** Applies events that other processes wrote. */
  refresh(): Promise<void>;
};

export type Reconciliations = {
  /** Reads the stream unless it was read before. Throws StoreUnavailable. */
  get(environment: EnvironmentName): Promise<Reconciliation>;
  /** Whether a success has used the idempotency key, in any environment. Throws StoreUnavailable. */
  isKeyUsed(key: string): Promise<boolean>;
};

export type ReconciliationOptions = {
  readonly eventStore: EventStore;
  readonly authentication: Authentication;
  readonly seal: Pick<MonthlySeal, 'currentKey'>;
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
    async isKeyUsed(key) {
      for (const environment of ENVIRONMENTS) if ((await get(environment)).isKeyUsed(key)) return true;
      return false;
    },
  };
}

/** Throws StoreUnavailable, and UnauthenticatedEvent when somebody else wrote to the stream. */
export async function loadReconciliation(
  environment: EnvironmentName,
  { eventStore, authentication, seal, clock }: ReconciliationOptions,
): Promise<Reconciliation> {
  const state = createReconciliationState();
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
  const next = (now: number) => ({ stream, revision: state.revision, now });

  /** False when all lines are recorded. Undefined if it was refused. */
  async function recordLines(
    statement: StatementToImport,
    sealLine: SealLine,
    { actor, requestId }: ReconciliationRequest,
  ): Promise<boolean | undefined> {
    let isMore = false;
    const outcome = await events.submit({
      actor,
      requestId,
      decide({ now }) {
        const decided = decideLines(state, statement, sealLine, next(now));
        if ('refusal' in decided) return decided;
        isMore = decided.events.length > 0;
        return { events: decided.events, answer: { status: 200, body: '{}' } };
      },
    });
    return outcome.kind === 'refused' ? undefined : isMore;
  }

  return {
    stream,
    async importStatement(statement, request) {
      const key = await seal.currentKey();
      const sealLine: SealLine = ({ details }, lineId) =>
        isEmpty(details) ? null : key.seal(JSON.stringify(details), statementLineContext(stream, lineId));
      while (await recordLines(statement, sealLine, request));
      return events.submit({
        ...request,
        decide({ time }) {
          const decided = decideEnd(state, statement, { environment, actor: request.actor, time });
          if ('refusal' in decided) return decided;
          return { events: [decided.event], answer: { status: 201, body: JSON.stringify(decided.view) } };
        },
      });
    },
    statements: () => state.statements,
    isKeyUsed: (key) => events.isKeyUsed(key),
    refresh: () => events.refresh(),
  };
}

const isEmpty = (details: object): boolean =>
  Object.values(details).every((value) => value === null || (Array.isArray(value) && value.length === 0));
