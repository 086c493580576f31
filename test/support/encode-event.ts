/** Encodes one event of any type and version, valid or not. */
import { chainEvent, draftEvents, type Metadata } from '../../src/event-store/codec.ts';
import type { EventMacs } from '../../src/event-store/event-macs.ts';
import type { NewEvent } from '../../src/event-store/port.ts';

/** Encodes the event at `revision` of `stream`, after the event with the hash `previous`. Without `macs`, it has no MAC. */
export function encodeEvent(
  previous: string,
  stream: string,
  revision: number,
  event: { readonly type: string; readonly data: unknown },
  { schema_version: version, idempotency, announced, ...metadata }: Metadata,
  macs?: EventMacs,
): { readonly event: NewEvent; readonly hash: string } {
  const { drafts } = draftEvents({
    events: [event],
    schemaOf: () => ({ version }),
    isAnnounced: () => announced === true,
    metadata,
    idempotency,
  });
  const [draft] = drafts;
  if (draft === undefined) throw new Error('the event was not encoded');
  const place = { stream, revision, previous };
  const chained = chainEvent(place, draft);
  return macs === undefined ? chained : chainEvent(place, macs.add(draft, chained.hash));
}
