/** Checks a treasury stream, and compares its allocations with those that books received. */
import type { TreasuryEvent } from '../../generated/events.ts';
import type { EventData, EventLocation } from '../../ledger/event.ts';
import { formatAmount, unscaledValue } from '../decimal.ts';
import { RuleViolation, checkObjectId, requireRule } from '../finding.ts';
import { createProposalsCheck } from './proposals-check.ts';

type Received = EventData<'allocation.received'>;
type Recorded = Extract<TreasuryEvent, { type: 'allocation.recorded' }>['data'];

export type TreasuryCheck = {
  /** Throws RuleViolation. */
  check(event: TreasuryEvent & EventLocation): void;
  /** Matches an allocation that a book of the integrator received. Throws RuleViolation if the treasury did not record it. */
  checkReceived(integratorId: string, book: string, allocation: Received): void;
  /** A book that is checked from a later event on has received all allocations up to this one; undefined if none. */
  resume(book: string, last: string | undefined): void;
  /** Number of allocations that the current books of integrators have not received yet. */
  undeliveredCount(currentBook: (integratorId: string) => string): number;
  /** Coin that is neither sold nor allocated, as a decimal string. */
  unallocatedCoin(): string;
};

export function createTreasuryCheck(): TreasuryCheck {
  let coin = 0n;
  /** The latest allocation ID by integrator. */
  const latestByIntegrator = new Map<string, string>();
  const proposals = createProposalsCheck();
  const allocations = new Map<string, Recorded>();
  /** How many allocations each book received, and the last one. Each generation of a book receives all of them. */
  const received = new Map<string, { readonly count: number; readonly last: string }>();

  return {
    check(event) {
      if (event.type === 'request.recorded') return;
      if (event.type === 'trade.recorded') {
        const { trade_id, side, coin_amount, price, traded_at } = event.data;
        checkObjectId('trade_id', trade_id, event);
        requireRule(
          unscaledValue(coin_amount) > 0n && Number(price) > 0,
          'treasury',
          'coin_amount and price must be positive',
        );
        requireRule(
          Date.parse(traded_at) <= Date.parse(event.time),
          'treasury',
          'traded_at must not be after the time of the event',
        );
        proposals.see(event);
        coin += side === 'buy' ? unscaledValue(coin_amount) : -unscaledValue(coin_amount);
        return;
      }
      if (event.type !== 'allocation.recorded') {
        proposals.check(event);
        return;
      }
      const id = event.data.allocation_id;
      checkObjectId('allocation_id', id, event);
      proposals.see(event);
      coin = allocate(event.data, coin, latestByIntegrator);
      allocations.set(id, event.data);
    },
    checkReceived(integratorId, book, allocation) {
      const id = allocation.allocation_id;
      const recorded = allocations.get(id);
      const before = received.get(book);
      const isSame =
        recorded?.integrator_id === integratorId &&
        recorded.previous_allocation_id === (before?.last ?? null) &&
        recorded.previous_allocation_id === allocation.previous_allocation_id &&
        recorded.coin_stock === allocation.coin_stock &&
        recorded.points_backing === allocation.points_backing;
      if (!isSame)
        throw new RuleViolation(
          'allocation',
          `allocation ${id} does not match the treasury's record, or was already received`,
        );
      received.set(book, { count: (before?.count ?? 0) + 1, last: id });
    },
    resume(book, last) {
      if (last === undefined) return;
      let count = 0;
      for (
        let id: string | null = last;
        id !== null;
        id = allocations.get(id)?.previous_allocation_id ?? null
      )
        count += 1;
      received.set(book, { count, last });
    },
    undeliveredCount(currentBook) {
      const delivered = [...latestByIntegrator.keys()].map((id) => received.get(currentBook(id))?.count ?? 0);
      return allocations.size - delivered.reduce((sum, count) => sum + count, 0);
    },
    unallocatedCoin: () => formatAmount(coin, 8),
  };
}

/** Returns the unallocated coin after an allocation. */
function allocate(data: Recorded, coin: bigint, latestByIntegrator: Map<string, string>): bigint {
  const { integrator_id, previous_allocation_id, coin_stock = '0', points_backing = '0' } = data;
  requireRule(
    (latestByIntegrator.get(integrator_id) ?? null) === previous_allocation_id,
    'treasury',
    'previous_allocation_id must be the latest allocation of the integrator',
  );
  const allocated = unscaledValue(coin_stock);
  requireRule(
    allocated > 0n || unscaledValue(points_backing) > 0n,
    'treasury',
    'an allocation must have a positive amount',
  );
  requireRule(
    allocated === 0n || allocated <= coin,
    'treasury',
    'the allocation exceeds the unallocated coin',
  );
  latestByIntegrator.set(integrator_id, data.allocation_id);
  return coin - allocated;
}
