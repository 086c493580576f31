/**
 * What each posting is for. Money moves for a transfer, as a reward, or because the treasury gave the book something;
 * nothing else creates or destroys any.
 */
import type { EventData } from '../../ledger/event.ts';
import type { Movement } from './accounts-check.ts';
import { RuleViolation, requireRule } from '../finding.ts';
import { unscaledValue } from '../decimal.ts';

type Allocation = EventData<'allocation.received'>;

/** What came into the book other than by transfers, in the smallest units. */
export type NonTransferSupply = { granted: bigint; backing: bigint; coin: bigint };

export type PostingsCheck = {
  /** The next event has to be the posting of this allocation. */
  expectAllocationPosting(allocation: Allocation): void;
  /** A posting that belongs to no transfer. Throws a Wrong. */
  checkPosting(moves: readonly Movement[]): void;
  /** Throws a Wrong when the posting of an allocation was to come. */
  checkComplete(): void;
  readonly supply: NonTransferSupply;
};

export function createPostingsCheck(): PostingsCheck {
  let due: Allocation | undefined;
  const supply: NonTransferSupply = { granted: 0n, backing: 0n, coin: 0n };

  const takeAllocation = (allocation: Allocation, moves: readonly Movement[]): void => {
    const coin = unscaledValue(allocation.coin_stock ?? '0');
    const points = unscaledValue(allocation.points_backing ?? '0');
    const right = [
      ...pair('coin_allocated', 'coin_stock', coin, 0n),
      ...pair('points_backed', 'points_headroom', points, points),
    ];
    requireRule(isSame(moves, right), 'allocation', 'it does not move what the allocation before it gave');
    supply.coin += coin;
    supply.backing += points;
  };

  const takeReward = (moves: readonly Movement[]): void => {
    const wallet = moves.find(({ account }) => account.startsWith('wal_'));
    const amount = wallet?.amount ?? 0n;
    const right = pair('rewards_granted', wallet?.account ?? '', amount, 0n);
    if (amount <= 0n || wallet?.bucket !== 'available' || !isSame(moves, right))
      throw new RuleViolation(
        'supply',
        'it belongs to no transfer and no allocation, and is no reward of earned points',
      );
    supply.granted += amount;
  };

  return {
    expectAllocationPosting: (allocation) => void (due = allocation),
    checkPosting(moves) {
      const allocation = due;
      due = undefined;
      if (allocation === undefined) takeReward(moves);
      else takeAllocation(allocation, moves);
    },
    checkComplete: () =>
      requireRule(due === undefined, 'allocation', 'the posting of the allocation before it is missing'),
    supply,
  };
}

type ExpectedMovement = { readonly account: string; readonly amount: bigint; readonly cashable: bigint };

const pair = (from: string, to: string, amount: bigint, cashable: bigint): ExpectedMovement[] =>
  amount === 0n
    ? []
    : [
        { account: from, amount: -amount, cashable: -cashable },
        { account: to, amount, cashable },
      ];

/** Whether the lines are these, each once. */
const isSame = (moves: readonly Movement[], due: readonly ExpectedMovement[]): boolean =>
  moves.length === due.length &&
  due.every(({ account, amount, cashable }) =>
    moves.some((move) => move.account === account && move.amount === amount && move.cashable === cashable),
  );
