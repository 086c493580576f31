import type { UserEvent } from '../src/ledger/user.ts';
import { defineBookProjection, ignoreTopics } from './book-projection.ts';
import { nextUserView, type Recorded, type UserView } from './views.ts';

// The latest identity data of each user, for reviewers. It stays sealed as in the event. Readers open it with the user's key,
// and destroying the key makes it unreadable.

export type SealedIdentity = {
  readonly user_id: string;
  readonly submitted_at: string;
  readonly sealed: string;
};

export const identitiesProjection = defineBookProjection<SealedIdentity>({
  name: 'identities',
  version: 1,
  state: 'identities',
  rules: {
    ...ignoreTopics(
      'users',
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
    'user.forgotten': {
      touches: ({ data }: Recorded<'user.forgotten'>) => [data.user_id],
      fold: (before) => (before === undefined ? undefined : null),
    },
    'identity.submitted': {
      touches: ({ data }: Recorded<'identity.submitted'>) => [data.user_id],
      fold(_before, { data, time }: Recorded<'identity.submitted'>) {
        const { user_id, sealed } = data;
        return { value: { user_id, submitted_at: time, sealed }, terms: [] };
      },
    },
  },
});

// Users as the API returns them.

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
