/**
 * The port to the event store: streams of immutable events, appended atomically at an expected revision, readable by
 * stream, and followable in one order over all streams.
 *
 * Revisions are 0-based and number the events of one stream. Positions are bigint, order the events of all streams, and
 * only increase. Every adapter passes test/contracts/event-store.ts.
 */

import type { Tagged } from '../ledger/ids.ts';

/** The name of a stream. */
export type StreamName = Tagged<string, 'StreamName'>;
/** The 0-based number of an event in its stream. */
export type Revision = Tagged<number, 'Revision'>;
/** The place of an event in the order of all streams. */
export type Position = Tagged<bigint, 'Position'>;

/** An event to append. `data` and `metadata` are JSON texts, stored exactly as given. */
export type NewEvent = {
  /** A UUID, chosen before the append, so that an append with an unknown outcome can be recognized. */
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
};

export type StoredEvent = NewEvent & {
  readonly stream: StreamName;
  readonly revision: Revision;
  readonly position: Position;
};

export type AppendResult =
  /** `revision` and `position` belong to the last appended event. */
  | { readonly ok: true; readonly revision: Revision; readonly position: Position }
  /** Another writer was first, and nothing was appended. `actual` is the stream's last revision. */
  | { readonly ok: false; readonly actual: Revision };

/** The expected revision of a stream that must not exist yet, and the last revision of such a stream. */
export const NO_STREAM: Revision = -1;

/** The position before the first event. */
export const START: Position = -1n;

/** Limits of one append. A batch of 500 transfers has up to 2,001 events. EventStoreDB accepts 1 MiB, types included. */
export const APPEND_EVENTS_MAX = 2_048;
export const APPEND_BYTES_MAX = 900 * 1024;

/** Settings by which the store hides events of a stream, and deletes them when it is compacted. The service never uses them. */
export type StreamSettings = {
  /** The settings that hide or delete events of the stream, such as `$maxCount is 100`. Undefined if all events are kept. */
  removing(stream: StreamName): Promise<string | undefined>;

  /** The service's streams whose settings have changed after a position, and the position up to which this is known. */
  changedAfter(
    position: Position,
  ): Promise<{ readonly streams: readonly StreamName[]; readonly position: Position }>;

  /** Removes the settings that `removing` describes. Throws Error if the stream was deleted for good. */
  keepAll(stream: StreamName): Promise<void>;

  /** Lets only the user of this connection write to the stream, unless it states who may or the connection has no user. */
  restrict(stream: StreamName): Promise<void>;

  /** Lets a user read all streams and, besides administrators, only this user write to these. Needs an administrator. */
  grant(user: string, streams: readonly StreamName[]): Promise<void>;
};

export type EventStore = {
  /**
   * Appends all events or none, durably, directly after `expectedRevision` (NO_STREAM for a new stream).
   * Throws StoreUnavailable when the store cannot be reached or does not answer; the outcome is then unknown. Throws
   * RangeError when the append exceeds its limits.
   */
  append(stream: StreamName, events: readonly NewEvent[], expectedRevision: Revision): Promise<AppendResult>;

  /** Up to `count` events of a stream, oldest first, starting at a revision. Empty after the end and for no stream. */
  read(stream: StreamName, fromRevision: Revision, count: number): Promise<StoredEvent[]>;

  /** The newest event of a stream. */
  readLast(stream: StreamName): Promise<StoredEvent | undefined>;

  /** The position of the newest event of all streams; START when there is none. */
  head(): Promise<Position>;

  /**
   * Pages of events of all the service's streams in order of position, strictly after `position`: first existing events,
   * then new ones, without gaps or repetitions, until the signal aborts. A page has 1 to `pageSize` events.
   * Throws StoreUnavailable when the store goes away; the caller then follows again from its own position.
   */
  follow(
    position: Position,
    options: { signal: AbortSignal; pageSize: number },
  ): AsyncIterable<StoredEvent[]>;

  /** Undefined if the store never hides or deletes events. */
  readonly settings?: StreamSettings;

  /** Resolves when the store can serve requests. Throws StoreUnavailable otherwise. */
  ping(): Promise<void>;

  close(): Promise<void>;
};

/** A store of events or documents cannot be reached, or did not answer in time. A write may or may not have happened. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** Nothing was appended: the store would hide or delete events of the stream. */
export class EventsNotKept extends StoreUnavailable {}

// Limits that every adapter enforces before it appends. Exceeding one is a bug in the caller, not a failure of the store.

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
  return eventBytes(events) > APPEND_BYTES_MAX;
}

/** The bytes of data and metadata, which APPEND_BYTES_MAX limits. */
export const eventBytes = (events: readonly Pick<NewEvent, 'data' | 'metadata'>[]): number =>
  sum(events, ({ data, metadata }) => Buffer.byteLength(data) + Buffer.byteLength(metadata));

function sum<Sized>(events: readonly Sized[], size: (event: Sized) => number): number {
  return events.reduce((total, event) => total + size(event), 0);
}
