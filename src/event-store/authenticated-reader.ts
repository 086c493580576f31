/**
 * Reads a stream, and yields only events that were written by the service: those that a later MAC of the stream covers, and
 * those of a history that was accepted without MACs.
 */
import { delay } from '../system/runtime.ts';
import { BrokenHashChain, FIRST_HASH, decodeMetadata, verifyHash, type ChainEnd } from './codec.ts';
import { UnauthenticatedEvent, hasMac, type EventMacs } from './event-macs.ts';
import {
  APPEND_EVENTS_MAX,
  type EventStore,
  type Revision,
  type StoredEvent,
  type StreamName,
} from './port.ts';

/** The newest event of a history that needs no MACs, because it was accepted as it is. */
export type AcceptedHistory = {
  readonly revision: Revision;
  readonly hash: string;
  /** When it was accepted, in milliseconds since 1970. It overrules older evidence of other events. */
  readonly at?: number;
};

export type Authentication = {
  readonly macs: EventMacs;
  /** Undefined for a stream that has MACs from its first event. Throws StoreUnavailable until it is known. */
  readonly acceptedHistory: (stream: StreamName) => AcceptedHistory | undefined;
};

/** An event whose hash is verified. */
export type VerifiedEvent = { readonly stored: StoredEvent; readonly hash: string };

type ReadOptions = Authentication & {
  readonly eventStore: Pick<EventStore, 'read'>;
  readonly pageSize: number;
  /** How many events may precede their MAC. */
  readonly uncoveredMax?: number;
};

/** A server that is starting may show an append before it has read all of it. */
const REREADS_MAX = 5;
const REREAD_AFTER_MS = 50;

/**
 * Yields the events after `end` up to the end of the stream. Events of an accepted history are yielded before its hash is
 * compared, so a caller must discard them when it gets BrokenHashChain. Throws UnauthenticatedEvent for events that
 * nothing covers, after all events that precede them. Throws StoreUnavailable.
 */
export async function* readAuthenticated(
  { eventStore, macs, acceptedHistory, pageSize, uncoveredMax = APPEND_EVENTS_MAX }: ReadOptions,
  { stream, revision: after, hash: hashAfter }: ChainEnd,
): AsyncGenerator<readonly VerifiedEvent[], void, undefined> {
  const accepted = acceptedHistory(stream);
  let [revision, hash] = [after, hashAfter];
  let uncovered: VerifiedEvent[] = [];

  /** Verifies the next event. Returns whether everything up to it may be used. */
  function verify(stored: StoredEvent): boolean {
    const previous = hash;
    hash = verifyHash(previous, stored);
    revision = stored.revision;
    uncovered.push({ stored, hash });
    if (accepted === undefined || revision > accepted.revision) return macs.authenticates(previous, stored);
    if (revision === accepted.revision && hash !== accepted.hash)
      throw new BrokenHashChain(stored, 'the history up to this event is not the one that was accepted');
    return true;
  }

  for (let rereads = 0; ;) {
    const page = await eventStore.read(stream, revision + 1, pageSize);
    const covered: VerifiedEvent[] = [];
    let failure: unknown;
    try {
      for (const stored of page) {
        if (!verify(stored)) continue;
        covered.push(...uncovered);
        uncovered = [];
      }
    } catch (error) {
      failure = error;
    }
    if (covered.length > 0) yield covered;
    if (failure instanceof Error) throw failure;
    if (uncovered.length > uncoveredMax) break;
    if (page.length === pageSize) continue;
    if (uncovered.length === 0 || rereads === REREADS_MAX) break;
    rereads += 1;
    await delay(REREAD_AFTER_MS);
  }
  const [first] = uncovered;
  if (first !== undefined) {
    // Only the last event of an append has a MAC.
    const { stored } = uncovered.find((each) => hasMac(each.stored)) ?? first;
    throw new UnauthenticatedEvent(first.stored, macs.explain(stored));
  }
  if (accepted !== undefined && revision < accepted.revision)
    throw new BrokenHashChain(
      { stream, revision: revision + 1 },
      'an event of the accepted history is missing',
    );
}

/** Longer than most appends. */
const EVENT_PAGE = 20;

/**
 * Reads one event, and the events up to the MAC that covers it. Undefined if there is none. Of an accepted history, only
 * the hash of the event is verified. Throws like `readAuthenticated`.
 */
export async function readAuthenticatedEvent(
  options: Authentication & Pick<ReadOptions, 'eventStore'>,
  stream: StreamName,
  revision: Revision,
): Promise<StoredEvent | undefined> {
  const [before] = revision === 0 ? [] : await options.eventStore.read(stream, revision - 1, 1);
  // If this hash was changed, the event is not chained to it.
  const hash = before === undefined ? FIRST_HASH : decodeMetadata(before).hash;
  const pages = readAuthenticated(
    { ...options, pageSize: EVENT_PAGE },
    { stream, revision: revision - 1, hash },
  );
  for await (const [event] of pages) return event?.stored;
  return undefined;
}
