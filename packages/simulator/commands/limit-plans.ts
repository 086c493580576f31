/** Payments of one user that together are just over the limit of 24 hours (cluster/world.ts), and what follows a day later. */
import { depositAccountOf, fitting, isOf, isPoints, toReference } from './draft-context.ts';
import type { Context, Draft } from './draft-context.ts';
import type { Data } from './command.ts';
import type { FollowUps, MakeDraft } from './follow-up.ts';

type Kind = {
  /** What arrives in the wallet first. */
  readonly fund: Draft;
  readonly destination: (context: Context) => Data;
  readonly amounts: readonly [first: string, second: string];
};

/** About the owner of a new payout account. None if the owner has no wallet for points. */
export const overLimit: FollowUps = ({ made: account, context }) => {
  const { random, created, isAlone } = context;
  if (account === undefined || !random.oneIn(4)) return [];
  const from = created.get('wal')?.find((each) => isPoints(each) && isOf(each, account));
  if (from === undefined) return [];
  const wallet_id = toReference(from, 'wal');
  // Rewards cannot be paid out.
  const deposits = depositAccountOf(context, from);
  const between: Kind = {
    fund: { operation: 'createSandboxReward', body: { wallet_id, amount: '1200000.01' } },
    destination: (later) => ({
      type: 'wallet',
      wallet_id: fitting(later, 'wal', (each) => isPoints(each) && !isOf(each, from)),
    }),
    amounts: ['600000.00', '600000.01'],
  };
  const payouts: Kind = {
    fund: {
      operation: 'createSandboxDeposit',
      body: { deposit_account_id: toReference(deposits, 'da'), amount: '2000.00' },
    },
    destination: () => ({ type: 'payout_account', payout_account_id: toReference(account, 'pa') }),
    amounts: ['60000.00', '40000.01'],
  };
  const { fund, destination, amounts } = deposits === undefined || random.oneIn(2) ? between : payouts;
  const pay =
    (amount: string): MakeDraft =>
    (later) => ({
      operation: 'createTransfer',
      body: { source: { type: 'wallet', wallet_id }, destination: destination(later), amount },
    });
  const [first, second] = amounts;
  return [() => fund, pay(first), pay(second), ...(isAlone ? [endOfDay, pay(second)] : [])];
};

/** Around the time at which the first payment no longer counts. */
const endOfDay = ({ random }: Context): Draft => ({
  operation: 'advanceSandboxClock',
  body: { seconds: random.pick([86_300, 86_399, 86_400]) },
});
