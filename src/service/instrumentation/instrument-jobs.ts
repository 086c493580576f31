/** Task handlers and the webhook sender with metrics and spans, and the backlog of tasks. */
import { currentTime, monotonicTime } from '../../system/runtime.ts';
import { COLLECTIONS } from '../../../projections/collections.ts';
import { TASKS_SCOPE, dueBy } from '../../../projections/tasks.ts';
import type { Task, TaskKind } from '../../../projections/tasks.ts';
import type { TaskHandler, TaskHandlers } from '../../jobs/task-loop.ts';
import { ProviderUnavailable } from '../../rails/port.ts';
import { parseBody } from '../../read-models/collection.ts';
import type { DocumentStore } from '../../read-models/port.ts';
import type { AttemptResult, WebhookSender } from '../../webhooks/sending/webhook-sender.ts';
import type { Metrics } from './metrics.ts';
import { isTracingEnabled, withSpan } from '../../telemetry/tracing.ts';
import type { Span } from '../../telemetry/tracing.ts';

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
  metrics.gauge(
    'tasks_due',
    `Tasks that are due and not done, counted up to ${DUE_TASKS_MAX}.`,
    ['kind'],
    each((tasks) => tasks.length),
  );
  metrics.gauge(
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
