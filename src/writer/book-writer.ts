/**
 * The keeper of a book is its single writer in this process.
 *
 * Commands are decided in order of arrival, on state that includes what is still being written. What waits together is
 * appended together, at the exact revision the decisions were made on, and each caller is answered only after the
 * append is acknowledged. When another node wrote first, everything unacknowledged is rolled back, what was missed is
 * read, and those commands are decided again. When the outcome of an append is unknown, the stream is read to find out.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { IdempotencyKeyUse } from '../read-models/idempotency-key-use.ts';
import { NO_STREAM } from '../event-store/port.ts';
import type { ReadonlyBook, DecisionContext } from '../ledger/book.ts';
import type { BookEvent } from '../ledger/event.ts';
import { replayAnswer } from './idempotency/idempotency-record.ts';
import { appendBatch } from './append-batch.ts';
import { Batches } from './batch.ts';
import type { Batch, Decided, PendingCommand } from './batch.ts';
import { createBookClock } from './book-clock.ts';
import { SpeculativeBook, restoreFromSnapshot } from './speculative-book.ts';
import type { Command, Outcome } from './command.ts';
import { Overloaded } from './command.ts';
import type { WriterOptions } from './options.ts';
import { SnapshotSchedule } from './snapshots/snapshot-schedule.ts';

const READ_PAGE = 1_000;
const TRIES_MAX = 50;
const EVENTS_PER_APPEND = 300;
const QUEUE_MAX = 10_000;
const KEYS_REMEMBERED = 50_000;
const PATIENCE_MS = 3_000;

export class BookWriter {
  readonly stream: string;
  readonly #options: WriterOptions;
  readonly #clock: (newest: number) => number;
  #copy: SpeculativeBook;
  /** What is decided and not acknowledged yet. */
  readonly #batches: Batches;
  #scheduled = false;
  #queued = 0;
  /** Set while the stream has to be read (again) before anything can be decided. */
  #stale = true;
  #loading: Promise<void> | undefined;
  /** Counts roll-backs, and copies that were given up: a capture of an earlier generation may hold what never happened. */
  #generation = 0;
  readonly #snapshots: SnapshotSchedule;
  #saving: Promise<void> | undefined;
  #idle: (() => void)[] = [];

  constructor(stream: string, options: WriterOptions) {
    this.stream = stream;
    this.#options = options;
    this.#clock = createBookClock(options.clock);
    this.#copy = this.#emptyCopy();
    this.#batches = new Batches(options.appendEventsMax ?? EVENTS_PER_APPEND);
    this.#snapshots = new SnapshotSchedule(stream, options);
  }

  #emptyCopy(): SpeculativeBook {
    return new SpeculativeBook(this.stream, this.#options.cachedKeysMax ?? KEYS_REMEMBERED);
  }

  /** Whether nothing is under way. */
  get isIdle(): boolean {
    return (
      this.#queued === 0 &&
      !this.#batches.isWriting &&
      this.#loading === undefined &&
      this.#saving === undefined
    );
  }

  /** Commands that are not answered yet. */
  get queuedCommands(): number {
    return this.#queued;
  }

  /** Position of the newest acknowledged event; loads the book if it must. */
  async head(): Promise<bigint> {
    await this.#readOn();
    return this.#copy.acknowledged.position;
  }

  /** The head, when it is known without reading. */
  get cachedHead(): bigint | undefined {
    return this.#stale ? undefined : this.#copy.acknowledged.position;
  }

  async inspect<T>(look: (book: ReadonlyBook) => T): Promise<T> {
    await this.#readOn();
    return look(this.#copy.book);
  }

  async submit(command: Command): Promise<Outcome> {
    if (this.#queued >= (this.#options.queueMax ?? QUEUE_MAX))
      throw new Overloaded(`the queue of ${this.stream} is full`);
    this.#queued += 1;
    try {
      return await new Promise((resolve, reject) => {
        this.#enter({
          command,
          resolve,
          reject,
          attempts: 0,
          keyUnusedThrough: NO_STREAM,
          decision: undefined,
        });
      });
    } finally {
      this.#queued -= 1;
      this.#announceIdle();
    }
  }

  /** Resolves once nothing is under way, and saves a snapshot if there is something new. */
  async close(): Promise<void> {
    while (!this.isIdle) await new Promise<void>((done) => this.#idle.push(done));
    if (!this.#stale && this.#snapshots.isBehind(this.#copy))
      await this.#snapshots.save(this.#copy.capture());
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

  #context(): DecisionContext {
    const now = this.#clock(this.#copy.book.time);
    return { now, time: isoTime(now), policy: this.#options.policy };
  }

  /** Decides a command and puts it where it waits for what it depends on. */
  #enter(waiting: PendingCommand): void {
    // Asked here and nowhere before: it may come up between any two steps of whoever has waited for something.
    if (this.#stale) {
      this.#readOn()
        .then(() => this.#enter(waiting))
        .catch(waiting.reject);
      return;
    }
    const { command, keyUnusedThrough } = waiting;
    const key = command.idempotency?.key;
    // Each time anew: what was read since it was decided last may be more keys than are remembered.
    if (key !== undefined && this.#copy.keys.needsLookup(key, keyUnusedThrough)) {
      this.#findOut(waiting, key).catch(waiting.reject);
      return;
    }
    try {
      waiting.decision = this.#decide(waiting);
    } catch (error) {
      waiting.reject(error);
      return;
    }
    if (waiting.decision.kind === 'answer') return;
    if (isProvisional(waiting)) {
      this.#tell(waiting);
      return;
    }
    // A refusal or a repeat rests on everything decided so far, so it is told when all of that is acknowledged.
    const { newest } = this.#batches;
    if (newest !== undefined) newest.commands.push(waiting);
    // What was decided again was decided on what had been read since the command came.
    else if (
      this.#options.hasOtherWriters === true &&
      waiting.decision.kind === 'final' &&
      waiting.attempts === 0
    ) {
      this.#confirm(waiting).catch(waiting.reject);
    } else this.#tell(waiting);
  }

  /** Has the documents asked for a key that may be one of those that are forgotten, and enters its command then. */
  async #findOut(waiting: PendingCommand, key: string): Promise<void> {
    const { revision, position } = this.#copy.acknowledged;
    const use = await this.#options.findKey(this.stream, key, position);
    if (use === undefined) waiting.keyUnusedThrough = revision;
    else this.#copy.keys.addPermanent(key, use);
    this.#enter(waiting);
  }

  /** Tells what no append stands behind, if nobody wrote meanwhile; otherwise decides again on what they wrote. */
  async #confirm(waiting: PendingCommand): Promise<void> {
    const { revision } = this.#copy.acknowledged;
    const [next] = await this.#options.eventStore.read(this.stream, revision + 1, 1);
    if (next === undefined) {
      this.#tell(waiting);
      return;
    }
    // It may be an event of our own, appended while this was read.
    if (this.#batches.newest === undefined && this.#copy.acknowledged.revision === revision)
      this.#stale = true;
    this.#enterAgain(waiting);
  }

  #enterAgain(waiting: PendingCommand): void {
    waiting.attempts += 1;
    if (waiting.attempts <= TRIES_MAX) this.#enter(waiting);
    else waiting.reject(new Overloaded(`${this.stream} is written to by too many at once`));
  }

  #decide(waiting: PendingCommand): Decided {
    const { command } = waiting;
    const { idempotency } = command;
    const use = idempotency && this.#copy.keys.find(idempotency.key);
    if (idempotency !== undefined && use !== undefined) {
      if (use.fingerprint !== idempotency.fingerprint)
        return { kind: 'final', outcome: { kind: 'key_reused' } };
      return { kind: 'repeat', use };
    }
    const context = this.#context();
    const decision = command.decide(this.#copy.book, context);
    if ('refusal' in decision)
      return { kind: 'final', outcome: { kind: 'refused', refusal: decision.refusal } };
    // A write that changes nothing still has to remember its answer.
    const events: readonly BookEvent[] =
      decision.events.length === 0 && idempotency !== undefined ? [NOTHING_CHANGED] : decision.events;
    const addition = this.#copy.applyDecision(command, events, context.time);
    const { answer } = addition;
    if (events.length > 0) {
      this.#batches.add(waiting, addition);
      this.#schedule();
      return { kind: 'answer', answer, events };
    }
    return { kind: 'final', outcome: { kind: 'done', answer, position: this.#copy.acknowledged.position } };
  }

  /** Tells a caller what was decided, once all that it rests on is acknowledged. */
  #tell({ command, resolve, reject, decision }: PendingCommand): void {
    switch (decision?.kind) {
      case undefined:
        throw new Error('a command is told of before it is decided');
      case 'answer':
        resolve({ kind: 'done', answer: decision.answer, position: this.#copy.acknowledged.position });
        return;
      case 'final': {
        const { outcome } = decision;
        // What was done without a write of its own may show what was acknowledged only now.
        resolve(
          outcome.kind === 'done' ? { ...outcome, position: this.#copy.acknowledged.position } : outcome,
        );
        return;
      }
      case 'repeat':
        this.#repeat(command, decision.use).then(resolve, reject);
        return;
    }
  }

  async #repeat(command: Command, use: IdempotencyKeyUse): Promise<Outcome> {
    return replayAnswer(command, await this.#options.eventStore.read(this.stream, use.revision, use.events));
  }

  // --- writing ----------------------------------------------------------------------------------------------------

  #schedule(): void {
    if (this.#scheduled || this.#batches.isWriting) return;
    this.#scheduled = true;
    // After all decisions that can be made right now, so that they share an append.
    process.nextTick(() => {
      this.#scheduled = false;
      this.#dispatch();
    });
  }

  #dispatch(): void {
    const batch = this.#batches.startNext();
    if (batch !== undefined) this.#append(batch).catch((error: unknown) => this.#giveUp(error));
  }

  async #append(batch: Batch): Promise<void> {
    const { eventStore, appendTimeoutMs = PATIENCE_MS, observer } = this.#options;
    const appended = await appendBatch({ eventStore, stream: this.stream, appendTimeoutMs, observer }, batch);
    if (appended.kind === 'written') this.#acknowledge(batch, appended.position);
    else await this.#startOver();
  }

  #acknowledge(batch: Batch, position: bigint): void {
    const revision = batch.firstRevision + batch.events.length - 1;
    this.#copy.acknowledge({ revision, hash: batch.hash, position }, batch.undoSteps);
    this.#batches.finish();
    const { observer } = this.#options;
    for (const waiting of batch.commands) {
      this.#tell(waiting);
      if (waiting.decision?.kind === 'answer') observer?.acknowledged(waiting.decision.events);
    }
    this.#dispatch();
    if (this.#snapshots.isDue(this.#copy)) void this.snapshot();
  }

  /** Another writer was first: take back what is not acknowledged, catch up, decide those commands again. */
  async #startOver(): Promise<void> {
    const unanswered = this.#takeBack();
    // Whoever comes meanwhile waits for the book to be read again.
    this.#stale = true;
    try {
      await this.#readOn();
    } catch (error) {
      for (const { reject } of unanswered) reject(error);
      return;
    }
    for (const waiting of unanswered) this.#enterAgain(waiting);
  }

  /** Rolls back to what is acknowledged. Gives those who were waiting, in order. */
  #takeBack(): PendingCommand[] {
    this.#copy.rollBack();
    this.#generation += 1;
    return this.#batches.clear();
  }

  /** The store did not answer in time. The callers are told to come back; the stream is read before anything else. */
  #giveUp(error: unknown): void {
    this.#options.onError?.(this.stream, error);
    const waiting = this.#takeBack();
    this.#stale = true;
    for (const { reject } of waiting) reject(error);
  }

  // --- reading ----------------------------------------------------------------------------------------------------

  /** Nothing may be decided on a book that is to be read again, however often that comes up meanwhile. */
  async #readOn(): Promise<void> {
    while (this.#stale) await this.#load();
  }

  #load(): Promise<void> {
    this.#loading ??= this.#catchUp().finally(() => {
      this.#loading = undefined;
      this.#announceIdle();
    });
    return this.#loading;
  }

  async #catchUp(): Promise<void> {
    const { eventStore } = this.#options;
    if (this.#copy.acknowledged.revision === NO_STREAM) await this.#restore();
    for (;;) {
      const page = await eventStore.read(this.stream, this.#copy.acknowledged.revision + 1, READ_PAGE);
      try {
        for (const stored of page) this.#copy.apply(stored);
      } catch (error) {
        // Half an event may be folded in: this copy is of no use any more.
        this.#copy = this.#emptyCopy();
        this.#generation += 1;
        this.#snapshots.startAfter(NO_STREAM);
        throw error;
      }
      if (page.length < READ_PAGE) break;
    }
    this.#stale = false;
  }

  /** A snapshot is only ever a short cut: whatever is wrong with it, the stream has the truth. */
  async #restore(): Promise<void> {
    const { cachedKeysMax = KEYS_REMEMBERED, onError } = this.#options;
    try {
      const restored = await restoreFromSnapshot(this.stream, cachedKeysMax, this.#options);
      if (restored === undefined) return;
      this.#copy = restored;
      this.#snapshots.startAfter(restored.acknowledged.revision);
    } catch (error) {
      onError?.(this.stream, error);
    }
  }

  // --- snapshots --------------------------------------------------------------------------------------------------

  async #takeSnapshot(): Promise<void> {
    if (this.#copy.book.revision === NO_STREAM) return;
    const taken = this.#copy.capture();
    const generation = this.#generation;
    while (this.#copy.acknowledged.revision < taken.revision) {
      await delay(5);
      if (generation !== this.#generation) return;
    }
    await this.#snapshots.save(taken);
  }
}

const isProvisional = ({ command: { provisional }, decision }: PendingCommand): boolean =>
  provisional !== undefined &&
  decision?.kind === 'final' &&
  decision.outcome.kind === 'refused' &&
  provisional.has(decision.outcome.refusal);

const NOTHING_CHANGED: BookEvent = { type: 'request.recorded', data: {} };

let lastTime = { ms: -1, iso: '' };

/** ISO time of a millisecond; most commands of a busy book share theirs with the one before. */
function isoTime(ms: number): string {
  if (ms !== lastTime.ms) lastTime = { ms, iso: new Date(ms).toISOString() };
  return lastTime.iso;
}
