/** Random commands of an operator about the objects of one book. */
import { deactivatedUser, fitting, isPoints, reference, user } from './draft-context.ts';
import type { Context, Drafts } from './draft-context.ts';
import { paging } from './read-drafts.ts';
import { pointAmount } from './transfer-drafts.ts';

const reason = ({ random }: Context) => ({ body: random.oneIn(20) ? {} : { reason: 'Case 4711' } });

const wallet = (context: Context) => ({ wallet_id: reference(context, 'wal') });

const proposal = (context: Context) => ({ proposal_id: reference(context, 'prp') });
const maybeReason = ({ random }: Context) => ({
  body: random.oneIn(3) ? { reason: 'Checked by phone' } : {},
});

const note = ({ random }: Context) => ({ body: { text: random.pick(['Called on Monday', 'ok', '']) } });
const REASON = { code: 'document_unreadable', message: 'The document is not readable.' };

export const OPERATOR_DRAFTS: Drafts = {
  reviewTransfer: [
    3,
    (context) => ({
      params: { transfer_id: fitting(context, 'trf', ({ state }) => state === 'in_review') },
      body: {
        outcome: context.random.pick(['approved', 'approved', 'rejected', 'lost']),
        ...(context.random.oneIn(3) && { reason: { code: 'fraud', message: 'Not the owner.' } }),
      },
    }),
  ],
  reviewKyc: [
    2,
    (context) => ({
      params: user(context),
      body: {
        outcome: context.random.pick(['approved', 'approved', 'rejected', 'incomplete', 'pending']),
        ...(context.random.oneIn(3) && { rejection_reasons: [REASON] }),
      },
    }),
  ],
  grantReward: [
    2,
    (context) => ({
      params: { wallet_id: fitting(context, 'wal', isPoints) },
      body: {
        amount: context.random.oneIn(3)
          ? context.random.pick(['59999.99', '60000', '60000.01'])
          : pointAmount(context),
      },
    }),
  ],
  approveProposal: [2, (context) => ({ params: proposal(context), ...maybeReason(context) })],
  withdrawProposal: [1, (context) => ({ params: proposal(context), ...maybeReason(context) })],
  getProposal: [2, (context) => ({ params: proposal(context) })],
  addUserNote: [
    2,
    (context) => ({
      params: { user_id: context.random.oneIn(4) ? deactivatedUser(context) : reference(context, 'usr') },
      ...note(context),
    }),
  ],
  addTransferNote: [
    1,
    (context) => ({ params: { transfer_id: reference(context, 'trf') }, ...note(context) }),
  ],
  listUserNotes: [
    2,
    (context) => ({
      params: { user_id: context.random.oneIn(4) ? deactivatedUser(context) : reference(context, 'usr') },
      query: paging(context, 'nte'),
    }),
  ],
  listTransferNotes: [
    1,
    (context) => ({ params: { transfer_id: reference(context, 'trf') }, query: paging(context, 'nte') }),
  ],
  freezeWallet: [2, (context) => ({ params: wallet(context), ...reason(context) })],
  unfreezeWallet: [2, (context) => ({ params: wallet(context), ...reason(context) })],
  getOperatorUser: [1, (context) => ({ params: { user_id: reference(context, 'usr') } })],
  getOperatorWallet: [1, (context) => ({ params: wallet(context) })],
  getOperatorTransfer: [1, (context) => ({ params: { transfer_id: reference(context, 'trf') } })],
  forgetUser: [2, (context) => ({ params: { user_id: deactivatedUser(context) }, ...reason(context) })],
};
