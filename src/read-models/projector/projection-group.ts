/**
 * Projections at the same position form a group, which reads each page of events once. A projection elsewhere, because it is
 * being built or was stalled, runs in a group of its own. Two groups merge once both have reached the newest event.
 */

import {
  STORE_BACKOFF,
  createBackoff,
  createStepBudget,
  isAborted,
  sleep,
  withDeadline,
  yieldToEventLoop,
  type Backoff,
} from '../../async/wait.ts';
import { START, StoreUnavailable, type EventStore, type StoredEvent } from '../../event-store/port.ts';
import { errorMessage } from '../../system/errors.ts';
import { delay, monotonicTime } from '../../system/runtime.ts';
import { markKey, nextGeneration, replacementMarks } from '../generations/generation.ts';
import { historyFault } from '../generations/progress.ts';
import type { DocumentStore } from '../port.ts';
import type { ProjectedPage } from '../projection-progress.ts';
import type { EventShape } from '../projection.ts';
import { decodePage, type Decode } from './decode-page.ts';
import {
  DamagedGeneration,
  cacheDocuments,
  loadPage,
  projectPage,
  type LoadedPage,
  type PageResult,
} from './project-page.ts';
import {
  clearStall,
  createPartSize,
  isBuild,
  leastCheckpoint,
  markRunning,
  merge,
  partsOf,
  retryUntilDone,
  type Group,
  type Linger,
  type ProjectionRunner,
  type RunnerListener,
} from './projection-runner.ts';

// Decides what the projector works on next. Pages of read models that are read go first, because readers wait for them. A
// build runs in short steps between these pages. If there is always such a page, a build still gets a third of the time, and
// write admission sees to it that this is enough.

/** A step waits at most this many times as long as the step before it took. */
const WAIT_PER_STEP = 2;
const WAIT_MS_MIN = 5;
const QUIET_AFTER_MS = 500;

export class PageTurns {
  readonly #isShared: boolean;
  #livePages = 0;
  #waitMs = WAIT_MS_MIN;
  #lastLiveAt = -Infinity;
  #lastStep: Promise<unknown> = Promise.resolve();
  #wake: () => void = () => undefined;

  /** `isShared`: another process writes to the same store, and gets as much time as the steps of builds take. */
  constructor(isShared: boolean = false) {
    this.#isShared = isShared;
  }

  /** Runs a page that readers may wait for. It never waits. */
  async live<Result>(page: () => Promise<Result>): Promise<Result> {
    this.#livePages += 1;
    try {
      return await page();
    } finally {
      this.#livePages -= 1;
      this.#lastLiveAt = monotonicTime();
      if (this.#livePages === 0) this.#wake();
    }
  }

  /** Runs a step of a build, once no live page is in progress, or after a wait. One at a time. */
  build<Result>(step: () => Promise<Result>): Promise<Result> {
    const run = this.#lastStep
      .then(() => this.#untilNoLivePage())
      .then(async () => {
        const startedAt = monotonicTime();
        try {
          return await step();
        } finally {
          const ms = monotonicTime() - startedAt;
          this.#waitMs = Math.max(WAIT_MS_MIN, WAIT_PER_STEP * ms);
          if (this.#isShared) await delay(ms);
        }
      });
    this.#lastStep = run.catch(() => undefined);
    return run;
  }

  /** Whether there was no live page for a moment, so that builds may take larger steps. */
  isQuiet(): boolean {
    const sinceLive = monotonicTime() - this.#lastLiveAt;
    return !this.#isShared && this.#livePages === 0 && sinceLive >= QUIET_AFTER_MS;
  }

  async #untilNoLivePage(): Promise<void> {
    if (this.#livePages === 0) return;
    const idle = new Promise<void>((resolve) => (this.#wake = resolve));
    await withDeadline(idle, this.#waitMs).catch(() => undefined);
  }
}

export type ProjectionGroupsOptions<E extends EventShape> = {
  readonly eventStore: EventStore;
  readonly documents: DocumentStore;
  /** Returns a promise only where it has to wait. An error stalls the projections that have a rule for the event. */
  readonly decode: Decode<E>;
  readonly signal: AbortSignal;
  readonly pageSize: number;
  /** The page size while a group is far behind, such as during a build. In events, like `pageSize`. */
  readonly catchUpPageSize?: number;
  /** Whether no other process projects into the same documents, which saves some writes. */
  readonly isSoleProjector?: boolean;
  /** Whether builds leave time to another process that serves requests from the same stores. */
  readonly leavesTime?: boolean;
  /** The wait between two pages of a live group; none when absent. */
  readonly linger?: Linger;
  /** Called after each written page. */
  onPage?(page: ProjectedPage): void;
};

/** How many times as much is written at once while there are no live pages. */
const QUIET_FACTOR = 8;
const STEP_MS = 5;

/** The end of a part is when readers see its events, and when write admission measures the progress. */
const LIVE_EVENTS = { targetMs: 500, first: 250, min: 20 };
/** A live page waits for one part of a build at most. */
const BUILD_WRITES = { targetMs: 15, first: 50, min: 5, max: 500 };

/** The live group waits while a build that joins it makes up for this time. */
export const JOIN_MS_MAX = 1_000;

/** The result of a page for one runner. */
type Projected<E extends EventShape> = { readonly runner: ProjectionRunner<E>; readonly result: PageResult };

/** Calls `onLive` each time a group at the newest event advances, before the progress is reported. */
export class ProjectionGroups<E extends EventShape> {
  readonly #onLive: () => void;
  readonly #listener: RunnerListener;
  readonly #options: ProjectionGroupsOptions<E>;
  readonly #isSoleProjector: NonNullable<ProjectionGroupsOptions<E>['isSoleProjector']>;
  readonly #pageSize: ProjectionGroupsOptions<E>['pageSize'];
  readonly #signal: ProjectionGroupsOptions<E>['signal'];
  readonly #documents: ProjectionGroupsOptions<E>['documents'];
  readonly #turns: PageTurns;
  readonly #groups = new Set<Group<E>>();
  readonly #running = new Set<Promise<void>>();

  constructor(options: ProjectionGroupsOptions<E>, listener: RunnerListener, onLive: () => void) {
    this.#options = options;
    this.#listener = listener;
    this.#onLive = onLive;
    this.#isSoleProjector = options.isSoleProjector ?? false;
    this.#turns = new PageTurns(options.leavesTime);
    this.#pageSize = options.pageSize;
    this.#signal = options.signal;
    this.#documents = options.documents;
  }

  /** Starts a group that ends when the signal aborts or its last runner is removed. */
  start(members: Iterable<ProjectionRunner<E>>): void {
    this.#start(members);
  }

  /** Removes a runner permanently, and discards its part of the current page. */
  remove(runner: ProjectionRunner<E>): void {
    for (const group of this.#groups) group.runners.delete(runner);
  }

  /** Resolves once the last page is finished. */
  async whenDone(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #start(members: Iterable<ProjectionRunner<E>>, delayMs: number = 0): void {
    // A group that turns out not to be behind leaves this mode after its first page.
    const isCatchingUp = this.#options.catchUpPageSize !== undefined;
    const group: Group<E> = {
      ...{ runners: new Set(members), reach: START, isLive: false, isCatchingUp },
      liveEvents: createPartSize({ ...LIVE_EVENTS, max: this.#options.catchUpPageSize ?? this.#pageSize }),
      buildWrites: createPartSize(BUILD_WRITES),
    };
    this.#groups.add(group);
    const ended = this.#runGroup(group, delayMs).finally(() => {
      this.#groups.delete(group);
      this.#running.delete(ended);
    });
    this.#running.add(ended);
  }

  async #runGroup(group: Group<E>, delayMs: number): Promise<void> {
    if (delayMs > 0) await sleep(delayMs, this.#signal);
    const backoff = createBackoff(STORE_BACKOFF);
    await retryUntilDone(group.runners, backoff, this.#listener, () => this.#followGroup(group, backoff));
  }

  async #followGroup(group: Group<E>, backoff: Backoff): Promise<void> {
    group.isLive = false;
    const size = group.isCatchingUp ? (this.#options.catchUpPageSize ?? this.#pageSize) : this.#pageSize;
    try {
      await this.#skipProjected(group);
      group.reach = leastCheckpoint(group.runners);
      const startedAt = monotonicTime();
      const [head] = await Promise.all([this.#options.eventStore.head(), this.#documents.ping()]);
      const fault = historyFault(head, group.reach);
      if (fault !== undefined) throw new StoreUnavailable(fault);
      // Close to the newest event, the group continues with pages of the usual size.
      if (group.isCatchingUp && group.reach >= head) return void (group.isCatchingUp = false);
      if (this.#advance(group, group.reach >= head)) return;
      for await (const page of this.#options.eventStore.follow(group.reach, {
        signal: this.#signal,
        pageSize: size,
      })) {
        const end = page.at(-1)?.position ?? group.reach;
        for (const part of isBuild(group) ? [page] : partsOf(page, group.liveEvents)) {
          group.reach = part.at(-1)?.position ?? end;
          await (isBuild(group)
            ? this.#applyPage(group, part)
            : this.#turns.live(() => this.#applyPage(group, part)));
          backoff.reset();
          if (group.reach < end && (this.#advance(group, false) || isAborted(this.#signal))) return;
        }
        const isAtEnd = page.length < size || group.reach >= head;
        // More events came while a build processed those up to `head`. It goes on with them before it joins.
        const isFar = isBuild(group) && page.length === size && monotonicTime() - startedAt > JOIN_MS_MAX;
        if (isAtEnd && (group.isCatchingUp || isFar)) return void (group.isCatchingUp = isFar);
        if (this.#advance(group, isAtEnd)) return;
        if (page.length < size) await this.#options.linger?.wait(this.#signal);
        await yieldToEventLoop();
      }
    } finally {
      group.isLive = false;
    }
  }

  /**
   * Another process may have projected the event that stalls a runner, because its release knows the event. The runner
   * continues after what the store contains.
   */
  async #skipProjected({ runners }: Group<E>): Promise<void> {
    if (![...runners].some(({ state }) => state === 'stalled')) return;
    const stored = await this.#documents.checkpoints();
    for (const runner of runners) {
      const checkpoint = stored.get(runner.key);
      if (checkpoint === undefined || checkpoint <= runner.checkpoint) continue;
      runner.checkpoint = checkpoint;
      runner.cache.clear();
      clearStall(runner);
    }
  }

  /** Reports the progress of a group. Returns true if it has no runners left or has merged into another group. */
  #advance(group: Group<E>, isAtEnd: boolean): boolean {
    group.isLive ||= isAtEnd;
    for (const runner of group.runners) markRunning(runner, group.isLive);
    if (group.isLive) {
      merge(group, this.#groups);
      this.#onLive();
    }
    this.#listener.report();
    return group.runners.size === 0;
  }

  async #applyPage(group: Group<E>, page: readonly StoredEvent[]): Promise<void> {
    const startedAt = monotonicTime();
    // Runners that join during the page are already past it.
    const members = [...group.runners];
    const rules = members.map((runner) => runner.rules);
    const isBuilding = isBuild(group);
    const step: typeof runNow = isBuilding ? (work) => this.#turns.build(work) : runNow;
    // Requests that share the thread must not wait for a whole page.
    const yieldIfLong = createStepBudget(STEP_MS);
    const events = await step(() => decodePage(page, rules, this.#options.decode));
    const load = (runner: ProjectionRunner<E>): Promise<LoadedPage<E>> =>
      loadPage(runner, events, this.#documents);
    // All at once, because a server's answers take time. A build loads in its turns.
    const loaded = isBuilding ? [] : await Promise.all(members.map(load));
    const results: Projected<E>[] = [];
    for (const [index, runner] of members.entries()) {
      await yieldIfLong();
      const project = async (): Promise<PageResult> =>
        projectPage(runner, loaded[index] ?? (await load(runner)), this.#documents, this.#isSoleProjector);
      const result = await step(project).catch((error: unknown) => this.#replaceDamaged(runner, error));
      if (result !== undefined) results.push({ runner, result });
      else group.runners.delete(runner);
    }
    await yieldIfLong();
    if (isBuilding) await this.#writeInSteps(group, results);
    // A removed runner must not write: its collections may be dropped.
    const current = results.filter(({ runner }) => group.runners.has(runner));
    const writes = isBuilding ? [] : current.flatMap(({ result }) => result.writes);
    // Fails if the store went back in time, instead of continuing after a gap.
    await this.#documents.write(writes, checkpointsOf(current, page), storedCheckpoints(current));
    for (const { runner, result } of current) {
      if (!group.runners.has(runner)) continue;
      runner.checkpoint = result.checkpoint;
      runner.isStored = true;
      cacheDocuments(runner.cache, result.documents);
      if (result.fault === undefined) clearStall(runner);
      else this.#stall(group, runner, result.fault);
    }
    const ms = monotonicTime() - startedAt;
    if (!isBuilding) group.liveEvents.record(page.length, ms);
    this.#options.onPage?.({ events: page.length, ms });
  }

  /** Writes the documents of a build in short steps, each projection's log documents before its state documents. */
  async #writeInSteps(group: Group<E>, results: readonly Projected<E>[]): Promise<void> {
    await this.#documents.write([], NO_CHECKPOINTS, storedCheckpoints(results));
    const size = group.buildWrites;
    const next = (): number => size.next() * (this.#turns.isQuiet() ? QUIET_FACTOR : 1);
    const all = results.flatMap(({ runner, result }) => result.writes.map((write) => ({ runner, write })));
    for (const part of partsOf(all, { ...size, next })) {
      const writes = part.filter(({ runner }) => group.runners.has(runner)).map(({ write }) => write);
      await this.#turns.build(async () => {
        const startedAt = monotonicTime();
        await this.#documents.write(writes, NO_CHECKPOINTS);
        size.record(part.length, monotonicTime() - startedAt);
      });
    }
  }

  /** Has another generation built instead of one whose documents do not belong together. The next plan starts it. */
  async #replaceDamaged({ generation, key }: ProjectionRunner<E>, error: unknown): Promise<undefined> {
    if (!(error instanceof DamagedGeneration)) throw error;
    await this.#documents.write([], replacementMarks([generation], nextGeneration(generation)));
    this.#listener.onFault({ projections: [key], reason: errorMessage(error), retryInMs: 0 }, error);
  }

  /** Moves a runner to a group of its own, which retries from its checkpoint, so that the others continue. */
  #stall(
    group: Group<E>,
    runner: ProjectionRunner<E>,
    { stored, error }: NonNullable<PageResult['fault']>,
  ): void {
    const { stream, revision, position } = stored;
    const retryInMs = runner.backoff.next();
    const event = { stream, revision, position };
    runner.state = 'stalled';
    runner.fault = { projections: [runner.key], event, reason: errorMessage(error), retryInMs };
    this.#listener.onFault(runner.fault, error);
    group.runners.delete(runner);
    this.#start([runner], retryInMs);
  }
}

const NO_CHECKPOINTS: ReadonlyMap<string, bigint> = new Map();

const runNow = <Result>(work: () => Promise<Result>): Promise<Result> => work();

/** The checkpoints that the store must have already. */
const storedCheckpoints = <E extends EventShape>(results: readonly Projected<E>[]): Map<string, bigint> =>
  new Map(
    results.flatMap(({ runner: { key, checkpoint, isStored } }) => (isStored ? [[key, checkpoint]] : [])),
  );

/** The new checkpoints, and for each generation being built the number of events it has processed. */
function checkpointsOf<E extends EventShape>(
  results: readonly Projected<E>[],
  page: readonly StoredEvent[],
): Map<string, bigint> {
  const checkpoints = new Map<string, bigint>();
  for (const { runner, result } of results) {
    checkpoints.set(runner.key, result.checkpoint);
    if (runner.role !== 'building') continue;
    const from = runner.checkpoint;
    runner.events += BigInt(
      page.filter(({ position }) => position > from && position <= result.checkpoint).length,
    );
    checkpoints.set(markKey(runner.generation, 'events'), runner.events);
  }
  return checkpoints;
}
