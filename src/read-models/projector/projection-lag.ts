/** Tracks how far projections are behind the events, for /readyz, /metrics, and operators. */

import { monotonicTime } from '../../system/runtime.ts';
import type { ComponentHealth } from '../../telemetry/health.ts';
import type { MetricRegistry } from '../../telemetry/metrics.ts';
import { generationKey } from '../generations/generation.ts';
import type { BuildingProgress, ProjectionProgress, ProjectorFault } from '../projection-progress.ts';
import { JOIN_MS_MAX } from './projection-group.ts';

// How fast generations are built, measured over the last seconds of progress reports.

type BuildRate = {
  /** Undefined until enough reports were received. */
  readonly eventsPerSecond: number | undefined;
  readonly positionsPerSecond: number | undefined;
};

type BuildRates = {
  /** Records a report. `now` is a monotonic clock in milliseconds. */
  report(progress: readonly ProjectionProgress[], now: number): void;
  rateOf(name: string, building: BuildingProgress, now: number): BuildRate;
};

type Sample = { readonly at: number; readonly events: bigint; readonly position: bigint };

const SAMPLE_EVERY_MS = 250;
const WINDOW_MS = 5_000;

function createBuildRates(): BuildRates {
  const samples = new Map<string, Sample[]>();
  return {
    report(progress, now) {
      const current = new Set<string>();
      for (const { name, building } of progress) {
        if (building === undefined) continue;
        const key = generationKey({ name, ...building });
        current.add(key);
        const seen = samples.get(key) ?? [];
        if (now - (seen.at(-1)?.at ?? -Infinity) < SAMPLE_EVERY_MS) continue;
        seen.push({ at: now, events: building.events, position: building.position });
        while ((seen[0]?.at ?? now) < now - WINDOW_MS) seen.shift();
        samples.set(key, seen);
      }
      for (const key of samples.keys()) if (!current.has(key)) samples.delete(key);
    },
    rateOf(name, building, now) {
      const first = samples.get(generationKey({ name, ...building }))?.[0];
      const seconds = first === undefined ? 0 : (now - first.at) / 1_000;
      if (first === undefined || seconds * 1_000 < SAMPLE_EVERY_MS)
        return { eventsPerSecond: undefined, positionsPerSecond: undefined };
      return {
        eventsPerSecond: Number(building.events - first.events) / seconds,
        positionsPerSecond: Number(building.position - first.position) / seconds,
      };
    },
  };
}

/** A build that needs less time than this for what is missing is sure to join the live projections. */
const JOINING_SECONDS = JOIN_MS_MAX / 2_000;

function minimum(speeds: readonly number[]): number | undefined {
  const moving = speeds.filter((speed) => speed > 0);
  return moving.length === 0 ? undefined : Math.min(...moving);
}

/** `lag` is the number of positions between the newest event and the last one that the projection applied. */
export type ProjectionLag = ProjectionProgress & {
  readonly lag: number;
  /** Progress of the generation being built, from 0 to 1, and its speed, which is undefined until it was measured. */
  readonly buildRate?: {
    readonly progress: number;
    readonly eventsPerSecond: number | undefined;
    readonly secondsLeft: number | undefined;
  };
};

/** The reason of a fault, and the faulty event if there is one. */
const describeFault = (fault: ProjectorFault | undefined) => ({
  ...(fault?.event && { event: { ...fault.event, position: fault.event.position.toString() } }),
  ...(fault && { reason: fault.reason }),
});

export class ProjectionLagTracker {
  #progress: readonly ProjectionProgress[] = [];
  #head = -1n;
  #buildSpeed: number | undefined;
  readonly #rates = createBuildRates();

  /** Call it with each progress report of the projector. */
  report(newest: readonly ProjectionProgress[]): void {
    this.#progress = newest;
    const now = monotonicTime();
    this.#rates.report(newest, now);
    this.#buildSpeed = minimum(
      newest.flatMap(({ name, building }) => {
        if (building === undefined) return [];
        const { positionsPerSecond: speed = 0 } = this.#rates.rateOf(name, building, now);
        return Number(this.#head - building.position) > speed * JOINING_SECONDS ? [speed] : [];
      }),
    );
  }

  /**
   * How many positions the slowest build processes per second; undefined without a build that makes progress, until it was
   * measured, and while it has almost everything: then it is only as fast as new events.
   */
  buildSpeed(): number | undefined {
    return this.#buildSpeed;
  }

  /** Sets the position of the newest event. */
  setHead(position: bigint): void {
    this.#head = position;
  }

  health(): ComponentHealth {
    const damaged = this.#progress.find(({ state }) => state === 'damaged');
    const blocked = this.#progress.filter(({ state }) => state === 'stalled' || state === 'waiting');
    const behind = this.#progress.filter(({ state }) => state === 'catching_up');
    const stale = this.#progress.find(({ state }) => state === 'stale');
    const first = [...blocked, ...behind][0];
    const each = this.#progress.map(({ name, version, state, position, fault, building }) => ({
      name,
      version,
      state,
      position: position.toString(),
      ...describeFault(fault),
      ...(building && {
        building: {
          version: building.version,
          state: building.state,
          position: building.position.toString(),
          ...describeFault(building.fault),
        },
      }),
    }));
    if (this.#progress.length === 0) return { ok: false, detail: 'no projector has reported yet', each };
    if (damaged !== undefined)
      return {
        ok: false,
        detail: `${damaged.name} is not read: its documents went back in time and are being rebuilt`,
        each,
      };
    if (first !== undefined)
      return { ok: false, detail: `${first.name} is ${first.state.replace('_', ' ')}`, each };
    // A stale projection keeps the service ready: reads without updates are better than no reads.
    if (stale !== undefined)
      return {
        ok: true,
        detail: `${stale.name} is stale: reads show older data until it is rebuilt`,
        each,
      };
    return { ok: true, each };
  }

  registerMetrics(registry: Pick<MetricRegistry, 'gauge'>): void {
    const gauge = (name: string, help: string, read: (each: ProjectionProgress) => number): void =>
      registry.gauge(name, help, ['projection'], () =>
        this.#progress.map((each) => ({ labels: { projection: each.name }, value: read(each) })),
      );
    gauge('projection_lag_positions', 'Positions between the newest and the last applied event.', (each) =>
      this.#lagOf(each),
    );
    gauge('projection_live', '1 while the projection is up to date.', ({ state }) =>
      state === 'live' ? 1 : 0,
    );
    gauge(
      'projection_stalled',
      '1 while an event cannot be applied to the projection or to its new generation.',
      ({ state, building }) => ([state, building?.state].includes('stalled') ? 1 : 0),
    );
    gauge(
      'projection_stale',
      '1 while reads use documents of an older version without updates.',
      ({ state }) => (state === 'stale' ? 1 : 0),
    );
    gauge(
      'projection_build_progress',
      'Share of a new generation that is built, 0 to 1; 1 without one.',
      ({ name, building }) => (building === undefined ? 1 : this.#buildRateOf(name, building).progress),
    );
  }

  list(): readonly ProjectionLag[] {
    return this.#progress.map((each) => ({
      ...each,
      lag: this.#lagOf(each),
      ...(each.building === undefined ? {} : { buildRate: this.#buildRateOf(each.name, each.building) }),
    }));
  }

  #lagOf({ position }: ProjectionProgress): number {
    return Number(this.#head > position ? this.#head - position : 0n);
  }

  #buildRateOf(name: string, building: BuildingProgress): NonNullable<ProjectionLag['buildRate']> {
    const { eventsPerSecond, positionsPerSecond = 0 } = this.#rates.rateOf(name, building, monotonicTime());
    // The first position is 0; -1 means no event.
    const [done, total] = [Number(building.position) + 1, Number(this.#head) + 1];
    const left = Math.max(0, total - done);
    return {
      progress: total <= 0 ? 1 : Math.min(1, done / total),
      eventsPerSecond,
      secondsLeft: positionsPerSecond > 0 ? left / positionsPerSecond : undefined,
    };
  }
}
