/**
 * The amounts that a user sent within a moving time window. Each transfer has its own entry, so window edges are
 * exact. Above `WINDOW_ENTRIES_MAX` entries, entries are merged into time steps, and an amount leaves the window at
 * most one step late and never early.
 */
import { add, asPoints, subtract } from '../amount.ts';
import type { Points } from '../amount.ts';
import { LedgerViolation } from '../violations.ts';

export type SpendingWindow = {
  /** Length of a step in milliseconds. */
  readonly step: number;
  readonly total: Points;
  /** Pairs of step end (in milliseconds) and amount sent, oldest first. */
  readonly entries: readonly (readonly [number, Points])[];
};

/** The amounts that a user sent by one kind of transfer. */
export type UserSpending = { readonly per24h: SpendingWindow; readonly per30d: SpendingWindow };

export const DAY_MS = 24 * 60 * 60 * 1000;
/** The windows with their possible step lengths. The longest step results in at most 121 entries. */
export const SPENDING_WINDOWS = {
  per24h: { lengthMs: DAY_MS, steps: [1, 60_000, 720_000] },
  per30d: { lengthMs: 30 * DAY_MS, steps: [1, 3_600_000, 21_600_000] },
} as const;
export type SpendingWindowName = keyof typeof SPENDING_WINDOWS;

export const WINDOW_ENTRIES_MAX = 128;

export const EMPTY_SPENDING_WINDOW: SpendingWindow = { step: 1, total: asPoints(0n), entries: [] };

/** The amount sent in the window that ends now. */
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

/** Adds an amount sent now and drops entries outside the window. `now` must not decrease. */
export function addSpending(
  window: SpendingWindowName,
  before: SpendingWindow,
  amount: Points,
  now: number,
): SpendingWindow {
  const left = dropExpiredEntries(window, before, now);
  const end = stepEnd(left.step, now);
  const last = left.entries.at(-1);
  const added: SpendingWindow = {
    step: left.step,
    total: add(left.total, amount),
    entries:
      last?.[0] === end
        ? [...left.entries.slice(0, -1), [end, add(last[1], amount)]]
        : [...left.entries, [end, amount]],
  };
  return added.entries.length > WINDOW_ENTRIES_MAX ? mergeEntries(window, added) : added;
}

/** Subtracts an amount that was sent at `sentAt` and refunded. */
export function subtractRefund(before: SpendingWindow, amount: Points, sentAt: number): SpendingWindow {
  const end = stepEnd(before.step, sentAt);
  const at = before.entries.findIndex(([each]) => each === end);
  const found = before.entries[at];
  if (found === undefined) return before;
  const rest = subtract(found[1], amount);
  const entries = rest > 0n ? before.entries.with(at, [end, rest]) : before.entries.toSpliced(at, 1);
  return { ...before, total: subtract(before.total, rest > 0n ? amount : found[1]), entries };
}

function dropExpiredEntries(window: SpendingWindowName, before: SpendingWindow, now: number): SpendingWindow {
  const oldest = now - SPENDING_WINDOWS[window].lengthMs;
  const first = before.entries.findIndex(([end]) => end > oldest);
  if (first === 0) return before;
  // An empty window starts with exact times again.
  if (first === -1) return EMPTY_SPENDING_WINDOW;
  const total = before.entries
    .slice(0, first)
    .reduce((sum, [, amount]) => subtract(sum, amount), before.total);
  return { ...before, total, entries: before.entries.slice(first) };
}

const stepEnd = (step: number, time: number): number => Math.ceil(time / step) * step;

function mergeEntries(window: SpendingWindowName, spending: SpendingWindow): SpendingWindow {
  const step = SPENDING_WINDOWS[window].steps.find((each) => each > spending.step);
  if (step === undefined)
    throw new LedgerViolation(
      'inconsistent_book',
      'The spending window has more entries than its coarsest step allows.',
    );
  const entries: (readonly [number, Points])[] = [];
  for (const [time, amount] of spending.entries) {
    const end = stepEnd(step, time);
    const last = entries.at(-1);
    if (last?.[0] === end) entries[entries.length - 1] = [end, add(last[1], amount)];
    else entries.push([end, amount]);
  }
  const next = { step, total: spending.total, entries };
  return entries.length > WINDOW_ENTRIES_MAX ? mergeEntries(window, next) : next;
}
