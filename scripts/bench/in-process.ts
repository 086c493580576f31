/** The rates of the writer, the projector, and a rebuild, without HTTP, each in a child process of its own. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { PROJECTIONS } from '../../projections/all.ts';
import { START } from '../../src/event-store/port.ts';
import { generationKey, markKey, newestProjections } from '../../src/read-models/generations/generation.ts';
import type { ProjectionProgress } from '../../src/read-models/projection-progress.ts';
import { openEmbeddedStores } from '../../src/sqlite/embedded-stores.ts';
import { makeTransfers, makeWallets, openWriters, writeEvents } from './book.ts';
import { inChild, serveTasks } from './child.ts';
import { atLeast, median, wholeNumber, type Row } from './results.ts';

export type Size = { readonly transfers: number; readonly past: number };

type Task = {
  readonly kind: 'writer' | 'projector' | 'rebuild';
  /** Undefined: in memory. */
  readonly file: string | undefined;
  readonly transfers: number;
};

type Rate = {
  readonly title: string;
  readonly kind: Task['kind'];
  readonly unit: string;
  readonly goal: number;
  /** Left out: in memory. */
  readonly file?: string;
};

const PROJECTOR: Rate = {
  title: 'Projector, all projections into SQLite',
  kind: 'projector',
  unit: 'events/s',
  goal: 20_000,
  file: 'projector.sqlite',
};
const REBUILD: Rate = {
  title: 'Rebuild of all projections while they are read',
  kind: 'rebuild',
  unit: 'events/s',
  goal: 20_000,
  file: 'rebuild.sqlite',
};
const WRITER: Omit<Rate, 'title' | 'goal'> = { kind: 'writer', unit: 'transfers/s' };

const measureRates =
  (...rates: readonly Rate[]) =>
  async (folder: string, { transfers }: Size): Promise<Row[]> => {
    const rows: Row[] = [];
    for (const { title, kind, unit, goal, file } of rates) {
      const task: Task = { kind, file: file === undefined ? undefined : join(folder, file), transfers };
      // The child answers with a rate.
      const perSecond = (await inChild('./in-process.ts', task)) as number;
      rows.push({
        name: title,
        value: perSecond,
        figure: `${wholeNumber(perSecond)} ${unit}`,
        goal: atLeast(perSecond, goal, wholeNumber(goal)),
      });
    }
    return rows;
  };

export const measureWriter = measureRates(
  { ...WRITER, title: 'Writer, in memory', goal: 30_000 },
  { ...WRITER, title: 'Writer, SQLite, durable', goal: 15_000, file: 'writer.sqlite' },
);
export const measureProjector = measureRates(PROJECTOR);
/** Rebuilds while the active read models stay available. */
export const measureRebuild = measureRates(REBUILD);

serveTasks(async ({ kind, file, transfers }: Task): Promise<number> => {
  if (kind === 'writer') return writerRate(file, transfers);
  if (file === undefined) throw new Error('projections need a file');
  const newest = await writeEvents(file, transfers);
  return kind === 'projector' ? projectorRate(file, newest) : rebuildRate(file);
});

const WALLETS = 200;
const ROUNDS = 5;

async function writerRate(file: string | undefined, transfers: number): Promise<number> {
  const opened = await openWriters(file);
  const wallets = await makeWallets(opened, WALLETS);
  const each = Math.floor(transfers / ROUNDS);
  // The first round warms up the code.
  await makeTransfers(opened, wallets, { from: 0, to: each });
  const rates: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const startedAt = performance.now();
    await makeTransfers(opened, wallets, { from: round * each, to: (round + 1) * each });
    rates.push((each / (performance.now() - startedAt)) * 1000);
  }
  await opened.close();
  return median(rates);
}

const projector = { masterKeys: [randomBytes(32)], eventStoreUrl: undefined };

/** Runs the projector in the same thread as the service does, timed from its first page to the last event. */
async function projectorRate(file: string, head: number): Promise<number> {
  let first: { at: number; position: number } | undefined;
  let finished: (perSecond: number) => void = () => undefined;
  const done = new Promise<number>((resolve) => (finished = resolve));
  const onProgress = (progress: readonly ProjectionProgress[]): void => {
    const position = Math.min(...progress.map((each) => Number(each.position)));
    if (position <= 0) return;
    first ??= { at: performance.now(), position };
    if (position < head) return;
    finished(((position - first.position) / (performance.now() - first.at)) * 1_000);
  };
  const { close } = await openEmbeddedStores({ file, projector, onProgress });
  const perSecond = await done;
  await close();
  return perSecond;
}

/** Builds the active read models first. Then rebuilds everything, timed from the first page to the swap. */
async function rebuildRate(file: string): Promise<number> {
  let newest: readonly ProjectionProgress[] = [];
  let wake: () => void = () => undefined;
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise<void>((resolve) => (wake = resolve));
  };
  const embedded = await openEmbeddedStores({
    file,
    projector,
    onProgress(progress) {
      newest = progress;
      wake();
    },
  });
  const { eventStore, documents, close } = embedded;
  const head = await eventStore.head();
  await until(() => newest.length > 0 && newest.every(({ position }) => position >= head));
  const builds = [...newestProjections(PROJECTIONS).values()].map(({ name, version }) => ({
    name,
    version,
    generation: 2,
  }));
  const first = builds.map((build) => markKey({ ...build, generation: 1 }, 'complete'));
  for (let marks = await documents.checkpoints(); !first.every((mark) => marks.has(mark));)
    marks = await documents.checkpoints();
  await documents.write([], new Map(builds.map((build) => [generationKey(build), START])));
  await until(() => newest.some(({ building }) => (building?.events ?? 0n) > 0n));
  const [from, begun] = [Number(newest[0]?.building?.events ?? 0n), performance.now()];
  await until(() => newest.every(({ generation }) => generation === 2));
  const seconds = (performance.now() - begun) / 1_000;
  await close();
  return (Number(head) + 1 - from) / seconds;
}
