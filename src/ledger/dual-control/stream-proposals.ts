/** Proposals of streams that are kept in memory as a whole: those of treasuries and of reconciliation. Pure. */
import { refuse, refuseNotFound } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import { isSameOperator } from './operator-name.ts';
import { proposalAt } from './present-proposal.ts';
import type { ProposalOf } from './present-proposal.ts';

type Refused = { readonly refusal: Refusal };
type Proposals<Action> = ReadonlyMap<string, ProposalOf<Action>>;

export type ProposalCommand = { readonly proposal_id: string; readonly operator: string };

/** Refuses not_found, proposal_state_conflict. */
function openProposal<Action>(
  proposals: Proposals<Action>,
  id: string,
  now: number,
): ProposalOf<Action> | Refused {
  const found = proposals.get(id);
  if (found === undefined) return refuseNotFound('proposal');
  const { state } = proposalAt(found, now);
  return state === 'open' ? found : refuse('proposal_state_conflict', `The proposal is ${state}.`);
}

/** The open proposal, for a second operator. Refuses not_found, proposal_state_conflict, second_operator_required. */
export function approvableProposal<Action>(
  proposals: Proposals<Action>,
  { proposal_id, operator }: ProposalCommand,
  now: number,
): ProposalOf<Action> | Refused {
  const open = openProposal(proposals, proposal_id, now);
  if ('refusal' in open) return open;
  return isSameOperator(operator, open.proposed_by) ? refuse('second_operator_required') : open;
}

/** Refuses not_found, proposal_state_conflict. */
export function withdrawStreamProposal<Action>(
  proposals: Proposals<Action>,
  { proposal_id, operator }: ProposalCommand,
  now: number,
) {
  const open = openProposal(proposals, proposal_id, now);
  if ('refusal' in open) return open;
  const data = { proposal_id, outcome: 'withdrawn', ended_by: operator } as const;
  return { event: { type: 'proposal.ended', data } as const, open };
}
