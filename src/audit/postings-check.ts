/**
 * What each posting is for. Money moves for a transfer, as a reward, or because the treasury gave the book something;
 * nothing else creates or destroys any.
 */
import type { EventData } from '../ledger/event.ts';
import type { Move } from './accounts-check.ts';
import { Wrong, demand } from './finding.ts';
import { digitsOf } from './numbers.ts';

type Allocation = EventData<'allocation.received'>;

/** What came into the book other than by transfers, in the smallest units. */
export type Given = { granted: bigint; backing: bigint; coin: bigint };

export type PostingsCheck = {
  /** The next event has to be the posting of this allocation. */
  allocated(allocation: Allocation): void;
  /** A posting that belongs to no transfer. Throws a Wrong. */
  posted(moves: readonly Move[]): void;
  /** Throws a Wrong when the posting of an allocation was to come. */
  nothingDue(): void;
  readonly given: Given;
};

export function createPostingsCheck(): PostingsCheck {
  let due: Allocation | undefined;
  const given: Given = { granted: 0n, backing: 0n, coin: 0n };

  const takeAllocation = (allocation: Allocation, moves: readonly Move[]): void => {
    const coin = digitsOf(allocation.coin_stock ?? '0');
    const points = digitsOf(allocation.points_backing ?? '0');
    const right = [
      ...pair('coin_allocated', 'coin_stock', coin, 0n),
      ...pair('points_backed', 'points_headroom', points, points),
    ];
    demand(isSame(moves, right), 'allocation', 'it does not move what the allocation before it gave');
    given.coin += coin;
    given.backing += points;
  };

  const takeReward = (moves: readonly Move[]): void => {
    const wallet = moves.find(({ account }) => account.startsWith('wal_'));
    const amount = wallet?.amount ?? 0n;
    const right = pair('rewards_granted', wallet?.account ?? '', amount, 0n);
    if (amount <= 0n || wallet?.bucket !== 'available' || !isSame(moves, right))
      throw new Wrong(
        'supply',
        'it belongs to no transfer and no allocation, and is no reward of earned points',
      );
    given.granted += amount;
  };

  return {
    allocated: (allocation) => void (due = allocation),
    posted(moves) {
      const allocation = due;
      due = undefined;
      if (allocation === undefined) takeReward(moves);
      else takeAllocation(allocation, moves);
    },
    nothingDue: () =>
      demand(due === undefined, 'allocation', 'the posting of the allocation before it is missing'),
    given,
  };
}

type Due = { readonly account: string; readonly amount: bigint; readonly cashable: bigint };

const pair = (from: string, to: string, amount: bigint, cashable: bigint): Due[] =>
  amount === 0n
    ? []
    : [
        { account: from, amount: -amount, cashable: -cashable },
        { account: to, amount, cashable },
      ];

/** Whether the lines are these, each once. */
const isSame = (moves: readonly Move[], due: readonly Due[]): boolean =>
  moves.length === due.length &&
  due.every(({ account, amount, cashable }) =>
    moves.some((move) => move.account === account && move.amount === amount && move.cashable === cashable),
  );
