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
  unbuiltIn,
  type Generation,
  type GenerationPlan,
} from '../generations/generation.ts';
import { progressOf } from '../generations/progress.ts';
import type { DocumentStore } from '../port.ts';
import type { ProjectionProgress } from '../projection-progress.ts';
import type { EventShape, Projection } from '../projection.ts';
import { createRunner, type ProjectionRunner, type RunnerRole } from './projection-runner.ts';

export type ActiveGenerationsOptions<E extends EventShape> = {
  readonly documents: DocumentStore;
  readonly projections: readonly Projection<E>[];
  /** Whether this process may build generations: one of the nodes that share documents is enough. Always when absent. */
  readonly canBuild?: () => Promise<boolean>;
  /** How long to wait before dropping a retired generation, so that every process has stopped reading it. In milliseconds. */
  readonly dropAfterMs?: number;
  /**
   * For a release that will replace the running one: builds the generations that the running one does not, without completing them,
   * and maintains and drops nothing. Called once they have reached the newest event, or cannot be built.
   */
  readonly onPrepared?: () => void;
};

type Wanted<E extends EventShape> = {
  readonly projection: Projection<E>;
  readonly generation: Generation;
  readonly role: RunnerRole;
};

const DROP_AFTER_MS = 2_000;

export class ActiveGenerations<E extends EventShape> {
  readonly #options: ActiveGenerationsOptions<E>;
  readonly #dropAfterMs: NonNullable<ActiveGenerationsOptions<E>['dropAfterMs']>;
  readonly #documents: ActiveGenerationsOptions<E>['documents'];
  readonly #newest: Map<string, Projection<E>>;
  readonly #rules: Map<string, Projection<E>>;
  readonly #runners = new Map<string, ProjectionRunner<E>>();
  /** Reported until the marks were read for the first time. */
  #initial: readonly ProjectionRunner<E>[];
  #checkpoints: ReadonlyMap<string, bigint> = new Map();
  /** What follows from the names of the checkpoints and marks, whatever their positions are. */
  #stored: { names: string; plans: readonly GenerationPlan[] };
  #plans: readonly GenerationPlan[];
  /** The plans that were compared last. */
  #compared: { plans: readonly GenerationPlan[]; text: string };
  /** The generation that this process reads, by projection name. */
  readonly #reading = new Map<string, Generation>();
  /** When the `dropping` mark of a generation was first seen, in milliseconds. */
  readonly #droppingSince = new Map<string, number>();
  /** The generations to build at the last plan, to start builds that are requested together at the same time. */
  #lastRequested = '';

  constructor(options: ActiveGenerationsOptions<E>) {
    this.#options = options;
    this.#dropAfterMs = options.dropAfterMs ?? DROP_AFTER_MS;
    this.#documents = options.documents;
    this.#newest = newestProjections(options.projections);
    this.#rules = new Map(options.projections.map((each) => [`${each.name} ${each.version}`, each]));
    this.#initial = [...this.#newest.values()].map((projection) =>
      createRunner(
        projection,
        { name: projection.name, version: projection.version, generation: 1 },
        'active',
      ),
    );
    this.#stored = { names: '', plans: this.#planAll() };
    this.#plans = this.#stored.plans;
    this.#compared = { plans: this.#plans, text: JSON.stringify(this.#plans) };
  }

  /** The runners before the first plan. */
  initialRunners(): readonly ProjectionRunner<E>[] {
    return this.#initial;
  }

  /** Reads the marks. Returns the runners that started and stopped, and whether any plan changed. Throws StoreUnavailable. */
  async plan(): Promise<{
    started: readonly ProjectionRunner<E>[];
    stopped: readonly ProjectionRunner<E>[];
    hasChanged: boolean;
  }> {
    await this.#refresh();
    if (await this.#replaceRemoved()) await this.#refresh();
    const hasWork = this.#plans.some((plan) => this.#hasWork(plan));
    const isBuilder = hasWork && (this.#options.canBuild === undefined || (await this.#options.canBuild()));
    const wanted = this.#debounceBuilds(this.#plans.flatMap((plan) => this.#wantedBy(plan, isBuilder)));
    const started = await this.#begin(wanted);
    const roles = new Map(wanted.map(({ generation, role }) => [generationKey(generation), role]));
    const stopped = [...this.#runners.values()].filter(({ key }) => !roles.has(key));
    for (const { key } of stopped) this.#runners.delete(key);
    for (const runner of this.#runners.values()) runner.role = roles.get(runner.key) ?? runner.role;
    this.#initial = [];
    // Another process may build, or the builds may not have begun.
    if ((isBuilder || !hasWork) && this.#lastRequested === '' && this.#haveEnded())
      this.#options.onPrepared?.();
    return { started, stopped, hasChanged: this.#comparePlans() };
  }

  /** Drops retired generations after a delay. Throws StoreUnavailable. */
  async dropRetired(): Promise<void> {
    if (this.#isPreparing) return;
    const now = monotonicTime();
    const dropping = this.#plans.flatMap(({ dropping }) => dropping);
    for (const key of this.#droppingSince.keys())
      if (!dropping.some((generation) => generationKey(generation) === key)) this.#droppingSince.delete(key);
    const drop = async (generation: Generation): Promise<void> => {
      const since = this.#droppingSince.get(generationKey(generation)) ?? now;
      this.#droppingSince.set(generationKey(generation), since);
      const projection = this.#newest.get(generation.name);
      if (now - since < this.#dropAfterMs || projection === undefined) return;
      const names = collectionsOfGeneration(projection, generation).map(({ name }) => name);
      await this.#documents.drop(names, checkpointNames(generation));
    };
    // One that cannot be dropped does not keep the others.
    await Promise.all(dropping.map(drop));
  }

  /** Whether a generation has caught up but is not marked as complete yet. */
  hasCaughtUp(): boolean {
    return this.#ready().length > 0;
  }

  /** The progress of each projection, in the order of the list. */
  progress(): readonly ProjectionProgress[] {
    const reported =
      this.#initial.length === 0
        ? this.#runners
        : new Map(this.#initial.map((runner) => [runner.key, runner]));
    return this.#plans.map((plan) => {
      const progress = progressOf(plan, reported, this.#checkpoints);
      // Its runner has not started, because a store is unavailable. Reads must not take it for one that gets no more updates.
      return progress.state === 'stale' && this.#rulesFor(plan.active) !== undefined
        ? { ...progress, state: 'waiting' }
        : progress;
    });
  }

  #planAll(): readonly GenerationPlan[] {
    return [...this.#newest.values()].map(({ name, version }) =>
      planGenerations(name, version, this.#checkpoints),
    );
  }

  #rulesFor({ name, version }: Generation): Projection<E> | undefined {
    return this.#rules.get(`${name} ${version}`);
  }

  #isStalled(generation: Generation): boolean {
    return this.#runners.get(generationKey(generation))?.state === 'stalled';
  }

  #wantedBy(plan: GenerationPlan, isBuilder: boolean): Wanted<E>[] {
    const { active, maintained, isComplete } = plan;
    // Two processes that build the same generation would take twice as long. A stalled build only tries its event again.
    const builds = unbuiltIn(plan).filter((each) => isBuilder || this.#isStalled(each));
    const read = isComplete || builds.includes(active) ? [active] : [];
    const as = (role: RunnerRole) => (each: Generation) => [each, role] as const;
    const all = this.#isPreparing
      ? builds.map(as('building'))
      : [
          ...read.map(as('active')),
          ...maintained.map(as('maintained')),
          ...builds.filter((each) => each !== active).map(as('building')),
        ];
    return all.flatMap(([generation, role]) => {
      const projection = this.#rulesFor(generation);
      return projection === undefined ? [] : [{ projection, generation, role }];
    });
  }

  /** A process that has nothing to build, or cannot continue, must not block others, which may have newer rules. */
  #hasWork(plan: GenerationPlan): boolean {
    return unbuiltIn(plan).some((each) => this.#rulesFor(each) !== undefined && !this.#isStalled(each));
  }

  get #isPreparing(): boolean {
    return this.#options.onPrepared !== undefined;
  }

  /** Whether each runner has reached the newest event, or cannot go on. */
  #haveEnded(): boolean {
    return [...this.#runners.values()].every(({ state }) => state === 'live' || state === 'stalled');
  }

  /** The runners whose generations can be marked as complete. */
  #ready(): readonly ProjectionRunner<E>[] {
    return this.#isPreparing ? [] : [...this.#runners.values()].filter((runner) => this.#isReady(runner));
  }

  /** Marks generations that have caught up with the active one. The next plan makes them active. */
  async #complete(): Promise<void> {
    const ready = this.#ready();
    if (ready.length === 0) return;
    const marks = new Map(
      ready.map(({ generation, checkpoint }) => [markKey(generation, 'complete'), checkpoint]),
    );
    await this.#documents.write([], marks);
    this.#checkpoints = new Map([...this.#checkpoints, ...marks]);
  }

  #isReady({ generation, checkpoint, state }: ProjectionRunner<E>): boolean {
    if (state !== 'live' || this.#checkpoints.has(markKey(generation, 'complete'))) return false;
    const plan = this.#plans.find(({ active }) => active.name === generation.name);
    const read = plan && this.#runners.get(generationKey(plan.active));
    return read === undefined || read.checkpoint <= checkpoint;
  }

  /** Holds back new builds until the list of requested builds did not change since the last plan. */
  #debounceBuilds(wanted: readonly Wanted<E>[]): readonly Wanted<E>[] {
    const fresh = wanted.filter(
      ({ generation, role }) => role === 'building' && !this.#runners.has(generationKey(generation)),
    );
    const now = fresh.map(({ generation }) => generationKey(generation)).join();
    const isUnchanged = now === this.#lastRequested;
    this.#lastRequested = now;
    return isUnchanged ? wanted : wanted.filter((each) => !fresh.includes(each));
  }

  /**
   * Replaces generations whose collections were removed although they have a checkpoint, before this process continues in empty
   * ones. Returns whether there are any.
   */
  async #replaceRemoved(): Promise<boolean> {
    const used = this.#plans
      .filter(({ isDamaged }) => !isDamaged)
      .flatMap(({ active, building, maintained }) => [
        active,
        ...(building === undefined ? [] : [building]),
        ...maintained,
      ])
      .filter((each) => !this.#runners.has(generationKey(each)))
      .filter((each) => (this.#checkpoints.get(generationKey(each)) ?? START) > START);
    if (used.length === 0) return false;
    const present = await this.#documents.collections();
    const removed = used.filter((each) => {
      const projection = this.#rulesFor(each);
      return (
        projection !== undefined &&
        collectionsOfGeneration(projection, each).some(({ name }) => !present.has(name))
      );
    });
    for (const each of removed)
      await this.#documents.write([], replacementMarks([each], nextGeneration(each)));
    return removed.length > 0;
  }

  async #begin(wanted: readonly Wanted<E>[]): Promise<ProjectionRunner<E>[]> {
    const begun = wanted.filter(({ generation }) => !this.#runners.has(generationKey(generation)));
    if (begun.length === 0) return [];
    await this.#documents.ensure(
      begun.flatMap(({ projection, generation }) => collectionsOfGeneration(projection, generation)),
    );
    const missing = begun
      .map(({ generation }) => generationKey(generation))
      .filter((key) => !this.#checkpoints.has(key));
    // A stored checkpoint shows whether the store still has what this process writes.
    if (missing.length > 0) await this.#documents.write([], new Map(missing.map((key) => [key, START])));
    return begun.map(({ projection, generation, role }) => {
      const runner = createRunner(projection, generation, role);
      runner.checkpoint = this.#checkpoints.get(runner.key) ?? START;
      runner.isStored = true;
      runner.events = this.#checkpoints.get(markKey(generation, 'events')) ?? 0n;
      this.#runners.set(runner.key, runner);
      return runner;
    });
  }

  /**
   * Another process may have completed a generation. This process switches to it once its own runner has caught up too,
   * because its readers would otherwise miss their own writes.
   */
  #delaySwitch(plan: GenerationPlan): GenerationPlan {
    const { name } = plan.active;
    const read = this.#reading.get(name) ?? plan.active;
    const [old, next] = [
      this.#runners.get(generationKey(read)),
      this.#runners.get(generationKey(plan.active)),
    ];
    const isDropping =
      !this.#checkpoints.has(generationKey(read)) ||
      plan.isDamaged ||
      this.#checkpoints.has(markKey(read, 'damaged')) ||
      plan.dropping.some((generation) => isSameGeneration(generation, read));
    const isCaughtUp = next?.state === 'live' && (old === undefined || next.checkpoint >= old.checkpoint);
    const follows = this.#rulesFor(plan.active) !== undefined && !isDropping && !isCaughtUp;
    if (isSameGeneration(read, plan.active) || !follows) {
      this.#reading.set(name, plan.active);
      return plan;
    }
    const maintained = [
      ...plan.maintained.filter((generation) => !isSameGeneration(generation, read)),
      plan.active,
    ];
    return { ...plan, active: read, maintained };
  }

  /** Whether the plans differ from those that were compared last. */
  #comparePlans(): boolean {
    const before = this.#compared;
    if (this.#plans.every((plan, index) => plan === before.plans[index])) return false;
    this.#compared = { plans: this.#plans, text: JSON.stringify(this.#plans) };
    return this.#compared.text !== before.text;
  }

  async #refresh(): Promise<void> {
    this.#checkpoints = await this.#documents.checkpoints();
    await this.#complete();
    const names = [...this.#checkpoints.keys()].join();
    if (names !== this.#stored.names) this.#stored = { names, plans: this.#planAll() };
    this.#plans = this.#stored.plans.map((plan) => this.#delaySwitch(plan));
  }
}
