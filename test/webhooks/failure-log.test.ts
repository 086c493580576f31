import { expect } from 'chai';
import type { Logger } from 'pino';
import type { CompletedAttempt } from '../../src/webhooks/attempt-runner.ts';
import { FailureLog } from '../../src/webhooks/failure-log.ts';

const MINUTE_MS = 60_000;

describe('The log of failing endpoints', () => {
  let now = 0;
  let lines: readonly string[] = [];
  const log = {
    warn: ({ webhook_endpoint_id, omitted }: Record<string, unknown>, message: string) => {
      lines = [...lines, `${String(webhook_endpoint_id)} ${message}, ${String(omitted)} omitted`];
    },
  };
  const attempt = (id: string, succeeded: boolean, state = 'pending') =>
    // The log reads only these members.
    ({
      target: { id, stream: 'book-int_1-sandbox', url: 'https://example.com/hook?secret' },
      delivery: { id: 'whd_1', event_id: 'evt_1', event_type: 'user.created', attempt: 1, state },
      result: { succeeded, response_status: null, error: 'connection_refused', took_ms: 1 },
    }) as unknown as CompletedAttempt;
  let failures: FailureLog;
  beforeEach(() => {
    [now, lines] = [0, []];
    failures = new FailureLog(log as Pick<Logger, 'warn'>, () => now);
  });

  it('has one line in ten minutes for each endpoint that fails, and counts the others', () => {
    for (; now < 21 * MINUTE_MS; now += 1_000) failures.add(attempt('we_1', false));
    failures.add(attempt('we_2', false, 'failed'));
    expect(lines).to.deep.equal([
      'we_1 webhook attempt failed, 0 omitted',
      'we_1 webhook attempt failed, 599 omitted',
      'we_1 webhook attempt failed, 599 omitted',
      'we_2 webhook delivery failed, 0 omitted',
    ]);
  });

  it('has a line at once when an endpoint fails again after a success', () => {
    for (const succeeded of [false, true, false]) failures.add(attempt('we_1', succeeded));
    expect(lines).to.deep.equal(Array(2).fill('we_1 webhook attempt failed, 0 omitted'));
  });
});
