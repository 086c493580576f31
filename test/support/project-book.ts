/** Projects a ledger's events into memory with the service's own projections. */
import { PROJECTIONS } from '../../projections/all.ts';
import { COLLECTIONS } from '../../projections/collections.ts';
import { WEBHOOKS_SCOPE } from '../../projections/delivery-targets.ts';
import { TASKS_SCOPE } from '../../projections/tasks.ts';
import { TOTALS_SCOPE } from '../../projections/totals.ts';
import { decodeBookEvent } from '../../src/event-store/book-event.ts';
import { FIRST_HASH, decodeMetadata, type IdempotencyRecord } from '../../src/event-store/codec.ts';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import type { EventStore, StoredEvent } from '../../src/event-store/port.ts';
import { eventVersions } from '../../src/generated/events.ts';
import { isAnnounced, type BookEvent, type RecordedBookEvent } from '../../src/ledger/event.ts';
import type { PersonalFields } from '../../src/ledger/present.ts';
import { createReadModelRouter } from '../../src/read-models/generations/read-model-router.ts';
import type { DocumentStore, StoredDocument } from '../../src/read-models/port.ts';
import type { RecordedEvent } from '../../src/read-models/projection.ts';
import { runProjector } from '../../src/read-models/projector/book-projector.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { encodeEvent } from './encode-event.ts';

export type StoredEventsOptions = {
  /** The idempotency record of the event at this revision. */
  readonly idempotency?: ReadonlyMap<number, IdempotencyRecord>;
  /** Whether an earlier release wrote them, which announced less. */
  readonly isEarlier?: boolean;
};

/** The events as an event store returns them. */
export function storedEvents(
  events: readonly RecordedBookEvent[],
  { idempotency, isEarlier = false }: StoredEventsOptions = {},
): StoredEvent[] {
  let hash = FIRST_HASH;
  return events.map((event) => {
    const { stream, revision, time } = event;
    const record = idempotency?.get(revision);
    const schema_version = eventVersions[event.type];
    const announced = !isEarlier && isAnnounced(event) ? ({ announced: true } as const) : {};
    const base = { schema_version, time, actor: 'key:test', request_id: 'req_1', ...announced };
    const metadata = record === undefined ? base : { ...base, idempotency: record };
    const encoded = encodeEvent(hash, stream, revision, event, metadata);
    hash = encoded.hash;
    return { ...encoded.event, stream, revision, position: BigInt(revision) };
  });
}

/** The personal fields behind each sealed text that can be opened. */
export type People = ReadonlyMap<string, PersonalFields | { readonly account_owner_name: string }>;

function decode(stored: StoredEvent, people: People): RecordedEvent<BookEvent> {
  const { stream, revision, position } = stored;
  const metadata = decodeMetadata(stored);
  const event = decodeBookEvent(stored, metadata);
  const sealed = 'sealed' in event.data ? event.data.sealed : null;
  const personal = people.get(sealed ?? '') ?? null;
  const place = { stream, revision, position, time: metadata.time, scope: stream, metadata };
  // Type and data still match.
  return { ...event, ...place, personal, keyedTerm: (text) => `keyed ${text}` };
}

export type ProjectOptions = {
  readonly pageSize?: number;
  readonly people?: People;
  readonly documents?: DocumentStore;
};

/** Runs the projector over all events, ignoring stored checkpoints. Returns the document store it has written to. */
export async function project(
  events: readonly StoredEvent[],
  { pageSize = 50, people = new Map(), documents = createMemoryDocumentStore() }: ProjectOptions = {},
): Promise<DocumentStore> {
  const eventStore = await storeOf(events);
  const head = await eventStore.head();
  const finished = new AbortController();
  let failed: unknown;
  await runProjector<BookEvent>({
    eventStore,
    documents: { ...documents, checkpoints: () => Promise.resolve(new Map()) },
    projections: PROJECTIONS,
    decode: (stored) => decode(stored, people),
    signal: finished.signal,
    pageSize,
    onProgress: (progress) => {
      if (progress.every(({ position }) => position >= head)) finished.abort();
    },
    onFault: (_fault, cause) => {
      failed = cause;
      finished.abort();
    },
  });
  if (failed !== undefined) throw new Error('a projection is at fault', { cause: failed });
  return documents;
}

async function storeOf(events: readonly StoredEvent[]): Promise<EventStore> {
  const store = createMemoryEventStore();
  for (let from = 0; from < events.length; from += 400) {
    const part = events.slice(from, from + 400);
    await store.append(part[0]?.stream ?? '', part, from - 1);
  }
  return store;
}

export type CollectionName = keyof typeof COLLECTIONS;

/** All documents of a book in a collection, as readers see them, oldest first. */
export const listAll = (
  documents: DocumentStore,
  name: CollectionName,
  scope: string,
): Promise<StoredDocument[]> =>
  createReadModelRouter(documents, PROJECTIONS).list(COLLECTIONS[name], {
    scope,
    terms: [],
    order: 'oldest',
    limit: 100_000,
  });

/** The parsed bodies. The caller checks their shape. */
export async function listBodies<T>(
  documents: DocumentStore,
  name: CollectionName,
  scope: string,
): Promise<T[]> {
  const found = await listAll(documents, name, scope);
  // The caller names the type; tests validate it where it matters.
  return found.map(({ body }) => JSON.parse(body) as T);
}

/** Everything that a reader can see, as one value. */
export async function readEverything(documents: DocumentStore, scope: string): Promise<unknown> {
  // Includes the event log's snapshots, from which it builds the next event.
  const names = [...Object.values(COLLECTIONS), 'event_subjects_v4'];
  // These collections have one scope for all books.
  const shared: Partial<Record<string, string>> = {
    [COLLECTIONS.tasks]: TASKS_SCOPE,
    [COLLECTIONS.deliveryTargets]: WEBHOOKS_SCOPE,
    [COLLECTIONS.totals]: TOTALS_SCOPE,
  };
  const scopeOf = (name: string): string => shared[name] ?? scope;
  const all = await Promise.all(
    names.map((name) =>
      documents.list(name, { scope: scopeOf(name), terms: [], order: 'oldest', limit: 100_000 }),
    ),
  );
  return Object.fromEntries(all.map((found, at) => [names[at], found]));
}
