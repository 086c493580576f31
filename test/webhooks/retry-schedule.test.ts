import { expect } from 'chai';
import fc from 'fast-check';
import { readConfigFile } from '../../src/config/config.ts';
import { nextAttemptAt, retryAfterMs } from '../../src/webhooks/delivery-outcome.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const BEGIN = Date.UTC(2026, 0, 1);

const defaults = readConfigFile(undefined).webhooks;
const SCHEDULE = {
  delaysMs: defaults.retry_delays_seconds.map((seconds) => seconds * SECOND),
  windowMs: defaults.retry_window_seconds * SECOND,
};

/** The times of all attempts if each fails immediately. */
function attempts(schedule: typeof SCHEDULE, random: () => number): number[] {
  const times: number[] = [];
  for (let now: number | undefined = BEGIN; now !== undefined;) {
    times.push(now);
    now = nextAttemptAt(schedule, { attempt: times.length, firstAt: BEGIN, now }, random());
  }
  return times;
}

describe('The retry schedule', () => {
  it('uses the configured delays and repeats the last one to the end of the window', () => {
    const times = attempts(SCHEDULE, () => 0.5);
    const pauses = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / SECOND);
    expect(pauses.slice(0, 11)).to.deep.equal([
      5, 30, 120, 600, 1800, 3600, 7200, 14400, 28800, 43200, 43200,
    ]);
    expect(pauses).to.have.length(12);
    expect(times.at(-1)).to.equal(BEGIN + 48 * HOUR);
  });

  it('waits longer if the receiver asks for it, but no longer than the longest delay or the window', () => {
    const next = (header: string, now = BEGIN): number =>
      ((nextAttemptAt(
        SCHEDULE,
        { attempt: 1, firstAt: BEGIN, now, retryAfterMs: retryAfterMs(header, now) },
        0.5,
      ) ?? 0) -
        now) /
      SECOND;
    const pauses = ['60', '2', '-1', 'soon', new Date(BEGIN + 90 * SECOND).toUTCString(), '999999999'].map(
      (each) => next(each),
    );
    expect(pauses).to.deep.equal([60, 5, 5, 5, 90, 12 * 3_600]);
    expect(next('7200', BEGIN + 47 * HOUR)).to.equal(3_600);
  });

  it('stays within 20% of each delay, in order, and within the window for every random value', () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    const dice = fc.array(random, { minLength: 1, maxLength: 40 });
    const schedules = fc.record({
      delaysMs: fc.array(fc.integer({ min: SECOND, max: 12 * HOUR }), { minLength: 1, maxLength: 12 }),
      windowMs: fc.integer({ min: SECOND, max: 48 * HOUR }),
    });
    fc.assert(
      fc.property(
        schedules,
        dice,
        fc.integer({ min: 1, max: 40 }),
        fc.nat(48 * HOUR),
        (schedule, rolls, attempt, age) => {
          const now = BEGIN + age;
          const next = nextAttemptAt(schedule, { attempt, firstAt: BEGIN, now }, rolls[0] ?? 0);
          const end = BEGIN + schedule.windowMs;
          if (now >= end) return next === undefined;
          const { delaysMs } = schedule;
          const delay = delaysMs[Math.min(attempt, delaysMs.length) - 1] ?? 0;
          return (
            next !== undefined &&
            next > now &&
            next <= end &&
            next - now <= delay * 1.2 + 1 &&
            (next === end || next - now >= delay * 0.8 - 1)
          );
        },
      ),
    );
  });

  it('ends', () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.infiniteStream(random), (rolls) => {
        const times = attempts(SCHEDULE, () => rolls.next().value ?? 0);
        return times.length >= 11 && times.length <= 14 && times.at(-1) === BEGIN + SCHEDULE.windowMs;
      }),
      { numRuns: 50 },
    );
  });
});
