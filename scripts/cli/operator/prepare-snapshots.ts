/** `snapshots prepare`: saves the snapshots that this release loads, without the service. */
import type { Config } from '../../../src/config/config.ts';
import { policyOf } from '../../../src/config/policy.ts';
import { UnauthenticatedEvent, createEventMacs } from '../../../src/event-store/event-macs.ts';
import { NO_STREAM, type StreamName } from '../../../src/event-store/port.ts';
import { currentBooks } from '../../../src/platform/books.ts';
import { macKeysOf } from '../../../src/system/key-ring.ts';
import { errorMessage } from '../../../src/system/errors.ts';
import { currentTime } from '../../../src/system/runtime.ts';
import { createBookWriters } from '../../../src/writer/book-writers.ts';
import { UsageError, type JsonObject, type Outcome } from '../outcome.ts';
import { loadStoredKeyRing, openDocuments, openPlatform } from './platform-store.ts';

type Prepared = { readonly ok: boolean; readonly outcome: Outcome };

/**
 * Reads each book from the newest snapshot that this release can load, or else from its first event, and saves a snapshot. The
 * service may be running, in this release or in a former one, whose snapshots stay as they are. Throws StoreUnavailable, ConfigError,
 * and UsageError. `ok` is false if a book cannot be read or saved.
 */
export async function prepareSnapshots(config: Config): Promise<Prepared> {
  const masterKey = await loadStoredKeyRing(config);
  const macs = createEventMacs(masterKey);
  const { platform, eventStore, close } = await openPlatform(config).catch(explained);
  const documents = await openDocuments(config).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const policy = policyOf(config.file);
  const snapshotKey = macKeysOf(masterKey, 'snapshots v1');
  /** One at a time, so that memory holds one book. */
  async function prepare(stream: StreamName): Promise<JsonObject> {
    let problem: unknown;
    const writers = createBookWriters({
      eventStore,
      documents,
      authentication: {
        macs,
        acceptedHistory: (of) => platform.acceptedHistory(of),
      },
      policy,
      clock: currentTime,
      findKey: () => Promise.resolve(undefined),
      hasOtherWriters: true,
      snapshotKey,
      loadSecondsMax: Infinity,
      onError: (_, error) => (problem = error),
    });
    const revision = await writers
      .read(stream, ({ revision: last }) => (last === NO_STREAM ? null : last))
      .catch((error: unknown) => {
        problem = error;
        return null;
      });
    // Saves what no snapshot contains.
    await writers.close();
    return { stream, revision, problem: problem === undefined ? null : errorMessage(problem) };
  }

  try {
    const rows: JsonObject[] = [];
    for (const stream of currentBooks(platform, platform.integrators.keys()).keys())
      rows.push(await prepare(stream));
    return {
      ok: rows.every(({ problem }) => problem === null),
      outcome: {
        json: { data: rows },
        view: { rows, columns: ['stream', 'revision', 'problem'], emptyText: 'There are no books yet.' },
      },
    };
  } finally {
    await documents.close();
    await close();
  }
}

function explained(error: unknown): never {
  if (error instanceof UnauthenticatedEvent) throw new UsageError(error.message);
  throw error;
}
