/** Whether the documents are those that a rebuild from all events makes. */
import { PROJECTIONS } from '../../../projections/all.ts';
import { START, type EventStore } from '../../../src/event-store/port.ts';
import {
  createReadModelRouter,
  type ReadModelRouter,
} from '../../../src/read-models/generations/read-model-router.ts';
import type { DocumentStore } from '../../../src/read-models/port.ts';
import { startBookProjector } from '../../../src/read-models/projector/book-projector.ts';
import { createMemoryDocumentStore } from '../../../src/read-models/stores/memory.ts';
import { createVault } from '../../../src/vault/vault.ts';

/** Projects all events into an empty store, and compares every document byte for byte. */
export async function rebuildDifferences(
  eventStore: EventStore,
  documents: DocumentStore,
  masterKey: Buffer,
): Promise<readonly string[]> {
  const rebuilt = createMemoryDocumentStore();
  const faults: string[] = [];
  let end: () => void = () => undefined;
  const caughtUp = new Promise<void>((resolve) => (end = resolve));
  const head = await eventStore.head();
  const projector = startBookProjector({
    eventStore,
    documents: rebuilt,
    projections: PROJECTIONS,
    vault: createVault(documents, masterKey),
    onFault: ({ reason }) => void faults.push(reason),
    onProgress() {
      void rebuilt.checkpoints().then((checkpoints) => {
        if (
          PROJECTIONS.every(({ name, version }) => (checkpoints.get(`${name}_v${version}`) ?? START) >= head)
        )
          end();
      });
    },
  });
  await caughtUp;
  await projector.stop();
  const [served, expected] = [documents, rebuilt].map((each) => createReadModelRouter(each, PROJECTIONS));
  if (served === undefined || expected === undefined) throw new Error('There are two routers.');
  const names = PROJECTIONS.flatMap(({ version, state, log }) =>
    [state, log].flatMap((base) => (base === undefined ? [] : [`${base}_v${version}`])),
  );
  for (const name of names) faults.push(...(await collectionDifferences(name, served, expected)));
  return faults;
}

async function collectionDifferences(
  name: string,
  served: ReadModelRouter,
  expected: ReadModelRouter,
): Promise<readonly string[]> {
  const [is, should] = await Promise.all([contents(name, served), contents(name, expected)]);
  const ids = [...new Set([...is.keys(), ...should.keys()])];
  return ids
    .filter((id) => is.get(id) !== should.get(id))
    .slice(0, 3)
    .map(
      (id) => `${name} ${id}: is ${is.get(id) ?? 'missing'}, a rebuild makes ${should.get(id) ?? 'nothing'}`,
    );
}

async function contents(name: string, router: ReadModelRouter): Promise<ReadonlyMap<string, string>> {
  const collection = await router.resolveCollection(name);
  const found = new Map<string, string>();
  for (let after = ''; ;) {
    const page = await router.store.scan(collection, { after, limit: 1_000 });
    for (const { id, scope, terms, body, position } of page)
      found.set(id, JSON.stringify([scope, terms, body, String(position)]));
    const last = page.at(-1);
    if (last === undefined) return found;
    after = last.id;
  }
}
