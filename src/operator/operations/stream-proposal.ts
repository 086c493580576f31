/** Finds proposals of trades, allocations, and write-offs, which belong to a treasury or to reconciliation and not to a book. */
import { ENVIRONMENTS, type EnvironmentName } from '../../ledger/ids.ts';
import type { Reconciliation } from '../../reconciliation/reconciliation.ts';
import type { ReconciliationProposal } from '../../reconciliation/state/state.ts';
import type { TreasuryProposal } from '../../treasury/state.ts';
import type { Treasury } from '../../treasury/treasury.ts';
import type { OperatorServices } from './services.ts';

type Services = Pick<OperatorServices, 'treasuries' | 'reconciliations'>;

export type StreamProposal = TreasuryProposal | ReconciliationProposal;
/** A treasury or a reconciliation, which decides about its proposals. */
export type ProposalOwner = Treasury | Reconciliation;

/** Those outside of books that have proposals. Throws StoreUnavailable. */
export const proposalOwners = async (
  { treasuries, reconciliations }: Services,
  environment: EnvironmentName,
): Promise<readonly ProposalOwner[]> => [treasuries.get(environment), await reconciliations.get(environment)];

/** Undefined if the proposal is not of a treasury or of reconciliation. Throws StoreUnavailable. */
export async function findStreamProposal(
  services: Services,
  id: string,
): Promise<{ readonly proposal: StreamProposal; readonly owner: ProposalOwner } | undefined> {
  for (const environment of ENVIRONMENTS)
    for (const owner of await proposalOwners(services, environment)) {
      // Another node may have recorded it before this request was sent.
      if (!owner.proposals.has(id)) await owner.refresh();
      const proposal = owner.proposals.get(id);
      if (proposal !== undefined) return { proposal, owner };
    }
  return undefined;
}
