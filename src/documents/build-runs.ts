/**
 * Which builds are run here, by the marks in the documents store: the one that is read, the one that is to be read, and
 * one that is kept for a comparison. It also moves a name over to a build that has caught up, and removes what is to go.
 */
import { START } from '../eventstore/port.ts';
import {
  buildKey,
  collectionsOfBuild,
  entriesOf,
  isSame,
  markOf,
  newestRules,
  planOf,
  type Build,
  type Plan,
} from './builds.ts';
import type { Documents } from './port.ts';
import type { EventShape, Projection } from './projection.ts';
import type { ProjectionProgress } from './progress.ts';
import { runnerOf, type Role, type Runner } from './runner.ts';

export type BuildRuns<E extends EventShape> = {
  /** What is run where nothing was planned yet. */
  first(): readonly Runner<E>[];
  /**
   * Looks at the marks; the runners to begin with, those that are over, and whether anything is not as it was. Throws a
   * StoreUnavailable.
   */
  plan(): Promise<{ begun: readonly Runner<E>[]; over: readonly Runner<E>[]; hasChanged: boolean }>;
  /** Removes what has been on its way out for long enough. Throws a StoreUnavailable. */
  dropGone(): Promise<void>;
  /** Whether a build is ready to be read that is not marked so. */
  hasCaughtUp(): boolean;
  /** Each projection as it is read, in the order of the code. */
  progress(): readonly ProjectionProgress[];
};

export type BuildRunsOptions<E extends EventShape> = {
  readonly documents: Documents;
  readonly projections: readonly Projection<E>[];
  /** Whether another build may go on here. Of nodes that share documents, one is enough. Always when absent. */
  readonly mayBuild?: () => Promise<boolean>;
  /** How long a build that is to go is left alone, so that everyone has stopped using it. In milliseconds. */
  readonly dropAfterMs?: number;
};

type Wanted<E extends EventShape> = {
  readonly projection: Projection<E>;
  readonly build: Build;
  readonly role: Role;
};

const DROP_AFTER_MS = 2_000;

export function createBuildRuns<E extends EventShape>(options: BuildRunsOptions<E>): BuildRuns<E> {
  const { documents, projections, mayBuild, dropAfterMs = DROP_AFTER_MS } = options;
  const newest = newestRules(projections);
  const rules = new Map(projections.map((each) => [`${each.name} ${each.version}`, each]));
  const runners = new Map<string, Runner<E>>();
  /** What is told of before the marks could be read for the first time. */
  let first: readonly Runner<E>[] = [...newest.values()].map((projection) =>
    runnerOf(projection, { name: projection.name, version: projection.version, generation: 1 }, 'served'),
  );
  let checkpoints: ReadonlyMap<string, bigint> = new Map();
  let plans: readonly Plan[] = [...newest.values()].map(({ name, version }) =>
    planOf(name, version, checkpoints),
  );
  /** What is read here, by name. */
  const reading = new Map<string, Build>();
  /** When a build that is to go was first seen, in milliseconds. */
  const goingSince = new Map<string, number>();
  /** What was wanted of new builds the last time: those that are asked for one after another begin together. */
  let awaited = '';

  const rulesFor = ({ name, version }: Build): Projection<E> | undefined => rules.get(`${name} ${version}`);

  const wantedBy = (plan: Plan, builds: boolean): Wanted<E>[] => {
    const { served, building, kept } = plan;
    const all: [Build, Role][] = [[served, 'served'], ...kept.map((each): [Build, Role] => [each, 'kept'])];
    if (building !== undefined && builds) all.push([building, 'building']);
    return all.flatMap(([build, role]) => {
      const projection = rulesFor(build);
      return projection === undefined ? [] : [{ projection, build, role }];
    });
  };

  /** Only who has something to build may keep others from building: these may have newer rules. */
  const hasWork = ({ building }: Plan): boolean => building !== undefined && rulesFor(building) !== undefined;

  /** Marks builds that have come as far as what is read. From the next look on they are read. */
  const complete = async (): Promise<void> => {
    const ready = [...runners.values()].filter((runner) => isReady(runner));
    if (ready.length === 0) return;
    const marks = new Map(ready.map(({ build, checkpoint }) => [markOf(build, 'complete'), checkpoint]));
    await documents.write([], marks);
    checkpoints = new Map([...checkpoints, ...marks]);
  };

  const isReady = ({ build, checkpoint, state }: Runner<E>): boolean => {
    if (state !== 'live' || checkpoints.has(markOf(build, 'complete'))) return false;
    const plan = plans.find(({ served }) => served.name === build.name);
    const read = plan && runners.get(buildKey(plan.served));
    return read === undefined || read.checkpoint <= checkpoint;
  };

  const dropGone = async (): Promise<void> => {
    const now = performance.now();
    const going = plans.flatMap(({ dropping }) => dropping);
    for (const key of goingSince.keys())
      if (!going.some((build) => buildKey(build) === key)) goingSince.delete(key);
    for (const build of going) {
      const since = goingSince.get(buildKey(build)) ?? now;
      goingSince.set(buildKey(build), since);
      const projection = newest.get(build.name);
      if (now - since < dropAfterMs || projection === undefined) continue;
      const names = collectionsOfBuild(projection, build).map(({ name }) => name);
      await documents.drop(names, entriesOf(build));
    }
  };

  /** New builds wait until no other one was asked for since the last look. */
  const settled = (wanted: readonly Wanted<E>[]): readonly Wanted<E>[] => {
    const fresh = wanted.filter(({ build, role }) => role === 'building' && !runners.has(buildKey(build)));
    const now = fresh.map(({ build }) => buildKey(build)).join();
    const isSettled = now === awaited;
    awaited = now;
    return isSettled ? wanted : wanted.filter((each) => !fresh.includes(each));
  };

  const begin = async (wanted: readonly Wanted<E>[]): Promise<Runner<E>[]> => {
    const begun = wanted.filter(({ build }) => !runners.has(buildKey(build)));
    if (begun.length === 0) return [];
    await documents.ensure(begun.flatMap(({ projection, build }) => collectionsOfBuild(projection, build)));
    return begun.map(({ projection, build, role }) => {
      const runner = runnerOf(projection, build, role);
      runner.checkpoint = checkpoints.get(runner.key) ?? START;
      runner.events = checkpoints.get(markOf(build, 'events')) ?? 0n;
      runners.set(runner.key, runner);
      return runner;
    });
  };

  /**
   * Another process may have built what is to be read. Here it is read once it is at the end of the events here too: until
   * then readers would wait for nothing, and find less than they have written.
   */
  const staying = (plan: Plan): Plan => {
    const { name } = plan.served;
    const read = reading.get(name) ?? plan.served;
    const [old, next] = [runners.get(buildKey(read)), runners.get(buildKey(plan.served))];
    const isGoing = !checkpoints.has(buildKey(read)) || plan.dropping.some((build) => isSame(build, read));
    const isCaughtUp = next?.state === 'live' && (old === undefined || next.checkpoint >= old.checkpoint);
    const follows = rulesFor(plan.served) !== undefined && !isGoing && !isCaughtUp;
    if (isSame(read, plan.served) || !follows) {
      reading.set(name, plan.served);
      return plan;
    }
    const kept = [...plan.kept.filter((build) => !isSame(build, read)), plan.served];
    return { ...plan, served: read, kept };
  };

  const look = async (): Promise<void> => {
    checkpoints = await documents.checkpoints();
    await complete();
    plans = [...newest.values()].map(({ name, version }) => staying(planOf(name, version, checkpoints)));
  };

  return {
    first: () => first,

    async plan() {
      const before = JSON.stringify(plans);
      await look();
      const isBuilder = plans.some(hasWork) && (mayBuild === undefined || (await mayBuild()));
      const wanted = settled(plans.flatMap((plan) => wantedBy(plan, isBuilder)));
      const begun = await begin(wanted);
      const roles = new Map(wanted.map(({ build, role }) => [buildKey(build), role]));
      const over = [...runners.values()].filter(({ key }) => !roles.has(key));
      for (const { key } of over) runners.delete(key);
      for (const runner of runners.values()) runner.role = roles.get(runner.key) ?? runner.role;
      first = [];
      return { begun, over, hasChanged: JSON.stringify(plans) !== before };
    },

    dropGone,

    hasCaughtUp: () => [...runners.values()].some(isReady),

    progress: () => {
      const told = first.length === 0 ? runners : new Map(first.map((runner) => [runner.key, runner]));
      return plans.map((plan) => progressOf(plan, told, checkpoints));
    },
  };
}

/** A projection as it is read, and what is to take its place, by those who run them or by the marks. */
function progressOf<E extends EventShape>(
  { served, building, old, dropping }: Plan,
  runners: ReadonlyMap<string, Runner<E>>,
  checkpoints: ReadonlyMap<string, bigint>,
): ProjectionProgress {
  const { name, version, generation } = served;
  const runner = runners.get(buildKey(served));
  return {
    name,
    version,
    ...(generation > 1 ? { generation } : {}),
    state: runner?.state ?? 'stale',
    position: runner?.checkpoint ?? checkpoints.get(buildKey(served)) ?? START,
    ...(runner?.fault === undefined ? {} : { fault: runner.fault }),
    ...(old.length === 0
      ? {}
      : {
          old: old.map((build) => ({
            version: build.version,
            generation: build.generation,
            dropping: dropping.includes(build),
          })),
        }),
    ...(building === undefined || isSame(building, served)
      ? {}
      : { building: buildingOf(building, runners.get(buildKey(building)), checkpoints) }),
  };
}

function buildingOf<E extends EventShape>(
  build: Build,
  runner: Runner<E> | undefined,
  checkpoints: ReadonlyMap<string, bigint>,
): NonNullable<ProjectionProgress['building']> {
  const { version, generation } = build;
  return {
    version,
    generation,
    state: runner?.state ?? 'catching_up',
    position: runner?.checkpoint ?? checkpoints.get(buildKey(build)) ?? START,
    events: runner?.events ?? checkpoints.get(markOf(build, 'events')) ?? 0n,
    ...(runner?.fault === undefined ? {} : { fault: runner.fault }),
  };
}

/** Each projection by the marks alone, for a process that runs none of them. */
export function progressByMarks<E extends EventShape>(
  projections: readonly Projection<E>[],
  checkpoints: ReadonlyMap<string, bigint>,
): readonly ProjectionProgress[] {
  return [...newestRules(projections).values()].map(({ name, version }) => {
    const plan = planOf(name, version, checkpoints);
    const progress = progressOf<E>(plan, new Map(), checkpoints);
    // Another process keeps what has the rules of this code up to date.
    return plan.served.version === version ? { ...progress, state: 'live' } : progress;
  });
}
