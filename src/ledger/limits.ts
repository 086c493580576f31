import { add, asPoints, formatAmount, parseStoredAmount, subtract, type Points } from './amount.ts';
import { isSandboxBook, type Book, type DecisionContext, type ReadonlyBook } from './book.ts';
import type { EventData } from './event.ts';
import type { UserId } from './ids.ts';
import type { LimitedKind, Policy } from './policy.ts';
import { refuse, type Refusal } from './refusal.ts';
import type { Transfer } from './transfer.ts';
import { LedgerViolation } from './violations.ts';

// The amounts that a user sent within a moving time window. Each transfer has its own entry, so window edges are
// exact. Above `WINDOW_ENTRIES_MAX` entries, entries are merged into time steps, and an amount leaves the window at
// most one step late and never early.

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

// User limits: the points that a user may send in 24 hours and in 30 days, per transfer kind (docs/contract-notes.md,
// "Limits of users"). Events contain the counted points, so totals are part of the fold.

const NO_SPENDING: UserSpending = { per24h: EMPTY_SPENDING_WINDOW, per30d: EMPTY_SPENDING_WINDOW };

/** The key of a user's spending in the `spending` table. */
const spendingKey = (kind: LimitedKind, userId: UserId): string => `${kind}:${userId}`;

/**
 * Refuses user_limit_exceeded if these points exceed a limit. It is checked after balance and cashable part, and
 * before liquidity.
 */
export function refuseOverLimit(
  book: ReadonlyBook,
  { kind, user_id, points }: { kind: LimitedKind; user_id: UserId; points: Points },
  { now, policy }: Pick<DecisionContext, 'now' | 'policy'>,
): { refusal: Refusal } | undefined {
  const spent = spentPoints(book, kind, user_id, now);
  const { per24h, per30d } = policy.userLimits;
  if (spent.per24h + points > per24h[kind]) return refuseLimit(per24h[kind], '24 hours');
  if (spent.per30d + points > per30d[kind]) return refuseLimit(per30d[kind], '30 days');
  return undefined;
}

/** The points that a user has sent in the windows that end now. `now` is in milliseconds since 1970. */
export function spentPoints(
  book: Pick<ReadonlyBook, 'spending'>,
  kind: LimitedKind,
  userId: UserId,
  now: number,
): Readonly<Record<SpendingWindowName, Points>> {
  const spending = book.spending.get(spendingKey(kind, userId)) ?? NO_SPENDING;
  return {
    per24h: spentInWindow('per24h', spending.per24h, now),
    per30d: spentInWindow('per30d', spending.per30d, now),
  };
}

const refuseLimit = (limit: Points, time: string): { refusal: Refusal } =>
  refuse('user_limit_exceeded', `The limit is ${formatAmount(limit, 2)} points in ${time}.`);

/** Counts a new transfer. `now` is the event time in milliseconds since 1970. */
export function countSpending(book: Book, data: EventData<'transfer.created'>, now: number): void {
  const counted = countedPoints(data);
  if (counted === undefined) return;
  const { key, points } = counted;
  const before = book.spending.get(key) ?? NO_SPENDING;
  book.spending.set(key, {
    per24h: addSpending('per24h', before.per24h, points, now),
    per30d: addSpending('per30d', before.per30d, points, now),
  });
}

const REFUNDED_STATES: ReadonlySet<Transfer['state']> = new Set(['failed', 'canceled', 'refunded']);

/** Releases the counted points of a transfer whose money was returned to the sender. */
export function releaseSpending(book: Book, transfer: Transfer): void {
  if (!REFUNDED_STATES.has(transfer.state)) return;
  const counted = countedPoints(transfer);
  const before = counted && book.spending.get(counted.key);
  if (counted === undefined || before === undefined) return;
  const sentAt = Date.parse(transfer.created_at);
  book.spending.set(counted.key, {
    per24h: subtractRefund(before.per24h, counted.points, sentAt),
    per30d: subtractRefund(before.per30d, counted.points, sentAt),
  });
}

type Countable = Pick<Transfer, 'kind' | 'source' | 'amount' | 'counted_points'>;

function countedPoints({
  kind,
  source: { user_id, asset },
  amount,
  counted_points,
}: Countable): { key: string; points: Points } | undefined {
  if (kind !== 'user_to_user' && kind !== 'offramp') return undefined;
  const text = counted_points ?? (asset === 'svc-points' ? amount : undefined);
  if (text === undefined || user_id === undefined) return undefined;
  return { key: spendingKey(kind, user_id), points: asPoints(parseStoredAmount(text)) };
}

// Which amounts require a review.

/** 909.09 in points or fiat. In the sandbox it requires a review, so that integrators can test one (docs/sandbox.md). */
export const TESTED_AMOUNT = 90_909n;

/**
 * Whether a transfer of `points` requires a review. `amount` is in the source's unit; undefined if that has other than two
 * decimals.
 */
export const requiresReview = (
  book: Pick<ReadonlyBook, 'stream'>,
  { reviewThreshold }: Policy,
  kind: keyof Policy['reviewThreshold'],
  { points, amount }: { readonly points: Points | bigint; readonly amount: bigint | undefined },
): boolean => points >= reviewThreshold[kind] || (amount === TESTED_AMOUNT && isSandboxBook(book));
