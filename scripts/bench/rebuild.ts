/** Child process: the rate at which all projections of an SQLite file are rebuilt while they are read. */
import { randomBytes } from 'node:crypto';
import { PROJECTIONS } from '../../projections/all.ts';
import { START } from '../../src/event-store/port.ts';
import type { BookEvent } from '../../src/ledger/event.ts';
import { generationKey, markKey, newestProjections } from '../../src/read-models/generations/generation.ts';
import type { ProjectionProgress } from '../../src/read-models/projection-progress.ts';
import { openEmbeddedStores } from '../../src/sqlite/embedded-stores.ts';
import { makeTransfers, makeWallets, openWriters } from './book.ts';
import { serveTasks } from './child.ts';

type RebuildTask = { readonly file: string; readonly transfers: number };
type RebuildResult = { readonly perSecond: number; readonly events: number };

const projector = { masterKey: randomBytes(32), eventStoreUrl: undefined };

serveTasks(async ({ file, transfers }: RebuildTask): Promise<RebuildResult> => {
  const opened = await openWriters(file);
  const wallets = await makeWallets(opened, 200);
  await makeTransfers(opened, wallets, { from: 0, to: transfers });
  await opened.close();
  return rebuild(file);
});

/** Builds the active read models first. Then rebuilds everything, timed from the first page to the swap. */
async function rebuild(file: string): Promise<RebuildResult> {
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
  const builds = [...newestProjections<BookEvent>(PROJECTIONS).values()].map(({ name, version }) => ({
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
  const events = Number(head) + 1;
  return { perSecond: (events - from) / seconds, events };
}
