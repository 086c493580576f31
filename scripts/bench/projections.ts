/** The CPU time that each projection alone needs for a transfer, in a child process that writes to an SQLite file. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECTIONS } from '../../projections/all.ts';
import type { BookProjection } from '../../projections/book-projection.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import { startBookProjector, type ProjectorVault } from '../../src/read-models/projector/book-projector.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteDocuments } from '../../src/sqlite/documents.ts';
import { createSqliteEventStore } from '../../src/sqlite/event-store.ts';
import { writeEvents } from './book.ts';
import { inChild, serveTasks } from './child.ts';
import type { Size } from './in-process.ts';
import { median, type Row } from './results.ts';

/** Enough for a stable figure; each of the projections runs several times. */
const SHARE = 0.2;

export async function measureProjections(folder: string, { transfers }: Size): Promise<Row[]> {
  const task: ProjectionCostsTask = {
    file: join(folder, 'projections.sqlite'),
    transfers: Math.round(transfers * SHARE),
  };
  // The child answers with this type.
  const { costs } = (await inChild('./projections.ts', task)) as ProjectionCostsResult;
  return costs.map(({ name, cpuMicroseconds, documents, terms }) => ({
    name: `CPU time of projection ${name} per transfer`,
    value: cpuMicroseconds,
    figure: `${cpuMicroseconds.toFixed(1)} µs, ${documents.toFixed(1)} documents, ${terms.toFixed(1)} terms`,
  }));
}

type ProjectionCostsTask = { readonly file: string; readonly transfers: number };
/** Only of projections that write documents about transfers. */
type ProjectionCost = {
  readonly name: string;
  readonly cpuMicroseconds: number;
  readonly documents: number;
  readonly terms: number;
};
type ProjectionCostsResult = { readonly costs: readonly ProjectionCost[] };

const REPETITIONS = 3;

/** Decodes every event, and writes nothing. */
const NOTHING: BookProjection<unknown> = {
  ...PROJECTIONS[0],
  name: 'nothing',
  // The rules of another projection have all event types.
  rules: Object.fromEntries(
    Object.keys(PROJECTIONS[0].rules).map((type) => [type, {}]),
  ) as BookProjection<unknown>['rules'],
};

serveTasks(async ({ file, transfers }: ProjectionCostsTask): Promise<ProjectionCostsResult> => {
  await writeEvents(file, transfers);
  const database = openDatabase(file);
  const eventStore = createSqliteEventStore(database);
  // Code that is not optimized yet would make the first projection expensive.
  for (const projection of [NOTHING, ...PROJECTIONS]) await project(eventStore, `${file}-0`, projection);
  const measured = new Map<string, ProjectionCost[]>();
  for (let repetition = 0; repetition < REPETITIONS; repetition++)
    for (const projection of [NOTHING, ...PROJECTIONS]) {
      const { name } = projection;
      const cost = await project(eventStore, `${file}-${name}-${repetition}`, projection);
      measured.set(name, [...(measured.get(name) ?? []), cost]);
    }
  await eventStore.close();
  database.close();
  const cpuOf = (name: string): number =>
    median((measured.get(name) ?? []).map(({ cpuMicroseconds }) => cpuMicroseconds));
  const base = cpuOf(NOTHING.name);
  const costs = PROJECTIONS.flatMap(({ name }) => {
    const [first] = measured.get(name) ?? [];
    if (first === undefined || first.documents < transfers / 100) return [];
    return {
      name,
      cpuMicroseconds: (cpuOf(name) - base) / transfers,
      documents: first.documents / transfers,
      terms: first.terms / transfers,
    };
  });
  return { costs };
});

/** Runs one projection from the first event to the last; returns the CPU time of the process. */
async function project(
  eventStore: EventStore,
  file: string,
  projection: BookProjection<unknown>,
): Promise<ProjectionCost> {
  const head = await eventStore.head();
  const counted = { documents: 0, terms: 0 };
  const documents = countWrites(createSqliteDocuments(openDatabase(file)), counted);
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const before = process.cpuUsage();
  const projector = startBookProjector({
    ...{ eventStore, documents, isSoleProjector: true, seesAllReaders: true },
    projections: [projection],
    vault: NO_VAULT,
    onProgress(progress) {
      if (progress.every(({ position }) => position >= head)) finish();
    },
    onFault(_fault, cause) {
      throw cause;
    },
  });
  await finished;
  const { user, system } = process.cpuUsage(before);
  await projector.stop();
  await documents.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  return { name: projection.name, cpuMicroseconds: user + system, ...counted };
}

/** No event of this benchmark contains personal data. */
const NO_VAULT: ProjectorVault = {
  verifyMasterKey: () => Promise.resolve(),
  keyFor: () => Promise.resolve(undefined),
  destroyKey: () => Promise.resolve(),
  keyedTerm: (text) => text,
};

const countWrites = (
  documents: DocumentStore,
  counted: { documents: number; terms: number },
): DocumentStore => ({
  ...documents,
  write(writes, ...rest) {
    counted.documents += writes.length;
    for (const { document } of writes) counted.terms += document?.terms.length ?? 0;
    return documents.write(writes, ...rest);
  },
});
