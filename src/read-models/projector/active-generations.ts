/**
 * Decides which generations run in this process, from the marks in the document store: the one that is read, the one being
 * built, and those kept up to date for a comparison. It marks generations that have caught up and drops retired ones.
 */
import { START } from '../../event-store/port.ts';
import { monotonicTime } from '../../system/runtime.ts';
import {
  checkpointNames,
  collectionsOfGeneration,
  generationKey,
  isSameGeneration,
  markKey,
  newestProjections,
  nextGeneration,
  planGenerations,
  replacementMarks,
  type Generation,
  type GenerationPlan,
} from '../generations/generation.ts';
import { progressOf } from '../generations/progress.ts';
import type { DocumentStore } from '../port.ts';
import type { ProjectionProgress } from '../projection-progress.ts';
import type { EventShape, Projection } from '../projection.ts';
import { createRunner, type ProjectionRunner, type RunnerRole } from './projection-runner.ts';

type ActiveGenerations<E extends EventShape> = {
  /** The runners before the first plan. */
  initialRunners(): readonly ProjectionRunner<E>[];
  /** Reads the marks. Returns the runners that started and stopped, and whether any plan changed. Throws StoreUnavailable. */
  plan(): Promise<{
    started: readonly ProjectionRunner<E>[];
    stopped: readonly ProjectionRunner<E>[];
    hasChanged: boolean;
  }>;
  /** Drops retired generations after a delay. Throws StoreUnavailable. */
  dropRetired(): Promise<void>;
  /** Whether a generation has caught up but is not marked as complete yet. */
  hasCaughtUp(): boolean;
  /** The progress of each projection, in the order of the list. */
  progress(): readonly ProjectionProgress[];
};

export type ActiveGenerationsOptions<E extends EventShape> = {
  readonly documents: DocumentStore;
  readonly projections: readonly Projection<E>[];
  /** Whether this process may build generations: one of the nodes that share documents is enough. Always when absent. */
  readonly canBuild?: () => Promise<boolean>;
  /** How long to wait before dropping a retired generation, so that every process has stopped reading it. In milliseconds. */
  readonly dropAfterMs?: number;
};

type Wanted<E extends EventShape> = {
  readonly projection: Projection<E>;
  readonly generation: Generation;
  readonly role: RunnerRole;
};

const DROP_AFTER_MS = 2_000;

export function createActiveGenerations<E extends EventShape>(
  options: ActiveGenerationsOptions<E>,
): ActiveGenerations<E> {
  const { documents, projections, canBuild, dropAfterMs = DROP_AFTER_MS } = options;
  const newest = newestProjections(projections);
  const rules = new Map(projections.map((each) => [`${each.name} ${each.version}`, each]));
  const runners = new Map<string, ProjectionRunner<E>>();
  /** Reported until the marks were read for the first time. */
  let initial: readonly ProjectionRunner<E>[] = [...newest.values()].map((projection) =>
    createRunner(projection, { name: projection.name, version: projection.version, generation: 1 }, 'active'),
  );
  let checkpoints: ReadonlyMap<string, bigint> = new Map();
  const planAll = (): readonly GenerationPlan[] =>
    [...newest.values()].map(({ name, version }) => planGenerations(name, version, checkpoints));
  /** What follows from the names of the checkpoints and marks, whatever their positions are. */
  let stored = { names: '', plans: planAll() };
  let plans = stored.plans;
  /** The plans that were compared last. */
  let compared = { plans, text: JSON.stringify(plans) };
  /** The generation that this process reads, by projection name. */
  const reading = new Map<string, Generation>();
  /** When the `dropping` mark of a generation was first seen, in milliseconds. */
  const droppingSince = new Map<string, number>();
  /** The generations to build at the last plan, to start builds that are requested together at the same time. */
  let lastRequested = '';

  const rulesFor = ({ name, version }: Generation): Projection<E> | undefined =>
    rules.get(`${name} ${version}`);

  const isStalled = (generation: Generation): boolean =>
    runners.get(generationKey(generation))?.state === 'stalled';

  const wantedBy = (plan: GenerationPlan, isBuilder: boolean): Wanted<E>[] => {
    const { active, building, maintained } = plan;
    const all = maintained.map((each): [Generation, RunnerRole] => [each, 'maintained']);
    // Two processes that build the same generation would take twice as long. A stalled build only tries its event again.
    const builds = (generation: Generation): boolean => isBuilder || isStalled(generation);
    if (plan.isComplete || (builds(active) && !plan.isDamaged)) all.unshift([active, 'active']);
    if (building !== undefined && builds(building)) all.push([building, 'building']);
    return all.flatMap(([generation, role]) => {
      const projection = rulesFor(generation);
      return projection === undefined ? [] : [{ projection, generation, role }];
    });
  };

  /** A process that has nothing to build, or cannot continue, must not block others, which may have newer rules. */
  const hasWork = ({ active, building, isComplete, isDamaged }: GenerationPlan): boolean =>
    [building, isComplete || isDamaged ? undefined : active].some(
      (each) => each !== undefined && rulesFor(each) !== undefined && !isStalled(each),
    );

  /** Marks generations that have caught up with the active one. The next plan makes them active. */
  const complete = async (): Promise<void> => {
    const ready = [...runners.values()].filter((runner) => isReady(runner));
    if (ready.length === 0) return;
    const marks = new Map(
      ready.map(({ generation, checkpoint }) => [markKey(generation, 'complete'), checkpoint]),
    );
    await documents.write([], marks);
    checkpoints = new Map([...checkpoints, ...marks]);
  };

  const isReady = ({ generation, checkpoint, state }: ProjectionRunner<E>): boolean => {
    if (state !== 'live' || checkpoints.has(markKey(generation, 'complete'))) return false;
    const plan = plans.find(({ active }) => active.name === generation.name);
    const read = plan && runners.get(generationKey(plan.active));
    return read === undefined || read.checkpoint <= checkpoint;
  };

  const dropRetired = async (): Promise<void> => {
    const now = monotonicTime();
    const dropping = plans.flatMap(({ dropping }) => dropping);
    for (const key of droppingSince.keys())
      if (!dropping.some((generation) => generationKey(generation) === key)) droppingSince.delete(key);
    const drop = async (generation: Generation): Promise<void> => {
      const since = droppingSince.get(generationKey(generation)) ?? now;
      droppingSince.set(generationKey(generation), since);
      const projection = newest.get(generation.name);
      if (now - since < dropAfterMs || projection === undefined) return;
      const names = collectionsOfGeneration(projection, generation).map(({ name }) => name);
      await documents.drop(names, checkpointNames(generation));
    };
    // One that cannot be dropped does not keep the others.
    await Promise.all(dropping.map(drop));
  };

  /** Holds back new builds until the list of requested builds did not change since the last plan. */
  const debounceBuilds = (wanted: readonly Wanted<E>[]): readonly Wanted<E>[] => {
    const fresh = wanted.filter(
      ({ generation, role }) => role === 'building' && !runners.has(generationKey(generation)),
    );
    const now = fresh.map(({ generation }) => generationKey(generation)).join();
    const isUnchanged = now === lastRequested;
    lastRequested = now;
    return isUnchanged ? wanted : wanted.filter((each) => !fresh.includes(each));
  };

  /**
   * Replaces generations whose collections were removed although they have a checkpoint, before this process continues in empty
   * ones. Returns whether there are any.
   */
  const replaceRemoved = async (): Promise<boolean> => {
    const used = plans
      .filter(({ isDamaged }) => !isDamaged)
      .flatMap(({ active, building, maintained }) => [
        active,
        ...(building === undefined ? [] : [building]),
        ...maintained,
      ])
      .filter((each) => !runners.has(generationKey(each)))
      .filter((each) => (checkpoints.get(generationKey(each)) ?? START) > START);
    if (used.length === 0) return false;
    const present = await documents.collections();
    const removed = used.filter((each) => {
      const projection = rulesFor(each);
      return (
        projection !== undefined &&
        collectionsOfGeneration(projection, each).some(({ name }) => !present.has(name))
      );
    });
    for (const each of removed) await documents.write([], replacementMarks([each], nextGeneration(each)));
    return removed.length > 0;
  };

  const begin = async (wanted: readonly Wanted<E>[]): Promise<ProjectionRunner<E>[]> => {
    const begun = wanted.filter(({ generation }) => !runners.has(generationKey(generation)));
    if (begun.length === 0) return [];
    await documents.ensure(
      begun.flatMap(({ projection, generation }) => collectionsOfGeneration(projection, generation)),
    );
    const missing = begun
      .map(({ generation }) => generationKey(generation))
      .filter((key) => !checkpoints.has(key));
    // A stored checkpoint shows whether the store still has what this process writes.
    if (missing.length > 0) await documents.write([], new Map(missing.map((key) => [key, START])));
    return begun.map(({ projection, generation, role }) => {
      const runner = createRunner(projection, generation, role);
      runner.checkpoint = checkpoints.get(runner.key) ?? START;
      runner.isStored = true;
      runner.events = checkpoints.get(markKey(generation, 'events')) ?? 0n;
      runners.set(runner.key, runner);
      return runner;
    });
  };

  /**
   * Another process may have completed a generation. This process switches to it once its own runner has caught up too,
   * because its readers would otherwise miss their own writes.
   */
  const delaySwitch = (plan: GenerationPlan): GenerationPlan => {
    const { name } = plan.active;
    const read = reading.get(name) ?? plan.active;
    const [old, next] = [runners.get(generationKey(read)), runners.get(generationKey(plan.active))];
    const isDropping =
      !checkpoints.has(generationKey(read)) ||
      plan.isDamaged ||
      checkpoints.has(markKey(read, 'damaged')) ||
      plan.dropping.some((generation) => isSameGeneration(generation, read));
    const isCaughtUp = next?.state === 'live' && (old === undefined || next.checkpoint >= old.checkpoint);
    const follows = rulesFor(plan.active) !== undefined && !isDropping && !isCaughtUp;
    if (isSameGeneration(read, plan.active) || !follows) {
      reading.set(name, plan.active);
      return plan;
    }
    const maintained = [
      ...plan.maintained.filter((generation) => !isSameGeneration(generation, read)),
      plan.active,
    ];
    return { ...plan, active: read, maintained };
  };

  /** Whether the plans differ from those that were compared last. */
  const comparePlans = (): boolean => {
    const before = compared;
    if (plans.every((plan, index) => plan === before.plans[index])) return false;
    compared = { plans, text: JSON.stringify(plans) };
    return compared.text !== before.text;
  };

  const refresh = async (): Promise<void> => {
    checkpoints = await documents.checkpoints();
    await complete();
    const names = [...checkpoints.keys()].join();
    if (names !== stored.names) stored = { names, plans: planAll() };
    plans = stored.plans.map(delaySwitch);
  };

  return {
    initialRunners: () => initial,

    async plan() {
      await refresh();
      if (await replaceRemoved()) await refresh();
      const isBuilder = plans.some(hasWork) && (canBuild === undefined || (await canBuild()));
      const wanted = debounceBuilds(plans.flatMap((plan) => wantedBy(plan, isBuilder)));
      const started = await begin(wanted);
      const roles = new Map(wanted.map(({ generation, role }) => [generationKey(generation), role]));
      const stopped = [...runners.values()].filter(({ key }) => !roles.has(key));
      for (const { key } of stopped) runners.delete(key);
      for (const runner of runners.values()) runner.role = roles.get(runner.key) ?? runner.role;
      initial = [];
      return { started, stopped, hasChanged: comparePlans() };
    },

    dropRetired,

    hasCaughtUp: () => [...runners.values()].some(isReady),

    progress: () => {
      const reported =
        initial.length === 0 ? runners : new Map(initial.map((runner) => [runner.key, runner]));
      return plans.map((plan) => {
        const progress = progressOf(plan, reported, checkpoints);
        // Its runner has not started, because a store is unavailable. Reads must not take it for one that gets no more updates.
        return progress.state === 'stale' && rulesFor(plan.active) !== undefined
          ? { ...progress, state: 'waiting' }
          : progress;
      });
    },
  };
}
