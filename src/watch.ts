/** Watches the parts that can fail, for /readyz, /metrics and the log. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { messageOf } from './fault.ts';
import { createBuildRates } from './documents/build-rates.ts';
import type { BuildingProgress, ProjectionProgress, ProjectorFault } from './documents/progress.ts';
import type { Health, Part } from './http/health.ts';
import type { Sample } from './http/metrics.ts';
import type { Stores } from './stores.ts';

/** `lag` counts positions between the newest event and the last one that the projection has applied. */
export type ProjectionLag = ProjectionProgress & {
  readonly lag: number;
  /** What is to take its place: the part of the way it has gone, and how fast; undefined until that is known. */
  readonly pace?: {
    readonly progress: number;
    readonly eventsPerSecond: number | undefined;
    readonly secondsLeft: number | undefined;
  };
};

export type Watch = {
  progressed(progress: readonly ProjectionProgress[]): void;
  /** Something broke that does not mend itself. */
  failed(error: Error): void;
  /** Keys are loaded: requests can be told apart. */
  serving(): void;
  /** They never will be, and why. */
  refused(reason: string): void;
  health(): Health;
  gauges(): readonly Sample[];
  /** How far each projection is. */
  projections(): readonly ProjectionLag[];
  /** Looks at the stores again and again, until the signal aborts. */
  start(stores: Stores, signal: AbortSignal): Promise<void>;
};

const PING_EVERY_MS = 500;

/** A fault, and the event that it is about. */
const toldOf = (fault: ProjectorFault | undefined) => ({
  ...(fault?.event && { event: { ...fault.event, position: fault.event.position.toString() } }),
  ...(fault && { reason: fault.reason }),
});

/** `heldUp`: to how many webhook endpoints nothing is sent, as their signing keys do not open. */
export function createWatch(log: Logger, { heldUp }: { readonly heldUp: () => number }): Watch {
  let progress: readonly ProjectionProgress[] = [];
  let head = -1n;
  const rates = createBuildRates();
  let broken: string | undefined;
  let keys: Part = { ok: false, detail: 'not loaded yet' };
  const stores: { event_store: Part; documents: Part } = {
    event_store: { ok: false, detail: 'not looked at yet' },
    documents: { ok: false, detail: 'not looked at yet' },
  };

  function look(name: keyof typeof stores, error: unknown): void {
    const before = stores[name].ok;
    const detail = messageOf(error);
    stores[name] = error === undefined ? { ok: true } : { ok: false, detail };
    if (before && error !== undefined) log.error({ store: name, reason: detail }, 'a store went away');
    if (!before && error === undefined) log.info({ store: name }, 'a store answers');
  }

  const lagOf = ({ position }: ProjectionProgress): number => Number(head > position ? head - position : 0n);

  function paceOf(name: string, building: BuildingProgress): NonNullable<ProjectionLag['pace']> {
    const { eventsPerSecond, positionsPerSecond = 0 } = rates.paceOf(name, building, performance.now());
    // Positions begin with 0, and -1 is before the first.
    const [gone, all] = [Number(building.position) + 1, Number(head) + 1];
    const left = Math.max(0, all - gone);
    return {
      progress: all <= 0 ? 1 : Math.min(1, gone / all),
      eventsPerSecond,
      secondsLeft: positionsPerSecond > 0 ? left / positionsPerSecond : undefined,
    };
  }

  function projections(): Part {
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

  /** Requests are served all the same: taking every node out of use would mend nothing. */
  function webhooks(): Part {
    const count = heldUp();
    if (count === 0) return { ok: true };
    const detail = `endpoints whose signing keys do not open: ${count}; is MASTER_KEY the one that made them?`;
    return { ok: true, detail };
  }

  return {
    progressed(report) {
      progress = report;
      rates.report(report, performance.now());
    },
    failed(error) {
      broken = error.message;
      log.fatal({ reason: error.message }, 'the storage broke down; restart the service');
    },
    serving() {
      keys = { ok: true };
    },
    refused(reason) {
      keys = { ok: false, detail: reason };
    },
    health() {
      const storage: Part = broken === undefined ? { ok: true } : { ok: false, detail: broken };
      const parts = { ...stores, storage, keys, projections: projections(), webhooks: webhooks() };
      return { ready: Object.values(parts).every(({ ok }) => ok), parts };
    },
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
    projections: () =>
      progress.map((each) => ({
        ...each,
        lag: lagOf(each),
        ...(each.building === undefined ? {} : { pace: paceOf(each.name, each.building) }),
      })),
    async start({ eventStore, documents }, signal) {
      while (!signal.aborted) {
        const [events, docs] = await Promise.allSettled([
          eventStore.ping().then(async () => (head = await eventStore.head())),
          documents.ping(),
        ]);
        look('event_store', events.status === 'rejected' ? events.reason : undefined);
        look('documents', docs.status === 'rejected' ? docs.reason : undefined);
        await delay(PING_EVERY_MS, undefined, { signal }).catch(() => undefined);
      }
    },
  };
}
