/** Wallets: compliance holds and rewards. */
import { COLLECTIONS } from '../../../projections/collections.ts';
import { replyWithObject } from '../../api/operations/read.ts';
import { submit } from '../../api/operations/write.ts';
import { rewardAnswer } from '../../api/resources/sandbox.ts';
import type { Reply } from '../../http/reply.ts';
import { availableBalance, pendingBalance, type ReadonlyBook } from '../../ledger/book.ts';
import type { RecordedBookEvent } from '../../ledger/event.ts';
import {
  limitedReward,
  proposalAnswer,
  proposeAboveLimit,
  type Control,
} from '../../ledger/limited-actions.ts';
import { presentBalance, presentWallet } from '../../ledger/present.ts';
import { grantReward, setComplianceHold, type GrantReward } from '../../ledger/wallet.ts';
import { dualControlNameOf, type OperatorCaller, type OperatorHandlers } from '../operations/operation.ts';

export const walletHandlers = {
  getOperatorWallet: (call) => replyWithObject(call, COLLECTIONS.wallets, call.params.wallet_id, 'wallet'),
  freezeWallet: (call) => setWalletHold(call, call.params.wallet_id, true, call.body.reason),
  unfreezeWallet: (call) => setWalletHold(call, call.params.wallet_id, false, call.body.reason),
  grantReward(call) {
    const { wallet_id } = call.params;
    const { amount, description = 'Reward' } = call.body;
    const reward = { wallet_id, amount, description };
    return submitReward(
      call,
      reward,
      proposeAboveLimit(dualControlNameOf(call), (_book, policy) => limitedReward(policy, reward)),
    );
  },
} satisfies Partial<OperatorHandlers>;

/** Replies 201 with the entry of the wallet's history, or 202 with a proposal if `control` makes it one. */
export function submitReward(
  caller: OperatorCaller,
  reward: GrantReward,
  control: Control,
  reason?: string,
): Promise<Reply> {
  return submit(caller, {
    reason,
    decide: (book, context) => control(book, context, () => grantReward(book, reward, context)),
    answer: {
      from: 'events',
      render: (events) => proposalAnswer(events) ?? rewardAnswer(events),
    },
  });
}

function setWalletHold(
  caller: OperatorCaller,
  wallet_id: string,
  on: boolean,
  reason: string,
): Promise<Reply> {
  return submit(caller, {
    decide: (book) => setComplianceHold(book, { wallet_id, hold: on, reason }),
    answer: {
      from: 'book',
      render: (book, events) => ({ status: 200, body: walletBody(book, wallet_id, events) }),
    },
    reason,
  });
}

/** The wallet with its current balances. */
function walletBody(book: ReadonlyBook, id: string, [event]: readonly RecordedBookEvent[]): string {
  const found = book.wallets.get(id);
  if (found === undefined || event === undefined) throw new Error(`wallet ${id} changed without an event`);
  const balance = presentBalance(found, availableBalance(book, id), pendingBalance(book, id), event.time);
  return JSON.stringify(presentWallet(found, balance));
}
