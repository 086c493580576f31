/**
 * Proposals: actions that are too large for one operator. One operator proposes them, and another one lets them take
 * effect (docs/adr/0047-proposals-are-events.md).
 */
import type { Book } from '../book.ts';
import type { EventData, RecordedBookEvent } from '../event.ts';
import type { ProposalId } from '../ids.ts';
import { LedgerViolation } from '../violations.ts';
import { isSameOperator } from './operator-name.ts';

export type ProposedAction = EventData<'proposal.created'>['action'];

/** A proposal that is neither executed nor ended. It may have expired. */
export type Proposal = {
  readonly id: ProposalId;
  readonly proposed_by: string;
  readonly expires_at: string;
  readonly action: ProposedAction;
};

export type ProposalEvent = RecordedBookEvent<'proposal.created' | 'proposal.executed' | 'proposal.ended'>;

/** Applies an event about a proposal. Throws a LedgerViolation if one operator executes what the same one proposed. */
export function applyProposal(book: Pick<Book, 'proposals'>, event: ProposalEvent): void {
  const { proposal_id: id } = event.data;
  const open = book.proposals.get(id);
  if (event.type === 'proposal.created') {
    if (open !== undefined) throw new LedgerViolation('object_exists', `Proposal ${id} already exists.`);
    const { proposed_by, expires_at, action } = event.data;
    book.proposals.set(id, { id, proposed_by, expires_at, action });
    return;
  }
  if (open === undefined) throw new LedgerViolation('object_missing', `Proposal ${id} is not open.`);
  if (event.type === 'proposal.executed') assertExecutable(open, event);
  book.proposals.delete(id);
}

function assertExecutable(open: Proposal, { data, time }: RecordedBookEvent<'proposal.executed'>): void {
  if (data.proposed_by !== open.proposed_by || isSameOperator(data.executed_by, open.proposed_by))
    throw new LedgerViolation('proposal_unusable', `Proposal ${open.id} needs a second operator.`);
  if (Date.parse(time) >= Date.parse(open.expires_at))
    throw new LedgerViolation('proposal_unusable', `Proposal ${open.id} expired at ${open.expires_at}.`);
}
