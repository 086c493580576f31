/** Finds proposals of trades, which belong to a treasury and not to a book. */
import { ENVIRONMENTS } from '../../ledger/environment.ts';
import type { TradeProposal } from '../../treasury/state.ts';
import type { OperatorServices } from './services.ts';

/** Undefined if no treasury has the proposal. Throws StoreUnavailable. */
export async function findTreasuryProposal(
  { treasuries }: Pick<OperatorServices, 'treasuries'>,
  id: string,
): Promise<TradeProposal | undefined> {
  for (const environment of ENVIRONMENTS) {
    const treasury = treasuries.get(environment);
    // Another node may have recorded it before this request was sent.
    if (!treasury.proposals.has(id)) await treasury.refresh();
    const found = treasury.proposals.get(id);
    if (found !== undefined) return found;
  }
  return undefined;
}
