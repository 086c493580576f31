/** The request to deliver an event again. */
import { validateEventRedeliver } from '../generated/validators.js';
import type { Answer, AnswerRule } from '../keeper/command.ts';
import { look } from '../keeper/look.ts';
import type { UserKey } from '../keeper/vault.ts';
import { notFound } from '../ledger/refusal.ts';
import { requestRedelivery } from '../ledger/webhook-endpoints.ts';
import { findKept } from './events.ts';
import { route } from './route.ts';
import type { Caller, Reply, Route } from './route.ts';
import { submit } from './write.ts';

export const redeliveryRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/events/{event_id}/redeliver',
    body: validateEventRedeliver,
    mayBeEmpty: true,
    handle: (call) => redeliver(call, call.params.event_id, call.body.webhook_endpoint_id),
  }),
];

type PublicEvent = { readonly type: string; readonly data: { readonly object: string; readonly id: string } };

async function redeliver(
  caller: Caller,
  event_id: string,
  webhook_endpoint_id: string | undefined,
): Promise<Reply> {
  const event = await findKept(caller, event_id);
  if (event === undefined) {
    // The request may have been taken while the event was kept, and is answered again for ever.
    return submit(caller, { decide: () => notFound('event'), answer: answerWith('') });
  }
  // The event log wrote it.
  const { type, data } = JSON.parse(event.body) as PublicEvent;
  const key = data.object === 'user' ? await keyOf(caller, data.id) : undefined;
  return submit(caller, {
    decide: (book) => requestRedelivery(book, { event_id, type, webhook_endpoint_id }),
    answer: answerWith(event.body, key),
  });
}

/** The answer shows the event. One about a user is kept sealed, so that it goes when the person is forgotten. */
const answerWith = (body: string, key?: UserKey): AnswerRule => ({
  from: 'book',
  render: (): Answer => ({ status: 202, body }),
  ...(key === undefined ? {} : { seal: (text: string) => key.seal(text) }),
});

/** The key of a user; of one whose key is gone, a new one that nobody keeps. Undefined where nothing was ever sealed. */
async function keyOf({ services, stream }: Caller, userId: string): Promise<UserKey | undefined> {
  const { keepers, vault, clock } = services;
  const sealed = await look(keepers, stream, (book) => book.users.get(userId)?.sealed);
  if (typeof sealed !== 'string') return undefined;
  return (await vault.keyFor(sealed)) ?? vault.createKey({ expiresAt: new Date(clock()) });
}
