import { COLLECTIONS } from '../../projections/collections.ts';
import { TASKS_SCOPE, dueBy, type Task, type TaskKind } from '../../projections/tasks.ts';
import type { StorageLimit } from '../api/operations/storage-limit.ts';
import type { TaskHandler, TaskHandlers } from '../jobs/task-loop.ts';
import { isBookStream } from '../ledger/ids.ts';
import type { MinuteMetrics } from '../minute-metrics/minute-metrics.ts';
import { ProviderUnavailable, type Provider, type Rails } from '../rails/port.ts';
import type { ConfiguredRail } from '../rails/rails.ts';
import { parseBody } from '../read-models/collection.ts';
import type { DocumentStore } from '../read-models/port.ts';
import { currentTime, monotonicTime } from '../system/runtime.ts';
import { isTracingEnabled, recordSpan, withSpan, type Span } from '../telemetry/tracing.ts';
import type { AttemptResult, WebhookSender } from '../webhooks/webhook-sender.ts';
import type { BookWriters, Command, Outcome, WriterObserver } from '../writer/command.ts';
import type { StreamName } from '../event-store/port.ts';
import type { Metrics } from './metrics.ts';

// Task handlers and the webhook sender with metrics and spans, and the backlog of tasks.

export function instrumentHandlers(metrics: Metrics, handlers: TaskHandlers): TaskHandlers {
  const instrument = (kind: string, handler: TaskHandler): TaskHandler => {
    const run = async (task: Task): Promise<void> => {
      const startedAt = monotonicTime();
      const record = (outcome: string): void =>
        metrics.recordTask(kind, outcome, (monotonicTime() - startedAt) / 1000);
      try {
        await handler(task);
        record('succeeded');
      } catch (error) {
        record(error instanceof ProviderUnavailable ? 'deferred' : 'failed');
        throw error;
      }
    };
    return (task) => {
      const attributes = {
        'ledger.stream': task.stream,
        'ledger.task': kind,
        'ledger.subject': task.subject,
      };
      return withSpan('task.run', attributes, () => run(task));
    };
  };
  return Object.fromEntries(
    Object.entries(handlers).map(([kind, handler]) => [kind, instrument(kind, handler)]),
  );
}

/** Records each attempt as a span without the URL, which may contain secrets of the integrator. */
export function instrumentSender(sender: WebhookSender): WebhookSender {
  return {
    ...sender,
    send(attempt) {
      if (!isTracingEnabled()) return sender.send(attempt);
      const attributes = { 'ledger.event_id': attempt.event_id, 'ledger.attempt': attempt.attempt };
      const send = async (span: Span): Promise<AttemptResult> => {
        const result = await sender.send(attempt);
        if (result.response_status !== null)
          span.set({ 'http.response.status_code': result.response_status });
        if (result.error !== null) span.fail(result.error);
        return result;
      };
      return withSpan('webhook.attempt', attributes, send, { kind: 'client' });
    },
  };
}

const TASK_KINDS: readonly TaskKind[] = ['submit_payout', 'check_name', 'expire_onramp', 'tell_decision'];
/** Due tasks are counted up to this number, which is more than enough to raise an alert. */
const DUE_TASKS_MAX = 1_000;

/** Registers the number of due tasks and the delay of the oldest one. */
export function registerTaskMetrics(
  metrics: Metrics,
  documents: Pick<DocumentStore, 'list'>,
  clock: () => number = currentTime,
): void {
  const due = (kind: TaskKind) =>
    documents.list(COLLECTIONS.tasks, {
      scope: TASKS_SCOPE,
      terms: [`kind:${kind}`],
      ...dueBy(kind, clock()),
      order: 'oldest',
      limit: DUE_TASKS_MAX,
    });
  const each = (read: (tasks: Awaited<ReturnType<typeof due>>) => number) => () =>
    Promise.all(TASK_KINDS.map(async (kind) => ({ labels: { kind }, value: read(await due(kind)) }))).catch(
      // No readings while the store is unavailable.
      () => [],
    );
  metrics.registry.gauge(
    'tasks_due',
    `Tasks that are due and not done, counted up to ${DUE_TASKS_MAX}.`,
    ['kind'],
    each((tasks) => tasks.length),
  );
  metrics.registry.gauge(
    'task_oldest_due_seconds',
    'Time since the oldest open task became due; 0 without due tasks.',
    ['kind'],
    each(([oldest]) => {
      if (oldest === undefined) return 0;
      const { due_at } = parseBody(COLLECTIONS.tasks, oldest);
      return Math.max(0, (clock() - Date.parse(due_at)) / 1000);
    }),
  );
}

// Rail providers with metrics and spans.

type Call = (...args: never[]) => Promise<unknown>;

const PROVIDER_CALLS = [
  'issueStandingDetails',
  'issueInstructions',
  'checkPayout',
  'submitPayout',
  'checkName',
  'notifyDecision',
] as const;

export function instrumentRails<R extends Rails>(metrics: Metrics, rails: R): R {
  const instrumented = new WeakMap<Provider, Provider>();
  return {
    ...rails,
    provider(environment, rail) {
      const provider = rails.provider(environment, rail);
      const found = instrumented.get(provider);
      if (found !== undefined) return found;
      const created = { ...provider, ...instrumentedCalls(metrics, provider, environment, rail) };
      instrumented.set(provider, created);
      return created;
    },
  };
}

function instrumentedCalls(
  metrics: Metrics,
  provider: Provider,
  environment: string,
  rail: string,
): Record<string, Call> {
  const attributes = { 'rail.environment': environment, 'rail.code': rail };
  return Object.fromEntries(
    PROVIDER_CALLS.flatMap((call) => {
      // These methods return promises, and the types of the callers check the arguments.
      const method = provider[call]?.bind(provider) as Call | undefined;
      if (method === undefined) return [];
      const timed = async (args: never[]): Promise<unknown> => {
        const startedAt = monotonicTime();
        const record = (outcome: string): void =>
          metrics.recordRailCall(environment, rail, call, outcome, (monotonicTime() - startedAt) / 1000);
        try {
          const result = await method(...args);
          record('succeeded');
          return result;
        } catch (error) {
          record(error instanceof ProviderUnavailable ? 'unavailable' : 'failed');
          throw error;
        }
      };
      const instrumented: Call = (...args) =>
        withSpan(`rail.${call}`, attributes, () => timed(args), { kind: 'client' });
      return [[call, instrumented]];
    }),
  );
}

/** Registers the availability of each configured rail. */
export function registerRailMetrics(
  metrics: Metrics,
  configured: readonly ConfiguredRail[],
  rails: Rails,
): void {
  metrics.registry.gauge(
    'rail_up',
    '1 while a rail is available: its provider is up and no operator has disabled it.',
    ['environment', 'rail'],
    () =>
      configured.map(({ environment, rail }) => ({
        labels: { environment, rail },
        value: rails.isAvailable(environment, rail) ? 1 : 0,
      })),
  );
}

// Store adapters with metrics and spans.

/** The store calls on the path of a request. */
export const EVENT_STORE_CALLS = ['append', 'read', 'readLast'] as const;
export const DOCUMENT_CALLS = ['get', 'getMany', 'list', 'write', 'putRecord', 'getRecord'] as const;

/** Returns the store with its named calls timed. */
export function instrumentStore<S extends object>(
  metrics: Metrics,
  store: S,
  name: string,
  calls: readonly (keyof S & string)[],
): S {
  const wrapped: Record<string, Call> = {};
  for (const call of calls) {
    // The named methods return promises.
    const method = store[call] as Call;
    const ended = metrics.timeStoreCall(name, call);
    const timed: Call = (...args) => {
      const startedAt = monotonicTime();
      const result = method(...args);
      // The caller gets the original promise.
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

// Book writers with metrics and spans.

export function instrumentWriters(metrics: Metrics, writers: BookWriters): BookWriters {
  // A question is an answer that wrote nothing.
  const succeeded = ({ kind }: Outcome<unknown>): void =>
    metrics.countCommand(kind === 'asked' ? 'refused' : kind);
  const failed = (): void => metrics.countCommand('fault');
  return {
    ...writers,
    submit<Question>(stream: StreamName, command: Command<Question>) {
      const submit = (): Promise<Outcome<Question>> => {
        const outcome = writers.submit(stream, command);
        // The caller gets the original promise.
        outcome.then(succeeded, failed);
        return outcome;
      };
      if (!isTracingEnabled()) return submit();
      const { requestId, actor } = command;
      const attributes = {
        'ledger.stream': stream,
        'ledger.request_id': requestId,
        'ledger.actor': actor,
      };
      return withSpan('writer.command', attributes, async (span) => {
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

/** Records each append as a span of its own that names the requests it contains, counts events by minute, and their bytes. */
export const instrumentAppends = (
  { writer }: Metrics,
  minuteMetrics: Pick<MinuteMetrics, 'countEvents' | 'countStored'>,
  storage: Pick<StorageLimit, 'record'>,
): WriterObserver => ({
  ...writer,
  acknowledged(events, stream) {
    writer.acknowledged(events, stream);
    minuteMetrics.countEvents(stream, events);
  },
  appended(append) {
    writer.appended(append);
    if (append.outcome === 'written') {
      storage.record(append.stream, append.bytes);
      if (isBookStream(append.stream)) minuteMetrics.countStored(append.stream, append.bytes);
    }
    if (!isTracingEnabled()) return;
    const { stream, firstRevision, events, commands, outcome, startedAt, requestIds } = append;
    const attributes = {
      'ledger.stream': stream,
      'ledger.revision': firstRevision,
      'ledger.events': events,
      'ledger.commands': commands,
      'ledger.outcome': outcome,
      'ledger.request_ids': requestIds.slice(0, REQUEST_IDS_MAX).join(' '),
    };
    recordSpan('writer.append', attributes, startedAt);
  },
});
