/**
 * The keeper of a book is its single writer in this process.
 *
 * Commands are decided in order of arrival, on state that includes what is still being written. What waits together is
 * appended together, at the exact revision the decisions were made on, and each caller is answered only after the
 * append is acknowledged. When another node wrote first, everything unacknowledged is rolled back, what was missed is
 * read, and those commands are decided again. When the outcome of an append is unknown, the stream is read to find out.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Documents } from '../documents/port.ts';
import { FIRST_HASH, decodeData, decodeMetadata, encodeEvent, verifiedHash } from '../eventstore/codec.ts';
import type { IdempotencyRecord, Metadata } from '../eventstore/codec.ts';
import { APPEND_BYTES_MAX, NO_STREAM, START, StoreUnavailable } from '../eventstore/port.ts';
import type { EventStore, NewEvent, StoredEvent } from '../eventstore/port.ts';
import { createBook, evolve } from '../ledger/book.ts';
import type { Book, Context, Decision } from '../ledger/book.ts';
import type { BookEvent, Recorded } from '../ledger/event.ts';
import type { Policy } from '../ledger/policy.ts';
import type { Refusal } from '../ledger/refusal.ts';
import { createTable, rollBack } from '../ledger/table.ts';
import type { Table } from '../ledger/table.ts';
import type { Answer, Command, Outcome } from './command.ts';
import { Overloaded } from './command.ts';
import { createKeyFilter } from './key-filter.ts';
import type { KeyFilter } from './key-filter.ts';
import { capture, loadSnapshot, saveSnapshot } from './snapshot.ts';
import type { Capture } from './snapshot.ts';

/** Where an idempotency key was used: enough to tell a repeat from another request, and to find the answer again. */
export type KeyUse = { readonly fingerprint: string; readonly revision: number; readonly events: number };

export type KeeperOptions = {
  readonly eventStore: EventStore;
  readonly documents: Documents;
  readonly policy: Policy;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** The use of a key that is no longer remembered; StoreUnavailable when that can't be known. */
  readonly findKey: (stream: string, key: string, head: bigint) => Promise<KeyUse | undefined>;
  readonly onFault?: (stream: string, error: unknown) => void;
  readonly eventsPerAppend?: number;
  readonly queueMax?: number;
  readonly keysRemembered?: number;
  readonly snapshotEvery?: number;
  /** Whether other processes write to the same store. A refusal is then told only once it rests on all they wrote. */
  readonly shared?: boolean;
  /** How long an append with an unknown outcome is followed up before its callers are told to come back. */
  readonly patienceMs?: number;
};

type Resolve = (outcome: Outcome) => void;

/** A command on its way: decided, and answered when its batch is acknowledged. */
type Waiting = {
  readonly command: Command;
  readonly resolve: Resolve;
  readonly reject: (error: unknown) => void;
  tries: number;
  verdict: Verdict;
};

type Verdict =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'repeat'; readonly use: KeyUse }
  | { readonly kind: 'final'; readonly outcome: Outcome };

/** Events that are appended together, and who waits for them. */
type Batch = {
  readonly firstRevision: number;
  readonly events: NewEvent[];
  readonly waiting: Waiting[];
  bytes: number;
  /** Hash of the newest event in it. */
  hash: string;
  /** How many undo steps belong to it. */
  undoSteps: number;
};

/** What is known to be in the stream. */
type Acknowledged = { readonly revision: number; readonly hash: string; readonly position: bigint };

const READ_PAGE = 1_000;
const TRIES_MAX = 50;

export class BookKeeper {
  readonly stream: string;
  readonly #options: KeeperOptions;
  readonly #eventsMax: number;
  readonly #queueMax: number;
  readonly #keysMax: number;
  #book: Book;
  #keys: Table<KeyUse>;
  #filter: KeyFilter = createKeyFilter();
  #acknowledged: Acknowledged = { revision: NO_STREAM, hash: FIRST_HASH, position: START };
  /** Hash of the newest event decided, acknowledged or not. */
  #hash = FIRST_HASH;
  #batches: Batch[] = [];
  #flying: Batch | undefined;
  #scheduled = false;
  #queued = 0;
  /** Set while the book has to be read (again) before anything can be decided. */
  #stale = true;
  #loading: Promise<void> | undefined;
  /** Counts roll-backs: a capture of an earlier generation may hold what never happened. */
  #generation = 0;
  #snapshotAt = 0;
  #saving: Promise<void> | undefined;
  #idle: (() => void)[] = [];

  constructor(stream: string, options: KeeperOptions) {
    this.stream = stream;
    this.#options = options;
    this.#eventsMax = options.eventsPerAppend ?? 300;
    this.#queueMax = options.queueMax ?? 10_000;
    this.#keysMax = options.keysRemembered ?? 50_000;
    this.#book = createBook(stream);
    this.#keys = createTable(this.#book.journal);
  }

  /** Whether nothing is under way. */
  get isIdle(): boolean {
    return (
      this.#queued === 0 &&
      this.#flying === undefined &&
      this.#loading === undefined &&
      this.#saving === undefined
    );
  }

  /** Position of the newest acknowledged event; loads the book if it must. */
  async head(): Promise<bigint> {
    if (this.#stale) await this.#load();
    return this.#acknowledged.position;
  }

  /** The head, when it is known without reading. */
  get knownHead(): bigint | undefined {
    return this.#stale ? undefined : this.#acknowledged.position;
  }

  async inspect<T>(look: (book: Book) => T): Promise<T> {
    if (this.#stale) await this.#load();
    return look(this.#book);
  }

  /** What `decide` gives, told like a refusal: once all that it rests on is acknowledged. */
  async preview(decide: Command['decide']): Promise<Decision> {
    let decision: Decision = { refusal: PREVIEWED };
    await this.submit({
      decide(book, context) {
        decision = decide(book, context);
        return { refusal: PREVIEWED };
      },
      answer: { from: 'events', render: () => ({ status: 200, body: '' }) },
      actor: 'system:preview',
      requestId: '',
    });
    return decision;
  }

  async submit(command: Command): Promise<Outcome> {
    if (this.#queued >= this.#queueMax) throw new Overloaded(`the queue of ${this.stream} is full`);
    this.#queued += 1;
    try {
      if (this.#stale) await this.#load();
      const key = command.idempotency?.key;
      if (key !== undefined && !this.#keys.has(key) && this.#filter.mayHave(key)) await this.#recall(key);
      // Nothing may be decided on a book that is to be read again, however often that has come up meanwhile.
      while (this.#stale) await this.#load();
      return await new Promise((resolve, reject) => {
        this.#enter({ command, resolve, reject, tries: 0, verdict: UNDECIDED });
      });
    } finally {
      this.#queued -= 1;
      this.#announceIdle();
    }
  }

  /** Resolves once nothing is under way, and saves a snapshot if there is something new. */
  async close(): Promise<void> {
    while (!this.isIdle) await new Promise<void>((done) => this.#idle.push(done));
    if (
      !this.#stale &&
      this.#acknowledged.revision >= this.#snapshotAt &&
      this.#acknowledged.revision > NO_STREAM
    ) {
      await this.#save(capture(this.#book, this.#hash, this.#filter));
    }
  }

  /** Saves a snapshot of what is acknowledged now, or soon will be. */
  snapshot(): Promise<void> {
    this.#saving ??= this.#takeSnapshot().finally(() => {
      this.#saving = undefined;
      this.#announceIdle();
    });
    return this.#saving;
  }

  #announceIdle(): void {
    if (this.isIdle) for (const done of this.#idle.splice(0)) done();
  }

  // --- deciding ---------------------------------------------------------------------------------------------------

  #context(): Context {
    const now = Math.max(this.#options.clock(), this.#book.time);
    return { now, time: isoTime(now), policy: this.#options.policy };
  }

  /** Decides a command and puts it where it waits for what it depends on. */
  #enter(waiting: Waiting): void {
    try {
      waiting.verdict = this.#decide(waiting);
    } catch (error) {
      waiting.reject(error);
      return;
    }
    if (waiting.verdict.kind === 'answer') return;
    // A refusal or a repeat rests on everything decided so far, so it is told when all of that is acknowledged.
    const last = this.#batches.at(-1) ?? this.#flying;
    if (last !== undefined) last.waiting.push(waiting);
    else if (this.#options.shared === true && waiting.verdict.kind === 'final') {
      this.#confirm(waiting).catch(waiting.reject);
    } else this.#tell(waiting);
  }

  /** Tells what no append stands behind, if nobody wrote meanwhile; otherwise decides again on what they wrote. */
  async #confirm(waiting: Waiting): Promise<void> {
    const { revision } = this.#acknowledged;
    const [next] = await this.#options.eventStore.read(this.stream, revision + 1, 1);
    if (next === undefined) {
      this.#tell(waiting);
      return;
    }
    // It may be an event of our own, appended while this was read.
    const isWriting = this.#flying !== undefined || this.#batches.length > 0;
    if (!isWriting && this.#acknowledged.revision === revision) this.#stale = true;
    while (this.#stale) await this.#load();
    this.#enterAgain(waiting);
  }

  #enterAgain(waiting: Waiting): void {
    waiting.tries += 1;
    if (waiting.tries <= TRIES_MAX) this.#enter(waiting);
    else waiting.reject(new Overloaded(`${this.stream} is written to by too many at once`));
  }

  #decide(waiting: Waiting): Verdict {
    const { command } = waiting;
    const { idempotency } = command;
    const use = idempotency && this.#keys.get(idempotency.key);
    if (idempotency !== undefined && use !== undefined) {
      if (use.fingerprint !== idempotency.fingerprint)
        return { kind: 'final', outcome: { kind: 'key_reused' } };
      return { kind: 'repeat', use };
    }
    const context = this.#context();
    const decision = command.decide(this.#book, context);
    if ('refusal' in decision)
      return { kind: 'final', outcome: { kind: 'refused', refusal: decision.refusal } };
    // A write that changes nothing still has to remember its answer.
    const events: readonly BookEvent[] =
      decision.events.length === 0 && idempotency !== undefined ? [NOTHING_CHANGED] : decision.events;
    return this.#record(waiting, events, context);
  }

  #record(waiting: Waiting, events: readonly BookEvent[], context: Context): Verdict {
    const { journal } = this.#book;
    const undoBefore = journal.undo.length;
    const hashBefore = this.#hash;
    journal.recording = true;
    try {
      const verdict = this.#recordAll(waiting, events, context);
      const batch = this.#batches.at(-1);
      if (batch !== undefined) batch.undoSteps += journal.undo.length - undoBefore;
      return verdict;
    } catch (error) {
      // A decision that the book itself does not take is a fault of ours; it must leave no trace.
      rollBack(journal, undoBefore);
      this.#hash = hashBefore;
      throw error;
    }
  }

  #recordAll(waiting: Waiting, events: readonly BookEvent[], context: Context): Verdict {
    const { command } = waiting;
    const firstRevision = this.#book.revision + 1;
    const recorded = events.map((event, i) =>
      recordedAt(event, this.stream, firstRevision + i, context.time),
    );
    for (const event of recorded) evolve(this.#book, event);
    const { answer: rule } = command;
    const answer = rule.from === 'events' ? rule.render(recorded) : rule.render(this.#book, recorded);
    if (events.length === 0)
      return { kind: 'final', outcome: { kind: 'done', answer, position: this.#acknowledged.position } };
    const record = idempotencyRecord(command, answer, events.length);
    if (record !== undefined) {
      const { fingerprint } = record;
      this.#keys.set(record.key, { fingerprint, revision: firstRevision, events: events.length });
      this.#filter.add(record.key);
    }
    this.#write(waiting, recorded, record);
    return { kind: 'answer', answer };
  }

  #write(waiting: Waiting, recorded: readonly Recorded[], record: IdempotencyRecord | undefined): void {
    const { actor, requestId } = waiting.command;
    const encoded: NewEvent[] = [];
    let bytes = 0;
    recorded.forEach((event, i) => {
      const base: Metadata = { schema_version: 1, time: event.time, actor, request_id: requestId };
      const metadata = i === 0 && record !== undefined ? { ...base, idempotency: record } : base;
      const next = encodeEvent(this.#hash, this.stream, event.revision, event, metadata);
      this.#hash = next.hash;
      encoded.push(next.event);
      bytes += Buffer.byteLength(next.event.data) + Buffer.byteLength(next.event.metadata);
    });
    const batch = this.#batchWithRoom(encoded.length, bytes, recorded[0]?.revision ?? 0);
    batch.events.push(...encoded);
    batch.waiting.push(waiting);
    batch.bytes += bytes;
    batch.hash = this.#hash;
    this.#schedule();
  }

  #batchWithRoom(events: number, bytes: number, firstRevision: number): Batch {
    const last = this.#batches.at(-1);
    if (
      last !== undefined &&
      last.events.length + events <= this.#eventsMax &&
      last.bytes + bytes <= APPEND_BYTES_MAX
    ) {
      return last;
    }
    const batch: Batch = { firstRevision, events: [], waiting: [], bytes: 0, hash: '', undoSteps: 0 };
    this.#batches.push(batch);
    return batch;
  }

  /** Tells a caller what was decided, once all that it rests on is acknowledged. */
  #tell({ command, resolve, reject, verdict }: Waiting): void {
    switch (verdict.kind) {
      case 'answer':
        resolve({ kind: 'done', answer: verdict.answer, position: this.#acknowledged.position });
        return;
      case 'final': {
        const { outcome } = verdict;
        // What was done without a write of its own may show what was acknowledged only now.
        resolve(outcome.kind === 'done' ? { ...outcome, position: this.#acknowledged.position } : outcome);
        return;
      }
      case 'repeat':
        this.#repeat(command, verdict.use).then(resolve, reject);
        return;
    }
  }

  // --- idempotency ------------------------------------------------------------------------------------------------

  /** The answer of an earlier success, from the events that recorded it. */
  async #repeat(command: Command, use: KeyUse): Promise<Outcome> {
    const stored = await this.#options.eventStore.read(this.stream, use.revision, use.events);
    const [first] = stored;
    const record = first && decodeMetadata(first).idempotency;
    if (record?.key !== command.idempotency?.key || record === undefined || stored.length !== use.events) {
      throw new Error(
        `the record of an idempotency key is not at revision ${use.revision} of ${this.stream}`,
      );
    }
    const { status, answer, sealed_answer } = record;
    if (sealed_answer !== undefined)
      return { kind: 'replayed', answer: { status, body: sealed_answer }, sealed: true };
    if (answer !== undefined) return { kind: 'replayed', answer: { status, body: answer }, sealed: false };
    if (command.answer.from !== 'events') throw new Error('an idempotency record without its answer');
    return { kind: 'replayed', answer: command.answer.render(stored.map(recordedEvent)), sealed: false };
  }

  async #recall(key: string): Promise<void> {
    const use = await this.#options.findKey(this.stream, key, this.#acknowledged.position);
    // It is in the stream for good, so no roll-back may take it out of memory: nothing is recorded here.
    if (use !== undefined && !this.#keys.has(key)) this.#unjournaled(() => this.#keys.set(key, use));
  }

  #unjournaled(change: () => void): void {
    const { journal } = this.#book;
    const { recording } = journal;
    journal.recording = false;
    change();
    journal.recording = recording;
  }

  #forgetOldKeys(): void {
    // The oldest are long acknowledged: far more are remembered than can be under way.
    if (this.#keys.size <= this.#keysMax * 1.1) return;
    this.#unjournaled(() => {
      let surplus = this.#keys.size - this.#keysMax;
      for (const [key] of this.#keys.entries()) {
        if (surplus-- <= 0) return;
        this.#keys.delete(key);
      }
    });
  }

  // --- writing ----------------------------------------------------------------------------------------------------

  #schedule(): void {
    if (this.#scheduled || this.#flying !== undefined) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#dispatch();
    });
  }

  #dispatch(): void {
    if (this.#flying !== undefined) return;
    const batch = this.#batches.shift();
    if (batch === undefined) return;
    this.#flying = batch;
    this.#append(batch).catch((error: unknown) => this.#giveUp(error));
  }

  async #append(batch: Batch): Promise<void> {
    const { eventStore, patienceMs = 3_000 } = this.#options;
    const deadline = performance.now() + patienceMs;
    for (let pause = 50; ; pause = Math.min(pause * 2, 500)) {
      let fault: unknown = new StoreUnavailable(
        `${this.stream} neither takes an append nor shows another one`,
      );
      try {
        const result = await eventStore.append(this.stream, batch.events, batch.firstRevision - 1);
        if (result.ok) {
          this.#acknowledge(batch, result.position);
          return;
        }
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        fault = error;
      }
      if (await this.#settled(batch)) return;
      if (performance.now() > deadline) throw fault;
      await delay(pause);
    }
  }

  /** Reads what is in the stream where the batch should be: its own events, another writer's, or nothing yet (false). */
  async #settled(batch: Batch): Promise<boolean> {
    const there = await this.#options.eventStore
      .read(this.stream, batch.firstRevision, batch.events.length)
      .catch((error: unknown) => {
        if (error instanceof StoreUnavailable) return [];
        throw error;
      });
    const last = there.at(-1);
    if (last === undefined) return false;
    if (there[0]?.id !== batch.events[0]?.id) {
      await this.#startOver();
      return true;
    }
    // Our own events, but not all of them: a server that is just coming back may show an append before it has read it whole.
    if (last.id !== batch.events.at(-1)?.id) return false;
    this.#acknowledge(batch, last.position);
    return true;
  }

  #acknowledge(batch: Batch, position: bigint): void {
    this.#acknowledged = {
      revision: batch.firstRevision + batch.events.length - 1,
      hash: batch.hash,
      position,
    };
    this.#book.journal.undo.splice(0, batch.undoSteps);
    this.#flying = undefined;
    for (const waiting of batch.waiting) this.#tell(waiting);
    this.#forgetOldKeys();
    this.#dispatch();
    if (this.#acknowledged.revision - this.#snapshotAt >= this.#snapshotInterval()) void this.snapshot();
  }

  /** Another writer was first: take back what is not acknowledged, catch up, decide those commands again. */
  async #startOver(): Promise<void> {
    const unanswered = this.#takeBack();
    // Whoever comes meanwhile waits for the book to be read again.
    this.#stale = true;
    try {
      do await this.#load();
      while (this.#isStale());
    } catch (error) {
      for (const { reject } of unanswered) reject(error);
      return;
    }
    for (const waiting of unanswered) this.#enterAgain(waiting);
  }

  /** Rolls back to what is acknowledged. Gives those who were waiting, in order. */
  #takeBack(): Waiting[] {
    const waiting = [this.#flying, ...this.#batches].flatMap((batch) => batch?.waiting ?? []);
    rollBack(this.#book.journal);
    this.#generation += 1;
    this.#hash = this.#acknowledged.hash;
    this.#flying = undefined;
    this.#batches = [];
    return waiting;
  }

  /** The store did not answer in time. The callers are told to come back; the stream is read before anything else. */
  #giveUp(error: unknown): void {
    this.#options.onFault?.(this.stream, error);
    const waiting = this.#takeBack();
    this.#stale = true;
    for (const { reject } of waiting) reject(error);
  }

  /** In a method of its own, as the compiler takes a field it has once seen true for true ever after. */
  #isStale(): boolean {
    return this.#stale;
  }

  // --- reading ----------------------------------------------------------------------------------------------------

  #load(): Promise<void> {
    this.#loading ??= this.#catchUp().finally(() => {
      this.#loading = undefined;
      this.#announceIdle();
    });
    return this.#loading;
  }

  async #catchUp(): Promise<void> {
    if (this.#acknowledged.revision === NO_STREAM) await this.#restore();
    this.#book.journal.recording = false;
    for (;;) {
      const page = await this.#options.eventStore.read(
        this.stream,
        this.#acknowledged.revision + 1,
        READ_PAGE,
      );
      try {
        for (const stored of page) this.#takeIn(stored);
      } catch (error) {
        // Half an event may be folded in: this book is of no use any more.
        this.#forgetAll();
        throw error;
      }
      if (page.length < READ_PAGE) break;
    }
    this.#stale = false;
  }

  #forgetAll(): void {
    this.#book = createBook(this.stream);
    this.#keys = createTable(this.#book.journal);
    this.#filter = createKeyFilter();
    this.#hash = FIRST_HASH;
    this.#acknowledged = { revision: NO_STREAM, hash: FIRST_HASH, position: START };
    this.#snapshotAt = 0;
  }

  async #restore(): Promise<void> {
    const { documents, eventStore, onFault } = this.#options;
    // A snapshot is only ever a short cut: whatever is wrong with it, the stream has the truth.
    const restored = await loadSnapshot(documents, this.stream).catch((error: unknown) => {
      onFault?.(this.stream, error);
      return undefined;
    });
    if (restored === undefined) return;
    const { revision } = restored.book;
    const [last] = await eventStore.read(this.stream, revision, 1);
    if (last === undefined || decodeMetadata(last).hash !== restored.hash) {
      onFault?.(this.stream, new Error('a snapshot is of another history; the stream is read instead'));
      return;
    }
    this.#book = restored.book;
    this.#keys = createTable(restored.book.journal);
    this.#filter = createKeyFilter(restored.filter);
    this.#hash = restored.hash;
    this.#acknowledged = { revision, hash: restored.hash, position: last.position };
    this.#snapshotAt = revision + 1;
  }

  #takeIn(stored: StoredEvent): void {
    const hash = verifiedHash(this.#hash, stored);
    const { idempotency } = decodeMetadata(stored);
    evolve(this.#book, recordedEvent(stored));
    if (idempotency !== undefined) {
      const { key, fingerprint, events } = idempotency;
      this.#keys.set(key, { fingerprint, revision: stored.revision, events });
      this.#filter.add(key);
    }
    this.#hash = hash;
    this.#acknowledged = { revision: stored.revision, hash, position: stored.position };
    this.#forgetOldKeys();
  }

  // --- snapshots --------------------------------------------------------------------------------------------------

  #snapshotInterval(): number {
    const live = this.#book.users.size + this.#book.accounts.size + this.#book.transfers.size;
    return Math.max(this.#options.snapshotEvery ?? 20_000, live * 2);
  }

  async #takeSnapshot(): Promise<void> {
    if (this.#book.revision === NO_STREAM) return;
    const taken = capture(this.#book, this.#hash, this.#filter);
    const generation = this.#generation;
    while (this.#acknowledged.revision < taken.revision) {
      await delay(5);
      if (generation !== this.#generation) return;
    }
    await this.#save(taken);
  }

  async #save(taken: Capture): Promise<void> {
    // When it fails, the next one is tried after as many events again: copying a book costs too much to do it often.
    this.#snapshotAt = taken.revision + 1;
    try {
      await saveSnapshot(this.#options.documents, this.stream, taken);
    } catch (error) {
      // Without it the next start is slower, nothing else.
      this.#options.onFault?.(this.stream, error);
    }
  }
}

const UNDECIDED: Verdict = { kind: 'final', outcome: { kind: 'key_reused' } };
/** Never told to anybody. */
const PREVIEWED: Refusal = { code: 'not_found', message: 'This was only looked at.' };
const NOTHING_CHANGED: BookEvent = { type: 'request.recorded', data: {} };

function idempotencyRecord(command: Command, answer: Answer, events: number): IdempotencyRecord | undefined {
  const { idempotency, answer: rule } = command;
  if (idempotency === undefined) return undefined;
  const record = {
    key: idempotency.key,
    fingerprint: idempotency.fingerprint,
    status: answer.status,
    events,
  };
  if (rule.from === 'events') return record;
  return rule.seal === undefined
    ? { ...record, answer: answer.body }
    : { ...record, sealed_answer: rule.seal(answer.body) };
}

/** An event of a book as the ledger sees it. */
export function recordedEvent(stored: StoredEvent): Recorded {
  const { stream, revision } = stored;
  // The types of a book's events are those that this service appended.
  const event = { type: stored.type, data: decodeData(stored) } as BookEvent;
  return recordedAt(event, stream, revision, decodeMetadata(stored).time);
}

/** Written out, for this is the hottest of paths; the cast only says that type and data still belong together. */
const recordedAt = ({ type, data }: BookEvent, stream: string, revision: number, time: string): Recorded =>
  ({ type, data, stream, revision, time }) as Recorded;

let lastTime = { ms: -1, iso: '' };

/** ISO time of a millisecond; most commands of a busy book share theirs with the one before. */
function isoTime(ms: number): string {
  if (ms !== lastTime.ms) lastTime = { ms, iso: new Date(ms).toISOString() };
  return lastTime.iso;
}
