/** Public events are stored without large metadata. Readers see them with it. */
import { COLLECTIONS } from '../../projections/collections.ts';
import { metadataRevision, withMetadata } from '../../projections/large-metadata.ts';
import { decodeBookEvent } from '../event-store/book-event.ts';
import { StoreUnavailable, type EventStore, type StreamName } from '../event-store/port.ts';
import type { ReadModelRouter } from '../read-models/generations/read-model-router.ts';
import type { StoredDocument } from '../read-models/port.ts';

/** The documents, where each public event has the metadata of its object, read from the event that set it. */
export function withEventMetadata(
  documents: ReadModelRouter,
  eventStore: Pick<EventStore, 'read'>,
): ReadModelRouter {
  /** Throws StoreUnavailable. */
  async function readMetadata(stream: StreamName, revision: number): Promise<object> {
    const [stored] = await eventStore.read(stream, revision, 1);
    const data: object = stored === undefined ? {} : decodeBookEvent(stored).data;
    if ('metadata' in data && typeof data.metadata === 'object' && data.metadata !== null)
      return data.metadata;
    throw new StoreUnavailable(
      `Revision ${revision} of ${stream} has no metadata, but a public event needs it.`,
    );
  }

  async function complete(found: readonly StoredDocument[]): Promise<StoredDocument[]> {
    // Several events of a page often show the same metadata.
    const reads = new Map<string, ReturnType<typeof readMetadata>>();
    return Promise.all(
      found.map(async (document) => {
        const { scope, body } = document;
        const revision = metadataRevision(body);
        if (revision === undefined) return document;
        const key = `${scope}@${revision}`;
        const read = reads.get(key) ?? readMetadata(scope, revision);
        reads.set(key, read);
        return { ...document, body: withMetadata(body, await read) };
      }),
    );
  }

  const all = (name: string, found: Promise<StoredDocument[]>): Promise<StoredDocument[]> =>
    name === COLLECTIONS.events ? found.then(complete) : found;
  return {
    ...documents,
    get(name, id) {
      const found = documents.get(name, id);
      return name === COLLECTIONS.events
        ? found.then(async (event) => event && (await complete([event]))[0])
        : found;
    },
    getMany: (name, ...query) => all(name, documents.getMany(name, ...query)),
    list: (name, query) => all(name, documents.list(name, query)),
    listStored: (name, query) => all(name, documents.listStored(name, query)),
    scan: (name, query) => all(name, documents.scan(name, query)),
    async intersect(name, query) {
      const found = await documents.intersect(name, query);
      return name === COLLECTIONS.events ? { ...found, documents: await complete(found.documents) } : found;
    },
  };
}
