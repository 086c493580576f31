/**
 * What a user has sent within a window of time that moves along with the clock.
 *
 * Each transfer is remembered at its own millisecond, so the edges of the window are exact. A user who sends more often
 * than `ENTRIES_MAX` times in a window is remembered by coarser steps of time, each at its end: what was sent leaves the
 * window then at most one step late, and never early. So one window takes at most `ENTRIES_MAX` entries.
 */
import { add, asPoints, subtract } from '../amount.ts';
import type { Points } from '../amount.ts';
import { LedgerViolation } from '../violations.ts';

export type SpendingWindow = {
  /** Length of a step in milliseconds. */
  readonly step: number;
  readonly total: Points;
  /** Ends of steps in milliseconds, each with what was sent in it; oldest first. */
  readonly entries: readonly (readonly [number, Points])[];
};

/** What a user sent by one kind of transfer. */
export type UserSpending = { readonly per24h: SpendingWindow; readonly per30d: SpendingWindow };

export const DAY_MS = 24 * 60 * 60 * 1000;
/** The windows, each with the lengths its steps can have. The coarsest gives at most 121 of them. */
export const SPENDING_WINDOWS = {
  per24h: { lengthMs: DAY_MS, steps: [1, 60_000, 720_000] },
  per30d: { lengthMs: 30 * DAY_MS, steps: [1, 3_600_000, 21_600_000] },
} as const;
export type SpendingWindowName = keyof typeof SPENDING_WINDOWS;

export const WINDOW_ENTRIES_MAX = 128;

export const EMPTY_SPENDING_WINDOW: SpendingWindow = { step: 1, total: asPoints(0n), entries: [] };

/** What was sent in the window that ends now. */
export function spentInWindow(
  window: SpendingWindowName,
  { total, entries }: SpendingWindow,
  now: number,
): Points {
  let sum = total;
  for (const [end, amount] of entries) {
    if (end > now - SPENDING_WINDOWS[window].lengthMs) break;
    sum = subtract(sum, amount);
  }
  return sum;
}

/** With what is sent now; what has left the window is forgotten. `now` is never before an earlier one. */
export function addSpending(
  window: SpendingWindowName,
  before: SpendingWindow,
  amount: Points,
  now: number,
): SpendingWindow {
  const left = trim(window, before, now);
  const end = endOf(left.step, now);
  const last = left.entries.at(-1);
  const added: SpendingWindow = {
    step: left.step,
    total: add(left.total, amount),
    entries:
      last?.[0] === end
        ? [...left.entries.slice(0, -1), [end, add(last[1], amount)]]
        : [...left.entries, [end, amount]],
  };
  return added.entries.length > WINDOW_ENTRIES_MAX ? coarser(window, added) : added;
}

/** Without an amount that was sent at a time and came back. */
export function subtractRefund(before: SpendingWindow, amount: Points, sentAt: number): SpendingWindow {
  const end = endOf(before.step, sentAt);
  const at = before.entries.findIndex(([each]) => each === end);
  const found = before.entries[at];
  if (found === undefined) return before;
  const rest = subtract(found[1], amount);
  const entries = rest > 0n ? before.entries.with(at, [end, rest]) : before.entries.toSpliced(at, 1);
  return { ...before, total: subtract(before.total, rest > 0n ? amount : found[1]), entries };
}

function trim(window: SpendingWindowName, before: SpendingWindow, now: number): SpendingWindow {
  const oldest = now - SPENDING_WINDOWS[window].lengthMs;
  const first = before.entries.findIndex(([end]) => end > oldest);
  if (first === 0) return before;
  // Whoever has nothing in the window any more starts over with exact times.
  if (first === -1) return EMPTY_SPENDING_WINDOW;
  const total = before.entries
    .slice(0, first)
    .reduce((sum, [, amount]) => subtract(sum, amount), before.total);
  return { ...before, total, entries: before.entries.slice(first) };
}

const endOf = (step: number, time: number): number => Math.ceil(time / step) * step;

function coarser(window: SpendingWindowName, spending: SpendingWindow): SpendingWindow {
  const step = SPENDING_WINDOWS[window].steps.find((each) => each > spending.step);
  if (step === undefined)
    throw new LedgerViolation(
      'inconsistent_book',
      'The spending window has more entries than its coarsest step allows.',
    );
  const entries: (readonly [number, Points])[] = [];
  for (const [time, amount] of spending.entries) {
    const end = endOf(step, time);
    const last = entries.at(-1);
    if (last?.[0] === end) entries[entries.length - 1] = [end, add(last[1], amount)];
    else entries.push([end, amount]);
  }
  const next = { step, total: spending.total, entries };
  return entries.length > WINDOW_ENTRIES_MAX ? coarser(window, next) : next;
}
