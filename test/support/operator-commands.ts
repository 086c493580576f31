/** Decisions of operators on a book that need a second operator, and notes. */
import {
  executeProposal,
  limitedApproval,
  limitedReward,
  proposeAboveLimit,
  withdrawBookProposal,
  type Control,
} from '../../src/ledger/limited-actions.ts';
import { addNote } from '../../src/ledger/note.ts';
import { reviewTransfer } from '../../src/ledger/review.ts';
import { grantReward } from '../../src/ledger/wallet.ts';
import { review, type Decide } from './ledger-commands.ts';

export const controlled =
  (control: Control, decide: Decide): Decide =>
  (book, context) =>
    control(book, context, () => decide(book, context));

/** Approves a transfer, or proposes it at or above the limit of the policy. */
export const approval = (transfer_id: string, operator = 'Ana'): Decide =>
  controlled(
    proposeAboveLimit({ actor: `operator:${operator}`, operator }, (book, policy) =>
      limitedApproval(book, policy, { transfer_id, reason: undefined }),
    ),
    review(transfer_id, 'approved'),
  );

/** Grants a reward, or proposes it at or above the limit of the policy. */
export const limitedGrant = (wallet_id: string, amount: string, operator = 'Ana'): Decide => {
  const reward = { wallet_id, amount, description: 'Gift' };
  return controlled(
    proposeAboveLimit({ actor: `operator:${operator}`, operator }, (_book, policy) =>
      limitedReward(policy, reward),
    ),
    (book, context) => grantReward(book, reward, context),
  );
};

/** Executes what the proposal says. */
export const execution =
  (id: string, operator = 'Ben'): Decide =>
  (book, context) => {
    const action = book.proposals.get(id)?.action;
    return executeProposal(id, operator)(book, context, () =>
      action?.type === 'reward'
        ? grantReward(book, action, context)
        : reviewTransfer(book, {
            transfer_id: action?.type === 'transfer_approval' ? action.transfer_id : '',
            outcome: 'approved',
            reason: undefined,
          }),
    );
  };

export const withdrawal =
  (id: string, operator = 'Ben'): Decide =>
  (book, context) =>
    withdrawBookProposal(book, { proposal_id: id, operator }, context);

/** A note about a user, sealed with this key. */
export const note =
  (user_id: string, key_id: string, object_id = user_id): Decide =>
  (book, context) =>
    addNote(
      book,
      {
        object_id,
        people: [{ user_id, key_id }],
        author: { operator_id: 'opt_1', name: 'Ana' },
        seal: (id) => `${key_id}.2.${id}`,
      },
      context,
    );
