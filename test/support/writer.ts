/** Writers under test: stores with gates and faults, commands with answers, and checks of streams. */
import { createHash } from 'node:crypto';
import { decodeRecorded } from '../../src/event-store/book-event.ts';
import {
  StoreUnavailable,
  type EventStore,
  type NewEvent,
  type StoredEvent,
} from '../../src/event-store/port.ts';
import { createBook, type Book } from '../../src/ledger/book.ts';
import type { RecordedBookEvent } from '../../src/ledger/event.ts';
import { evolve } from '../../src/ledger/evolve.ts';
import { createUser, setKyc } from '../../src/ledger/user.ts';
import { openWallet } from '../../src/ledger/wallet.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import type { IdempotencyKeyUse } from '../../src/read-models/retention.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { createBookWriters } from '../../src/writer/book-writers.ts';
import type { AnswerSource, BookWriters, Command, Outcome, WriterOptions } from '../../src/writer/command.ts';
import { AUTHENTICATION } from './event-macs.ts';
import { reward, type Decide } from './ledger-commands.ts';
import { POLICY, SNAPSHOT_KEY, STREAM } from './policy.ts';

// --- writers and commands -----------------------------------------------------------------------------------------

export type WriterSetup = Partial<WriterOptions> & {
  readonly eventStore: EventStore;
  readonly booksMax?: number;
};

/** Creates writers with defaults for everything that a test does not set. */
export function keepersOn(setup: WriterSetup): BookWriters {
  return createBookWriters({
    documents: createMemoryDocumentStore(),
    policy: POLICY,
    snapshotKey: SNAPSHOT_KEY,
    authentication: AUTHENTICATION,
    clock: Date.now,
    findKey: findKeyIn(setup.eventStore),
    appendTimeoutMs: 200,
    hasOtherWriters: false,
    ...setup,
  });
}

/** Finds a key as the projection would, by reading the stream. */
export const findKeyIn =
  (eventStore: EventStore): WriterOptions['findKey'] =>
  async (stream, key): Promise<IdempotencyKeyUse | undefined> => {
    for (const { revision, metadata } of await eventStore.read(stream, 0, 100_000)) {
      const record = recordIn(metadata);
      if (record?.key === key) return { fingerprint: record.fingerprint, revision, events: record.events };
    }
    return undefined;
  };

type RecordOfKey = { readonly key: string; readonly fingerprint: string; readonly events: number };
const recordIn = (metadata: string): RecordOfKey | undefined =>
  // Only the writer wrote these events.
  (JSON.parse(metadata) as { idempotency?: RecordOfKey }).idempotency;

/** Answers with the events, so that every write has a different answer. */
export const SHOW_EVENTS: AnswerSource = {
  from: 'events',
  render: (events) => ({
    status: 201,
    body: JSON.stringify(events.map(({ type, data }) => ({ type, data }))),
  }),
};

export type CommandMore = {
  readonly key?: string;
  readonly fingerprint?: string;
  readonly answer?: AnswerSource;
};

export function command(
  decide: Decide,
  { key, fingerprint = 'f', answer = SHOW_EVENTS }: CommandMore = {},
): Command {
  const base = { decide, answer, actor: 'key:test', requestId: 'req_1' };
  return key === undefined ? base : { ...base, idempotency: { key, fingerprint } };
}

/** Submits a command and returns the body of its answer. Throws if it was not done. */
export async function done(writers: BookWriters, decide: Decide, stream = STREAM): Promise<string> {
  const outcome = await writers.submit(stream, command(decide));
  if (outcome.kind !== 'done') throw new Error(`not done: ${JSON.stringify(outcome)}`);
  return outcome.answer.body;
}

/** The first ID with this prefix in an answer. */
export function idOf(body: string, prefix: string): string {
  const id = new RegExp(`"(${prefix}_[0-9a-z]{26})"`).exec(body)?.[1];
  if (id === undefined) throw new Error(`no ${prefix} in ${body}`);
  return id;
}

let users = 0;

/** Creates a user and a wallet with earned points. */
export async function openWalletOn(writers: BookWriters, points: string, stream = STREAM): Promise<string> {
  const external_reference = `user-${++users}-${process.pid}`;
  const user_id = idOf(
    await done(
      writers,
      (book, context) =>
        createUser(
          book,
          { type: 'individual', external_reference, country: null, seal: () => null, metadata: {} },
          context,
        ),
      stream,
    ),
    'usr',
  );
  await done(
    writers,
    (book) =>
      setKyc(book, { user_id, kyc_status: 'approved', terms_status: 'approved', rejection_reasons: [] }),
    stream,
  );
  const wallet = idOf(
    await done(
      writers,
      (book, context) =>
        openWallet(
          book,
          { user_id, asset: 'svc-points', acknowledge_price_risk: false, metadata: {} },
          context,
        ),
      stream,
    ),
    'wal',
  );
  if (points !== '0.00') await done(writers, reward(wallet, points), stream);
  return wallet;
}

export const kindsOf = (outcomes: readonly Outcome[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { kind } of outcomes) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};

// --- what is in a stream ------------------------------------------------------------------------------------------

export type Audited = {
  readonly book: Book;
  readonly events: readonly RecordedBookEvent[];
  readonly keys: readonly string[];
};

/** Reads a whole stream, verifies its hashes independently of the service, and applies its events. */
export async function audit(eventStore: EventStore, stream = STREAM): Promise<Audited> {
  const stored = await eventStore.read(stream, 0, 1_000_000);
  let previous = '0'.repeat(64);
  const book = createBook(stream);
  const events = stored.map((event) => {
    previous = expectHash(previous, event);
    const recorded = decodeRecorded(event);
    evolve(book, recorded);
    return recorded;
  });
  return { book, events, keys: stored.flatMap(({ metadata }) => recordIn(metadata)?.key ?? []) };
}

/** The format of the hash chain, implemented independently from its description. */
export function expectHash(
  previous: string,
  { stream, revision, id, type, data, metadata }: StoredEvent,
): string {
  const at = metadata.lastIndexOf(',"hash":"');
  const [rest, hash] = [`${metadata.slice(0, at)}}`, metadata.slice(at + 9, -2)];
  const text = [previous, stream, String(revision), id, type, data, rest].join('\n');
  const expected = createHash('sha256').update(text, 'utf8').digest('hex');
  if (hash !== expected) throw new Error(`the hash at ${revision} is ${hash}, not ${expected}`);
  return hash;
}

// --- stores that misbehave ----------------------------------------------------------------------------------------

/** A gate that can be closed: callers wait until it is opened. */
export function latch() {
  let isShut = false;
  const waiting: (() => void)[] = [];
  return {
    pass: (): Promise<void> => (isShut ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()),
    shut: () => void (isShut = true),
    waiting: () => waiting.length,
    open: () => {
      isShut = false;
      for (const each of waiting.splice(0)) each();
    },
  };
}

/** A store whose appends wait while the gate is closed, and the number of waiting appends. */
export function gated(inner: EventStore) {
  const { pass, shut, waiting, open } = latch();
  const store: EventStore = {
    ...inner,
    async append(...args) {
      await pass();
      return inner.append(...args);
    },
  };
  return { store, shut, waiting, release: open };
}

/**
 * The fault of an append. `refused`: nothing is written, and the store is unavailable. `lost`: written, but without a
 * response. `read`: as `lost`, and the next read also fails. `part`: as `lost`, and the next read of its other
 * events shows only the first one, as from a server that is still starting.
 */
export type Fault = 'none' | 'refused' | 'lost' | 'read' | 'part';

/** A store that applies one fault to each append, in order, and none afterwards. */
export function faulty(inner: EventStore, faults: readonly Fault[]) {
  const left = [...faults];
  let away = false;
  let failReads = 0;
  /** The first revision that the next read of it does not show. */
  let hiddenFrom = Infinity;
  const unavailable = () => new StoreUnavailable('the test says so');
  const store: EventStore = {
    ...inner,
    async append(...args) {
      const fault = away ? 'refused' : (left.shift() ?? 'none');
      if (fault === 'refused') throw unavailable();
      const result = await inner.append(...args);
      if (fault === 'none') return result;
      if (fault === 'read') failReads += 1;
      if (fault === 'part') hiddenFrom = args[2] + 2;
      throw unavailable();
    },
    async read(...args) {
      if (away) throw unavailable();
      if (failReads > 0) {
        failReads -= 1;
        throw unavailable();
      }
      const [, from, count] = args;
      if (from + count > hiddenFrom) {
        const shown = hiddenFrom;
        hiddenFrom = Infinity;
        return (await inner.read(...args)).filter(({ revision }) => revision < shown);
      }
      return inner.read(...args);
    },
  };
  return { store, leave: () => void (away = true), comeBack: () => void (away = false) };
}

/** A store that records appends and the revisions that were read. */
export function watched(inner: EventStore) {
  const appends: (readonly NewEvent[])[] = [];
  const reads: number[] = [];
  const store: EventStore = {
    ...inner,
    append(stream, events, expectedRevision) {
      appends.push(events);
      return inner.append(stream, events, expectedRevision);
    },
    read(stream, from, count) {
      reads.push(from);
      return inner.read(stream, from, count);
    },
  };
  return { store, appends, reads };
}

/** A document store that records the snapshot records that were put. */
export function watchedDocuments(inner: DocumentStore = createMemoryDocumentStore()) {
  const put: string[] = [];
  const documents: DocumentStore = {
    ...inner,
    putRecord(table, key, ...rest) {
      if (table === 'snapshots') put.push(key);
      return inner.putRecord(table, key, ...rest);
    },
  };
  return { documents, put };
}

/** Resolves when the condition holds. Throws after the deadline. */
export async function until(holds: () => boolean | Promise<boolean>, deadlineMs = 10_000): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('it did not come to hold in time');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** Lets all pending work run. */
export async function turns(count = 20): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}
