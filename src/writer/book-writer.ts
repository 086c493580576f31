/**
 * The single writer of a book in this process.
 *
 * Commands are decided in order of arrival, on state that includes events still being written. Commands that wait
 * together are appended together, at the exact revision they were decided on. A caller gets its answer once the append is
 * acknowledged. When another node wrote first, everything unacknowledged is rolled back, the missed events are read, and
 * the commands are decided again. When the outcome of an append is unknown, the stream is read to find it.
 */

import { NO_STREAM, type Position, type Revision, type StreamName } from '../event-store/port.ts';
import type { ReadonlyBook } from '../ledger/book.ts';
import { isClosed } from '../ledger/sandbox.ts';
import { LostEvents } from '../read-models/history/event-history.ts';
import { delay, monotonicTime, nextTick, nextTurn } from '../system/runtime.ts';
import { Batches, appendBatch, type Batch } from './append.ts';
import { BookLoading, Overloaded, type Command, type Outcome, type WriterOptions } from './command.ts';
import {
  SteppedDecision,
  decideCommand,
  replayCommand,
  type CommandDecision,
  type DecideOptions,
  type PendingCommand,
} from './decide.ts';
import { LoadedBook, SnapshotSchedule } from './loaded-book.ts';
import type { BookCapture } from './snapshot.ts';

/**
 * The time at which a book's commands are decided. It is the clock's time unless the newest event is later, because the
 * clock was set back or another node's clock is wrong. Book time then advances at half speed until both agree. If it
 * stood still, no quote would expire and no limit window would pass until the clock caught up.
 */

/** Returns a function from the time of the newest event to the book's time, never earlier. Milliseconds since 1970. */
function createBookClock(clock: () => number): (newest: number) => number {
  /** Set while the book is ahead of the clock: the book's time when the clock was at `since`. */
  let ahead: { readonly time: number; readonly since: number } | undefined;
  return (newest) => {
    const now = clock();
    const slow = ahead === undefined ? now : Math.floor(ahead.time + (now - ahead.since) / 2);
    if (now >= slow && now >= newest) {
      ahead = undefined;
      return now;
    }
    if (slow >= newest) return slow;
    ahead = { time: newest, since: now };
    return newest;
  };
}

const ATTEMPTS_MAX = 50;
const APPEND_EVENTS_MAX = 300;
const QUEUE_MAX = 10_000;
const APPEND_TIMEOUT_MS = 3_000;
const ACKNOWLEDGED_POLL_MS = 5;
/** How many steps of a decision are taken before other work of the process gets its turn: about a millisecond. */
const STEPS_PER_TURN = 20;

/** A command that is being decided in steps. The book contains a part of its events, so nothing else may be decided or read. */
type SteppedCommand = {
  readonly pending: PendingCommand;
  /** Commands that arrived since, in order. */
  readonly waiting: PendingCommand[];
  /** Dry runs among them. They need not wait for the others, which may take long. */
  readonly dryRuns: PendingCommand[];
  /** Called when the book is whole again. */
  readonly readers: (() => void)[];
};

export class BookWriter {
  readonly stream: StreamName;
  readonly #options: WriterOptions;
  readonly #decideOptions: DecideOptions;
  readonly #snapshots: SnapshotSchedule;
  readonly #loaded: LoadedBook;
  /** Decided commands without acknowledgement. */
  readonly #batches: Batches;
  #stepped: SteppedCommand | undefined;
  #isDispatchScheduled = false;
  #queuedCommands = 0;
  #savingSnapshot: Promise<void> | undefined;
  #idleListeners: (() => void)[] = [];

  constructor(stream: StreamName, options: WriterOptions) {
    this.stream = stream;
    this.#options = options;
    this.#decideOptions = { clock: createBookClock(options.clock), policy: options.policy };
    this.#snapshots = new SnapshotSchedule(stream, options);
    this.#loaded = new LoadedBook(stream, options, this.#snapshots);
    const { appendEventsMax = APPEND_EVENTS_MAX, authentication } = options;
    this.#batches = new Batches(stream, appendEventsMax, authentication.macs);
  }

  /** Whether no command, load, or snapshot is in progress. */
  get isIdle(): boolean {
    return (
      this.#queuedCommands === 0 &&
      !this.#batches.isWriting &&
      !this.#loaded.isLoading &&
      this.#savingSnapshot === undefined
    );
  }

  /** The number of commands without an answer yet. */
  get queuedCommands(): number {
    return this.#queuedCommands;
  }

  /** The position of the newest acknowledged event. Undefined when the stream would have to be read. */
  get cachedHead(): Position | undefined {
    return this.#loaded.isStale ? undefined : this.#loaded.current.acknowledged.position;
  }

  /** The newest acknowledged event. Undefined when the stream would have to be read. */
  get newestEvent(): { readonly revision: Revision; readonly hash: string } | undefined {
    const { isStale, current } = this.#loaded;
    return isStale || current.acknowledged.revision === NO_STREAM ? undefined : current.acknowledged;
  }

  /** Whether an append is under way. */
  get isWriting(): boolean {
    return this.#batches.isWriting;
  }

  /** See BookWriters. */
  lastChange(head: Position, keysOf: (book: ReadonlyBook) => readonly string[]): Position | undefined {
    const { isStale, current } = this.#loaded;
    if (isStale || current.acknowledged.position < head) return undefined;
    return current.changes.lastChange(keysOf(current.book));
  }

  async read<T>(read: (book: ReadonlyBook) => T): Promise<T> {
    await this.#load();
    while (this.#stepped !== undefined) {
      const { readers } = this.#stepped;
      await new Promise<void>((resolve) => readers.push(resolve));
      await this.#load();
    }
    return read(this.#loaded.current.book);
  }

  /** Refuses the book from now on if its stream lacks the newest event of the book. Throws StoreUnavailable. */
  async confirm(): Promise<void> {
    // An append that is under way, or follows a decision in steps, notices the loss.
    if ((await this.#loaded.hasNewest()) || this.#batches.newest !== undefined || this.#stepped !== undefined)
      return;
    this.#loaded.markStale();
    await this.#load().catch((error: unknown) => {
      // The load has reported it.
      if (!(error instanceof LostEvents)) throw error;
    });
  }

  async submit<Question = never>(command: Command<Question>): Promise<Outcome<Question>> {
    const { size = 1 } = command;
    if (this.#queuedCommands >= (this.#options.queueMax ?? QUEUE_MAX))
      throw new Overloaded(`the queue of ${this.stream} is full`);
    this.#queuedCommands += size;
    try {
      return await new Promise((resolve, reject) => {
        const start = { attempts: 0, keyUnusedThrough: NO_STREAM, decision: undefined, joinedAppend: false };
        // The question of an outcome is the one that this command has asked.
        const answer = (outcome: Outcome<unknown>) => resolve(outcome as Outcome<Question>);
        this.#enter({ command, resolve: answer, reject, ...start });
      });
    } finally {
      this.#queuedCommands -= size;
      this.#notifyIdle();
    }
  }

  /** Waits until the writer is idle, and saves a snapshot if there are new events. */
  async close(): Promise<void> {
    this.#loaded.stop();
    while (!this.isIdle) await new Promise<void>((resolve) => this.#idleListeners.push(resolve));
    const { isStale, current } = this.#loaded;
    if (!isStale && this.#snapshots.isBehind(current)) await this.#snapshots.save(this.#capture());
  }

  /** Saves a snapshot of the current events, once they are acknowledged. */
  snapshot(): Promise<void> {
    this.#savingSnapshot ??= this.#saveSnapshot().finally(() => {
      this.#savingSnapshot = undefined;
      this.#notifyIdle();
    });
    return this.#savingSnapshot;
  }

  async #saveSnapshot(): Promise<void> {
    const captured = await this.capture();
    if (captured !== undefined) await this.#snapshots.save(captured);
  }

  /** A copy of the book, once its events are acknowledged. Undefined for a book that is empty or closed, or is rolled back. */
  async capture(): Promise<BookCapture | undefined> {
    const { book } = this.#loaded.current;
    if (this.#stepped !== undefined || book.revision === NO_STREAM || isClosed(book)) return undefined;
    const captured = this.#capture();
    const { epoch } = this.#loaded;
    while (this.#loaded.current.acknowledged.revision < captured.revision) {
      await delay(ACKNOWLEDGED_POLL_MS);
      if (epoch !== this.#loaded.epoch) return undefined;
    }
    return captured;
  }

  #capture(): BookCapture {
    const { current } = this.#loaded;
    return current.capture(this.#batches.close() ?? current.acknowledged.hash);
  }

  #notifyIdle(): void {
    if (this.isIdle) for (const resolve of this.#idleListeners.splice(0)) resolve();
  }

  async #load(): Promise<void> {
    try {
      await this.#loaded.load();
    } catch (error) {
      if (error instanceof BookLoading) void this.#loaded.loadEnded().then(() => this.#notifyIdle());
      throw error;
    } finally {
      this.#notifyIdle();
    }
  }

  // --- deciding ---------------------------------------------------------------------------------------------------

  /** Decides a command and queues it for the acknowledgement that its answer depends on. */
  #enter(pending: PendingCommand): void {
    if (this.#stepped !== undefined) {
      const { dryRuns, waiting } = this.#stepped;
      (pending.command.isDryRun === true ? dryRuns : waiting).push(pending);
      return;
    }
    // The only check for staleness: the book may become stale during any wait before a decision.
    if (this.#loaded.isStale) {
      this.#load()
        .then(() => this.#enter(pending))
        .catch(pending.reject);
      return;
    }
    const { command, keyUnusedThrough } = pending;
    const key = command.idempotency?.key;
    // Checked for each attempt: more keys may have been read since the last one than the cache holds.
    if (key !== undefined && this.#loaded.current.keys.needsLookup(key, keyUnusedThrough)) {
      this.#lookUpKey(pending, key).catch(pending.reject);
      return;
    }
    try {
      const decided = decideCommand(this.#loaded.current, command, this.#decideOptions);
      if (decided instanceof SteppedDecision) void this.#decideInSteps(pending, decided);
      else this.#conclude(pending, decided);
    } catch (error) {
      pending.reject(error);
    }
  }

  /** Takes the steps of a decision, and lets other work of the process run in between. Commands that arrive meanwhile follow. */
  async #decideInSteps(pending: PendingCommand, decision: SteppedDecision): Promise<void> {
    const own: SteppedCommand = { pending, waiting: [], dryRuns: [], readers: [] };
    this.#stepped = own;
    let decided: CommandDecision | undefined;
    try {
      do {
        decided = decision.advance(STEPS_PER_TURN);
        await nextTurn();
        // The book was rolled back, and the command with it.
        if (this.#stepped !== own) return;
      } while (decided === undefined);
      this.#endSteps();
      this.#conclude(pending, decided);
    } catch (error) {
      this.#endSteps();
      pending.reject(error);
    }
    for (const each of [...own.dryRuns, ...own.waiting]) this.#enter(each);
  }

  /** The book is whole again: with the events of the command, or without them. */
  #endSteps(): void {
    const { readers = [] } = this.#stepped ?? {};
    this.#stepped = undefined;
    for (const resolve of readers) resolve();
  }

  /** Queues a decided command for the acknowledgment that its answer depends on. */
  #conclude(pending: PendingCommand, { decision, toAppend }: CommandDecision): void {
    pending.decision = decision;
    if (toAppend !== undefined) {
      this.#batches.add(pending, toAppend, this.#loaded.current.acknowledged.hash);
      this.#scheduleDispatch();
    }
    if (decision.kind === 'answer') return;
    if (decision.kind === 'asked') {
      this.#answer(pending);
      return;
    }
    // A refusal or a repeat depends on all earlier decisions, so it waits for their acknowledgement.
    const { newest } = this.#batches;
    if (newest === undefined) this.#answerOnceConfirmed(pending);
    else {
      pending.joinedAppend = newest === this.#batches.writing;
      newest.commands.push(pending);
    }
  }

  /** Answers a command whose decision no append confirms that began after the command arrived. */
  #answerOnceConfirmed(pending: PendingCommand): void {
    // A repeated attempt was already decided on events read after the command arrived.
    const needsRead =
      this.#options.hasOtherWriters === true && pending.decision?.kind === 'final' && pending.attempts === 0;
    if (needsRead) this.#confirm(pending).catch(pending.reject);
    else this.#answer(pending);
  }

  /** Looks up a key that may have left the cache, then continues with its command. */
  async #lookUpKey(pending: PendingCommand, key: string): Promise<void> {
    const { revision, position } = this.#loaded.current.acknowledged;
    const use = await this.#options.findKey(this.stream, key, position);
    if (use === undefined) pending.keyUnusedThrough = revision;
    else this.#loaded.current.keys.addPermanent(key, use);
    this.#enter(pending);
  }

  /** Answers a decision that no append confirms. If another writer has written, the command is decided again. */
  async #confirm(pending: PendingCommand): Promise<void> {
    const { revision } = this.#loaded.current.acknowledged;
    const [next] = await this.#options.eventStore.read(this.stream, revision + 1, 1);
    if (next === undefined) {
      this.#answer(pending);
      return;
    }
    if (this.#stepped !== undefined) {
      // The book cannot be read again before the steps have ended.
      const { readers } = this.#stepped;
      await new Promise<void>((resolve) => readers.push(resolve));
      await this.#confirm(pending);
      return;
    }
    // The event may be our own, appended during the read.
    if (this.#batches.newest === undefined && this.#loaded.current.acknowledged.revision === revision)
      this.#loaded.markStale();
    this.#retry(pending);
  }

  #retry(pending: PendingCommand): void {
    pending.attempts += 1;
    if (pending.attempts <= ATTEMPTS_MAX) this.#enter(pending);
    else pending.reject(new Overloaded(`too many concurrent writers to ${this.stream}`));
  }

  /** Answers a caller. Everything that the decision depends on is acknowledged. */
  #answer({ command, resolve, reject, decision }: PendingCommand): void {
    const { position } = this.#loaded.current.acknowledged;
    switch (decision?.kind) {
      case undefined:
        throw new Error('a command was answered before it was decided');
      case 'answer':
        resolve({ kind: 'done', answer: decision.answer, position });
        return;
      case 'final': {
        const { outcome } = decision;
        // A success without events may show events that were acknowledged only now.
        resolve(outcome.kind === 'done' ? { ...outcome, position } : outcome);
        return;
      }
      case 'asked':
        resolve(decision);
        return;
      case 'repeat':
        replayCommand(this.#options.eventStore, this.stream, command, decision.use).then(resolve, reject);
        return;
    }
  }

  // --- writing ----------------------------------------------------------------------------------------------------

  #scheduleDispatch(): void {
    if (this.#isDispatchScheduled || this.#batches.isWriting) return;
    this.#isDispatchScheduled = true;
    // Runs after all decisions that can be made now, so that they share an append.
    nextTick(() => {
      this.#isDispatchScheduled = false;
      this.#dispatch();
    });
  }

  #dispatch(): void {
    const batch = this.#batches.startNext();
    if (batch !== undefined) this.#append(batch).catch((error: unknown) => this.#fail(error));
  }

  async #append(batch: Batch): Promise<void> {
    const { eventStore, appendTimeoutMs = APPEND_TIMEOUT_MS, observer } = this.#options;
    const options = { eventStore, stream: this.stream, appendTimeoutMs, observer };
    const startedAt = monotonicTime();
    const appended = await appendBatch(options, batch);
    if (appended.kind === 'written') this.#acknowledge(batch, appended.position);
    else await this.#decideAgain(startedAt);
  }

  #acknowledge(batch: Batch, position: Position): void {
    const revision = batch.firstRevision + batch.events.length - 1;
    const { current } = this.#loaded;
    current.acknowledge({ revision, hash: batch.hash, position }, batch);
    this.#batches.finish();
    for (const pending of batch.commands) {
      // The append may have reached the store before the command arrived, and another writer's events after it.
      if (pending.joinedAppend) this.#answerOnceConfirmed(pending);
      else this.#answer(pending);
      if (pending.decision?.kind === 'answer')
        this.#options.observer?.acknowledged(pending.decision.events, this.stream);
    }
    this.#dispatch();
    if (this.#stepped === undefined && this.#snapshots.isDue(current)) void this.snapshot();
  }

  /** Another writer was first: roll back, read its events, and decide the commands again. */
  async #decideAgain(startedAt: number): Promise<void> {
    const unanswered = this.#rollBack();
    try {
      await this.#load();
    } catch (error) {
      for (const { reject } of unanswered) reject(error);
      return;
    }
    for (const pending of unanswered) this.#retry(pending);
    this.#options.observer?.decidedAgain({ commands: unanswered.length, startedAt });
  }

  /** The store did not answer in time. Callers get the error; the stream is read before the next decision. */
  #fail(error: unknown): void {
    this.#options.onError?.(this.stream, error);
    for (const { reject } of this.#rollBack()) reject(error);
  }

  /** Returns the commands that were rolled back, in order, and those that wait for them. */
  #rollBack(): PendingCommand[] {
    this.#loaded.rollBack();
    const { pending, dryRuns = [], waiting = [] } = this.#stepped ?? {};
    this.#endSteps();
    return [...this.#batches.clear(), ...dryRuns, ...(pending === undefined ? [] : [pending]), ...waiting];
  }
}
