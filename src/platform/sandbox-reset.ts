/** The reset of a sandbox: its decision, and how often it is possible. Pure. */
import type { PlatformEvent } from '../generated/events.ts';
import { messageOf } from '../ledger/error-message.ts';
import type { DecisionTime, StreamDecision } from '../writer/stream-writer.ts';

/** A sandbox that was reset. */
export type Sandbox = {
  /** Of its current book. */
  readonly generation: number;
  /** The times of the newest resets, oldest first, in milliseconds since 1970. */
  readonly resetTimes: readonly number[];
};

/** All processes keep every reset's idempotency key in memory. */
export const RESETS_PER_DAY_MAX = 100;
const DAY_MS = 24 * 60 * 60 * 1_000;

export const afterReset = (before: Sandbox | undefined, generation: number, time: string): Sandbox => ({
  generation,
  resetTimes: [...(before?.resetTimes ?? []), Date.parse(time)].slice(-RESETS_PER_DAY_MAX),
});

/** How long the next reset has to wait. */
function secondsToNextReset({ resetTimes }: Pick<Sandbox, 'resetTimes'>, now: number): number {
  const [oldest] = resetTimes;
  if (oldest === undefined || resetTimes.length < RESETS_PER_DAY_MAX) return 0;
  return Math.max(0, Math.ceil((oldest + DAY_MS - now) / 1_000));
}

/** Refuses rate_limited after too many resets. */
export function decideReset(
  before: Sandbox = { generation: 1, resetTimes: [] },
  integrator_id: string,
  { now, time }: DecisionTime,
): StreamDecision<PlatformEvent> {
  const retryAfterSeconds = secondsToNextReset(before, now);
  if (retryAfterSeconds > 0)
    return {
      refusal: { code: 'rate_limited', message: messageOf('rate_limited', LIMIT_REACHED), retryAfterSeconds },
    };
  const generation = before.generation + 1;
  const shown = { object: 'sandbox_reset', generation, reset_at: time };
  return {
    events: [{ type: 'sandbox.reset', data: { integrator_id, generation } }],
    answer: { status: 200, body: JSON.stringify(shown) },
  };
}

const LIMIT_REACHED = `A sandbox can be reset ${RESETS_PER_DAY_MAX} times within 24 hours.`;
