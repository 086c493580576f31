/** Book writers with metrics and spans. */
import type { BookWriters, Outcome } from '../../writer/command.ts';
import type { MinuteMetrics } from '../../minute-metrics/minute-metrics.ts';
import type { WriterObserver } from '../../writer/observer.ts';
import type { Metrics } from './metrics.ts';
import { isTracingEnabled, recordSpan, withSpan } from '../../telemetry/tracing.ts';

export function instrumentWriters(metrics: Metrics, writers: BookWriters): BookWriters {
  const succeeded = ({ kind }: Outcome): void => metrics.countCommand(kind);
  const failed = (): void => metrics.countCommand('fault');
  return {
    ...writers,
    submit(stream, command) {
      const submit = (): Promise<Outcome> => {
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

/** Records each append as a span of its own that names the requests it contains, and counts events by minute. */
export const instrumentAppends = (
  { writer }: Metrics,
  minuteMetrics: Pick<MinuteMetrics, 'countEvents'>,
): WriterObserver => ({
  ...writer,
  acknowledged(events, stream) {
    writer.acknowledged(events, stream);
    minuteMetrics.countEvents(stream, events);
  },
  appended(append) {
    writer.appended(append);
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
