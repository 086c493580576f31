/**
 * Detects that the event store, or one of its streams, went back in time. Restored from a backup, the whole store lacks what this
 * process has in memory. A stream alone ends earlier than before, or was replaced by an older copy.
 */
import { decodeMetadata } from '../../event-store/codec.ts';
import { UnauthenticatedEvent } from '../../event-store/event-macs.ts';
import {
  NO_STREAM,
  type EventStore,
  type NewEvent,
  type Position,
  type Revision,
  type StoredEvent,
  type StreamName,
} from '../../event-store/port.ts';
import { environmentOf, isBookStream } from '../../ledger/ids.ts';
import { delay } from '../../system/runtime.ts';
import type { DocumentStore } from '../port.ts';
import type { ProjectionProgress } from '../projection-progress.ts';
import { typedRecords } from '../records.ts';
import { HISTORY_CALL_DEADLINE_MS, callLimit } from './document-history.ts';

/** An event as the store identifies it. */
type EventIdentity = {
  readonly stream: StreamName;
  readonly revision: Revision;
  readonly id: NewEvent['id'];
  readonly position: Position;
};

/** Missing events. */
export type LossOfEvents = {
  readonly reason: string;
  /** Whether all streams went back. Otherwise only some streams may have lost their ends. */
  readonly isOfAll: boolean;
};

/** Streams whose newest events are remembered. A restore removes the newest events of all. */
const STREAMS_MAX = 20;

/**
 * What this process has seen of the event store. The position of the newest event is not enough to notice a restore: after other
 * nodes have appended to the restored store, it is as high as before. The event that this process saw last is then missing, or its
 * revision has another one.
 *
 * If that stream alone lost its end, its events may have been removed to repeat what they record. It is refused when it is compared.
 */
export class EventHistory {
  readonly #eventStore: Pick<EventStore, 'head' | 'read'>;
  readonly #limited: ReturnType<typeof callLimit>;
  #highest: Position | undefined;
  /** The newest event of each stream, of those with the newest events. */
  readonly #newest = new Map<StreamName, EventIdentity>();
  /** Nothing is remembered during a loss: others may append to the restored store. */
  #isLost = false;
  /** Whether the newest event of the store was older than one that this process has seen, since the last check without a loss. */
  #hasFallen = false;

  constructor(eventStore: Pick<EventStore, 'head' | 'read'>, callDeadlineMs = HISTORY_CALL_DEADLINE_MS) {
    this.#eventStore = eventStore;
    this.#limited = callLimit(callDeadlineMs);
  }

  /**
   * Describes the loss while the newest event of the store is older than one that this process has seen, or while the newest
   * events that it has seen of several streams are missing. Throws StoreUnavailable.
   */
  async check(): Promise<LossOfEvents | undefined> {
    // The process may see more during the reads.
    const before = this.#highest;
    const seen = [...this.#newest.values()].sort((a, b) => (a.position < b.position ? 1 : -1));
    const head = await this.#limited(this.#eventStore.head());
    if (this.#highest === undefined || head > this.#highest) this.#highest = head;
    const isBehind = before !== undefined && head < before;
    this.#hasFallen ||= isBehind;
    const loss = await this.#findLoss(
      seen,
      isBehind ? `the newest one was at position ${before} and is at ${head}` : undefined,
    );
    this.#isLost = loss !== undefined;
    if (loss === undefined) this.#hasFallen = false;
    return loss;
  }

  /** `seen` has the newest event first. `fall` says that the newest event of the store is older. */
  async #findLoss(
    seen: readonly EventIdentity[],
    fall: string | undefined,
  ): Promise<LossOfEvents | undefined> {
    const [newest] = seen;
    if (fall === undefined && (newest === undefined || (await this.#has(newest)))) return undefined;
    const areKept = await Promise.all(seen.map((event) => this.#has(event)));
    const lost = areKept.filter((isKept) => !isKept).length;
    if (lost < 2 && !this.#hasFallen) return undefined;
    // A restored store has no event that is newer than a lost one.
    const isOfAll = this.#hasFallen && lost > 1 && areKept.lastIndexOf(false) === lost - 1;
    const missing = newest && `event ${newest.revision} of ${newest.stream} is missing or another one`;
    return { reason: `The events went back in time: ${fall ?? missing}.`, isOfAll };
  }

  async #has({ stream, revision, id }: EventIdentity): Promise<boolean> {
    const [found] = await this.#limited(this.#eventStore.read(stream, revision, 1));
    return found?.id === id;
  }

  /** Remembers an event that this process has read or appended. */
  observeEvent({ stream, revision, id, position }: EventIdentity): void {
    if (this.#isLost) return;
    if (this.#highest === undefined || position > this.#highest) this.#highest = position;
    const known = this.#newest.get(stream);
    if (known !== undefined && position <= known.position) return;
    this.#newest.set(stream, { stream, revision, id, position });
    if (this.#newest.size > STREAMS_MAX) this.#forgetOldest();
  }

  /** Remembers positions that the projector of this process has reached. Call it with each progress report. */
  observe(progress: readonly ProjectionProgress[]): void {
    // Before a projection is live, its position is that of the documents, which may belong to other events.
    for (const { state, position } of progress)
      if (this.#highest !== undefined && state === 'live' && position > this.#highest)
        this.#highest = position;
  }

  #forgetOldest(): void {
    const [first, ...others] = this.#newest.values();
    if (first === undefined) return;
    const oldest = others.reduce((found, each) => (each.position < found.position ? each : found), first);
    this.#newest.delete(oldest.stream);
  }
}

type Known = { readonly first_event_id: string };
const KEY = 'event_store';

/** Reports the last event of each append and of each read page. */
export function observingEvents(eventStore: EventStore, onEvent: (event: EventIdentity) => void): EventStore {
  return {
    ...eventStore,
    async append(stream, events, expectedRevision) {
      const result = await eventStore.append(stream, events, expectedRevision);
      const last = events.at(-1);
      if (result.ok && last !== undefined) onEvent({ ...result, stream, id: last.id });
      return result;
    },
    async read(...args) {
      const found = await eventStore.read(...args);
      const last = found.at(-1);
      if (last !== undefined) onEvent(last);
      return found;
    },
    async readLast(stream) {
      const found = await eventStore.readLast(stream);
      if (found !== undefined) onEvent(found);
      return found;
    },
  };
}

/** The identity of an event store is the ID of the first event of a stream. */
const firstEventId = async (
  eventStore: Pick<EventStore, 'read'>,
  stream: StreamName,
): Promise<string | undefined> => (await eventStore.read(stream, NO_STREAM + 1, 1))[0]?.id;

/** Records in the documents to which event store they belong. Throws StoreUnavailable. */
export async function recordEventStore(
  documents: Pick<DocumentStore, 'getRecord' | 'putRecord' | 'deleteRecord'>,
  eventStore: Pick<EventStore, 'read'>,
  stream: StreamName,
): Promise<void> {
  const first_event_id = await firstEventId(eventStore, stream);
  if (first_event_id === undefined) return;
  const records = typedRecords<Known>(documents, 'projections');
  if ((await records.get(KEY))?.first_event_id !== first_event_id) await records.put(KEY, { first_event_id });
}

/**
 * Whether the documents belong to this event store, at an earlier or later time. False if it is empty, if it is another one, and
 * for documents of releases that did not record it. Throws StoreUnavailable.
 */
export async function isSameEventStore(
  documents: Pick<DocumentStore, 'getRecord' | 'putRecord' | 'deleteRecord'>,
  eventStore: Pick<EventStore, 'read'>,
  stream: StreamName,
): Promise<boolean> {
  const known = await typedRecords<Known>(documents, 'projections').get(KEY);
  return known !== undefined && known.first_event_id === (await firstEventId(eventStore, stream));
}

// One stream. A hash chain and MACs prove what a stream contains, but not what it no longer contains, so this needs evidence from
// outside of the stream.

/** Says that a stream once had an event. */
export type Evidence = {
  /** Such as `a snapshot`. */
  readonly source: string;
  readonly revision: Revision;
  /** The hash of the event, or its time in milliseconds since 1970 where nothing else is known about it. */
  readonly event: { readonly hash: string } | { readonly time: number };
  /** In milliseconds since 1970. An operator who accepts a history overrules all evidence from before. */
  readonly writtenAt: number;
};

/** Evidence that is kept outside of streams. */
export type EvidenceOfStreams = {
  /** The evidence about a stream whose time is ahead of the clock by this much. Never throws. */
  find(stream: StreamName, clockAheadMs: number): Promise<readonly Evidence[]>;
  /** Keeps the evidence of an error that is LostEvents, because what it was found in may change. Never throws. */
  keep(stream: StreamName, error: unknown): Promise<void>;
  /** Records the newest events of streams when a service stops in an orderly way. Throws StoreUnavailable. */
  recordHeads(streams: readonly StreamName[]): Promise<void>;
  /** All events were restored to an earlier time on purpose, so documents and kept evidence from before prove nothing. Throws StoreUnavailable. */
  acceptRestore(): Promise<void>;
};

/** The stream lacks an event that evidence proves. Nothing is decided on it until the event is back or an operator accepts the loss. */
export class LostEvents extends UnauthenticatedEvent {
  readonly evidence: Evidence | undefined;
  constructor(stream: StreamName, evidence: Evidence | Pick<Evidence, 'source' | 'revision'>, what: string) {
    const { source, revision } = evidence;
    super(
      { stream, revision },
      `${source} proves an event, but ${what}; see "Books that have lost events" in docs/operations.md`,
    );
    this.evidence = 'event' in evidence ? evidence : undefined;
  }
}

/** A server that was just restarted, or is still catching up with its cluster, may show fewer events for a moment. */
const REREADS_MAX = 4;
const REREAD_AFTER_MS = 50;

/**
 * Returns the event that the evidence proves. Undefined if it is lost, and an operator has accepted that after the evidence was
 * written. Throws LostEvents otherwise, and StoreUnavailable.
 */
export async function readProven(
  eventStore: Pick<EventStore, 'read'>,
  stream: StreamName,
  evidence: Evidence,
  acceptedAt = -Infinity,
): Promise<StoredEvent | undefined> {
  for (let rereads = 0; ; rereads++) {
    const [found] = await eventStore.read(stream, evidence.revision, 1);
    if (found !== undefined && isProven(found, evidence)) return found;
    if (evidence.writtenAt <= acceptedAt) return undefined;
    if (found !== undefined) throw new LostEvents(stream, evidence, 'the stream has another event there');
    if (rereads === REREADS_MAX) throw new LostEvents(stream, evidence, 'the stream ends before it');
    await delay(REREAD_AFTER_MS);
  }
}

/** The event is not verified yet. */
function isProven(stored: StoredEvent, { revision, event }: Evidence): boolean {
  // A server that has removed the beginning of a stream returns its next event.
  if (stored.revision !== revision) return false;
  return 'hash' in event
    ? stored.metadata.endsWith(`,"hash":"${event.hash}"}`)
    : timeOf(stored) === event.time;
}

/** In milliseconds since 1970. Undefined for an event that cannot be decoded. */
function timeOf(stored: StoredEvent): number | undefined {
  try {
    return Date.parse(decodeMetadata(stored).time);
  } catch {
    return undefined;
  }
}

// All streams, at a start.

/** An event that was decided before another one may be stored after it, and the clocks of nodes differ. */
const TIMES_DIFFER_MS = 5_000;

/**
 * The streams that lack an event that evidence proves, unless an operator has accepted that, and whether all streams end before
 * each of these events, as after a restore to an earlier time, apart from sandboxes. Throws StoreUnavailable.
 */
export async function findLosses(
  eventStore: Pick<EventStore, 'read' | 'readLast'>,
  evidence: Pick<EvidenceOfStreams, 'find'>,
  streams: readonly StreamName[],
  acceptedAt: (stream: StreamName) => number | undefined,
): Promise<{ readonly lost: readonly StreamName[]; readonly areNewest: boolean }> {
  const lost = new Set<StreamName>();
  let oldestLost = Infinity;
  let newestKept = -Infinity;
  for (const stream of streams) {
    const last = await eventStore.readLast(stream);
    // Keys can set the clock of a sandbox ahead.
    const isOnTime = !isBookStream(stream) || environmentOf(stream) !== 'sandbox';
    if (last !== undefined && isOnTime) newestKept = Math.max(newestKept, timeOf(last) ?? Infinity);
    for (const each of await evidence.find(stream, 0)) {
      if (each.writtenAt <= (acceptedAt(stream) ?? -Infinity)) continue;
      const [found] = await eventStore.read(stream, each.revision, 1);
      if (found !== undefined && isProven(found, each)) continue;
      lost.add(stream);
      oldestLost = Math.min(oldestLost, each.writtenAt);
    }
  }
  return { lost: [...lost], areNewest: oldestLost >= newestKept - TIMES_DIFFER_MS };
}
