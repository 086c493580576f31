/** What a user has sent within the windows of the limits. */
import { POINTS, parseAmount } from '../state/money.ts';
import { bookTime } from '../request.ts';
import type { Request } from '../request.ts';

/** Beyond this many transfers, the service remembers their times less exactly. */
const EXACT_MAX = 100;
const DAY_MS = 86_400_000;

/** Whether the amount is over a limit; both if the contract does not decide it. What was given back does not count. */
export function isOverLimit(
  request: Request,
  userId: string,
  kind: 'user_to_user' | 'offramp',
  points: bigint,
): readonly boolean[] {
  const { book } = request;
  const now = bookTime(request);
  const { per24h, per30d } = book.settings.limits[kind];
  const limits = [
    { windowMs: DAY_MS, points: parseAmount(per24h, POINTS) ?? 0n },
    { windowMs: 30 * DAY_MS, points: parseAmount(per30d, POINTS) ?? 0n },
  ];
  const sums = limits.map(() => points);
  let count = 0;
  for (const each of book.transfers.of(userId)) {
    const isCounted =
      each.kind === kind &&
      each.counted > 0n &&
      each.state !== 'failed' &&
      each.state !== 'refunded' &&
      book.wallets.get(each.from ?? '')?.userId === userId;
    if (!isCounted) continue;
    count += 1;
    limits.forEach(({ windowMs }, index) => {
      if (each.at > now - windowMs) sums[index] = (sums[index] ?? 0n) + each.counted;
    });
  }
  const isOver = limits.some((limit, index) => (sums[index] ?? 0n) > limit.points);
  return count > EXACT_MAX ? [isOver, !isOver] : [isOver];
}
