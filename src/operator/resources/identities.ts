/** The identity data that users submitted through the hosted page, for reviewers. */
import { parseBody } from '../../read-models/collection.ts';
import { COLLECTIONS } from '../../../projections/collections.ts';
import { sealingKeyId, userKeyIds } from '../../ledger/users/forget-user.ts';
import { identityContext } from '../../ledger/sealing-context.ts';
import { notFoundProblem } from '../../api/server/errors.ts';
import { findDocument } from '../../api/operations/read.ts';
import { readConsistent } from '../../writer/read-consistent.ts';
import type { OperatorHandlers } from '../operations/operation.ts';

export const identityHandlers = {
  async getUserIdentity(call) {
    const found = await findDocument(call, COLLECTIONS.identities, call.params.user_id);
    if (found === undefined) return notFoundProblem('identity');
    const { user_id, submitted_at, sealed } = parseBody(COLLECTIONS.identities, found);
    // The document store is not trusted: the data must be sealed for this user, with a key of this user.
    const { vault, writers } = call.services;
    const { keyIds, isForgotten } = await readConsistent(writers, found.scope, (book) => ({
      keyIds: userKeyIds(book, user_id),
      isForgotten: book.users.get(user_id)?.forgotten === true,
    }));
    if (isForgotten || !keyIds.includes(sealingKeyId(sealed)) || user_id !== call.params.user_id)
      return notFoundProblem('identity');
    const key = await vault.requireKey(sealed, found.scope);
    // The hosted page sealed a JSON object.
    const sent = JSON.parse(key.open(sealed, identityContext(found.scope, user_id))) as object;
    return { status: 200, body: JSON.stringify({ object: 'identity', user_id, submitted_at, ...sent }) };
  },
} satisfies Partial<OperatorHandlers>;
