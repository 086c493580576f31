/** Users as GET shows them. */
import { definition } from './definition.ts';
import { nextUserView } from './views.ts';
import type { Recorded, UserView } from './views.ts';

type UserEvents =
  | 'user.created'
  | 'user.updated'
  | 'user.kyc_status_changed'
  | 'user.terms_status_changed'
  | 'user.deactivated';

const changed = {
  touches: (event: Recorded<UserEvents>) => [event.data.user_id],
  fold(before: { value: UserView } | undefined, event: Recorded<UserEvents>) {
    const value = nextUserView(before?.value, event);
    const terms = [
      'every',
      `reference:${value.external_reference}`,
      `kyc:${value.kyc_status}`,
      `status:${value.status}`,
    ];
    return { value, terms };
  },
};

export const usersProjection = definition<UserView>({
  name: 'users',
  version: 1,
  state: 'users',
  rules: {
    'user.created': changed,
    'user.updated': changed,
    'user.kyc_status_changed': changed,
    'user.terms_status_changed': changed,
    'user.deactivated': changed,
    'wallet.opened': 'ignore',
    'wallet.frozen': 'ignore',
    'wallet.unfrozen': 'ignore',
    'deposit_account.opened': 'ignore',
    'deposit_account.deactivated': 'ignore',
    'deposit_account.reactivated': 'ignore',
    'transfer.created': 'ignore',
    'transfer.state_changed': 'ignore',
    'deposit.arrived': 'ignore',
    'deposit.sent_back': 'ignore',
    'posting.recorded': 'ignore',
    'request.recorded': 'ignore',
  },
});
