/** Operator actions on the data directory of a stopped service: API keys, compliance holds, and production users. */
import { join } from 'node:path';
import { DATABASE_FILE_NAME, readConfigFile } from '../../src/config/config.ts';
import { policyOf } from '../../src/config/policy.ts';
import { createEventMacs, type EventMacs } from '../../src/event-store/event-macs.ts';
import type { Decision, ReadonlyBook } from '../../src/ledger/book.ts';
import { bookStreamOf, type EnvironmentName } from '../../src/ledger/ids.ts';
import { newIntegrator, newKey } from '../../src/platform/credentials.ts';
import { loadPlatform } from '../../src/platform/platform.ts';
import { createDemoIntegrator } from '../../src/service/first-run.ts';
import { openEmbeddedStores, type EmbeddedStores } from '../../src/sqlite/embedded-stores.ts';
import { deriveMacKey } from '../../src/system/derived-key.ts';
import { readOrCreateMasterKey } from '../../src/vault/master-key.ts';
import { createBookWriters } from '../../src/writer/book-writers.ts';

/** Runs a function with the stores of a data directory. */
export async function withFile<T>(dataDir: string, work: (stores: EmbeddedStores) => Promise<T>): Promise<T> {
  const onExit = (fault: Error): void => {
    throw fault;
  };
  const stores = await openEmbeddedStores({
    file: join(dataDir, DATABASE_FILE_NAME),
    onExit,
    onProgress: () => undefined,
    onProjectorError: () => undefined,
  });
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
}

/** The MACs of the events in a data directory. */
export const macsOf = (dataDir: string): EventMacs => createEventMacs(readOrCreateMasterKey(dataDir));

/** Secrets of API keys in addition to those of the first run. */
export type ExtraKeys = {
  /** Of the demo integrator, and may only read. */
  readonly readOnly: string;
  /** Of the demo integrator, and no longer good. */
  readonly revoked: string;
  readonly expired: string;
  /** A second key of the demo integrator, as good as the first. */
  readonly second: string;
  /** Of another integrator. */
  readonly otherIntegrator: string;
  readonly otherIntegratorProduction: string;
};

/** Performs the first run in an empty data directory and issues additional API keys. */
export function issueKeys(dataDir: string): Promise<ExtraKeys> {
  return withFile(dataDir, async ({ eventStore }) => {
    const platform = await loadPlatform(eventStore, macsOf(dataDir));
    const demo = (await createDemoIntegrator(platform, dataDir, 'http://127.0.0.1'))?.integrator_id;
    if (demo === undefined) throw new Error('the folder was used before');
    const stranger = newIntegrator('stranger');
    const issue = (
      integrator: string,
      environment: EnvironmentName,
      permissions: 'read' | 'read_write' = 'read_write',
    ) => newKey(integrator, environment, permissions, null);
    const readOnly = issue(demo, 'sandbox', 'read');
    const [revoked, expired, second] = [
      issue(demo, 'sandbox'),
      issue(demo, 'sandbox'),
      issue(demo, 'sandbox'),
    ];
    const others = [issue(stranger.id, 'sandbox'), issue(stranger.id, 'production')] as const;
    if (expired.event.type !== 'key.issued') throw new Error('a key is issued by its event');
    const past = { ...expired.event.data, expires_at: '2020-01-01T00:00:00.000Z' };
    await platform.record(
      () => [
        stranger.event,
        readOnly.event,
        revoked.event,
        { type: 'key.revoked', data: { key_id: `key_${revoked.key.id}` } },
        { type: 'key.issued', data: past },
        second.event,
        others[0].event,
        others[1].event,
      ],
      'operator:test',
    );
    return {
      readOnly: readOnly.key.text,
      revoked: revoked.key.text,
      expired: expired.key.text,
      second: second.key.text,
      otherIntegrator: others[0].key.text,
      otherIntegratorProduction: others[1].key.text,
    };
  });
}

/**
 * Creates an integrator like another process would, even while a service runs on the data directory. Returns its ID.
 */
export function createIntegratorIn(dataDir: string): Promise<string> {
  return withFile(dataDir, async ({ eventStore }) => {
    const { id, event } = newIntegrator('elsewhere');
    await (await loadPlatform(eventStore, macsOf(dataDir))).record(() => [event], 'operator:test');
    return id;
  });
}

/** Submits an operator decision to a book in the data directory. Throws when the ledger refuses it. */
export function decideIn(
  dataDir: string,
  integratorId: string,
  environment: EnvironmentName,
  decide: (book: ReadonlyBook) => Decision,
): Promise<void> {
  return withFile(dataDir, async ({ eventStore, documents }) => {
    const platform = await loadPlatform(eventStore, macsOf(dataDir));
    const writers = createBookWriters({
      eventStore,
      authentication: {
        macs: macsOf(dataDir),
        acceptedHistory: (stream) => platform.acceptedHistories.get(stream),
      },
      documents,
      policy: policyOf(readConfigFile(undefined)),
      clock: Date.now,
      hasOtherWriters: false,
      findKey: () => Promise.resolve(undefined),
      snapshotKey: deriveMacKey(readOrCreateMasterKey(dataDir), 'snapshots v1'),
    });
    const outcome = await writers.submit(bookStreamOf(integratorId, environment), {
      decide,
      answer: { from: 'book', render: () => ({ status: 200, body: '{}' }) },
      actor: 'operator:test',
      requestId: 'none',
    });
    await writers.close();
    if (outcome.kind !== 'done') throw new Error(`the ledger said: ${JSON.stringify(outcome)}`);
  });
}
