/**
 * Which builds are run here, by the marks in the documents store: the one that is read, the one that is to be read, and
 * one that is kept for a comparison. It also moves a name over to a build that has caught up, and removes what is to go.
 */
import { START } from '../../event-store/port.ts';
import {
  generationKey,
  collectionsOfGeneration,
  checkpointNames,
  isSameGeneration,
  markKey,
  newestProjections,
  planGenerations,
  type Generation,
  type GenerationPlan,
} from '../generations/generation.ts';
import type { DocumentStore } from '../port.ts';
import type { EventShape, Projection } from '../projection.ts';
import { progressOf } from '../generations/progress.ts';
import type { ProjectionProgress } from '../projection-progress.ts';
import { createRunner, type RunnerRole, type ProjectionRunner } from './projection-runner.ts';

export type ActiveGenerations<E extends EventShape> = {
  /** What is run where nothing was planned yet. */
  initialRunners(): readonly ProjectionRunner<E>[];
  /**
   * Looks at the marks; the runners to begin with, those that are over, and whether anything is not as it was. Throws a
   * StoreUnavailable.
   */
  plan(): Promise<{
    started: readonly ProjectionRunner<E>[];
    stopped: readonly ProjectionRunner<E>[];
    hasChanged: boolean;
  }>;
  /** Removes what has been on its way out for long enough. Throws a StoreUnavailable. */
  dropRetired(): Promise<void>;
  /** Whether a build is ready to be read that is not marked so. */
  hasCaughtUp(): boolean;
  /** Each projection as it is read, in the order of the code. */
  progress(): readonly ProjectionProgress[];
};

export type ActiveGenerationsOptions<E extends EventShape> = {
  readonly documents: DocumentStore;
  readonly projections: readonly Projection<E>[];
  /** Whether another build may go on here. Of nodes that share documents, one is enough. Always when absent. */
  readonly canBuild?: () => Promise<boolean>;
  /** How long a build that is to go is left alone, so that everyone has stopped using it. In milliseconds. */
  readonly dropAfterMs?: number;
};

type Wanted<E extends EventShape> = {
  readonly projection: Projection<E>;
  readonly build: Generation;
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
  /** What is told of before the marks could be read for the first time. */
  let first: readonly ProjectionRunner<E>[] = [...newest.values()].map((projection) =>
    createRunner(projection, { name: projection.name, version: projection.version, generation: 1 }, 'served'),
  );
  let checkpoints: ReadonlyMap<string, bigint> = new Map();
  let plans: readonly GenerationPlan[] = [...newest.values()].map(({ name, version }) =>
    planGenerations(name, version, checkpoints),
  );
  /** What is read here, by name. */
  const reading = new Map<string, Generation>();
  /** When a build that is to go was first seen, in milliseconds. */
  const goingSince = new Map<string, number>();
  /** What was wanted of new builds the last time: those that are asked for one after another begin together. */
  let awaited = '';

  const rulesFor = ({ name, version }: Generation): Projection<E> | undefined =>
    rules.get(`${name} ${version}`);

  const wantedBy = (plan: GenerationPlan, builds: boolean): Wanted<E>[] => {
    const { active, building, maintained } = plan;
    const all: [Generation, RunnerRole][] = [
      [active, 'served'],
      ...maintained.map((each): [Generation, RunnerRole] => [each, 'kept']),
    ];
    if (building !== undefined && builds) all.push([building, 'building']);
    return all.flatMap(([build, role]) => {
      const projection = rulesFor(build);
      return projection === undefined ? [] : [{ projection, build, role }];
    });
  };

  /** Only who has something to build may keep others from building: these may have newer rules. */
  const hasWork = ({ building }: GenerationPlan): boolean =>
    building !== undefined && rulesFor(building) !== undefined;

  /** Marks builds that have come as far as what is read. From the next look on they are read. */
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
    const now = performance.now();
    const going = plans.flatMap(({ dropping }) => dropping);
    for (const key of goingSince.keys())
      if (!going.some((build) => generationKey(build) === key)) goingSince.delete(key);
    for (const build of going) {
      const since = goingSince.get(generationKey(build)) ?? now;
      goingSince.set(generationKey(build), since);
      const projection = newest.get(build.name);
      if (now - since < dropAfterMs || projection === undefined) continue;
      const names = collectionsOfGeneration(projection, build).map(({ name }) => name);
      await documents.drop(names, checkpointNames(build));
    }
  };

  /** New builds wait until no other one was asked for since the last look. */
  const settled = (wanted: readonly Wanted<E>[]): readonly Wanted<E>[] => {
    const fresh = wanted.filter(
      ({ build, role }) => role === 'building' && !runners.has(generationKey(build)),
    );
    const now = fresh.map(({ build }) => generationKey(build)).join();
    const isSettled = now === awaited;
    awaited = now;
    return isSettled ? wanted : wanted.filter((each) => !fresh.includes(each));
  };

  const begin = async (wanted: readonly Wanted<E>[]): Promise<ProjectionRunner<E>[]> => {
    const begun = wanted.filter(({ build }) => !runners.has(generationKey(build)));
    if (begun.length === 0) return [];
    await documents.ensure(
      begun.flatMap(({ projection, build }) => collectionsOfGeneration(projection, build)),
    );
    return begun.map(({ projection, build, role }) => {
      const runner = createRunner(projection, build, role);
      runner.checkpoint = checkpoints.get(runner.key) ?? START;
      runner.events = checkpoints.get(markKey(build, 'events')) ?? 0n;
      runners.set(runner.key, runner);
      return runner;
    });
  };

  /**
   * Another process may have built what is to be read. Here it is read once it is at the end of the events here too: until
   * then readers would wait for nothing, and find less than they have written.
   */
  const staying = (plan: GenerationPlan): GenerationPlan => {
    const { name } = plan.active;
    const read = reading.get(name) ?? plan.active;
    const [old, next] = [runners.get(generationKey(read)), runners.get(generationKey(plan.active))];
    const isGoing =
      !checkpoints.has(generationKey(read)) || plan.dropping.some((build) => isSameGeneration(build, read));
    const isCaughtUp = next?.state === 'live' && (old === undefined || next.checkpoint >= old.checkpoint);
    const follows = rulesFor(plan.active) !== undefined && !isGoing && !isCaughtUp;
    if (isSameGeneration(read, plan.active) || !follows) {
      reading.set(name, plan.active);
      return plan;
    }
    const maintained = [...plan.maintained.filter((build) => !isSameGeneration(build, read)), plan.active];
    return { ...plan, active: read, maintained };
  };

  const look = async (): Promise<void> => {
    checkpoints = await documents.checkpoints();
    await complete();
    plans = [...newest.values()].map(({ name, version }) =>
      staying(planGenerations(name, version, checkpoints)),
    );
  };

  return {
    initialRunners: () => first,

    async plan() {
      const before = JSON.stringify(plans);
      await look();
      const isBuilder = plans.some(hasWork) && (canBuild === undefined || (await canBuild()));
      const wanted = settled(plans.flatMap((plan) => wantedBy(plan, isBuilder)));
      const started = await begin(wanted);
      const roles = new Map(wanted.map(({ build, role }) => [generationKey(build), role]));
      const stopped = [...runners.values()].filter(({ key }) => !roles.has(key));
      for (const { key } of stopped) runners.delete(key);
      for (const runner of runners.values()) runner.role = roles.get(runner.key) ?? runner.role;
      first = [];
      return { started, stopped, hasChanged: JSON.stringify(plans) !== before };
    },

    dropRetired,

    hasCaughtUp: () => [...runners.values()].some(isReady),

    progress: () => {
      const told = first.length === 0 ? runners : new Map(first.map((runner) => [runner.key, runner]));
      return plans.map((plan) => progressOf(plan, told, checkpoints));
    },
  };
}
