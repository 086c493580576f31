/** The keepers of all books that this process has in memory; the least recently used are dropped. */
import type { EventStore } from '../event-store/port.ts';
import { NO_STREAM, START } from '../event-store/port.ts';
import { BookWriter } from './book-writer.ts';
import { Overloaded } from './command.ts';
import type { BookWriters } from './command.ts';
import type { WriterOptions } from './options.ts';
import { isKeyUsed, dryRun } from './dry-run.ts';
import { deleteSnapshot } from './snapshots/snapshot.ts';

export type BookWritersOptions = WriterOptions & {
  /** Whether other processes write to the same store, so that only the store knows where a book ends. */
  readonly hasOtherWriters: boolean;
  readonly booksMax?: number;
};

export function createBookWriters(options: BookWritersOptions): BookWriters {
  const { eventStore, hasOtherWriters, booksMax = 200 } = options;
  /** The least recently used one comes first. */
  const books = new Map<string, BookWriter>();
  const storeHead = createHeadReader(eventStore);
  const dropping = new Set<Promise<void>>();
  let closed = false;

  function keeperOf(stream: string): BookWriter {
    const keeper = books.get(stream) ?? new BookWriter(stream, options);
    books.delete(stream);
    books.set(stream, keeper);
    if (books.size > booksMax) dropOldest(keeper);
    return keeper;
  }

  function dropOldest(wanted: BookWriter): void {
    for (const [stream, keeper] of books) {
      if (!keeper.isIdle || keeper === wanted) continue;
      books.delete(stream);
      // A snapshot makes the next load short. A new keeper of the book may work meanwhile: the revision keeps them apart.
      const dropped = keeper.close().finally(() => dropping.delete(dropped));
      dropping.add(dropped);
      return;
    }
  }

  const whileOpen = <T>(work: () => Promise<T>): Promise<T> =>
    closed ? Promise.reject(new Overloaded('the service is stopping')) : work();

  const queued = (): number => [...books.values()].reduce((sum, keeper) => sum + keeper.queuedCommands, 0);
  options.observer?.registerStats(() => ({ books: books.size, queued: queued() }));

  return {
    submit: (stream, command) => whileOpen(() => keeperOf(stream).submit(command)),
    dryRun: (stream, decide) => whileOpen(() => dryRun(keeperOf(stream), decide)),
    read: (stream, look) => whileOpen(() => keeperOf(stream).inspect(look)),
    isKeyUsed: (stream, key) => whileOpen(() => isKeyUsed(keeperOf(stream), key)),
    async rebuildSnapshot(stream) {
      await deleteSnapshot(options.documents, stream);
      const keeper = new BookWriter(stream, options);
      const revision = await keeper.inspect((book) => book.revision);
      // An empty book saves none.
      await keeper.close();
      return revision > NO_STREAM;
    },
    head(stream) {
      const known = hasOtherWriters ? undefined : books.get(stream)?.cachedHead;
      return known === undefined ? storeHead(stream) : Promise.resolve(known);
    },
    async close() {
      closed = true;
      await Promise.all([...dropping, ...[...books.values()].map((keeper) => keeper.close())]);
    },
  };
}

/** Reads the ends of streams. Everyone who asks while a read is under way shares the next one, which starts after they asked. */
function createHeadReader(eventStore: EventStore): (stream: string) => Promise<bigint> {
  const running = new Map<string, Promise<bigint>>();
  const next = new Map<string, Promise<bigint>>();
  const read = async (stream: string): Promise<bigint> =>
    (await eventStore.readLast(stream))?.position ?? START;
  function start(stream: string): Promise<bigint> {
    const reading = read(stream).finally(() => {
      if (running.get(stream) === reading) running.delete(stream);
    });
    running.set(stream, reading);
    return reading;
  }
  return (stream) => {
    const current = running.get(stream);
    if (current === undefined) return start(stream);
    const queued = next.get(stream);
    if (queued !== undefined) return queued;
    const following = current
      .catch(() => START)
      .then(() => {
        next.delete(stream);
        return start(stream);
      });
    next.set(stream, following);
    return following;
  };
}
