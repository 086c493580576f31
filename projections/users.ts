import type { UserEvent } from '../src/ledger/user.ts';
import { defineBookProjection, ignoreAllBut } from './book-projection.ts';
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
    ...ignoreAllBut(),
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

// Objects, so that a status that is missing does not compile.
const USER_STATUSES = keysOf<UserView['status']>({ active: 0, deactivated: 0 });
const KYC_STATUSES = keysOf<UserView['kyc_status']>({
  not_started: 0,
  under_review: 0,
  incomplete: 0,
  approved: 0,
  rejected: 0,
});

function keysOf<Name extends string>(all: Readonly<Record<Name, 0>>): readonly Name[] {
  // The object has exactly these keys.
  return Object.keys(all) as Name[];
}

type Class = Pick<UserView, 'kyc_status' | 'status'>;

const classTerm = ({ kyc_status, status }: Class): string => `${kyc_status}/${status}`;

/** The term of the users with this reference. */
export const userReferenceTerm = (reference: string): string => `reference:${reference}`;

/** The terms of the users that pass the filter: each of these has one of them, and no other user has. */
export function userTerms(filter: {
  readonly kyc_status?: Class['kyc_status'] | undefined;
  readonly status?: Class['status'] | undefined;
}): readonly string[] {
  if (filter.kyc_status === undefined && filter.status === undefined) return ['every'];
  const statuses = filter.status === undefined ? USER_STATUSES : [filter.status];
  const kycStatuses = filter.kyc_status === undefined ? KYC_STATUSES : [filter.kyc_status];
  return statuses.flatMap((status) => kycStatuses.map((kyc_status) => classTerm({ kyc_status, status })));
}

const changed = {
  touches: (event: Recorded<UserEvent['type']>) => [event.data.user_id],
  fold(before: { value: UserView } | undefined, event: Recorded<UserEvent['type']>) {
    const value = nextUserView(before?.value, event);
    const terms = ['every', userReferenceTerm(value.external_reference), classTerm(value)];
    return { value, terms };
  },
};

export const usersProjection = defineBookProjection<UserView>({
  name: 'users',
  version: 2,
  listedSince: 2,
  state: 'users',
  rules: {
    ...ignoreAllBut('users'),
    'user.created': changed,
    'user.updated': changed,
    'user.kyc_status_changed': changed,
    'user.terms_status_changed': changed,
    'user.deactivated': changed,
    'user.forgotten': changed,
  },
});
