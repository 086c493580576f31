/**
 * What every adapter refuses to append: it is a mistake of the caller and not an answer of the store.
 */
import { APPEND_BYTES_MAX, APPEND_EVENTS_MAX, NO_STREAM, type NewEvent } from './port.ts';

/**
 * Throws a RangeError unless there are 1 to APPEND_EVENTS_MAX events of at most APPEND_BYTES_MAX bytes of data and
 * metadata in all, and the revision is one that a stream can have.
 */
export function assertAppendable(events: readonly NewEvent[], expectedRevision: number): void {
  if (events.length < 1 || events.length > APPEND_EVENTS_MAX) {
    throw new RangeError(`An append has 1 to ${APPEND_EVENTS_MAX} events, not ${events.length}.`);
  }
  if (!Number.isSafeInteger(expectedRevision) || expectedRevision < NO_STREAM) {
    throw new RangeError(`${expectedRevision} is not a revision that a stream can have.`);
  }
  if (isTooBig(events)) throw new RangeError(`An append has at most ${APPEND_BYTES_MAX} bytes.`);
}

/** At most so many bytes has a text in UTF-8: three for each unit of the string. */
export const utf8BytesMax = (text: string): number => text.length * 3;

/** Most appends need no exact count. */
function isTooBig(events: readonly NewEvent[]): boolean {
  const atMost = sum(events, ({ data, metadata }) => utf8BytesMax(data) + utf8BytesMax(metadata));
  if (atMost <= APPEND_BYTES_MAX) return false;
  return (
    sum(events, ({ data, metadata }) => Buffer.byteLength(data) + Buffer.byteLength(metadata)) >
    APPEND_BYTES_MAX
  );
}

function sum(events: readonly NewEvent[], size: (event: NewEvent) => number): number {
  return events.reduce((total, event) => total + size(event), 0);
}
