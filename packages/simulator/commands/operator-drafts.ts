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

const inReview = (context: Context) => ({
  transfer_id: fitting(context, 'trf', ({ state }) => state === 'in_review'),
});
/** Mostly a user whose identity was under review. */
function underReview(context: Context) {
  const { random, created } = context;
  const found = random.oneIn(6) ? undefined : random.pickAny(created.get('under_review') ?? []);
  return found?.of === undefined ? user(context) : { user_id: found.of };
}
const assignee = ({ random }: Context) => ({ body: { assigned_to: random.pick(['me', 'me', null, 'you']) } });

export const OPERATOR_DRAFTS: Drafts = {
  reviewTransfer: [
    3,
    (context) => ({
      params: inReview(context),
      body: {
        outcome: context.random.pick(['approved', 'approved', 'rejected', 'lost']),
        ...(context.random.oneIn(3) && { reason: { code: 'fraud', message: 'Not the owner.' } }),
      },
    }),
  ],
  reviewKyc: [
    2,
    (context) => ({
      params: underReview(context),
      body: {
        outcome: context.random.pick(['approved', 'approved', 'rejected', 'incomplete', 'pending']),
        ...(context.random.oneIn(3) && { rejection_reasons: [REASON] }),
      },
    }),
  ],
  getTransferReview: [1, (context) => ({ params: inReview(context) })],
  getKycReview: [1, (context) => ({ params: underReview(context) })],
  assignTransferReview: [3, (context) => ({ params: inReview(context), ...assignee(context) })],
  assignKycReview: [3, (context) => ({ params: underReview(context), ...assignee(context) })],
  getUserScreening: [1, (context) => ({ params: user(context) })],
  getUserIdentity: [1, (context) => ({ params: user(context) })],
  settlePayout: [
    1,
    (context) => ({
      params: { transfer_id: fitting(context, 'trf', ({ kind }) => kind === 'offramp') },
      body: { outcome: context.random.pick(['completed', 'returned', 'lost']), reason: REASON },
    }),
  ],
  grantReward: [
    2,
    (context) => ({
      params: {
        wallet_id: context.random.oneIn(6) ? reference(context, 'wal') : fitting(context, 'wal', isPoints),
      },
      body: {
        amount: context.random.oneIn(3)
          ? context.random.pick(['0', '59999.99', '60000', '60000.01', '2500000.01'])
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
