/** A treasury's stream, and its allocations against those that books took in. */
import type { TreasuryEvent } from '../generated/events.ts';
import type { EventData, Place } from '../ledger/event.ts';
import { Wrong, demand } from './finding.ts';
import { digitsOf, textOf } from './numbers.ts';
import { placeOfId } from './object-id.ts';

type Received = EventData<'allocation.received'>;
type Recorded = Extract<TreasuryEvent, { type: 'allocation.recorded' }>['data'];

export type TreasuryCheck = {
  /** Throws a Wrong. */
  take(event: TreasuryEvent & Place): void;
  /** An allocation that the book of this integrator took in. Throws a Wrong unless it was recorded just so before. */
  received(integratorId: string, allocation: Received): void;
  /** How many allocations their books have not taken in yet. */
  undelivered(): number;
  /** Coin that is neither sold nor allocated. */
  unallocated(): string;
};

export function createTreasuryCheck(): TreasuryCheck {
  let coin = 0n;
  /** The newest allocation of each integrator. */
  const newest = new Map<string, string>();
  /** Allocations on their way to their books; those that arrived are forgotten. */
  const underWay = new Map<string, Recorded>();

  return {
    take(event) {
      if (event.type === 'request.recorded') return;
      const { stream, revision, time } = event;
      const id = event.type === 'trade.recorded' ? event.data.trade_id : event.data.allocation_id;
      const place = placeOfId(id, stream);
      if (place?.revision !== revision || place.time !== Date.parse(time))
        throw new Wrong('object_id', `the ID ${id} does not follow from where and when its event stands`);
      if (event.type === 'trade.recorded') {
        const { side, coin_amount, price, traded_at } = event.data;
        demand(
          digitsOf(coin_amount) > 0n && Number(price) > 0,
          'treasury',
          'a trade of nothing, or for nothing',
        );
        demand(Date.parse(traded_at) <= Date.parse(time), 'treasury', 'a trade that was still to come');
        coin += side === 'buy' ? digitsOf(coin_amount) : -digitsOf(coin_amount);
        return;
      }
      coin = allocate(event.data, coin, newest);
      underWay.set(id, event.data);
    },
    received(integratorId, allocation) {
      const recorded = underWay.get(allocation.allocation_id);
      const isSame =
        recorded?.integrator_id === integratorId &&
        recorded.previous_allocation_id === allocation.previous_allocation_id &&
        recorded.coin_stock === allocation.coin_stock &&
        recorded.points_backing === allocation.points_backing;
      if (!isSame)
        throw new Wrong(
          'allocation',
          `the treasury did not record the allocation ${allocation.allocation_id} so, or it was taken in before`,
        );
      underWay.delete(allocation.allocation_id);
    },
    undelivered: () => underWay.size,
    unallocated: () => textOf(coin, 8),
  };
}

/** The coin that is left after an allocation. */
function allocate(data: Recorded, coin: bigint, newest: Map<string, string>): bigint {
  const { integrator_id, previous_allocation_id, coin_stock = '0', points_backing = '0' } = data;
  demand(
    (newest.get(integrator_id) ?? null) === previous_allocation_id,
    'treasury',
    'the allocation does not follow the last one of its integrator',
  );
  const given = digitsOf(coin_stock);
  demand(given > 0n || digitsOf(points_backing) > 0n, 'treasury', 'an allocation of nothing');
  demand(given === 0n || given <= coin, 'treasury', 'more coin was allocated than there was');
  newest.set(integrator_id, data.allocation_id);
  return coin - given;
}
