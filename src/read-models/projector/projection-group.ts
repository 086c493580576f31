/**
 * Projections at the same position share a lane: one pass over the events serves all of them. One that is elsewhere,
 * because it is built anew or because a fault held it up, runs in a lane of its own, and joins the others when both
 * have come to the end of what there is.
 */
import { errorMessage } from '../../system/errors.ts';
import { START, StoreUnavailable, type EventStore, type StoredEvent } from '../../event-store/port.ts';
import { historyFault } from '../generations/history-check.ts';
import { createBackoff, STORE_BACKOFF, type Backoff } from '../../async/backoff.ts';
import { sleep } from '../../async/sleep.ts';
import { markKey } from '../generations/generation.ts';
import { decodePage, type Decode } from './decode-page.ts';
import type { Linger } from './linger.ts';
import { yieldToEventLoop } from '../../async/yield-to-event-loop.ts';
import type { DocumentStore } from '../port.ts';
import type { ProjectedPage } from '../projection-progress.ts';
import { projectPage, cacheDocuments, type PageResult } from './project-page.ts';
import type { EventShape } from '../projection.ts';
import {
  markRunning,
  clearStall,
  retryUntilDone,
  type RunnerListener,
  type ProjectionRunner,
} from './projection-runner.ts';

export type ProjectionGroups<E extends EventShape> = {
  /** Begins a lane that ends with the signal, or when its last runner has left it. */
  start(members: Iterable<ProjectionRunner<E>>): void;
  /** Takes a runner out for good. What a page under way has for it is not written. */
  remove(runner: ProjectionRunner<E>): void;
  /** Resolves when the last page is finished. */
  whenDone(): Promise<void>;
};

export type ProjectionGroupsOptions<E extends EventShape> = {
  readonly eventStore: EventStore;
  readonly documents: DocumentStore;
  /** Gives a promise only when it has to wait. What it throws stalls the projections with a rule for the event. */
  readonly decode: Decode<E>;
  readonly signal: AbortSignal;
  readonly pageSize: number;
  /** Of pages on a long way to the end of the events: of a new build, or after a time without a projector. */
  readonly catchUpPageSize?: number;
  /** Whether nobody else projects into the same documents, which spares some writes. */
  readonly isSoleProjector?: boolean;
  /** The pause between two pages of a projector that keeps up; none when absent. */
  readonly linger?: Linger;
  /** After each page that was written. */
  onPage?(page: ProjectedPage): void;
};

type Lane<E extends EventShape> = {
  readonly runners: Set<ProjectionRunner<E>>;
  /** The end of the page it was last given. A runner may join that has come at least this far. */
  reach: bigint;
  /** Whether it reads pages now, and has come to the end of the events. */
  isLive: boolean;
  /** Whether it is on a long way, which is gone in large pages. */
  isLong: boolean;
};

/** What came of a page for one that was given it. */
type Projected<E extends EventShape> = { readonly runner: ProjectionRunner<E>; readonly result: PageResult };

/** `onLive` hears each time that a lane at the end of the events has come further, before it is reported. */
export function createProjectionGroups<E extends EventShape>(
  options: ProjectionGroupsOptions<E>,
  listener: RunnerListener,
  onLive: () => void,
): ProjectionGroups<E> {
  const { eventStore, documents, decode, signal, pageSize, isSoleProjector = false } = options;
  const lanes = new Set<Lane<E>>();
  const running = new Set<Promise<void>>();

  const start = (members: Iterable<ProjectionRunner<E>>, delayMs = 0): void => {
    // How far behind it is shows only on the way: if it is not, its first page is short, and the long way over.
    const isLong = options.catchUpPageSize !== undefined;
    const lane: Lane<E> = { runners: new Set(members), reach: START, isLive: false, isLong };
    lanes.add(lane);
    const ended = runLane(lane, delayMs).finally(() => {
      lanes.delete(lane);
      running.delete(ended);
    });
    running.add(ended);
  };

  const runLane = async (lane: Lane<E>, delayMs: number): Promise<void> => {
    if (delayMs > 0) await sleep(delayMs, signal);
    const backoff = createBackoff(STORE_BACKOFF);
    await retryUntilDone(lane.runners, backoff, listener, () => followLane(lane, backoff));
  };

  const followLane = async (lane: Lane<E>, backoff: Backoff): Promise<void> => {
    lane.isLive = false;
    const size = lane.isLong ? (options.catchUpPageSize ?? pageSize) : pageSize;
    try {
      lane.reach = leastCheckpoint(lane.runners);
      const [head] = await Promise.all([eventStore.head(), documents.ping()]);
      const ahead = historyFault(head, lane.reach);
      if (ahead !== undefined) throw new StoreUnavailable(ahead);
      // A long way ends just before the end, and what is left is gone in pages of the usual size.
      if (lane.isLong && lane.reach >= head) return void (lane.isLong = false);
      if (advance(lane, lane.reach >= head)) return;
      for await (const page of eventStore.follow(lane.reach, { signal, pageSize: size })) {
        lane.reach = page.at(-1)?.position ?? lane.reach;
        await applyPage(lane, page);
        backoff.reset();
        const isAtEnd = page.length < size || lane.reach >= head;
        if (lane.isLong && isAtEnd) return void (lane.isLong = false);
        if (advance(lane, isAtEnd)) return;
        if (page.length < size) await options.linger?.wait(signal);
        await yieldToEventLoop();
      }
    } finally {
      lane.isLive = false;
    }
  };

  /** Reports where a lane has come to. True when it has nobody left, or could hand all over to another one. */
  const advance = (lane: Lane<E>, isAtEnd: boolean): boolean => {
    lane.isLive ||= isAtEnd;
    for (const runner of lane.runners) markRunning(runner, lane.isLive);
    if (lane.isLive) {
      join(lane, lanes);
      onLive();
    }
    listener.report();
    return lane.runners.size === 0;
  };

  const applyPage = async (lane: Lane<E>, page: readonly StoredEvent[]): Promise<void> => {
    const startedAt = performance.now();
    // Others may join the lane meanwhile. They have come past this page.
    const members = [...lane.runners];
    const rules = members.map((runner) => runner.rules);
    const events = await decodePage(page, rules, decode);
    const results: Projected<E>[] = [];
    for (const runner of members) {
      // What waits for the thread comes in between, so that nothing waits for a whole page.
      await yieldToEventLoop();
      results.push({ runner, result: await projectPage(runner, events, documents, isSoleProjector) });
    }
    await yieldToEventLoop();
    // One that was taken out meanwhile has nothing to write any more: its collections may be about to go.
    const staying = results.filter(({ runner }) => lane.runners.has(runner));
    await documents.write(
      staying.flatMap(({ result }) => result.writes),
      checkpointsOf(staying, page),
    );
    for (const { runner, result } of staying) {
      if (!lane.runners.has(runner)) continue;
      runner.checkpoint = result.checkpoint;
      cacheDocuments(runner.cache, result.documents);
      if (result.fault === undefined) clearStall(runner);
      else stall(lane, runner, result.fault);
    }
    options.onPage?.({ events: page.length, ms: performance.now() - startedAt });
  };

  /** Takes a runner out of its lane, so that the others go on, and lets it try again from its checkpoint later. */
  const stall = (
    lane: Lane<E>,
    runner: ProjectionRunner<E>,
    { stored, error }: NonNullable<PageResult['fault']>,
  ): void => {
    const { stream, revision, position } = stored;
    const retryInMs = runner.backoff.next();
    const event = { stream, revision, position };
    runner.state = 'stalled';
    runner.fault = { projections: [runner.key], event, reason: errorMessage(error), retryInMs };
    listener.onFault(runner.fault, error);
    lane.runners.delete(runner);
    start([runner], retryInMs);
  };

  return {
    start: (members) => start(members),
    remove(runner) {
      for (const lane of lanes) lane.runners.delete(runner);
    },
    async whenDone() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** The new checkpoints; of what is being built also how many events it went through, which is how fast it goes. */
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

/** Hands a live lane's runners over to another live one that is not ahead of them: they miss nothing there. */
function join<E extends EventShape>(lane: Lane<E>, lanes: ReadonlySet<Lane<E>>): void {
  for (const other of lanes) {
    if (other === lane || !other.isLive || other.reach > lane.reach) continue;
    for (const runner of lane.runners) other.runners.add(runner);
    lane.runners.clear();
    return;
  }
}

function leastCheckpoint<E extends EventShape>(runners: ReadonlySet<ProjectionRunner<E>>): bigint {
  const checkpoints = [...runners].map(({ checkpoint }) => checkpoint);
  return checkpoints.reduce((least, checkpoint) => (checkpoint < least ? checkpoint : least));
}

/** Those that can share a lane: at the same checkpoint, and for the same purpose. */
export function groupByCheckpoint<E extends EventShape>(
  runners: readonly ProjectionRunner<E>[],
): Iterable<ProjectionRunner<E>[]> {
  const groups = new Map<string, ProjectionRunner<E>[]>();
  for (const runner of runners) {
    const place = `${runner.checkpoint} ${runner.role === 'building' ? 'building' : ''}`;
    const group = groups.get(place);
    if (group === undefined) groups.set(place, [runner]);
    else group.push(runner);
  }
  return groups.values();
}
