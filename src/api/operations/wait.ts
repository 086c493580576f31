import { BOOK_CLOCKS } from '../../../projections/collections.ts';
import { bookClockId } from '../../../projections/tasks.ts';
import { ReadModelBehind } from '../../http/errors.ts';
import type { ReadonlyBook } from '../../ledger/book.ts';
import { environmentOf } from '../../ledger/ids.ts';
import { parseBody } from '../../read-models/collection.ts';
import { CLOCK_KEY } from '../../writer/changed-keys.ts';
import { readConsistent } from '../../writer/command.ts';
import type { Reader } from './read.ts';
import type { Services } from './services.ts';

// Waits until the documents include what a read shows.

type Waiting = Pick<Services, 'barrier' | 'settings'> & {
  readonly documents: Pick<Services['documents'], 'hasReached'>;
};

/**
 * `eventual`: the read does not wait and shows the documents as they are. Otherwise it includes every write that was
 * acknowledged before.
 */
export type Consistency = 'eventual';

/** The book that is read. */
export type BookReader = {
  readonly services: Waiting & Pick<Services, 'writers'>;
  readonly stream: string;
  readonly consistency?: Consistency | undefined;
};

/** The keys of the objects and lists that a read shows (src/writer/changed-keys.ts). */
export type KeysOf = (book: ReadonlyBook) => readonly string[];

/** What a read shows, `everything` if that may be anything in the book. */
export type Shown = { readonly collections: readonly string[]; readonly keysOf: KeysOf | 'everything' };

/**
 * Waits until reads include all events up to a position. Throws ReadModelBehind if that takes too long, and immediately
 * if one of the given collections is stalled or far behind, so that other reads need not wait for it.
 */
export async function waitForPosition(
  { barrier, settings, documents }: Waiting,
  position: bigint,
  ...collections: readonly string[]
): Promise<void> {
  if (!barrier.hasPassed(position) && !(await barrier.waitFor(position, settings.readTimeoutMs)))
    throw new ReadModelBehind('the read models are behind');
  for (const collection of collections)
    if (!documents.hasReached(collection, position))
      throw new ReadModelBehind(`the collection ${collection} is behind`);
}

/** Waits until the documents include every acknowledged write to what is shown. Throws ReadModelBehind. */
export async function waitForOwnWrites(reader: BookReader, shown: Shown): Promise<void> {
  const position = await missingPosition(reader, shown);
  if (position !== undefined) await waitForPosition(reader.services, position, ...shown.collections);
}

/** The position that the documents have yet to reach to include every acknowledged write to what is shown. */
export async function missingPosition(
  reader: BookReader,
  { collections, keysOf }: Shown,
): Promise<bigint | undefined> {
  const { services, stream, consistency } = reader;
  if (consistency === 'eventual') return undefined;
  const head = await services.writers.head(stream);
  if (isReached(services, head, collections)) return undefined;
  const position = keysOf === 'everything' ? head : await lastChange(reader, head, keysOf);
  return isReached(services, position, collections) ? undefined : position;
}

const isReached = (
  { barrier, documents }: Waiting,
  position: bigint,
  collections: readonly string[],
): boolean =>
  barrier.hasPassed(position) && collections.every((each) => documents.hasReached(each, position));

/** The documents are usually that far soon, and reading the events of another writer costs more. */
const CATCH_UP_AFTER_MS = 250;

/** The position of the last event up to `head` that changed any of the keys, or a later one. */
async function lastChange({ services, stream }: BookReader, head: bigint, keysOf: KeysOf): Promise<bigint> {
  const { writers, barrier } = services;
  const known = writers.lastChange(stream, head, keysOf);
  if (known !== undefined) return known;
  // The newest event may be part of an append that this process has no answer for yet.
  await writers.whenAppended(stream);
  const appended = writers.lastChange(stream, head, keysOf);
  if (appended !== undefined) return appended;
  // Another process wrote, or the book is not in memory.
  if (await barrier.waitFor(head, CATCH_UP_AFTER_MS)) return head;
  await readConsistent(writers, stream, () => undefined);
  return writers.lastChange(stream, head, keysOf) ?? head;
}

// The time of the caller's book, with which reads compare the times of its objects.

type TimeReader = Omit<Reader, 'services'> & {
  readonly services: Reader['services'] & Pick<Services, 'clock'>;
};

/** Milliseconds since 1970. Only sandbox books can be ahead of the clock. Throws ReadModelBehind. */
export async function bookTime(caller: TimeReader): Promise<number> {
  const { services, stream } = caller;
  if (environmentOf(stream) === 'production') return services.clock();
  await waitForOwnWrites(caller, { collections: [], keysOf: () => [CLOCK_KEY] });
  const found = await services.documents.get(BOOK_CLOCKS, bookClockId(stream));
  const aheadSeconds = found === undefined ? 0 : parseBody(BOOK_CLOCKS, found).ahead_seconds;
  return services.clock() + aheadSeconds * 1_000;
}
