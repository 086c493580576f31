/**
 * Allocations from the treasury: coin to sell, and backing to issue points against. The treasury records an
 * allocation in its own stream before the book does. Each allocation names its predecessor, so the book applies each
 * one once and in order.
 */
import { ASSET_DECIMALS, parseStoredAmount, type Asset } from './amount.ts';
import type { Decision, ReadonlyBook } from './book.ts';
import type { EventData } from './event.ts';
import {
  COIN_ALLOCATED,
  COIN_STOCK,
  POINTS_BACKED,
  POINTS_HEADROOM,
  createPosting,
  type PostingLeg,
} from './posting.ts';
import { LedgerViolation } from './violations.ts';

export type Allocation = EventData<'allocation.received'>;

/** The ID of the last allocation received from a treasury, or null. `treasury` is the name of its stream. */
export const lastAllocation = (book: ReadonlyBook, treasury: string): string | null =>
  book.allocations.get(treasury) ?? null;

/**
 * Records an allocation. Returns no event if the book already has it or a later one, because IDs sort by creation.
 * Throws if its predecessor is missing.
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
    ...allocationLegs('svc-coin', allocation.coin_stock, COIN_ALLOCATED, COIN_STOCK),
    ...allocationLegs('svc-points', allocation.points_backing, POINTS_BACKED, POINTS_HEADROOM),
  ];
  return {
    events: [
      { type: 'allocation.received', data: allocation },
      createPosting(book.accounts, null, 'Allocation by the treasury', legs),
    ],
  };
}

function allocationLegs(unit: Asset, text: string | undefined, from: string, to: string): PostingLeg[] {
  const amount = parseStoredAmount(text ?? '0');
  if (amount === 0n) return [];
  const decimals = ASSET_DECIMALS[unit];
  // Points issued for coin are cashable.
  const cashable = unit === 'svc-points' ? amount : 0n;
  return [
    { account: from, unit, decimals, amount: -amount, cashable: -cashable },
    { account: to, unit, decimals, amount, cashable },
  ];
}
