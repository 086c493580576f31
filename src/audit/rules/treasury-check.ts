/** A treasury's stream, and its allocations against those that books took in. */
import type { TreasuryEvent } from '../../generated/events.ts';
import type { EventData, EventLocation } from '../../ledger/event.ts';
import { RuleViolation, requireRule } from '../finding.ts';
import { unscaledValue, formatAmount } from '../decimal.ts';
import { originOfId } from './object-id.ts';

type Received = EventData<'allocation.received'>;
type Recorded = Extract<TreasuryEvent, { type: 'allocation.recorded' }>['data'];

export type TreasuryCheck = {
  /** Throws a Wrong. */
  check(event: TreasuryEvent & EventLocation): void;
  /** An allocation that the book of this integrator took in. Throws a Wrong unless it was recorded just so before. */
  checkReceived(integratorId: string, allocation: Received): void;
  /** How many allocations their books have not taken in yet. */
  undeliveredCount(): number;
  /** Coin that is neither sold nor allocated. */
  unallocatedCoin(): string;
};

export function createTreasuryCheck(): TreasuryCheck {
  let coin = 0n;
  /** The newest allocation of each integrator. */
  const newest = new Map<string, string>();
  /** Allocations on their way to their books; those that arrived are forgotten. */
  const underWay = new Map<string, Recorded>();

  return {
    check(event) {
      if (event.type === 'request.recorded') return;
      const { stream, revision, time } = event;
      const id = event.type === 'trade.recorded' ? event.data.trade_id : event.data.allocation_id;
      const place = originOfId(id, stream);
      if (place?.revision !== revision || place.time !== Date.parse(time))
        throw new RuleViolation(
          'object_id',
          `the ID ${id} does not follow from where and when its event stands`,
        );
      if (event.type === 'trade.recorded') {
        const { side, coin_amount, price, traded_at } = event.data;
        requireRule(
          unscaledValue(coin_amount) > 0n && Number(price) > 0,
          'treasury',
          'a trade of nothing, or for nothing',
        );
        requireRule(Date.parse(traded_at) <= Date.parse(time), 'treasury', 'a trade that was still to come');
        coin += side === 'buy' ? unscaledValue(coin_amount) : -unscaledValue(coin_amount);
        return;
      }
      coin = allocate(event.data, coin, newest);
      underWay.set(id, event.data);
    },
    checkReceived(integratorId, allocation) {
      const recorded = underWay.get(allocation.allocation_id);
      const isSame =
        recorded?.integrator_id === integratorId &&
        recorded.previous_allocation_id === allocation.previous_allocation_id &&
        recorded.coin_stock === allocation.coin_stock &&
        recorded.points_backing === allocation.points_backing;
      if (!isSame)
        throw new RuleViolation(
          'allocation',
          `the treasury did not record the allocation ${allocation.allocation_id} so, or it was taken in before`,
        );
      underWay.delete(allocation.allocation_id);
    },
    undeliveredCount: () => underWay.size,
    unallocatedCoin: () => formatAmount(coin, 8),
  };
}

/** The coin that is left after an allocation. */
function allocate(data: Recorded, coin: bigint, newest: Map<string, string>): bigint {
  const { integrator_id, previous_allocation_id, coin_stock = '0', points_backing = '0' } = data;
  requireRule(
    (newest.get(integrator_id) ?? null) === previous_allocation_id,
    'treasury',
    'the allocation does not follow the last one of its integrator',
  );
  const given = unscaledValue(coin_stock);
  requireRule(given > 0n || unscaledValue(points_backing) > 0n, 'treasury', 'an allocation of nothing');
  requireRule(given === 0n || given <= coin, 'treasury', 'more coin was allocated than there was');
  newest.set(integrator_id, data.allocation_id);
  return coin - given;
}
