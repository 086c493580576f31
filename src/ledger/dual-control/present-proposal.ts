/** Proposals as the operator API shows them. */
import { environmentOf, integratorOf } from '../book-name.ts';
import type { BookEvent, EventLocation, RecordedBookEvent } from '../event.ts';
import type { ProposedAction } from './proposal.ts';

export type ProposalState = 'open' | 'executed' | 'withdrawn' | 'expired' | 'superseded';

/** Of a book or of a treasury. A treasury has no integrator, and other actions. */
export type ProposalOf<Action> = {
  readonly id: string;
  readonly object: 'proposal';
  readonly integrator_id: string | null;
  readonly environment: 'sandbox' | 'production';
  readonly state: ProposalState;
  readonly action: Action;
  readonly points: string;
  readonly proposed_by: string;
  readonly proposed_at: string;
  readonly expires_at: string;
  /** The second operator, or who withdrew it; null if nobody ended it. */
  readonly ended_by: string | null;
  readonly ended_at: string | null;
};

export type ProposalView = ProposalOf<ProposedAction>;

type Created<Action> = EventLocation & {
  readonly data: {
    readonly proposal_id: string;
    readonly proposed_by: string;
    readonly points: string;
    readonly expires_at: string;
    readonly action: Action;
  };
};

export function presentProposal<Action>({ stream, time, data }: Created<Action>): ProposalOf<Action> {
  const { proposal_id: id, action, points, proposed_by, expires_at } = data;
  return {
    id,
    object: 'proposal',
    integrator_id: integratorOf(stream) ?? null,
    environment: environmentOf(stream),
    state: 'open',
    action,
    points,
    proposed_by,
    proposed_at: time,
    expires_at,
    ended_by: null,
    ended_at: null,
  };
}

type Ending = { readonly time: string } & Extract<
  BookEvent,
  { type: 'proposal.executed' | 'proposal.ended' }
>;

export const endProposal = <Action>(before: ProposalOf<Action>, event: Ending): ProposalOf<Action> => ({
  ...before,
  state: event.type === 'proposal.executed' ? 'executed' : event.data.outcome,
  ended_by: event.type === 'proposal.executed' ? event.data.executed_by : event.data.ended_by,
  ended_at: event.time,
});

/** The proposal at a time, in milliseconds since 1970. No event says that one expires. */
export const proposalAt = <Action>(view: ProposalOf<Action>, now: number): ProposalOf<Action> =>
  view.state === 'open' && Date.parse(view.expires_at) <= now ? { ...view, state: 'expired' } : view;

/** The answer 202 of a command that became a proposal; undefined for any other. */
export function proposalAnswer(
  events: readonly RecordedBookEvent[],
): { readonly status: 202; readonly body: string } | undefined {
  const created = events.find((event) => event.type === 'proposal.created');
  return created && { status: 202, body: JSON.stringify(presentProposal(created)) };
}
