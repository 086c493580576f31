/** Erases the personal data of a user by destroying its keys. */
import { delay } from '../../system/runtime.ts';
import { submit } from '../../api/operations/write.ts';
import type { Reply } from '../../api/server/reply.ts';
import { isProblem } from '../../api/server/errors.ts';
import { forgetUser, userKeyIds } from '../../ledger/users/forget-user.ts';
import { NO_PERSONAL_FIELDS, presentUser } from '../../ledger/present.ts';
import { readConsistent } from '../../writer/read-consistent.ts';
import type { OperatorCaller, OperatorHandlers } from '../operations/operation.ts';
import type { OperatorServices } from '../operations/services.ts';

export const userErasureHandlers = {
  forgetUser: (call) => forget(call, call.params.user_id, call.body.reason),
} satisfies Partial<OperatorHandlers>;

/**
 * Appends the event before it destroys the keys, so that a missing key is always explained by an event. After a crash
 * in between, the projector destroys the keys. Outdated read model builds still contain the personal data, so they
 * are dropped too.
 */
async function forget(caller: OperatorCaller, user_id: string, reason: string): Promise<Reply> {
  const { writers, vault, rebuilds } = caller.services;
  const keys = await readConsistent(writers, caller.stream, (book) => userKeyIds(book, user_id));
  const reply = await submit(caller, {
    decide: (book) => forgetUser(book, { user_id }),
    answer: {
      from: 'book',
      render(book) {
        const found = book.users.get(user_id);
        if (found === undefined) throw new Error(`user ${user_id} was erased but is not in the book`);
        return { status: 200, body: JSON.stringify(presentUser(found.user, NO_PERSONAL_FIELDS)) };
      },
    },
    reason,
  });
  if (isProblem(reply)) return reply;
  for (const id of keys) await vault.destroyKey(id);
  await dropOutdatedBuilds(rebuilds, await writers.head(caller.stream));
  return reply;
}

/** Nodes of an older release update their own builds. Wait this long for them before dropping a build. */
const OUTDATED_CHECKS_MAX = 8;
const OUTDATED_CHECK_INTERVAL_MS = 250;

async function dropOutdatedBuilds(rebuilds: OperatorServices['rebuilds'], upTo: bigint): Promise<void> {
  for (let checks = 1; ; checks++) {
    const outdated = await rebuilds.outdated(upTo);
    if (outdated.length === 0) return;
    if (checks === OUTDATED_CHECKS_MAX) return rebuilds.drop(outdated);
    await delay(OUTDATED_CHECK_INTERVAL_MS);
  }
}
