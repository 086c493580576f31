/** The cost of a transfer, the heap, and the time of a start, for a young book and one with a long history. */
import { join } from 'node:path';
import { makeTransfers, makeWallets, openWriters, type OpenedWriters } from './book.ts';
import { inChild, serveTasks, startChild } from './child.ts';
import type { Size } from './in-process.ts';
import { atMost, median, wholeNumber, type Row } from './results.ts';

type Task =
  | { readonly kind: 'grow'; readonly file: string; readonly past: number }
  /** Opens the book and decides one command. */
  | {
      readonly kind: 'decide';
      readonly file: string;
      readonly wallets: readonly string[];
      readonly number: number;
    }
  /** A graceful stop, which writes a snapshot. */
  | { readonly kind: 'close' };

type GrowthSample = {
  readonly past: number;
  /**
   * CPU time of the whole process including its storage thread; less sensitive to other load than wall-clock
   * time.
   */
  readonly cpuMicroseconds: number;
  readonly wallMicroseconds: number;
  readonly heapBytes: number;
};
type GrowthResult = {
  readonly young: GrowthSample;
  /** After bounded memory, such as the recent idempotency keys, is full. */
  readonly filled: Pick<GrowthSample, 'past' | 'heapBytes'>;
  readonly old: GrowthSample;
  /** In between. */
  readonly middle: readonly GrowthSample[];
  readonly wallets: readonly string[];
};

/** Times two starts: after a kill (snapshot and later events) and after a graceful stop. */
export async function measureGrowth(folder: string, { past }: Size): Promise<Row[]> {
  const file = join(folder, 'growth.sqlite');
  const task: Task = { kind: 'grow', file, past };
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

async function timeStart(task: Task): Promise<number> {
  const startedAt = performance.now();
  const child = startChild('./growth.ts');
  await child.ask(task);
  const seconds = (performance.now() - startedAt) / 1000;
  await child.ask({ kind: 'close' } satisfies Task);
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

const WALLETS = 200;
const YOUNG = 10_000;
/** Events of three snapshots, so that each window includes the same number of them. */
const WINDOW = 20_000;
const WINDOWS = 3;
/** Of the long history. */
const SHARES = [0.1, 0.3];

/** The child's side. A file stays open between two tasks. */
function createTasks(): (task: Task) => Promise<GrowthResult | undefined> {
  let opened: OpenedWriters | undefined;
  return async (task) => {
    if (task.kind === 'grow') return grow(task.file, task.past);
    if (task.kind === 'close') {
      await opened?.close();
      return undefined;
    }
    opened = await openWriters(task.file);
    await makeTransfers(opened, task.wallets, { from: task.number, to: task.number + 1 });
    return undefined;
  };
}

serveTasks(createTasks());

async function grow(file: string, past: number): Promise<GrowthResult> {
  await warmUp();
  const opened = await openWriters(file);
  const wallets = await makeWallets(opened, WALLETS);
  const young = await measureAt(opened, wallets, 0, YOUNG);
  const filled = { past: young.next, heapBytes: heapAfterCollection() };
  const middle: GrowthSample[] = [];
  let { next } = young;
  for (const size of SHARES.map((share) => past * share).filter((each) => each > next)) {
    const sample = await measureAt(opened, wallets, next, size);
    middle.push(sample.at);
    next = sample.next;
  }
  const old = await measureAt(opened, wallets, next, past);
  // The process is killed here, so that the next start finds events after the last snapshot.
  return { young: young.at, filled, middle, old: old.at, wallets };
}

/** Code that is not optimized yet would distort the comparison. */
async function warmUp(): Promise<void> {
  const opened = await openWriters(undefined);
  const wallets = await makeWallets(opened, WALLETS);
  await makeTransfers(opened, wallets, { from: 0, to: 30_000 });
  await opened.close();
}

/** Adds transfers up to `past`, and measures the following ones. */
async function measureAt(
  opened: OpenedWriters,
  wallets: readonly string[],
  from: number,
  past: number,
): Promise<{ at: GrowthSample; next: number }> {
  await makeTransfers(opened, wallets, { from, to: past });
  const heapBytes = heapAfterCollection();
  const cpu: number[] = [];
  const wall: number[] = [];
  let next = past;
  for (let window = 0; window < WINDOWS; window++) {
    const startedAt = performance.now();
    const usedBefore = process.cpuUsage();
    await makeTransfers(opened, wallets, { from: next, to: next + WINDOW });
    const used = process.cpuUsage(usedBefore);
    cpu.push((used.user + used.system) / WINDOW);
    wall.push(((performance.now() - startedAt) * 1000) / WINDOW);
    next += WINDOW;
  }
  return { at: { past, cpuMicroseconds: median(cpu), wallMicroseconds: median(wall), heapBytes }, next };
}

/** The process runs with --expose-gc. */
function heapAfterCollection(): number {
  global.gc?.();
  global.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
