/** Checks postings without a transfer: each is a reward or an allocation by the treasury. Nothing else creates money. */
import type { EventData } from '../../ledger/event.ts';
import type { Movement } from './accounts-check.ts';
import { RuleViolation, requireRule } from '../finding.ts';
import { unscaledValue } from '../decimal.ts';

type Allocation = EventData<'allocation.received'>;

/** Amounts that entered the book other than by transfers, in the smallest units. */
export type NonTransferSupply = { granted: bigint; backing: bigint; coin: bigint };

export type PostingsCheck = {
  /** Records that the next event must be the posting of this allocation. */
  expectAllocationPosting(allocation: Allocation): void;
  /** Checks a posting without a transfer. Throws RuleViolation. */
  checkPosting(moves: readonly Movement[]): void;
  /** Throws RuleViolation if the posting of the last allocation is missing. */
  checkComplete(): void;
  readonly supply: NonTransferSupply;
};

export function createPostingsCheck(): PostingsCheck {
  let expected: Allocation | undefined;
  const supply: NonTransferSupply = { granted: 0n, backing: 0n, coin: 0n };

  const checkAllocation = (allocation: Allocation, moves: readonly Movement[]): void => {
    const coin = unscaledValue(allocation.coin_stock ?? '0');
    const points = unscaledValue(allocation.points_backing ?? '0');
    const right = [
      ...pair('coin_allocated', 'coin_stock', coin, 0n),
      ...pair('points_backed', 'points_headroom', points, points),
    ];
    requireRule(isSame(moves, right), 'allocation', 'the posting does not match the allocation before it');
    supply.coin += coin;
    supply.backing += points;
  };

  const checkReward = (moves: readonly Movement[]): void => {
    const wallet = moves.find(({ account }) => account.startsWith('wal_'));
    const amount = wallet?.amount ?? 0n;
    const right = pair('rewards_granted', wallet?.account ?? '', amount, 0n);
    if (amount <= 0n || wallet?.bucket !== 'available' || !isSame(moves, right))
      throw new RuleViolation(
        'supply',
        'a posting without a transfer or allocation must be a reward of earned points',
      );
    supply.granted += amount;
  };

  return {
    expectAllocationPosting: (allocation) => void (expected = allocation),
    checkPosting(moves) {
      const allocation = expected;
      expected = undefined;
      if (allocation === undefined) checkReward(moves);
      else checkAllocation(allocation, moves);
    },
    checkComplete: () =>
      requireRule(expected === undefined, 'allocation', 'the posting of the previous allocation is missing'),
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

/** Whether the movements are exactly the expected ones, in any order. */
const isSame = (moves: readonly Movement[], due: readonly ExpectedMovement[]): boolean =>
  moves.length === due.length &&
  due.every(({ account, amount, cashable }) =>
    moves.some((move) => move.account === account && move.amount === amount && move.cashable === cashable),
  );
