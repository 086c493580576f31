/** Forgetting a person. */
import { setTimeout as delay } from 'node:timers/promises';
import { submit } from '../../api/operations/write.ts';
import type { Reply } from '../../api/server/reply.ts';
import { isProblem } from '../../api/server/errors.ts';
import { forgetUser, userKeyIds } from '../../ledger/users/forget-user.ts';
import { NO_PERSONAL_FIELDS, presentUser } from '../../ledger/present.ts';
import type { OperatorCaller, OperatorHandlers } from '../operation.ts';
import type { OperatorServices } from '../services.ts';

export const userErasureHandlers = {
  forgetUser: (call) => forget(call, call.params.user_id, call.body.reason),
} satisfies Partial<OperatorHandlers>;

/**
 * First the event, then the keys: a key that is gone without a word about it can't be told from one that was lost. Should
 * this end in between, the projector destroys them when it comes to the event. Builds of read models that nobody keeps up to
 * date still hold the person, so they go as well.
 */
async function forget(caller: OperatorCaller, user_id: string, reason: string): Promise<Reply> {
  const { keepers, vault, rebuilds } = caller.services;
  const keys = await keepers.read(caller.stream, (book) => userKeyIds(book, user_id));
  const reply = await submit(caller, {
    decide: (book) => forgetUser(book, { user_id }),
    answer: {
      from: 'book',
      render(book) {
        const found = book.users.get(user_id);
        if (found === undefined) throw new Error(`the user ${user_id} was forgotten, who does not exist`);
        return { status: 200, body: JSON.stringify(presentUser(found.user, NO_PERSONAL_FIELDS)) };
      },
    },
    reason,
  });
  if (isProblem(reply)) return reply;
  for (const id of keys) await vault.destroyKey(id);
  await dropOutdated(rebuilds, await keepers.head(caller.stream));
  return reply;
}

/** Nodes of an older release read builds of their own, and forget there too; they have so long to show that they are there. */
const LOOKS = 8;
const LOOK_EVERY_MS = 250;

async function dropOutdated(rebuilds: OperatorServices['rebuilds'], upTo: bigint): Promise<void> {
  for (let looked = 1; ; looked++) {
    const outdated = await rebuilds.outdated(upTo);
    if (outdated.length === 0) return;
    if (looked === LOOKS) return rebuilds.drop(outdated);
    await delay(LOOK_EVERY_MS);
  }
}
