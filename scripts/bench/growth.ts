/** Child process: the cost of a transfer and the heap size, for a young book and one with a long history. */
import { makeTransfers, makeWallets, openWriters } from './book.ts';
import type { OpenedWriters } from './book.ts';
import { serveTasks } from './child.ts';
import { median } from './statistics.ts';

export type GrowthTask = { readonly file: string; readonly past: number };
export type GrowthSample = {
  readonly past: number;
  /**
   * CPU time of the whole process including its storage thread; less sensitive to other load than wall-clock
   * time.
   */
  readonly cpuMicroseconds: number;
  readonly wallMicroseconds: number;
  readonly heapBytes: number;
};
export type GrowthResult = {
  readonly young: GrowthSample;
  /** After bounded memory, such as the recent idempotency keys, is full. */
  readonly filled: Pick<GrowthSample, 'past' | 'heapBytes'>;
  readonly old: GrowthSample;
  /** In between. */
  readonly middle: readonly GrowthSample[];
  readonly wallets: readonly string[];
};

const WALLETS = 200;
const YOUNG = 10_000;
/** Events of three snapshots, so that each window includes the same number of them. */
const WINDOW = 20_000;
const WINDOWS = 3;
/** Of the long history. */
const SHARES = [0.1, 0.3];

serveTasks(async ({ file, past }: GrowthTask): Promise<GrowthResult> => {
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
});

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
