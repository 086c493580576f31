/** Users as the API returns them. */
import type { UserEvent } from '../../src/ledger/users/user.ts';
import { defineBookProjection, ignoreTopics } from '../book-projection.ts';
import { nextUserView } from '../views.ts';
import type { Recorded, UserView } from '../views.ts';

const changed = {
  touches: (event: Recorded<UserEvent['type']>) => [event.data.user_id],
  fold(before: { value: UserView } | undefined, event: Recorded<UserEvent['type']>) {
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

export const usersProjection = defineBookProjection<UserView>({
  name: 'users',
  version: 1,
  state: 'users',
  rules: {
    ...ignoreTopics(
      'onboarding',
      'wallets',
      'deposit_accounts',
      'payout_accounts',
      'transfers',
      'offramps',
      'deposits',
      'postings',
      'quotes',
      'treasury',
      'webhook_endpoints',
      'redeliveries',
      'requests',
      'clock',
      'generations',
      'screening',
      'dual_control',
      'notes',
    ),
    'user.created': changed,
    'user.updated': changed,
    'user.kyc_status_changed': changed,
    'user.terms_status_changed': changed,
    'user.deactivated': changed,
    'user.forgotten': changed,
  },
});
