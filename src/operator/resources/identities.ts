/** The identity data that users submitted through the hosted page, for reviewers. */
import { parseBody } from '../../read-models/collection.ts';
import { COLLECTIONS } from '../../../projections/collections.ts';
import { notFoundProblem } from '../../api/server/errors.ts';
import { findDocument } from '../../api/operations/read.ts';
import type { OperatorHandlers } from '../operations/operation.ts';

export const identityHandlers = {
  async getUserIdentity(call) {
    const found = await findDocument(call, COLLECTIONS.identities, call.params.user_id);
    if (found === undefined) return notFoundProblem('identity');
    const { user_id, submitted_at, sealed } = parseBody(COLLECTIONS.identities, found);
    const key = await call.services.vault.keyFor(sealed);
    if (key === undefined) return notFoundProblem('identity');
    // The hosted page sealed a JSON object.
    const sent = JSON.parse(key.open(sealed)) as object;
    return { status: 200, body: JSON.stringify({ object: 'identity', user_id, submitted_at, ...sent }) };
  },
} satisfies Partial<OperatorHandlers>;
