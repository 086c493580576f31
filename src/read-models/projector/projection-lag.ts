/** How far the projections are behind the events, for /readyz, /metrics and operators. */
import { createBuildRates } from '../generations/build-rate.ts';
import type { BuildingProgress, ProjectionProgress, ProjectorFault } from '../projection-progress.ts';
import type { ComponentHealth } from '../../telemetry/health.ts';
import type { GaugeSample } from '../../telemetry/gauge-sample.ts';

/** `lag` counts positions between the newest event and the last one that the projection has applied. */
export type ProjectionLag = ProjectionProgress & {
  readonly lag: number;
  /** What is to take its place: the part of the way it has gone, and how fast; undefined until that is known. */
  readonly buildRate?: {
    readonly progress: number;
    readonly eventsPerSecond: number | undefined;
    readonly secondsLeft: number | undefined;
  };
};

export type ProjectionLagTracker = {
  /** Takes the newest report of the projector. */
  report(progress: readonly ProjectionProgress[]): void;
  /** The position of the newest event. */
  setHead(position: bigint): void;
  health(): ComponentHealth;
  gauges(): readonly GaugeSample[];
  list(): readonly ProjectionLag[];
};

/** A fault, and the event that it is about. */
const toldOf = (fault: ProjectorFault | undefined) => ({
  ...(fault?.event && { event: { ...fault.event, position: fault.event.position.toString() } }),
  ...(fault && { reason: fault.reason }),
});

export function createProjectionLagTracker(): ProjectionLagTracker {
  let progress: readonly ProjectionProgress[] = [];
  let head = -1n;
  const rates = createBuildRates();

  const lagOf = ({ position }: ProjectionProgress): number => Number(head > position ? head - position : 0n);

  function paceOf(name: string, building: BuildingProgress): NonNullable<ProjectionLag['buildRate']> {
    const { eventsPerSecond, positionsPerSecond = 0 } = rates.rateOf(name, building, performance.now());
    // Positions begin with 0, and -1 is before the first.
    const [gone, all] = [Number(building.position) + 1, Number(head) + 1];
    const left = Math.max(0, all - gone);
    return {
      progress: all <= 0 ? 1 : Math.min(1, gone / all),
      eventsPerSecond,
      secondsLeft: positionsPerSecond > 0 ? left / positionsPerSecond : undefined,
    };
  }

  function health(): ComponentHealth {
    const held = progress.filter(({ state }) => state === 'stalled' || state === 'waiting');
    const behind = progress.filter(({ state }) => state === 'catching_up');
    const stale = progress.find(({ state }) => state === 'stale');
    const first = [...held, ...behind][0];
    const each = progress.map(({ name, version, state, position, fault, building }) => ({
      name,
      version,
      state,
      position: position.toString(),
      ...toldOf(fault),
      ...(building && {
        building: {
          version: building.version,
          state: building.state,
          position: building.position.toString(),
          ...toldOf(building.fault),
        },
      }),
    }));
    if (progress.length === 0) return { ok: false, detail: 'no projector has reported yet', each };
    if (first !== undefined)
      return { ok: false, detail: `${first.name} is ${first.state.replace('_', ' ')}`, each };
    // What is stale is served all the same: taking every node out of use would be worse than old reads.
    if (stale !== undefined)
      return {
        ok: true,
        detail: `${stale.name} is stale: it is read as it was, until it is built anew`,
        each,
      };
    return { ok: true, each };
  }

  return {
    report(newest) {
      progress = newest;
      rates.report(newest, performance.now());
    },
    setHead: (position) => void (head = position),
    health,
    gauges: () =>
      progress.flatMap((projection) => [
        {
          name: 'projection_lag_positions',
          help: 'Positions between the newest event and the last one a projection has applied.',
          labels: { projection: projection.name },
          value: lagOf(projection),
        },
        {
          name: 'projection_live',
          help: '1 while a projection keeps up with the events.',
          labels: { projection: projection.name },
          value: projection.state === 'live' ? 1 : 0,
        },
        {
          name: 'projection_stalled',
          help: '1 while an event holds a projection, or the build that is to take its place, up.',
          labels: { projection: projection.name },
          value: [projection.state, projection.building?.state].includes('stalled') ? 1 : 0,
        },
        {
          name: 'projection_stale',
          help: '1 while a projection is read as older rules left it.',
          labels: { projection: projection.name },
          value: projection.state === 'stale' ? 1 : 0,
        },
        {
          name: 'projection_build_progress',
          help: 'How much of a new build of a projection is done, from 0 to 1; 1 while there is none.',
          labels: { projection: projection.name },
          value:
            projection.building === undefined ? 1 : paceOf(projection.name, projection.building).progress,
        },
      ]),
    list: () =>
      progress.map((each) => ({
        ...each,
        lag: lagOf(each),
        ...(each.building === undefined ? {} : { pace: paceOf(each.name, each.building) }),
      })),
  };
}
