/** The writers of all books in memory. The least recently used ones are evicted. */

import { NO_STREAM, START, type EventStore, type Position, type StreamName } from '../event-store/port.ts';
import type { Decision } from '../ledger/book.ts';
import type { Refusal } from '../ledger/refusal.ts';
import { BookWriter } from './book-writer.ts';
import {
  NO_ANSWER,
  Overloaded,
  type BookWriters,
  type Command,
  type DryRunDecide,
  type Outcome,
  type Steps,
  type WriterOptions,
} from './command.ts';
import type { IdempotencyKey } from './idempotency.ts';
import { deleteSnapshot } from './snapshot.ts';

// Asks a writer for a decision without writing. The command is always refused, so nothing is written, and like any
// refusal it returns once everything it depends on is acknowledged.

type Writer = { submit(command: Command): Promise<Outcome> };

/** Never leaves this file. */
const DRY_RUN_REFUSAL: Refusal = { code: 'not_found', message: 'Dry run.' };

const DRY_RUN: Command = {
  decide: () => ({ refusal: DRY_RUN_REFUSAL }),
  answer: NO_ANSWER,
  actor: 'system:preview',
  isDryRun: true,
  requestId: '',
};

/** Returns what `decide` returned, or the result of its steps. */
async function dryRun(writer: Writer, decide: DryRunDecide): Promise<Decision> {
  let decision: Decision | undefined;
  const refuse = (decided: Decision): Decision => {
    decision = decided;
    return { refusal: DRY_RUN_REFUSAL };
  };
  const outcome = await writer.submit({
    ...DRY_RUN,
    decide(book, context) {
      const decided = decide(book, context);
      return 'steps' in decided
        ? { ...decided, steps: refuseResult(decided.steps, refuse) }
        : refuse(decided);
    },
  });
  // The writer refuses steps with too many events before they have a result.
  const own = outcome.kind === 'refused' && outcome.refusal !== DRY_RUN_REFUSAL ? outcome : undefined;
  return own ?? decision ?? { refusal: DRY_RUN_REFUSAL };
}

function* refuseResult(steps: Steps['steps'], refuse: (decided: Decision) => Decision): Steps['steps'] {
  return refuse(yield* steps);
}

/** Whether a success has used the key; with a request, whether it was a success of that request. */
async function isKeyUsed(writer: Writer, key: string, request?: IdempotencyKey): Promise<boolean> {
  // No request has an empty fingerprint, so a used key counts as another request's.
  const outcome = await writer.submit({ ...DRY_RUN, idempotency: request ?? { key, fingerprint: '' } });
  return outcome.kind === (request === undefined ? 'key_reused' : 'replayed');
}

// Reads the last position of streams. Callers during a read share the next one, which starts after they called.

function createHeadReader(eventStore: EventStore): (stream: StreamName) => Promise<Position> {
  const running = new Map<string, Promise<Position>>();
  const next = new Map<string, Promise<Position>>();
  const read = async (stream: StreamName): Promise<Position> =>
    (await eventStore.readLast(stream))?.position ?? START;
  function start(stream: StreamName): Promise<Position> {
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

type BookWritersOptions = WriterOptions & {
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
  /** Loaded books that wait for their comparison with the stream. */
  let unconfirmed: BookWriter[] = [];
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
    isKeyUsed: (stream, ...use) => whileOpen(() => isKeyUsed(writerOf(stream), ...use)),
    deleteSnapshot: remove,
    async rebuildSnapshot(stream) {
      // A book that has lost events is refused, so that no new snapshot replaces the one that proves it.
      await writerOf(stream).read(() => undefined);
      await remove(stream);
      const writer = new BookWriter(stream, { ...options, loadSecondsMax: Infinity });
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
    newestEvent: (stream) => books.get(stream)?.newestEvent,
    capture: (stream) => books.get(stream)?.capture() ?? Promise.resolve(undefined),
    async confirmLoaded(booksMax) {
      if (unconfirmed.length === 0) unconfirmed = [...books.values()];
      for (const writer of unconfirmed.splice(0, booksMax)) await writer.confirm();
    },
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
