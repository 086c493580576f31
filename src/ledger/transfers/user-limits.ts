/**
 * User limits: the points that a user may send in 24 hours and in 30 days, per transfer kind (docs/contract-notes.md,
 * "Limits of users"). Events contain the counted points, so totals are part of the fold.
 */
import { asPoints, formatAmount, parseStoredAmount } from '../amount.ts';
import type { Points } from '../amount.ts';
import type { Book, ReadonlyBook, DecisionContext } from '../book.ts';
import type { EventData } from '../event.ts';
import type { LimitedKind } from '../policy.ts';
import { refuse } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import { EMPTY_SPENDING_WINDOW, spentInWindow, subtractRefund, addSpending } from './spending-window.ts';
import type { SpendingWindowName, UserSpending } from './spending-window.ts';
import type { Transfer } from './transfer.ts';
import type { UserId } from '../ids.ts';

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
