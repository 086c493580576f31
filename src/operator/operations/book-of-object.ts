/** Finds the book of the object that a path names, such as the wallet in `/operator/v1/wallets/{wallet_id}`. */
import { COLLECTIONS } from '../../../projections/collections.ts';
import { nounOf } from '../../api/operations/path-params.ts';
import { findInAnyBook } from '../../api/operations/read.ts';
import { notFoundProblem } from '../../api/server/errors.ts';
import type { Problem } from '../../api/server/errors.ts';
import type { PathParams } from '../../api/server/router.ts';
import { DELIVERIES_COLLECTION } from '../../webhooks/records/delivery.ts';
import { findStreamProposal } from './stream-proposal.ts';
import type { OperatorServices } from './services.ts';

/** The collections of objects that belong to a book, by the path parameter with their ID. */
const COLLECTION_OF = {
  user_id: COLLECTIONS.users,
  wallet_id: COLLECTIONS.wallets,
  transfer_id: COLLECTIONS.transfers,
  webhook_endpoint_id: COLLECTIONS.webhookEndpoints,
  webhook_delivery_id: DELIVERIES_COLLECTION,
  proposal_id: COLLECTIONS.proposals,
} as const;

/**
 * The stream of the object's book; undefined if no path parameter names an object of a book. 404 if no book has the
 * object. Throws ReadModelBehind and StoreUnavailable.
 */
export async function findBookOfObject(
  services: OperatorServices,
  params: PathParams,
): Promise<string | Problem | undefined> {
  for (const [name, collection] of Object.entries(COLLECTION_OF)) {
    const id = params[name];
    if (id === undefined) continue;
    const found = await findInAnyBook(services, services.head, collection, id);
    if (found === undefined && name === 'proposal_id' && (await findStreamProposal(services, id)))
      return undefined;
    // The keys of the table are what its type says.
    return found?.scope ?? notFoundProblem(nounOf(name as keyof typeof COLLECTION_OF));
  }
  return undefined;
}
