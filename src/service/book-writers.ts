/** The keepers of all books, on the service's own stores and by its configuration. */
import { getValue } from '../read-models/collection.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { COLLECTIONS } from '../../projections/collections.ts';
import { idempotencyKeyId } from '../../projections/idempotency.ts';
import type { IdempotencyKeyUse } from '../read-models/idempotency-key-use.ts';
import type { Config } from '../config/config.ts';
import type { DocumentStore } from '../read-models/port.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import type { BookWriters } from '../writer/command.ts';
import type { WriterObserver } from '../writer/observer.ts';
import { createBookWriters } from '../writer/book-writers.ts';
import type { Policy } from '../ledger/policy.ts';
import type { Stores } from './stores.ts';

export type WriterOptions = {
  readonly config: Config;
  readonly policy: Policy;
  readonly clock: () => number;
  readonly log: Logger;
  readonly observer: WriterObserver;
};

/** EventStoreDB takes appends of about a hundred events best. */
const EVENTS_PER_APPEND = { file: 300, server: 120 };

export function createServiceWriters(
  { eventStore, documents }: Stores,
  { config, policy, clock, log, observer }: WriterOptions,
): BookWriters {
  const hasOtherWriters = config.eventStoreUrl !== undefined;
  return createBookWriters({
    eventStore,
    documents,
    policy,
    clock,
    hasOtherWriters,
    observer,
    findKey: (stream, key, head) => findKeyUse(documents, stream, key, head),
    onError: (stream, err) => log.error({ stream, err }, 'a book is held up'),
    appendEventsMax: hasOtherWriters ? EVENTS_PER_APPEND.server : EVENTS_PER_APPEND.file,
  });
}

const KEY_LOOKUP_TIMEOUT_MS = 5_000;

/** The use of a key that no keeper remembers. Never a guess: until the documents have come as far as the book, it waits. */
async function findKeyUse(
  documents: DocumentStore,
  stream: string,
  key: string,
  head: bigint,
): Promise<IdempotencyKeyUse | undefined> {
  const find = () => getValue(documents, COLLECTIONS.idempotency, idempotencyKeyId(stream, key));
  const deadline = performance.now() + KEY_LOOKUP_TIMEOUT_MS;
  // A use never changes, so one that is there is the answer however far the documents are.
  const early = await find();
  while (
    early === undefined &&
    ((await documents.checkpoints()).get(COLLECTIONS.idempotency) ?? -1n) < head
  ) {
    if (performance.now() > deadline) throw new StoreUnavailable('the record of idempotency keys is behind');
    await delay(20);
  }
  return early ?? (await find());
}
