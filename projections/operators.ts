import { endProposal, presentProposal } from '../src/ledger/dual-control.ts';
import type { BookProposal } from '../src/ledger/limited-actions.ts';
import type { TransferEvent } from '../src/ledger/transfer.ts';
import type { Reason } from '../src/ledger/user.ts';
import { defineBookProjection, ignoreAllBut } from './book-projection.ts';
import type { Recorded } from './views.ts';

// Notes of operators, by the objects and the people they are about. The text stays sealed as in the event. Readers open it
// with the keys of the people, and destroying one of these makes it unreadable.

export type SealedNote = Omit<Recorded<'note.added'>['data'], 'note_id'> & {
  readonly id: string;
  readonly created_at: string;
};

/** The term of the notes about a user, including those about transfers of the user, or about a transfer. */
export const notesTerm = (objectId: string): string => `about:${objectId}`;

export const notesProjection = defineBookProjection<SealedNote>({
  name: 'notes',
  version: 1,
  state: 'notes',
  rules: {
    ...ignoreAllBut('notes'),
    'note.added': {
      touches: ({ data }: Recorded<'note.added'>) => [data.note_id],
      fold(_before, { data, time }: Recorded<'note.added'>) {
        const { note_id: id, ...note } = data;
        const about = new Set([note.object_id, ...note.people.map(({ user_id }) => user_id)]);
        return { value: { ...note, id, created_at: time }, terms: [...about].map(notesTerm) };
      },
    },
  },
});

// Proposals of operators. An open one has a term until it is executed or ends; it may have expired.

/** The term of proposals that were neither executed nor ended. */
export const OPEN_PROPOSALS_TERM = 'state:open';

const ended = {
  touches: ({ data }: Recorded<'proposal.executed' | 'proposal.ended'>) => [data.proposal_id],
  fold: (
    before: { readonly value: BookProposal } | undefined,
    event: Recorded<'proposal.executed' | 'proposal.ended'>,
  ) => before && { value: endProposal(before.value, event), terms: [] },
};

export const proposalsProjection = defineBookProjection<BookProposal>({
  name: 'proposals',
  version: 1,
  state: 'proposals',
  rules: {
    ...ignoreAllBut('dual_control'),
    'proposal.created': {
      touches: ({ data }: Recorded<'proposal.created'>) => [data.proposal_id],
      fold: (_before, event: Recorded<'proposal.created'>) => ({
        value: presentProposal(event),
        terms: [OPEN_PROPOSALS_TERM],
      }),
    },
    'proposal.executed': ended,
    'proposal.ended': ended,
  },
});

// Reviews of transfers and identities: since when each waits, why, and how it was decided. A document has the ID of its
// transfer or user, and exists only if it was in review at some time.

export type ReviewKind = 'transfer' | 'identity';
/** `ended`: the review became unnecessary, because the user was deactivated. */
type ReviewOutcome = 'approved' | 'rejected' | 'incomplete' | 'ended';

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
    ...ignoreAllBut('offramps'),
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
