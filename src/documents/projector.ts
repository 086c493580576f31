/**
 * The loop that keeps documents up to date: it follows the events and applies the projections' rules, page by page.
 *
 * Projections at the same position share a lane: one pass over the events serves all of them. One that is elsewhere,
 * because it is built anew or because a fault held it up, runs in a lane of its own, and joins the others when both
 * have come to the end of what there is.
 */
import { isAborted } from '../aborted.ts';
import { messageOf } from '../fault.ts';
import { START, StoreUnavailable, type EventStore, type StoredEvent } from '../eventstore/port.ts';
import { createBackoff, pause, type Backoff } from './backoff.ts';
import { createBuildRuns, type BuildRunsOptions } from './build-runs.ts';
import { markOf } from './builds.ts';
import { createGathering, type Gathering } from './gather.ts';
import { giveWay } from './give-way.ts';
import { decodePage, type Decode } from './decode-page.ts';
import type { ProjectedPage, ProjectionProgress, ProjectorFault } from './progress.ts';
import { projectPage, remember, type PageResult } from './project-page.ts';
import { collectionsOf, versioned, type EventShape, type Projection } from './projection.ts';
import {
  byCheckpoint,
  hold,
  join,
  leastCheckpoint,
  release,
  settleRunner,
  type Lane,
  type Runner,
} from './runner.ts';

export type ProjectorOptions<E extends EventShape> = BuildRunsOptions<E> & {
  readonly eventStore: EventStore;
  /** Gives a promise only when it has to wait. What it throws stalls the projections with a rule for the event. */
  readonly decode: Decode<E>;
  readonly signal: AbortSignal;
  /** What has to be so before anything is read or written; asked again, ever more rarely, while it throws. */
  readonly confirm?: () => Promise<void>;
  readonly pageSize: number;
  /** Of pages on a long way to the end of the events: of a new build, or after a time without a projector. */
  readonly longPageSize?: number;
  /** Whether nobody else projects into the same documents, which spares some writes. */
  readonly isAlone?: boolean;
  /** How often the marks of the builds are looked at, in milliseconds. */
  readonly planEveryMs?: number;
  /** The pause between two pages of a projector that keeps up; none when absent. */
  readonly gathering?: Gathering;
  /** After every page and every change of state, with all projections. */
  onProgress(progress: readonly ProjectionProgress[]): void;
  /** After each page that was written. */
  onPage?(page: ProjectedPage): void;
  /** For every fault, each time it is met. */
  onFault(fault: ProjectorFault, cause: unknown): void;
};

const PLAN_EVERY_MS = 250;

/** Runs the projections until the signal aborts, and resolves when the last page is finished. Faults are retried. */
export async function runProjector<E extends EventShape>(options: ProjectorOptions<E>): Promise<void> {
  const { eventStore, documents, projections, decode, signal, pageSize, isAlone = false } = options;
  assertApart(projections);
  const lanes = new Set<Lane<E>>();
  const running = new Set<Promise<void>>();
  const builds = createBuildRuns(options);

  const report = (): void => options.onProgress(builds.progress());

  /** Begins a lane that ends with the signal, or when its last runner has left it. */
  const start = (members: Iterable<Runner<E>>, delayMs = 0): void => {
    // How far behind it is shows only on the way: if it is not, its first page is short, and the long way over.
    const isLong = options.longPageSize !== undefined;
    const lane: Lane<E> = { runners: new Set(members), reach: START, isLive: false, isLong };
    lanes.add(lane);
    const ended = runLane(lane, delayMs).finally(() => {
      lanes.delete(lane);
      running.delete(ended);
    });
    running.add(ended);
  };

  const runLane = async (lane: Lane<E>, delayMs: number): Promise<void> => {
    if (delayMs > 0) await pause(delayMs, signal);
    const backoff = createBackoff();
    await untilDone(lane.runners, backoff, () => followLane(lane, backoff));
  };

  /** Repeats work that faults of the stores may end, with pauses between, until there is no runner left to serve. */
  const untilDone = async (
    served: ReadonlySet<Runner<E>>,
    backoff: Backoff,
    work: () => Promise<void>,
  ): Promise<void> => {
    while (!signal.aborted && served.size > 0) {
      try {
        await work();
      } catch (error) {
        if (isAborted(signal)) return;
        const retryInMs = backoff.next();
        const fault = { projections: [...served].map(({ key }) => key), reason: messageOf(error), retryInMs };
        for (const runner of served) hold(runner, fault);
        options.onFault(fault, error);
        report();
        await pause(retryInMs, signal);
      }
    }
  };

  const followLane = async (lane: Lane<E>, backoff: Backoff): Promise<void> => {
    lane.isLive = false;
    const size = lane.isLong ? (options.longPageSize ?? pageSize) : pageSize;
    try {
      lane.reach = leastCheckpoint(lane.runners);
      const [head] = await Promise.all([eventStore.head(), documents.ping()]);
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
        if (page.length < size) await options.gathering?.pause(signal);
        await giveWay();
      }
    } finally {
      lane.isLive = false;
    }
  };

  /** Reports where a lane has come to. True when it has nobody left, or could hand all over to another one. */
  const advance = (lane: Lane<E>, isAtEnd: boolean): boolean => {
    lane.isLive ||= isAtEnd;
    for (const runner of lane.runners) release(runner, lane.isLive);
    if (lane.isLive) join(lane, lanes);
    if (lane.isLive && builds.hasCaughtUp()) plan.hurry();
    report();
    return lane.runners.size === 0;
  };

  const applyPage = async (lane: Lane<E>, page: Parameters<typeof decodePage<E>>[0]): Promise<void> => {
    const startedAt = performance.now();
    // Others may join the lane meanwhile. They have come past this page.
    const members = [...lane.runners];
    const rules = members.map((runner) => runner.rules);
    const events = await decodePage(page, rules, decode);
    const results: { runner: Runner<E>; result: PageResult }[] = [];
    for (const runner of members) {
      // What waits for the thread comes in between, so that nothing waits for a whole page.
      await giveWay();
      results.push({
        runner,
        result: await projectPage(runner, events, documents, isAlone),
      });
    }
    await giveWay();
    // One that was taken out meanwhile has nothing to write any more: its collections may be about to go.
    const staying = results.filter(({ runner }) => lane.runners.has(runner));
    await documents.write(
      staying.flatMap(({ result }) => result.writes),
      checkpointsOf(staying, page),
    );
    for (const { runner, result } of staying) {
      if (!lane.runners.has(runner)) continue;
      runner.checkpoint = result.checkpoint;
      remember(runner.cache, result.documents);
      if (result.fault === undefined) settleRunner(runner);
      else stall(lane, runner, result.fault);
    }
    options.onPage?.({ events: page.length, ms: performance.now() - startedAt });
  };

  /** The new checkpoints; of what is being built also how many events it went through, which is how fast it goes. */
  const checkpointsOf = (
    results: readonly { readonly runner: Runner<E>; readonly result: PageResult }[],
    page: readonly StoredEvent[],
  ): Map<string, bigint> => {
    const checkpoints = new Map<string, bigint>();
    for (const { runner, result } of results) {
      checkpoints.set(runner.key, result.checkpoint);
      if (runner.role !== 'building') continue;
      const from = runner.checkpoint;
      runner.events += BigInt(
        page.filter(({ position }) => position > from && position <= result.checkpoint).length,
      );
      checkpoints.set(markOf(runner.build, 'events'), runner.events);
    }
    return checkpoints;
  };

  /** Takes a runner out of its lane, so that the others go on, and lets it try again from its checkpoint later. */
  const stall = (
    lane: Lane<E>,
    runner: Runner<E>,
    { stored, error }: NonNullable<PageResult['fault']>,
  ): void => {
    const { stream, revision, position } = stored;
    const retryInMs = runner.backoff.next();
    const event = { stream, revision, position };
    runner.state = 'stalled';
    runner.fault = { projections: [runner.key], event, reason: messageOf(error), retryInMs };
    options.onFault(runner.fault, error);
    lane.runners.delete(runner);
    start([runner], retryInMs);
  };

  /** Looks at the builds' marks again and again: begins what is new, and leaves what is over. */
  const plan = createGathering(options.planEveryMs ?? PLAN_EVERY_MS);
  const follow = async (): Promise<void> => {
    const { begun, over, hasChanged } = await builds.plan();
    for (const runner of over) for (const lane of lanes) lane.runners.delete(runner);
    for (const members of byCheckpoint(begun)) start(members);
    if (begun.length > 0 || over.length > 0 || hasChanged) report();
  };
  const unprepared = new Set(builds.first());
  await untilDone(unprepared, createBackoff(), async () => {
    await options.confirm?.();
    await follow();
    unprepared.clear();
  });
  // A store that is away is told of by the lanes.
  const tell = (error: unknown): void => ifFault(error, options);
  while (!signal.aborted) {
    await builds.dropGone().catch(tell);
    await plan.pause(signal);
    if (!isAborted(signal)) await follow().catch(tell);
  }
  while (running.size > 0) await Promise.all(running);
}

/** Two projections that wrote one collection, or kept one checkpoint, would undo each other's work. */
function assertApart<E extends EventShape>(projections: readonly Projection<E>[]): void {
  const names = projections.flatMap((projection) => [
    `projection ${versioned(projection.name, projection.version)}`,
    ...collectionsOf(projection).map(({ name }) => `collection ${name}`),
  ]);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`The ${twice} belongs to more than one projection.`);
}

/** A store that is away mends itself; anything else is worth saying. */
function ifFault<E extends EventShape>(error: unknown, options: ProjectorOptions<E>): void {
  if (error instanceof StoreUnavailable) return;
  options.onFault({ projections: [], reason: messageOf(error), retryInMs: PLAN_EVERY_MS }, error);
}
