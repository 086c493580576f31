/** Parts of the service, wrapped so that what they do shows in figures and traces. They do what they did before. */
import { parseBody } from '../read-models/collection.ts';
import { COLLECTIONS } from '../../projections/collections.ts';
import { TASKS_SCOPE, dueBy } from '../../projections/tasks.ts';
import type { Task, TaskKind } from '../../projections/tasks.ts';
import type { DocumentStore } from '../read-models/port.ts';
import type { LastVerification } from '../generated/api.ts';
import type { BookWriters, Outcome } from '../writer/command.ts';
import type { WriterObserver } from '../writer/observer.ts';
import { ProviderUnavailable } from '../rails/port.ts';
import type { Provider, Rails } from '../rails/port.ts';
import type { ConfiguredRail } from '../rails/rails.ts';
import { isTracingEnabled, recordSpan, withSpan } from './tracing.ts';
import type { Span } from './tracing.ts';
import type { AttemptResult, WebhookSender } from '../webhooks/sending/webhook-sender.ts';
import type { TaskHandler, TaskHandlers } from '../jobs/task-loop.ts';
import type { Metrics, Readings } from './metrics.ts';

type Call = (...args: never[]) => Promise<unknown>;

/** A store whose calls of these names are timed. */
export function instrumentStore<S extends object>(
  figures: Metrics,
  store: S,
  name: string,
  calls: readonly (keyof S & string)[],
): S {
  const wrapped: Record<string, Call> = {};
  for (const call of calls) {
    // The names are those of methods that give promises.
    const method = store[call] as Call;
    const ended = figures.timeStoreCall(name, call);
    const timed: Call = (...args) => {
      const startedAt = performance.now();
      const result = method(...args);
      // The caller gets the promise itself; what is added here only looks on.
      result.then(
        () => ended(startedAt, false),
        () => ended(startedAt, true),
      );
      return result;
    };
    const span = `${name}.${call}`;
    wrapped[call] = (...args) =>
      isTracingEnabled()
        ? withSpan(span, {}, () => timed(...args), { onlyWithin: true, kind: 'client' })
        : timed(...args);
  }
  return { ...store, ...wrapped };
}

/** What is asked of the stores on the way of requests. */
export const EVENT_STORE_CALLS = ['append', 'read', 'readLast'] as const;
export const DOCUMENT_CALLS = ['get', 'getMany', 'list', 'write', 'putRecord', 'getRecord'] as const;

export function instrumentWriters(figures: Metrics, writers: BookWriters): BookWriters {
  const told = ({ kind }: Outcome): void => figures.countCommand(kind);
  const failed = (): void => figures.countCommand('fault');
  return {
    ...writers,
    submit(stream, command) {
      const submit = (): Promise<Outcome> => {
        const outcome = writers.submit(stream, command);
        // The caller gets the promise itself; what is added here only looks on.
        outcome.then(told, failed);
        return outcome;
      };
      if (!isTracingEnabled()) return submit();
      const { requestId, actor } = command;
      const about = { 'ledger.stream': stream, 'ledger.request_id': requestId, 'ledger.actor': actor };
      return withSpan('keeper.command', about, async (span) => {
        const outcome = await submit();
        span.set({ 'ledger.outcome': outcome.kind });
        if (outcome.kind === 'done') span.set({ 'ledger.position': Number(outcome.position) });
        if (outcome.kind === 'refused') span.set({ 'ledger.refusal': outcome.refusal.code });
        return outcome;
      });
    },
  };
}

const REQUEST_IDS_MAX = 100;

/** Appends are spans of their own: one serves many requests, and names them. */
export const instrumentAppends = ({ writer }: Metrics): WriterObserver => ({
  ...writer,
  appended(append) {
    writer.appended(append);
    if (!isTracingEnabled()) return;
    const { stream, firstRevision, events, commands, outcome, startedAt, requestIds } = append;
    const about = {
      'ledger.stream': stream,
      'ledger.revision': firstRevision,
      'ledger.events': events,
      'ledger.commands': commands,
      'ledger.outcome': outcome,
      'ledger.request_ids': requestIds.slice(0, REQUEST_IDS_MAX).join(' '),
    };
    recordSpan('keeper.append', about, startedAt);
  },
});

const PROVIDER_CALLS = [
  'issueStandingDetails',
  'issueInstructions',
  'checkPayout',
  'submitPayout',
  'checkName',
  'tellDecision',
] as const;

export function instrumentRails<R extends Rails>(figures: Metrics, rails: R): R {
  const known = new WeakMap<Provider, Provider>();
  return {
    ...rails,
    provider(environment, rail) {
      const provider = rails.provider(environment, rail);
      const found = known.get(provider);
      if (found !== undefined) return found;
      const observed = { ...provider, ...observedCalls(figures, provider, environment, rail) };
      known.set(provider, observed);
      return observed;
    },
  };
}

function observedCalls(
  figures: Metrics,
  provider: Provider,
  environment: string,
  rail: string,
): Record<string, Call> {
  const about = { 'rail.environment': environment, 'rail.code': rail };
  return Object.fromEntries(
    PROVIDER_CALLS.flatMap((call) => {
      // These are methods that give promises; the caller's types have checked what they are given.
      const method = provider[call]?.bind(provider) as Call | undefined;
      if (method === undefined) return [];
      const observed: Call = (...args) =>
        withSpan(`rail.${call}`, about, () => timed(args), { kind: 'client' });
      const timed = async (args: never[]): Promise<unknown> => {
        const startedAt = performance.now();
        const told = (outcome: string): void =>
          figures.recordRailCall(environment, rail, call, outcome, (performance.now() - startedAt) / 1000);
        try {
          const answer = await method(...args);
          told('answered');
          return answer;
        } catch (error) {
          told(error instanceof ProviderUnavailable ? 'unavailable' : 'failed');
          throw error;
        }
      };
      return [[call, observed]];
    }),
  );
}

export function instrumentHandlers(figures: Metrics, handlers: TaskHandlers): TaskHandlers {
  const observed = (kind: string, handler: TaskHandler): TaskHandler => {
    const run = async (task: Task): Promise<void> => {
      const startedAt = performance.now();
      const told = (outcome: string): void =>
        figures.recordTask(kind, outcome, (performance.now() - startedAt) / 1000);
      try {
        await handler(task);
        told('done');
      } catch (error) {
        told(error instanceof ProviderUnavailable ? 'waits' : 'failed');
        throw error;
      }
    };
    return (task) => {
      const about = { 'ledger.stream': task.stream, 'ledger.task': kind, 'ledger.subject': task.subject };
      return withSpan('worker.task', about, () => run(task));
    };
  };
  return Object.fromEntries(
    Object.entries(handlers).map(([kind, handler]) => [kind, observed(kind, handler)]),
  );
}

/** Attempts to deliver, as spans. Where they go to is the integrator's affair and not told. */
export function instrumentSender(sender: WebhookSender): WebhookSender {
  return {
    ...sender,
    send(attempt) {
      const about = { 'ledger.event_id': attempt.event_id, 'ledger.attempt': attempt.attempt };
      const send = async (span: Span): Promise<AttemptResult> => {
        const result = await sender.send(attempt);
        if (result.response_status !== null)
          span.set({ 'http.response.status_code': result.response_status });
        if (result.error !== null) span.fail(result.error);
        return result;
      };
      return isTracingEnabled()
        ? withSpan('webhook.attempt', about, send, { kind: 'client' })
        : sender.send(attempt);
    },
  };
}

const TASK_KINDS: readonly TaskKind[] = ['submit_payout', 'check_name', 'expire_onramp', 'tell_decision'];
/** Counting goes no further than this: more than so many is more than enough to act on. */
const OPEN_MAX = 1_000;

/** What workers still have to do, and how long it has been due. */
export function registerTaskMetrics(
  figures: Metrics,
  documents: Pick<DocumentStore, 'list'>,
  clock: () => number = Date.now,
): void {
  const due = (kind: TaskKind) =>
    documents.list(COLLECTIONS.tasks, {
      scope: TASKS_SCOPE,
      terms: [`kind:${kind}`],
      ...dueBy(kind, clock()),
      order: 'oldest',
      limit: OPEN_MAX,
    });
  const each = (read: (tasks: Awaited<ReturnType<typeof due>>) => number) => () =>
    Promise.all(TASK_KINDS.map(async (kind) => ({ labels: { kind }, value: read(await due(kind)) }))).catch(
      // While the store is away there is nothing to tell.
      () => [],
    );
  figures.gauge(
    'worker_tasks_due',
    `Tasks that are due and not done, counted up to ${OPEN_MAX}.`,
    ['kind'],
    each((tasks) => tasks.length),
  );
  figures.gauge(
    'worker_task_oldest_due_seconds',
    'How long the oldest of them has been due; 0 when there is none.',
    ['kind'],
    each(([oldest]) => {
      if (oldest === undefined) return 0;
      const { due_at } = parseBody(COLLECTIONS.tasks, oldest);
      return Math.max(0, (clock() - Date.parse(due_at)) / 1000);
    }),
  );
}

/** Which rails can be used now. */
export function registerRailMetrics(figures: Metrics, served: readonly ConfiguredRail[], rails: Rails): void {
  figures.gauge(
    'rail_up',
    '1 while a rail can be used: its provider answers, and no operator has taken it out of use.',
    ['environment', 'rail'],
    () =>
      served.map(({ environment, rail }) => ({
        labels: { environment, rail },
        value: rails.isAvailable(environment, rail) ? 1 : 0,
      })),
  );
}

/** When the history was last verified, and whether it was right; nothing while there is no record of that. */
export function registerVerificationMetrics(
  figures: Metrics,
  last: () => LastVerification | undefined,
): void {
  const each = (read: (record: LastVerification) => number) => (): Readings => {
    try {
      const record = last();
      return record === undefined ? [] : [{ labels: {}, value: read(record) }];
    } catch {
      // While the folder can't be read there is nothing to tell; GET /operator/v1/audit says why.
      return [];
    }
  };
  figures.gauge(
    'audit_last_verification_timestamp_seconds',
    'When the last verification that left a record was done, in seconds since 1970.',
    [],
    each(({ finished_at }) => Date.parse(finished_at) / 1000),
  );
  figures.gauge(
    'audit_last_verification_ok',
    '1 when it found nothing wrong, 0 when it did.',
    [],
    each(({ ok }) => (ok ? 1 : 0)),
  );
}
