/** Which amounts require a review. */
import type { Points } from '../amount.ts';
import { isSandboxBook } from '../book.ts';
import type { ReadonlyBook } from '../book.ts';
import type { Policy } from '../policy.ts';

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
