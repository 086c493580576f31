/**
 * The loop that keeps documents up to date: it follows the events and applies the projections' rules, page by page.
 *
 * Projections at the same position share a lane: one pass over the events serves all of them. One that is elsewhere,
 * because it is built anew or because a fault held it up, runs in a lane of its own, and joins the others when both
 * have come to the end of what there is.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { START, type EventStore } from '../eventstore/port.ts';
import { createBackoff, pause, type Backoff } from './backoff.ts';
import type { Gathering } from './gather.ts';
import type { Documents } from './port.ts';
import { decodePage, type Decode } from './decode-page.ts';
import { projectPage, remember, type DocumentCache, type PageResult } from './project-page.ts';
import { rulesOf, type Rules } from './rules.ts';
import { collectionsOf, versioned, type EventShape, type Projection } from './projection.ts';

/**
 * `live`: at the end of the events, or a page behind it. `catching_up`: on the way there. `stalled`: an event or a rule
 * is at fault and is tried again. `waiting`: a store is away and is tried again.
 */
export type ProjectionState = 'live' | 'catching_up' | 'stalled' | 'waiting';

export type ProjectionProgress = {
  readonly name: string;
  readonly version: number;
  readonly state: ProjectionState;
  /** The last position that is in the documents. */
  readonly position: bigint;
  /** What holds it up, while it is stalled or waiting. */
  readonly fault?: ProjectorFault;
};

export type ProjectorFault = {
  /** The names of the projections that are held up, with their versions. */
  readonly projections: readonly string[];
  /** The event at fault. Absent when it is a store. */
  readonly event?: { readonly stream: string; readonly revision: number; readonly position: bigint };
  readonly reason: string;
  readonly retryInMs: number;
};

/** How many events a page had, and how long it took from reading to being written. */
export type ProjectedPage = { readonly events: number; readonly ms: number };

export type ProjectorOptions<E extends EventShape> = {
  readonly eventStore: EventStore;
  readonly documents: Documents;
  readonly projections: readonly Projection<E>[];
  /** Gives a promise only when it has to wait. What it throws stalls the projections with a rule for the event. */
  readonly decode: Decode<E>;
  readonly signal: AbortSignal;
  readonly pageSize: number;
  /** The pause between two pages of a projector that keeps up; none when absent. */
  readonly gathering?: Gathering;
  /** After every page and every change of state, with all projections. */
  onProgress(progress: readonly ProjectionProgress[]): void;
  /** After each page that was written. */
  onPage?(page: ProjectedPage): void;
  /** For every fault, each time it is met. */
  onFault(fault: ProjectorFault, cause: unknown): void;
};

/** A projection on its way. */
type Runner<E extends EventShape> = {
  readonly projection: Projection<E>;
  readonly key: string;
  readonly rules: Rules<E>;
  readonly cache: DocumentCache;
  readonly backoff: Backoff;
  checkpoint: bigint;
  state: ProjectionState;
  fault: ProjectorFault | undefined;
};

type Lane<E extends EventShape> = {
  readonly runners: Set<Runner<E>>;
  /** The end of the page it was last given. A runner may join that has come at least this far. */
  reach: bigint;
  /** Whether it reads pages now, and has come to the end of the events. */
  isLive: boolean;
};

/** Runs the projections until the signal aborts, and resolves when the last page is finished. Faults are retried. */
export async function runProjector<E extends EventShape>(options: ProjectorOptions<E>): Promise<void> {
  const { eventStore, documents, projections, decode, signal, pageSize } = options;
  const runners = projections.map(runnerOf);
  assertApart(projections);
  const lanes = new Set<Lane<E>>();
  const running = new Set<Promise<void>>();

  const report = (): void => options.onProgress(runners.map(progressOf));

  /** Begins a lane that ends with the signal, or when its last runner has left it. */
  const start = (members: Iterable<Runner<E>>, delayMs = 0): void => {
    const lane: Lane<E> = { runners: new Set(members), reach: START, isLive: false };
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
        const fault = { projections: [...served].map(({ key }) => key), reason: reasonOf(error), retryInMs };
        for (const runner of served) hold(runner, fault);
        options.onFault(fault, error);
        report();
        await pause(retryInMs, signal);
      }
    }
  };

  const followLane = async (lane: Lane<E>, backoff: Backoff): Promise<void> => {
    lane.isLive = false;
    try {
      lane.reach = leastCheckpoint(lane.runners);
      const [head] = await Promise.all([eventStore.head(), documents.ping()]);
      if (advance(lane, lane.reach >= head)) return;
      for await (const page of eventStore.follow(lane.reach, { signal, pageSize })) {
        lane.reach = page.at(-1)?.position ?? lane.reach;
        await applyPage(lane, page);
        backoff.reset();
        if (advance(lane, page.length < pageSize || lane.reach >= head)) return;
        if (page.length < pageSize) await options.gathering?.pause(signal);
        await nextTurn();
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
      await nextTurn();
      results.push({
        runner,
        result: await projectPage(runner.rules, events, runner.checkpoint, documents, runner.cache),
      });
    }
    await nextTurn();
    await documents.write(
      results.flatMap(({ result }) => result.writes),
      new Map(results.map(({ runner, result }) => [runner.key, result.checkpoint])),
    );
    for (const { runner, result } of results) {
      runner.checkpoint = result.checkpoint;
      remember(runner.cache, result.documents);
      if (result.fault === undefined) settleRunner(runner);
      else stall(lane, runner, result.fault);
    }
    options.onPage?.({ events: page.length, ms: performance.now() - startedAt });
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
    runner.fault = { projections: [runner.key], event, reason: reasonOf(error), retryInMs };
    options.onFault(runner.fault, error);
    lane.runners.delete(runner);
    start([runner], retryInMs);
  };

  const prepare = async (): Promise<void> => {
    await documents.ensure(projections.flatMap(collectionsOf));
    const checkpoints = await documents.checkpoints();
    for (const runner of runners) runner.checkpoint = checkpoints.get(runner.key) ?? START;
    for (const members of byCheckpoint(runners)) start(members);
    unprepared.clear();
  };
  const unprepared = new Set(runners);
  await untilDone(unprepared, createBackoff(), prepare);
  while (running.size > 0) await Promise.all(running);
}

function runnerOf<E extends EventShape>(projection: Projection<E>): Runner<E> {
  return {
    projection,
    key: versioned(projection.name, projection.version),
    rules: rulesOf(projection),
    cache: new Map(),
    backoff: createBackoff(),
    checkpoint: START,
    state: 'catching_up',
    fault: undefined,
  };
}

function progressOf<E extends EventShape>({
  projection,
  state,
  checkpoint,
  fault,
}: Runner<E>): ProjectionProgress {
  const progress = { name: projection.name, version: projection.version, state, position: checkpoint };
  return fault === undefined ? progress : { ...progress, fault };
}

/** A store holds a runner up. One that is stalled stays so: that has to be told, and a store's return won't help it. */
function hold<E extends EventShape>(runner: Runner<E>, fault: ProjectorFault): void {
  if (runner.state === 'stalled') return;
  runner.state = 'waiting';
  runner.fault = fault;
}

/** The stores serve a runner again. */
function release<E extends EventShape>(runner: Runner<E>, isLive: boolean): void {
  if (runner.state === 'stalled') return;
  runner.state = isLive ? 'live' : 'catching_up';
  runner.fault = undefined;
}

/** A runner has finished a page without a fault. */
function settleRunner<E extends EventShape>(runner: Runner<E>): void {
  if (runner.state !== 'stalled') return;
  runner.state = 'catching_up';
  runner.fault = undefined;
  runner.backoff.reset();
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

function leastCheckpoint<E extends EventShape>(runners: ReadonlySet<Runner<E>>): bigint {
  const checkpoints = [...runners].map(({ checkpoint }) => checkpoint);
  return checkpoints.reduce((least, checkpoint) => (checkpoint < least ? checkpoint : least));
}

function byCheckpoint<E extends EventShape>(runners: readonly Runner<E>[]): Iterable<Runner<E>[]> {
  const groups = new Map<bigint, Runner<E>[]>();
  for (const runner of runners) {
    const group = groups.get(runner.checkpoint);
    if (group === undefined) groups.set(runner.checkpoint, [runner]);
    else group.push(runner);
  }
  return groups.values();
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

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** In a function of its own, as the compiler takes a property it has once seen false for false ever after. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
