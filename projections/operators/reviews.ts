/**
 * Reviews of transfers and identities: since when each waits, why, and how it was decided. A document has the ID of its
 * transfer or user, and exists only if it was in review at some time.
 */
import type { TransferEvent } from '../../src/ledger/transfers/transfer.ts';
import type { Reason } from '../../src/ledger/users/user.ts';
import { defineBookProjection, ignoreTopics } from '../book-projection.ts';
import type { Recorded } from '../views.ts';

export type ReviewKind = 'transfer' | 'identity';
/** `ended`: the review became unnecessary, because the user was deactivated. */
export type ReviewOutcome = 'approved' | 'rejected' | 'incomplete' | 'ended';

export type DecidedReview = {
  readonly outcome: ReviewOutcome;
  readonly opened_at: string;
  readonly decided_at: string;
  /** As in the metadata of events: `operator:<id>`, `key:<id>`, or `system:<part>`. */
  readonly decided_by: string;
  readonly reason: string | null;
};

export type ReviewView = {
  readonly id: string;
  readonly kind: ReviewKind;
  /** ISO 8601; null while nothing waits for a decision. */
  readonly opened_at: string | null;
  /** Why the transfer is in review; identities have none. */
  readonly reason: Reason | null;
  /** Oldest first, at most ten. */
  readonly decided: readonly DecidedReview[];
};

/** The term of reviews that wait for a decision. */
export const openReviewTerm = (kind: ReviewKind): string => `open:${kind}`;

const DECIDED_MAX = 10;

type Before = { readonly value: ReviewView } | undefined;
type Decided = { readonly outcome: ReviewOutcome; readonly reason: string | null };
type AnyEvent = Pick<Recorded<'offramp.approved'>, 'time' | 'metadata'>;

const opened = (
  before: Before,
  { id, kind, reason, time }: Pick<ReviewView, 'id' | 'kind' | 'reason'> & { readonly time: string },
) => ({
  value: { id, kind, opened_at: time, reason, decided: before?.value.decided ?? [] },
  terms: [openReviewTerm(kind)],
});

function closed(before: Before, { outcome, reason }: Decided, { time, metadata }: AnyEvent) {
  if (before === undefined || before.value.opened_at === null) return undefined;
  const { value } = before;
  const decision = {
    ...{ outcome, opened_at: before.value.opened_at, decided_at: time },
    decided_by: metadata.actor,
    reason: metadata.reason ?? reason,
  };
  return {
    value: {
      ...value,
      opened_at: null,
      reason: null,
      decided: [...value.decided, decision].slice(-DECIDED_MAX),
    },
    terms: [],
  };
}

const reasonText = ({ code, message }: Reason): string => `${code}: ${message}`;

/** The states that follow when a review is rejected. */
const REJECTED: ReadonlySet<TransferEvent['data']['state']> = new Set(['failed', 'returned', 'refunded']);

const userEnded = {
  touches: ({ data }: Recorded<'user.deactivated'>) => [data.user_id],
  fold: (before: Before, event: Recorded<'user.deactivated'>) =>
    closed(before, { outcome: 'ended', reason: null }, event),
};

export const reviewsProjection = defineBookProjection<ReviewView>({
  name: 'reviews',
  version: 1,
  state: 'reviews',
  rules: {
    ...ignoreTopics(
      'users',
      'onboarding',
      'wallets',
      'deposit_accounts',
      'payout_accounts',
      'transfers',
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
    'transfer.state_changed': {
      touches: ({ data }: Recorded<'transfer.state_changed'>) => [data.transfer_id],
      fold(before: Before, event: Recorded<'transfer.state_changed'>) {
        const { transfer_id: id, state, state_reason = null } = event.data;
        if (state === 'in_review')
          return opened(before, { id, kind: 'transfer', reason: state_reason, time: event.time });
        const reason = state_reason === null ? null : reasonText(state_reason);
        return closed(before, { outcome: REJECTED.has(state) ? 'rejected' : 'approved', reason }, event);
      },
    },
    'offramp.approved': {
      touches: ({ data }: Recorded<'offramp.approved'>) => [data.transfer_id],
      fold: (before: Before, event: Recorded<'offramp.approved'>) =>
        closed(before, { outcome: 'approved', reason: null }, event),
    },
    'user.kyc_status_changed': {
      touches: ({ data }: Recorded<'user.kyc_status_changed'>) => [data.user_id],
      fold(before: Before, event: Recorded<'user.kyc_status_changed'>) {
        const { user_id: id, kyc_status, rejection_reasons } = event.data;
        if (kyc_status === 'under_review')
          return opened(before, { id, kind: 'identity', reason: null, time: event.time });
        const [reason] = rejection_reasons;
        const outcome = kyc_status === 'not_started' ? 'ended' : kyc_status;
        return closed(before, { outcome, reason: reason === undefined ? null : reasonText(reason) }, event);
      },
    },
    'user.deactivated': userEnded,
  },
});
