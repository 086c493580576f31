/** Encodes one event of any type and version, valid or not. */
import { encodeEvents } from '../../src/event-store/codec.ts';
import type { Metadata } from '../../src/event-store/codec.ts';
import type { NewEvent } from '../../src/event-store/port.ts';

/** Encodes the event at `revision` of `stream`, after the event with the hash `previous`. */
export function encodeEvent(
  previous: string,
  stream: string,
  revision: number,
  event: { readonly type: string; readonly data: unknown },
  { schema_version: version, idempotency, ...metadata }: Metadata,
): { readonly event: NewEvent; readonly hash: string } {
  const { events, hash } = encodeEvents(
    { stream, revision: revision - 1, hash: previous },
    { events: [event], schemaOf: () => ({ version }), metadata, idempotency },
  );
  const [encoded] = events;
  if (encoded === undefined) throw new Error('the event was not encoded');
  return { event: encoded, hash };
}
