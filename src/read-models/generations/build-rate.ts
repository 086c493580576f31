/** How fast generations are built, measured over the last seconds of progress reports. */
import { generationKey } from './generation.ts';
import type { BuildingProgress, ProjectionProgress } from '../projection-progress.ts';

export type BuildRate = {
  /** Undefined until enough reports were received. */
  readonly eventsPerSecond: number | undefined;
  readonly positionsPerSecond: number | undefined;
};

export type BuildRates = {
  /** Records a report. `now` is a monotonic clock in milliseconds. */
  report(progress: readonly ProjectionProgress[], now: number): void;
  rateOf(name: string, building: BuildingProgress, now: number): BuildRate;
};

type Sample = { readonly at: number; readonly events: bigint; readonly position: bigint };

const SAMPLE_EVERY_MS = 250;
const WINDOW_MS = 5_000;

export function createBuildRates(): BuildRates {
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
