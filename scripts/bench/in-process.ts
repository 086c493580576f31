/** Measurements without HTTP: the writer, the projector, and the cost of a long history. */
import { join } from 'node:path';
import { inChild, startChild } from './child.ts';
import type { GrowthSample, GrowthResult, GrowthTask } from './growth.ts';
import { wholeNumber } from './statistics.ts';
import type { StartTask } from './startup.ts';
import { atLeast, atMost } from './result-table.ts';
import type { Row } from './result-table.ts';

export type Size = { readonly transfers: number; readonly past: number };

type Rate = {
  readonly title: string;
  /** The child process that measures it. */
  readonly child: string;
  readonly unit: string;
  readonly goal: number;
  /** Left out: in memory. */
  readonly file?: string;
};

const WRITER_RATES: readonly Rate[] = [
  { title: 'Writer, in memory', child: './writer.ts', unit: 'transfers/s', goal: 30_000 },
  {
    title: 'Writer, SQLite, durable',
    child: './writer.ts',
    unit: 'transfers/s',
    goal: 15_000,
    file: 'writer.sqlite',
  },
];
const PROJECTOR_RATE: Rate = {
  title: 'Projector, all projections into SQLite',
  child: './projector.ts',
  unit: 'events/s',
  goal: 20_000,
  file: 'projector.sqlite',
};
const REBUILD_RATE: Rate = {
  title: 'Rebuild of all projections while they are read',
  child: './rebuild.ts',
  unit: 'events/s',
  goal: 20_000,
  file: 'rebuild.sqlite',
};

const measureRates =
  (...rates: readonly Rate[]) =>
  async (folder: string, { transfers }: Size): Promise<Row[]> => {
    const rows: Row[] = [];
    for (const { title, child, unit, goal, file } of rates) {
      const task = { file: file === undefined ? undefined : join(folder, file), transfers };
      // These children respond with a rate.
      const { perSecond } = (await inChild(child, task)) as { readonly perSecond: number };
      rows.push({
        name: title,
        value: perSecond,
        figure: `${wholeNumber(perSecond)} ${unit}`,
        goal: atLeast(perSecond, goal, wholeNumber(goal)),
      });
    }
    return rows;
  };

export const measureWriter = measureRates(...WRITER_RATES);
export const measureProjector = measureRates(PROJECTOR_RATE);
/** Rebuilds while the active read models stay available. */
export const measureRebuild = measureRates(REBUILD_RATE);

/** Times two starts: after a kill (snapshot and later events) and after a graceful stop. */
export async function measureGrowth(folder: string, { past }: Size): Promise<Row[]> {
  const file = join(folder, 'growth.sqlite');
  const task: GrowthTask = { file, past };
  // The child answers with this type.
  const grown = (await inChild('./growth.ts', task, ['--expose-gc'])) as GrowthResult;
  const number = past * 2;
  const crashed = await timeStart({ kind: 'decide', file, wallets: grown.wallets, number });
  const orderly = await timeStart({ kind: 'decide', file, wallets: grown.wallets, number: number + 1 });
  return [
    ...costRows(grown),
    ...heapRows(grown),
    startRow('killed', past, crashed),
    startRow('stopped', past, orderly),
  ];
}

async function timeStart(task: StartTask): Promise<number> {
  const startedAt = performance.now();
  const child = startChild('./startup.ts');
  await child.ask(task);
  const seconds = (performance.now() - startedAt) / 1000;
  await child.ask({ kind: 'close' } satisfies StartTask);
  await child.kill();
  return seconds;
}

const startRow = (how: string, past: number, seconds: number): Row => ({
  name: `Start at ${wholeNumber(past)} past transfers, ${how} before`,
  value: seconds,
  figure: `${seconds.toFixed(2)} s`,
  goal: atMost(seconds, 3, '3 s'),
});

function costRows({ young, middle, old }: GrowthResult): Row[] {
  const ratio = old.cpuMicroseconds / young.cpuMicroseconds;
  const cost = (at: GrowthSample): Row => ({
    name: `CPU time per transfer at ${wholeNumber(at.past)} past ones`,
    value: at.cpuMicroseconds,
    figure: `${at.cpuMicroseconds.toFixed(1)} µs (${at.wallMicroseconds.toFixed(1)} µs wall clock)`,
    points: [{ chart: 'history', curve: 'SQLite', x: at.past, y: at.cpuMicroseconds }],
  });
  return [
    ...[young, ...middle, old].map(cost),
    {
      name: 'Cost per transfer, long history to short history',
      value: ratio,
      figure: ratio.toFixed(2),
      goal: atMost(ratio, 1.15, '1.15'),
    },
  ];
}

/** Limit for the filter of idempotency keys: at most 4 bytes per key while its newest layer is half empty. */
const BYTES_PER_PAST_TRANSFER_MAX = 6;

/** Once the memory of recent keys is full, the heap may grow only by the filter of used keys. */
function heapRows({ young, filled, old }: GrowthResult): Row[] {
  const heap = (at: Pick<GrowthSample, 'past' | 'heapBytes'>): Row => ({
    name: `Heap at ${wholeNumber(at.past)} past transfers`,
    value: at.heapBytes,
    figure: `${(at.heapBytes / 2 ** 20).toFixed(1)} MiB`,
  });
  const perTransfer = (old.heapBytes - filled.heapBytes) / (old.past - filled.past);
  const growth: Row = {
    name: `Heap growth per transfer from ${wholeNumber(filled.past)} to ${wholeNumber(old.past)}`,
    value: perTransfer,
    figure: `${perTransfer.toFixed(1)} bytes`,
    goal: atMost(perTransfer, BYTES_PER_PAST_TRANSFER_MAX, `${BYTES_PER_PAST_TRANSFER_MAX} (key filter)`),
  };
  return [heap(young), heap(filled), heap(old), growth];
}
