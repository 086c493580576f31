/** Redelivery of events. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import { parseBody } from '../../../read-models/collection.ts';
import type { Answer, AnswerSource } from '../../../writer/command.ts';
import { readConsistent } from '../../../writer/read-consistent.ts';
import type { UserKey } from '../../../vault/vault.ts';
import { refuseNotFound } from '../../../ledger/refusal.ts';
import { endpointsFor, requestRedelivery } from '../../../ledger/webhooks/webhook-endpoint-commands.ts';
import { findRetainedEvent } from './events.ts';
import type { Caller, Handlers } from '../../operations/operation.ts';
import type { Problem } from '../../server/errors.ts';
import type { Reply } from '../../server/reply.ts';
import { sealAnswerWith, submit } from '../../operations/write.ts';

export const redeliveryHandlers = {
  redeliverEvent: (call) => redeliver(call, call.params.event_id, call.body.webhook_endpoint_id),
} satisfies Partial<Handlers>;

async function redeliver(
  caller: Caller,
  event_id: string,
  webhook_endpoint_id: string | undefined,
): Promise<Reply> {
  const event = await findRetainedEvent(caller, event_id);
  if (event === undefined) {
    // The event has expired, but the request may be a repeat of one that was accepted before.
    return submit(caller, { decide: () => refuseNotFound('event'), answer: answerWith('') });
  }
  const { type, data } = parseBody(COLLECTIONS.events, event);
  if (webhook_endpoint_id === undefined) {
    const refusal = await chargeFanOut(caller, type);
    if (refusal !== undefined) return refusal;
  }
  const key = data.object === 'user' ? await keyOf(caller, data.id) : undefined;
  return submit(caller, {
    decide: (book) => requestRedelivery(book, { event_id, type, webhook_endpoint_id }),
    answer: answerWith(event.body, key),
  });
}

/** Each delivery counts as a request. The limit for one of them was checked before. */
async function chargeFanOut(
  { services, stream, charge }: Caller,
  type: string,
): Promise<Problem | undefined> {
  const deliveries = await services.writers.read(stream, (book) => endpointsFor(book, type).length);
  return deliveries > 1 ? charge(deliveries - 1) : undefined;
}

/** The answer contains the event. If the event is about a user, the stored answer is encrypted under the user's key. */
const answerWith = (body: string, key?: UserKey): AnswerSource => ({
  from: 'book',
  render: (): Answer => ({ status: 202, body }),
  ...(key === undefined ? {} : { seal: sealAnswerWith(key) }),
});

/** The user's key; a temporary key if the user's key was destroyed. Undefined if the user has no encrypted data. */
async function keyOf({ services, stream }: Caller, userId: string): Promise<UserKey | undefined> {
  const { writers, vault, clock } = services;
  const sealed = await readConsistent(writers, stream, (book) => book.users.get(userId)?.sealed);
  if (typeof sealed !== 'string') return undefined;
  return (await vault.keyFor(sealed)) ?? vault.createKey({ expiresAt: new Date(clock()) });
}
