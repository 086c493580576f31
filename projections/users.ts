/** Users as GET shows them. */
import {
  IGNORE_WALLETS,
  IGNORE_DEPOSIT_ACCOUNTS,
  IGNORE_TRANSFERS,
  IGNORE_DEPOSITS,
  IGNORE_POSTINGS,
  IGNORE_QUOTES,
  IGNORE_TREASURY,
  IGNORE_ONBOARDING,
  IGNORE_REQUESTS,
  IGNORE_PAYOUT_ACCOUNTS,
  IGNORE_OFFRAMPS,
  definition,
} from './definition.ts';
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
    ...IGNORE_PAYOUT_ACCOUNTS,
    ...IGNORE_OFFRAMPS,
    ...IGNORE_WALLETS,
    ...IGNORE_DEPOSIT_ACCOUNTS,
    ...IGNORE_TRANSFERS,
    ...IGNORE_DEPOSITS,
    ...IGNORE_POSTINGS,
    ...IGNORE_QUOTES,
    ...IGNORE_TREASURY,
    ...IGNORE_ONBOARDING,
    ...IGNORE_REQUESTS,
    'user.created': changed,
    'user.updated': changed,
    'user.kyc_status_changed': changed,
    'user.terms_status_changed': changed,
    'user.deactivated': changed,
  },
});
