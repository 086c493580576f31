/** Limits that every adapter enforces before it appends. Exceeding one is a bug in the caller, not a failure of the store. */
import { APPEND_BYTES_MAX, APPEND_EVENTS_MAX, NO_STREAM, type NewEvent } from './port.ts';

/**
 * Throws RangeError unless there are 1 to APPEND_EVENTS_MAX events, with at most APPEND_BYTES_MAX bytes of data and
 * metadata in total, and the revision is valid.
 */
export function assertAppendable(events: readonly NewEvent[], expectedRevision: number): void {
  if (events.length < 1 || events.length > APPEND_EVENTS_MAX)
    throw new RangeError(`an append must have 1 to ${APPEND_EVENTS_MAX} events; got ${events.length}`);
  if (!Number.isSafeInteger(expectedRevision) || expectedRevision < NO_STREAM)
    throw new RangeError(`expectedRevision must be NO_STREAM or an integer from 0; got ${expectedRevision}`);
  if (isTooLarge(events)) throw new RangeError(`an append must have at most ${APPEND_BYTES_MAX} bytes`);
}

/** An upper bound of the text's size in UTF-8: three bytes for each UTF-16 code unit. */
export const utf8BytesMax = (text: string): number => text.length * 3;

/** Counts exact bytes only if the upper bound exceeds the limit. */
function isTooLarge(events: readonly NewEvent[]): boolean {
  const bytesMax = sum(events, ({ data, metadata }) => utf8BytesMax(data) + utf8BytesMax(metadata));
  if (bytesMax <= APPEND_BYTES_MAX) return false;
  return (
    sum(events, ({ data, metadata }) => Buffer.byteLength(data) + Buffer.byteLength(metadata)) >
    APPEND_BYTES_MAX
  );
}

function sum(events: readonly NewEvent[], size: (event: NewEvent) => number): number {
  return events.reduce((total, event) => total + size(event), 0);
}
