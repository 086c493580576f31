/** What operators do: holds on wallets, and the erasure of personal data. */
import { refuse } from '../prediction.ts';
import { DEACTIVATED, NOT_FOUND, ownerOf, userOf } from '../request.ts';
import type { Rule } from '../request.ts';
import { userView, walletView } from '../state/views.ts';
import { isFinal } from './transfer-steps.ts';

const setHold =
  (isFrozen: boolean): Rule =>
  ({ book, params }) => {
    const wallet = book.wallets.get(params['wallet_id'] ?? '');
    if (wallet === undefined) return NOT_FOUND;
    if (!ownerOf(book, wallet).isActive) return DEACTIVATED;
    const isChanged = wallet.isFrozen !== isFrozen;
    const next = { ...wallet, isFrozen, version: wallet.version + (isChanged ? 1 : 0) };
    return { status: 200, body: walletView(next), commit: () => book.wallets.set(next.id, next) };
  };

const forgetUser: Rule = (request) => {
  const { book } = request;
  const user = userOf(request);
  if (user === undefined) return NOT_FOUND;
  if (user.isForgotten) return { status: 200, body: userView(user) };
  if (user.isActive) return refuse(409, 'user_state_conflict');
  if (book.transfers.of(user.id).some(({ state }) => !isFinal(state)))
    return refuse(409, 'user_has_open_transfers');
  const next = {
    ...{ ...user, isForgotten: true, version: user.version + 1 },
    ...{ email: null, phone: null, firstName: null, lastName: null, businessName: null },
  };
  return {
    status: 200,
    body: userView(next),
    commit() {
      book.users.set(next.id, next);
      for (const { id } of book.payoutAccounts.of(next.id)) book.payoutAccounts.change(id, { owner: null });
    },
  };
};

export const operatorRules = {
  freezeWallet: setHold(true),
  unfreezeWallet: setHold(false),
  forgetUser,
} satisfies Readonly<Record<string, Rule>>;
