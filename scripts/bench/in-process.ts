/** What is measured without HTTP: the keeper, the projector, and what a long past costs. */
import { join } from 'node:path';
import { inChild, startChild } from './child.ts';
import type { GrowthSample, GrowthResult, GrowthTask } from './growth.ts';
import type { WriterResult, WriterTask } from './writer.ts';
import { wholeNumber } from './statistics.ts';
import type { RebuildResult, RebuildTask } from './rebuild.ts';
import type { ProjectorResult, ProjectorTask } from './projector.ts';
import type { StartTask } from './startup.ts';
import { atLeast, atMost } from './result-table.ts';
import type { Row } from './result-table.ts';

export type Size = { readonly transfers: number; readonly past: number };

export async function measureWriter(folder: string, { transfers }: Size): Promise<Row[]> {
  const rate = async (file: string | undefined): Promise<number> => {
    const task: WriterTask = { file, transfers };
    // The child answers with this type.
    return ((await inChild('./writer.ts', task)) as WriterResult).perSecond;
  };
  const inMemory = await rate(undefined);
  const onDisk = await rate(join(folder, 'keeper.sqlite'));
  return [
    rateRow('Keeper, in memory', inMemory, 'transfers/s', 30_000),
    rateRow('Keeper, SQLite, durable', onDisk, 'transfers/s', 15_000),
  ];
}

export async function measureProjector(folder: string, { transfers }: Size): Promise<Row[]> {
  const task: ProjectorTask = { file: join(folder, 'projector.sqlite'), transfers };
  // The child answers with this type.
  const { perSecond } = (await inChild('./projector.ts', task)) as ProjectorResult;
  return [rateRow('Projector, all projections into SQLite', perSecond, 'events/s', 20_000)];
}

/** Beside what is read, which stays as it is. */
export async function measureRebuild(folder: string, { transfers }: Size): Promise<Row[]> {
  const task: RebuildTask = { file: join(folder, 'rebuild.sqlite'), transfers };
  // The child answers with this type.
  const { perSecond } = (await inChild('./rebuild.ts', task)) as RebuildResult;
  return [rateRow('Rebuild of all projections beside those that are read', perSecond, 'events/s', 20_000)];
}

const rateRow = (name: string, value: number, unit: string, goal: number): Row => ({
  name,
  value,
  figure: `${wholeNumber(value)} ${unit}`,
  goal: atLeast(value, goal, wholeNumber(goal)),
});

/** A start is timed twice: after the process was cut off (snapshot and the events after it), and after an orderly end. */
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

function costRows({ young, old }: GrowthResult): Row[] {
  const ratio = old.cpuMicroseconds / young.cpuMicroseconds;
  const cost = (at: GrowthSample): Row => ({
    name: `Processor time of a transfer at ${wholeNumber(at.past)} past ones`,
    value: at.cpuMicroseconds,
    figure: `${at.cpuMicroseconds.toFixed(1)} µs (${at.wallMicroseconds.toFixed(1)} µs on the clock)`,
  });
  return [
    cost(young),
    cost(old),
    {
      name: 'Cost of a transfer, long past to short past',
      value: ratio,
      figure: ratio.toFixed(2),
      goal: atMost(ratio, 1.15, '1.15'),
    },
  ];
}

/** What the filter of idempotency keys may take: at most 4 bytes a key, while its newest layer is half empty. */
const BYTES_PER_PAST_TRANSFER_MAX = 6;

/** The heap may grow by the filter of used idempotency keys alone, once the bounded memory of recent keys is full. */
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
