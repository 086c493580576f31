/** Bugs of the writer of a book. */
import type { PlantedBug } from '../planted-bug.ts';

export const WRITER_BUGS: readonly PlantedBug[] = [
  {
    name: 'answer before the append',
    effect: 'A success is answered before its events are durable.',
    edits: [
      {
        file: 'src/writer/book-writer.ts',
        find: `if (decision.kind === 'answer') return;`,
        replace: `if (decision.kind === 'answer') return this.#answer(pending);`,
      },
    ],
  },
  {
    name: 'missing undo of a deletion',
    effect: 'A roll-back does not restore what a decision deleted.',
    edits: [
      {
        file: 'src/ledger/table.ts',
        find: `if (undoLog.isRecording) undoLog.steps.push(restore(key, map.get(key)));
      map.delete(key);`,
        replace: `if (undoLog.isRecording) undoLog.steps.push(() => undefined);
      map.delete(key);`,
      },
    ],
  },
  {
    name: 'keys forgotten on takeover',
    effect: 'The idempotency keys of events that another node wrote are not remembered.',
    edits: [
      {
        file: 'src/writer/speculative-book.ts',
        find: `const { idempotency, actor } = metadata;`,
        replace: `const { idempotency, actor } = { ...metadata, idempotency: undefined };`,
      },
    ],
  },
  {
    name: 'conflict not decided again',
    effect: 'After a conflict, callers get the answers that were never written.',
    edits: [
      {
        file: 'src/writer/book-writer.ts',
        find: `for (const pending of unanswered) this.#retry(pending);`,
        replace: `for (const pending of unanswered) this.#answer(pending);`,
      },
    ],
  },
  {
    name: 'stale refusal',
    effect: 'A refusal is answered without reading what other nodes wrote.',
    edits: [
      {
        file: 'src/writer/book-writer.ts',
        find: `this.#options.hasOtherWriters === true &&`,
        replace: `this.#options.hasOtherWriters === undefined &&`,
      },
    ],
  },
  {
    name: 'unknown append taken as written',
    effect: 'An append without an answer counts as written if anything is at its revision.',
    edits: [
      {
        file: 'src/writer/append.ts',
        find: `if (first.id !== events[0]?.id) return { kind: 'conflict' };`,
        replace: `if (first.id !== events[0]?.id) return { kind: 'written', position: first.position };`,
      },
    ],
  },
  {
    name: 'hash not chained',
    effect: 'The hash of an event does not cover the event before it.',
    edits: [
      {
        file: 'src/writer/append.ts',
        find: `batch.previous = batch.hash;`,
        replace: `batch.previous = batch.previous;`,
      },
    ],
  },
  {
    name: 'snapshot misses a field',
    effect: 'A snapshot does not say how far the clock of its book is ahead.',
    edits: [
      {
        file: 'src/ledger/book.ts',
        find: `...(book.clockAheadMs === 0 ? {} : { clock_ahead_ms: book.clockAheadMs }),`,
        replace: `...(book.clockAheadMs > -1 ? {} : { clock_ahead_ms: book.clockAheadMs }),`,
      },
    ],
  },
  {
    name: 'keys forgotten after a snapshot',
    effect: 'A key that was used before a snapshot is not looked up.',
    edits: [
      {
        file: 'src/writer/idempotency.ts',
        find: `unusedThrough < evictedThrough && !uses.has(key) && filter.mayContain(key),`,
        replace: `unusedThrough < -1 && evictedThrough > 0 && !uses.has(key) && filter.mayContain(key),`,
      },
    ],
  },
  {
    name: 'key used for another request',
    effect: 'A key is replayed although the request differs.',
    edits: [
      {
        file: 'src/writer/idempotency.ts',
        find: `stored === fingerprint || isFormer?.(stored) === true;`,
        replace: `stored !== '' && fingerprint !== '';`,
      },
    ],
  },
  {
    name: 'time runs backward',
    effect: 'A book follows a clock that was set back.',
    edits: [
      {
        file: 'src/writer/book-writer.ts',
        find: `if (now >= slow && now >= newest) {`,
        replace: `if (now >= newest - 60_000) {`,
      },
    ],
  },
  {
    name: 'unchecked lease',
    effect: 'A node works as if it held a lease that another one holds.',
    edits: [
      {
        file: 'src/jobs/lease.ts',
        find: `if (!isAbandoned(found)) return false;`,
        replace: `if (!isAbandoned(found)) return true;`,
      },
    ],
  },
  {
    name: 'lost wake-up',
    // With several nodes, each of them has to miss it.
    cluster: { nodes: 1, storage: 'servers' },
    effect: 'A notification between the check for work and the wait is missed.',
    edits: [
      {
        file: 'src/async/wait.ts',
        find: `if (notifications !== seen || abort?.aborted === true) {`,
        replace: `if (notifications < seen || abort?.aborted === true) {`,
      },
    ],
  },
];
