/**
 * The service with a rail in another process, at RAIL_URL. With KILL_AT it kills itself like a power failure at a step of
 * the first payout that it submits: `before` the order is sent, or `after` the rail has answered.
 */
import pino from 'pino';
import { readConfig } from '../../src/config/config.ts';
import type { PayoutOrder, PayoutSubmission, Provider, Rails } from '../../src/rails/port.ts';
import { startService } from '../../src/service/start-service.ts';

const { RAIL_URL = '', KILL_AT = '' } = process.env;

function endAt(step: 'before' | 'after'): void {
  if (KILL_AT === step) process.kill(process.pid, 'SIGKILL');
}

async function submitPayout(order: PayoutOrder): Promise<PayoutSubmission> {
  endAt('before');
  const answer = await fetch(RAIL_URL, { method: 'POST', body: JSON.stringify(order) });
  if (!answer.ok) throw new Error(`the rail said ${answer.status}`);
  // The rail of the test has no other answers.
  const accepted = (await answer.json()) as PayoutSubmission;
  endAt('after');
  return accepted;
}

const submittingThere = (rails: Rails): Rails => ({
  ...rails,
  provider: (environment, rail): Provider => ({ ...rails.provider(environment, rail), submitPayout }),
});
const service = await startService(readConfig(), pino({ level: 'silent' }), { rails: submittingThere });
process.stdout.write(`Listening on ${service.url}\n`);
process.once('SIGTERM', () => {
  void service.close().then(() => process.exit(0));
});
