/**
 * What the treasury gives a book: coin to sell, and backing to issue points against. The treasury records it in its own
 * stream first; here it is taken in. The two writes can't be one, so the book takes the allocations of a treasury in
 * their order, each naming the one before it: however often one is brought, it is taken in once.
 */
import { COIN_ALLOCATED, COIN_STOCK, POINTS_BACKED, POINTS_HEADROOM } from './account.ts';
import { ASSET_DECIMALS, parseStoredAmount } from './amount.ts';
import type { Asset } from './amount.ts';
import type { ReadonlyBook, Decision } from './book.ts';
import type { EventData } from './event.ts';
import { createPosting } from './posting.ts';
import type { PostingLeg } from './posting.ts';
import { LedgerViolation } from './violations.ts';

export type Allocation = EventData<'allocation.received'>;

/** The newest allocation that the book has from a treasury, by the treasury's stream; null before the first. */
export const lastAllocation = (book: ReadonlyBook, treasury: string): string | null =>
  book.allocations.get(treasury) ?? null;

/**
 * Takes an allocation in; nothing happens when the book has it, or a later one, already (IDs sort as they were made).
 * Throws when the one before it is missing: its bringer must bring them in order.
 */
export function receiveAllocation(book: ReadonlyBook, allocation: Allocation): Decision {
  const last = lastAllocation(book, allocation.treasury);
  if (last !== null && allocation.allocation_id <= last) return { events: [] };
  if (allocation.previous_allocation_id !== last) {
    throw new LedgerViolation(
      'allocation_sequence',
      `Allocation ${allocation.allocation_id} must follow ${last ?? 'no allocation'}.`,
    );
  }
  const legs = [
    ...moved('svc-coin', allocation.coin_stock, COIN_ALLOCATED, COIN_STOCK),
    ...moved('svc-points', allocation.points_backing, POINTS_BACKED, POINTS_HEADROOM),
  ];
  return {
    events: [
      { type: 'allocation.received', data: allocation },
      createPosting(book.accounts, null, 'Allocation by the treasury', legs),
    ],
  };
}

function moved(unit: Asset, text: string | undefined, from: string, to: string): PostingLeg[] {
  const amount = parseStoredAmount(text ?? '0');
  if (amount === 0n) return [];
  const decimals = ASSET_DECIMALS[unit];
  // Points that are issued for coin can be cashed out.
  const cashable = unit === 'svc-points' ? amount : 0n;
  return [
    { account: from, unit, decimals, amount: -amount, cashable: -cashable },
    { account: to, unit, decimals, amount, cashable },
  ];
}
