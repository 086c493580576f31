/** Child process: what a transfer costs, and what the heap holds, in a young book and in one with a long past. */
import { makeTransfers, makeWallets, openWriters } from './book.ts';
import type { OpenedWriters } from './book.ts';
import { serveTasks } from './child.ts';
import { median } from './statistics.ts';

export type GrowthTask = { readonly file: string; readonly past: number };
export type GrowthSample = {
  readonly past: number;
  /** Of the whole process with its storage thread: what others do on the machine disturbs it less than the wall clock. */
  readonly cpuMicroseconds: number;
  readonly wallMicroseconds: number;
  readonly heapBytes: number;
};
export type GrowthResult = {
  readonly young: GrowthSample;
  /** When all that is bounded, such as the keys remembered, has filled up. */
  readonly filled: Pick<GrowthSample, 'past' | 'heapBytes'>;
  readonly old: GrowthSample;
  readonly wallets: readonly string[];
};

const WALLETS = 200;
const YOUNG = 10_000;
/** Three snapshots' worth of events, so that each window pays for as many of them. */
const WINDOW = 20_000;
const WINDOWS = 3;

serveTasks(async ({ file, past }: GrowthTask): Promise<GrowthResult> => {
  await warmUp();
  const opened = await openWriters(file);
  const wallets = await makeWallets(opened, WALLETS);
  const young = await measureAt(opened, wallets, 0, YOUNG);
  const filled = { past: young.next, heapBytes: heapAfterCollection() };
  const old = await measureAt(opened, wallets, young.next, past);
  // The process is cut off here, as by a crash, so that the next start finds events after the last snapshot.
  return { young: young.at, filled, old: old.at, wallets };
});

/** Code that is being compiled is slow, which would flatter the comparison. */
async function warmUp(): Promise<void> {
  const opened = await openWriters(undefined);
  const wallets = await makeWallets(opened, WALLETS);
  await makeTransfers(opened, wallets, { from: 0, to: 30_000 });
  await opened.close();
}

/** Brings the book to `past` transfers, and measures those after them. */
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

/** The process is started with --expose-gc. */
function heapAfterCollection(): number {
  global.gc?.();
  global.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
