/** Proposals of operators. An open one has a term until it is executed or ends; it may have expired. */
import { endProposal, presentProposal } from '../../src/ledger/dual-control/present-proposal.ts';
import type { ProposalView } from '../../src/ledger/dual-control/present-proposal.ts';
import { defineBookProjection, ignoreTopics } from '../book-projection.ts';
import type { Recorded } from '../views.ts';

/** The term of proposals that were neither executed nor ended. */
export const OPEN_PROPOSALS_TERM = 'state:open';

const ended = {
  touches: ({ data }: Recorded<'proposal.executed' | 'proposal.ended'>) => [data.proposal_id],
  fold: (
    before: { readonly value: ProposalView } | undefined,
    event: Recorded<'proposal.executed' | 'proposal.ended'>,
  ) => before && { value: endProposal(before.value, event), terms: [] },
};

export const proposalsProjection = defineBookProjection<ProposalView>({
  name: 'proposals',
  version: 1,
  state: 'proposals',
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
      'notes',
    ),
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
