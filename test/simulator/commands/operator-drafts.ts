/** Random commands of an operator about the objects of one book. */
import { deactivatedUser, reference } from './draft-context.ts';
import type { Context, Drafts } from './draft-context.ts';

const reason = ({ random }: Context) => ({ body: random.oneIn(20) ? {} : { reason: 'Case 4711' } });

const wallet = (context: Context) => ({ wallet_id: reference(context, 'wal') });

export const OPERATOR_DRAFTS: Drafts = {
  freezeWallet: [2, (context) => ({ params: wallet(context), ...reason(context) })],
  unfreezeWallet: [2, (context) => ({ params: wallet(context), ...reason(context) })],
  forgetUser: [2, (context) => ({ params: { user_id: deactivatedUser(context) }, ...reason(context) })],
};
