/** Events of somebody who can write to the event store, but does not have the master key: their hash chain is right. */
import { FIRST_HASH, decodeMetadata, type Metadata } from '../../src/event-store/codec.ts';
import type { EventStore, NewEvent, StoredEvent } from '../../src/event-store/port.ts';
import { encodeEvent } from './encode-event.ts';

type Forged = { readonly type: string; readonly data: unknown };

/** Chained to the last event, with its actor. `mac` is a member `mac` from elsewhere. */
export function forgedAfter(
  stream: string,
  last: StoredEvent | undefined,
  event: Forged,
  mac?: string,
): NewEvent {
  const { hash, actor } =
    last === undefined ? { hash: FIRST_HASH, actor: 'operator:x' } : decodeMetadata(last);
  const time = new Date(last === undefined ? 0 : Date.parse(decodeMetadata(last).time)).toISOString();
  const metadata: Metadata = { schema_version: 1, time, actor, request_id: 'req_1' };
  const copied = mac === undefined ? undefined : { ...unused, add: withMac(mac) };
  return encodeEvent(hash, stream, (last?.revision ?? -1) + 1, event, metadata, copied).event;
}

const unused = { authenticates: () => false, explain: () => '' };

const withMac =
  (mac: string) =>
  <T extends { readonly metadata: string }>(draft: T): T => ({
    ...draft,
    metadata: `${draft.metadata},"mac":"${mac}"`,
  });

/** Appends an event to the end of a stream. */
export async function forge(
  eventStore: EventStore,
  stream: string,
  event: Forged,
  mac?: string,
): Promise<StoredEvent> {
  const last = await eventStore.readLast(stream);
  const result = await eventStore.append(
    stream,
    [forgedAfter(stream, last, event, mac)],
    last?.revision ?? -1,
  );
  const stored = await eventStore.readLast(stream);
  if (!result.ok || stored === undefined) throw new Error(`the event was not appended to ${stream}`);
  return stored;
}
