/** The writers of all books in memory. The least recently used ones are evicted. */
import { NO_STREAM } from '../event-store/port.ts';
import { BookWriter } from './book-writer.ts';
import { Overloaded } from './command.ts';
import type { BookWriters } from './command.ts';
import { dryRun, isKeyUsed } from './dry-run.ts';
import { createHeadReader } from './head-reader.ts';
import type { WriterOptions } from './options.ts';
import { deleteSnapshot } from './snapshots/snapshot.ts';

export type BookWritersOptions = WriterOptions & {
  /** Whether other processes write to the same store, so that only the store knows a book's head. */
  readonly hasOtherWriters: boolean;
  readonly booksMax?: number;
};

export function createBookWriters(options: BookWritersOptions): BookWriters {
  const { eventStore, hasOtherWriters, booksMax = 200 } = options;
  /** In order of use, the least recent first. */
  const books = new Map<string, BookWriter>();
  const storeHead = createHeadReader(eventStore);
  const evicting = new Set<Promise<void>>();
  let isClosed = false;

  function writerOf(stream: string): BookWriter {
    const writer = books.get(stream) ?? new BookWriter(stream, options);
    books.delete(stream);
    books.set(stream, writer);
    if (books.size > booksMax) evictOldest(writer);
    return writer;
  }

  function evictOldest(inUse: BookWriter): void {
    for (const [stream, writer] of books) {
      if (!writer.isIdle || writer === inUse) continue;
      books.delete(stream);
      // Its snapshot shortens the next load. A new writer of the book may start before this one closes; the expected
      // revision protects the stream.
      const evicted = writer.close().finally(() => evicting.delete(evicted));
      evicting.add(evicted);
      return;
    }
  }

  const whileOpen = <T>(work: () => Promise<T>): Promise<T> =>
    isClosed ? Promise.reject(new Overloaded('the service is stopping')) : work();

  const queued = (): number => [...books.values()].reduce((sum, writer) => sum + writer.queuedCommands, 0);
  options.observer?.registerStats(() => ({ books: books.size, queued: queued() }));

  const remove = (stream: string): Promise<boolean> =>
    deleteSnapshot(options.documents, stream, options.snapshotKey);

  return {
    submit: (stream, command) => whileOpen(() => writerOf(stream).submit(command)),
    dryRun: (stream, decide) => whileOpen(() => dryRun(writerOf(stream), decide)),
    read: (stream, read) => whileOpen(() => writerOf(stream).read(read)),
    isKeyUsed: (stream, key) => whileOpen(() => isKeyUsed(writerOf(stream), key)),
    deleteSnapshot: remove,
    async rebuildSnapshot(stream) {
      await remove(stream);
      const writer = new BookWriter(stream, options);
      const revision = await writer.read((book) => book.revision);
      // An empty book has no snapshot.
      await writer.close();
      return revision > NO_STREAM;
    },
    head(stream) {
      const known = hasOtherWriters ? undefined : books.get(stream)?.cachedHead;
      return known === undefined ? storeHead(stream) : Promise.resolve(known);
    },
    lastChange: (stream, head, keysOf) => books.get(stream)?.lastChange(head, keysOf),
    async whenAppended(stream) {
      const writer = books.get(stream);
      // A failed append is reported to its callers.
      if (writer?.isWriting === true) await dryRun(writer, () => ({ events: [] })).catch(() => undefined);
    },
    async close() {
      isClosed = true;
      await Promise.all([...evicting, ...[...books.values()].map((writer) => writer.close())]);
    },
  };
}
