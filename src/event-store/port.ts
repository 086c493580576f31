/**
 * The event store as the service sees it: streams of immutable events, appended atomically at an
 * expected revision, readable by stream and followable in one order over all streams.
 *
 * Revisions are 0-based and number the events of one stream. Positions are bigint, order the events of all
 * streams, and only grow. Every adapter passes test/contracts/event-store.ts.
 */

/** An event to append. `data` and `metadata` are JSON texts and are stored exactly as given. */
export type NewEvent = {
  /** UUID; names the event for ever, so that an append with an unknown outcome can be recognised. */
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
};

export type StoredEvent = NewEvent & {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
};

export type AppendResult =
  /** `revision` and `position` are those of the last event appended. */
  | { readonly ok: true; readonly revision: number; readonly position: bigint }
  /** Another writer was first. Nothing was appended. `actual` is the stream's last revision. */
  | { readonly ok: false; readonly actual: number };

/** The expected revision of a stream that must not exist yet; also the "last revision" of such a stream. */
export const NO_STREAM = -1;

/** The position before the first event of all. */
export const START = -1n;

/** Bounds of one append, which the keeper of a book respects. */
export const APPEND_EVENTS_MAX = 500;
export const APPEND_BYTES_MAX = 900 * 1024;

export type EventStore = {
  /**
   * Appends all events or none, durably, directly after `expectedRevision` (NO_STREAM for a new stream).
   * At least 1 and at most APPEND_EVENTS_MAX events.
   * Throws a StoreUnavailable when the store can't be reached or its answer did not come: the outcome is then unknown.
   */
  append(stream: string, events: readonly NewEvent[], expectedRevision: number): Promise<AppendResult>;

  /** Up to `count` events of a stream, oldest first, from a revision on (inclusive). Empty past the end or for no stream. */
  read(stream: string, fromRevision: number, count: number): Promise<StoredEvent[]>;

  /** The newest event of a stream. */
  readLast(stream: string): Promise<StoredEvent | undefined>;

  /** The position of the newest event of all streams; START when there is none. */
  head(): Promise<bigint>;

  /**
   * Pages of events of all the service's streams in order of position, strictly after `position`: first what is there,
   * then what comes, without gap or repetition, until the signal aborts. A page has 1 to `pageSize` events.
   * Throws a StoreUnavailable when the store goes away; the caller follows again from its own position.
   */
  follow(position: bigint, options: { signal: AbortSignal; pageSize: number }): AsyncIterable<StoredEvent[]>;

  /** Resolves when the store can serve; throws a StoreUnavailable otherwise. */
  ping(): Promise<void>;

  close(): Promise<void>;
};

/** A store (of events or of documents) can't be reached, or did not answer in time. What was asked may or may not have happened. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}
