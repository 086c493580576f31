import { COLLECTIONS } from '../../../projections/collections.ts';
import { createBackoff, exponentialDelays, sleep } from '../../async/wait.ts';
import { decodeMetadata } from '../../event-store/codec.ts';
import { StoreUnavailable } from '../../event-store/port.ts';
import {
  ReadModelBehind,
  isProblem,
  malformedRequest,
  notFoundProblem,
  problem,
  type Problem,
} from '../../http/errors.ts';
import type { EventStreamOutput, StreamEnd } from '../../http/event-stream.ts';
import type { StreamReply } from '../../http/reply.ts';
import { decodeIdOrigin, deriveId, isId, smallestIdAt } from '../../ledger/ids.ts';
import { EVERY_TERM, type StoredDocument } from '../../read-models/port.ts';
import { monotonicTime } from '../../system/runtime.ts';
import { ERASED_EVENTS_KEY, hasKey } from '../../writer/changed-keys.ts';
import { EXPIRED_POSITION, listPage, replyWithPage, type Selection } from '../operations/list.ts';
import type { BookCaller, Call, Handlers, Streaming } from '../operations/operation.ts';
import { findDocument } from '../operations/read.ts';
import type { Services } from '../operations/services.ts';
import { bookTime, waitForOwnWrites } from '../operations/wait.ts';

// The event log.

const DAY_MS = 24 * 60 * 60 * 1000;

const TYPE_TERM = 'type:';

/** Older events are not returned, even if a store still has them. */
export const keptSince = async (caller: BookCaller): Promise<number> =>
  (await bookTime(caller)) - caller.services.settings.eventRetentionDays * DAY_MS;

export const eventHandlers = {
  listEvents: async (call) => {
    const { type, object_id } = call.query;
    return replyWithPage(
      call,
      {
        collection: COLLECTIONS.events,
        prefix: 'evt',
        selection: selectEvents(object_id, type === undefined ? undefined : [type]),
        visibleSinceMs: await keptSince(call),
        keysOf: hasKey(object_id) ? () => [object_id] : 'everything',
      },
      call.query,
    );
  },
  getEvent: async (call) => {
    const event = await findRetainedEvent(call, call.params.event_id);
    return event === undefined ? notFoundProblem('event') : { status: 200, body: event.body };
  },
} satisfies Partial<Handlers>;

/** The events about an object, of these types. Undefined: all objects, or all types. */
function selectEvents(
  objectId: string | undefined,
  types: readonly string[] | undefined,
): Pick<Selection, 'terms' | 'filter'> {
  const typeTerms = types?.map((type) => TYPE_TERM + type);
  if (objectId === undefined) return { terms: typeTerms ?? [EVERY_TERM] };
  const filter = ({ terms }: Pick<StoredDocument, 'terms'>): boolean =>
    typeTerms === undefined || typeTerms.some((term) => terms.includes(term));
  return { terms: [`object:${objectId}`], filter };
}

/** The caller's event, unless it has expired. */
export async function findRetainedEvent(
  caller: BookCaller,
  eventId: string,
): Promise<StoredDocument | undefined> {
  // IDs start with their creation time.
  if (eventId < smallestIdAt('evt', await keptSince(caller))) return undefined;
  // Only erasure changes an event, so waiting for all of the book can only help to find a new one.
  const known = await findDocument(caller, COLLECTIONS.events, eventId, () => [ERASED_EVENTS_KEY]);
  return known ?? findDocument(caller, COLLECTIONS.events, eventId, 'everything');
}

// Reads the log of public events of a book forward, in order and each event once.

type EventLogReader = {
  /** The next events; none at the end. Throws StoreUnavailable, after which the call can be repeated. */
  next(): Promise<readonly StoredDocument[]>;
  /** Whether everything that is projected has been returned. */
  isAtEnd(): boolean;
  /**
   * At the end: moves the cursor past events that the filter excludes and returns it; undefined if it did not move.
   */
  skipExcluded(): Promise<string | undefined>;
};

type Reader = {
  readonly services: Pick<Services, 'documents' | 'eventLog'>;
  /** The book. */
  readonly stream: string;
};

const PAGE_EVENTS = 50;

/** Starts after the event with the ID `after`. */
function createEventLogReader(
  reader: Reader,
  { terms, filter }: Pick<Selection, 'terms' | 'filter'>,
  after: string,
): EventLogReader {
  const { documents, eventLog } = reader.services;
  let cursor = after;
  /** The position at which the end was reached. */
  let endedAt: bigint | undefined;

  return {
    isAtEnd: () => endedAt !== undefined && endedAt === eventLog.position(),
    async next() {
      for (;;) {
        // Read before the list: events after this position may become visible before earlier ones.
        const checkpoint = eventLog.position();
        if (checkpoint === undefined || checkpoint === endedAt) return [];
        const query = { scope: reader.stream, after: cursor, order: 'oldest', limit: PAGE_EVENTS } as const;
        const page = await listPage(documents, COLLECTIONS.events, { terms }, query);
        const firstUnsafe = page.shown.findIndex(({ position }) => position > checkpoint);
        const safe = firstUnsafe === -1 ? page.shown : page.shown.slice(0, firstUnsafe);
        if (firstUnsafe !== -1 || !page.hasMore) endedAt = checkpoint;
        cursor = safe.at(-1)?.id ?? cursor;
        const wanted = filter === undefined ? safe : safe.filter(filter);
        if (wanted.length > 0 || endedAt === checkpoint) return wanted;
      }
    },
    async skipExcluded() {
      const newest = endedAt === undefined ? undefined : await newestEventId(reader, endedAt);
      if (newest === undefined || newest <= cursor) return undefined;
      return (cursor = newest);
    },
  };
}

const NEWEST_PAGE_EVENTS = 8;

/** The ID of the book's newest event up to a position; undefined if there is none. */
async function newestEventId(
  { services: { documents }, stream }: Reader,
  position: bigint,
): Promise<string | undefined> {
  const query = { scope: stream, terms: ['every'], order: 'newest', limit: NEWEST_PAGE_EVENTS } as const;
  for (let before: string | undefined; ;) {
    const page = await documents.list(COLLECTIONS.events, {
      ...query,
      ...(before === undefined ? {} : { before }),
    });
    const found = page.find((each) => each.position <= position);
    if (found !== undefined || page.length < NEWEST_PAGE_EVENTS) return found?.id;
    before = page.at(-1)?.id;
  }
}

// The stream of events: server-sent events that continue the event log where the client stopped reading.

type StreamCall = Call<'streamEvents'>;

/** A stream without new events checks its key this often. */
const KEY_CHECK_MS = 1_000;
/** The least pause between two pages of past events. */
const REPLAY_PAUSE_MS = 5;
/** The pause after a read that reached the end: at least, and for each stream that this process has open. */
const READ_PAUSE_MS = 50;
const READ_PAUSE_MS_PER_STREAM = 2;
const STORE_RETRIES = { delaysMs: exponentialDelays(250, 5_000) };

export const eventStreamHandlers = { streamEvents: openEventStream } satisfies Partial<Handlers>;

async function openEventStream(call: StreamCall): Promise<StreamReply | Problem> {
  const { services, query } = call;
  const { stopping, settings } = services;
  if (stopping.aborted)
    return problem('service_unavailable', 'The service is stopping. Reconnect shortly.', {
      retryAfterSeconds: 1,
    });
  const streaming = call.streaming();
  const given = streaming.lastEventId ?? query.after;
  const start = given === undefined ? await currentEnd(call) : await confirmPosition(call, given);
  if (isProblem(start)) return start;
  const release = streaming.open();
  if (isProblem(release)) return release;
  const { stallTimeoutMs } = settings.eventStreams;
  const run = (output: EventStreamOutput): Promise<StreamEnd | undefined> =>
    sendEvents(call, streaming, start, output).finally(release);
  return { status: 200, stream: { run, stopping, stallTimeoutMs } };
}

/**
 * Rejects a text that is not the ID of an event of this book, or of one that may have been deleted. Waits until persons that were
 * forgotten before are erased from the events that follow. After an event of a former book, all events of this book follow.
 */
async function confirmPosition(call: StreamCall, given: string): Promise<string | Problem> {
  const { stream, services, key } = call;
  const isIn = (book: string): boolean => decodeIdOrigin(given, book) !== undefined;
  if (!isId('evt', given) || ![stream, ...services.books.former(key)].some(isIn))
    return malformedRequest('A stream continues after the ID of an event that this key can read.');
  const id = isIn(stream) ? given : await beforeFirstEvent(call);
  if (id < smallestIdAt('evt', await keptSince(call))) return EXPIRED_POSITION;
  await waitForOwnWrites(call, { collections: [COLLECTIONS.events], keysOf: () => [ERASED_EVENTS_KEY] });
  return id;
}

/** A position before the first event of the book. */
async function beforeFirstEvent({ services, stream }: StreamCall): Promise<string> {
  const [first] = await services.eventStore.read(stream, 0, 1);
  const time = first === undefined ? services.clock() : Date.parse(decodeMetadata(first).time);
  return deriveId('evt', time, stream, 0);
}

/**
 * Where a stream starts that does not continue another one: after the newest event that includes every earlier write. The ID
 * may be one that no event has, so that the stream can be continued although there is no event, or none of this month.
 */
async function currentEnd(call: StreamCall): Promise<string> {
  const { services, stream } = call;
  await waitForOwnWrites(call, { collections: [COLLECTIONS.events], keysOf: 'everything' });
  const position = services.eventLog.position();
  if (position === undefined) throw new ReadModelBehind('the event log is not projected yet');
  const yesterday = deriveId('evt', (await bookTime(call)) - DAY_MS, stream, 0);
  const newest = await newestEventId(call, position);
  return newest !== undefined && newest > yesterday ? newest : yesterday;
}

async function sendEvents(
  call: StreamCall,
  { isKeyValid, openCount, countReplayed }: Streaming,
  start: string,
  output: EventStreamOutput,
): Promise<StreamEnd | undefined> {
  const { eventLog, approvalLinks, reasons, settings, books } = call.services;
  const { heartbeatMs } = settings.eventStreams;
  const { signal } = output;
  const { object_id, types } = call.query;
  const wanted = selectEvents(object_id, types === undefined ? undefined : [...new Set(types.split(','))]);
  const reader = createEventLogReader(call, wanted, start);
  const backoff = createBackoff(STORE_RETRIES);
  let heartbeatAt = monotonicTime() + heartbeatMs;

  /** Sends what the log has next. Returns how long to pause before the next read. */
  async function sendNext(): Promise<number> {
    for (const event of await reader.next()) {
      if (signal.aborted || !isKeyValid()) return 0;
      const data = await reasons.openJson(approvalLinks.complete(event.body), call.stream);
      await output.send({ id: event.id, type: typeOf(event), data });
      heartbeatAt = monotonicTime() + heartbeatMs;
    }
    if (isSelective(call) && monotonicTime() >= heartbeatAt) {
      const skippedTo = await reader.skipExcluded();
      if (skippedTo !== undefined) await output.sendPosition(skippedTo);
    }
    backoff.reset();
    return reader.isAtEnd()
      ? Math.max(READ_PAUSE_MS, READ_PAUSE_MS_PER_STREAM * openCount())
      : Math.max(REPLAY_PAUSE_MS, countReplayed());
  }

  await output.sendPosition(start);
  while (!signal.aborted) {
    if (!isKeyValid()) return 'key_invalid';
    if (books.isFormer(call.stream)) return 'sandbox_reset';
    const seen = eventLog.advanced.count();
    const pauseMs = await sendNext().catch((error: unknown) => {
      // The health monitor logs that the store is unavailable. The client keeps its stream and misses nothing.
      if (error instanceof StoreUnavailable) return backoff.next();
      throw error;
    });
    if (monotonicTime() >= heartbeatAt) {
      await output.heartbeat();
      heartbeatAt = monotonicTime() + heartbeatMs;
    }
    await sleep(pauseMs, signal);
    if (!reader.isAtEnd()) continue;
    const timeoutMs = Math.max(0, Math.min(KEY_CHECK_MS, heartbeatAt - monotonicTime()));
    await eventLog.advanced.wait(seen, { abort: signal, timeoutMs });
  }
  return undefined;
}

const isSelective = ({ query: { object_id, types } }: StreamCall): boolean =>
  object_id !== undefined || types !== undefined;

/** Every event has a term for its type. */
const typeOf = ({ terms }: StoredDocument): string =>
  terms.find((term) => term.startsWith(TYPE_TERM))?.slice(TYPE_TERM.length) ?? '';
