/** Child process: adds transfers to the events of a stopped service, without HTTP, and projects them. */
import { once } from 'node:events';
import { readConfig } from '../../src/config/config.ts';
import { createEventMacs } from '../../src/event-store/event-macs.ts';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import { parseApiKey } from '../../src/platform/credentials.ts';
import { loadPlatform } from '../../src/platform/platform.ts';
import type { ProjectionProgress } from '../../src/read-models/projection-progress.ts';
import { openStores } from '../../src/service/stores.ts';
import { deriveMacKey } from '../../src/system/derived-key.ts';
import { readOrCreateMasterKey } from '../../src/vault/master-key.ts';
import { makeTransfers, writersOn } from './book.ts';
import { serveTasks } from './child.ts';
import { MASTER_KEY, type Servers } from './service.ts';

export type HistoryTask = {
  readonly dataDir: string;
  /** Undefined for a service on a file. */
  readonly servers: Servers | undefined;
  /** Of the integrator whose book grows. */
  readonly apiKey: string;
  readonly wallets: readonly string[];
  readonly from: number;
  readonly to: number;
};

serveTasks(async ({ dataDir, servers, apiKey, wallets, from, to }: HistoryTask) => {
  const masterKey = servers === undefined ? readOrCreateMasterKey(dataDir) : MASTER_KEY;
  const config = readConfig({
    DATA_DIR: dataDir,
    EVENTSTORE_URL: servers?.eventStoreUrl,
    MONGODB_URL: servers?.mongoUrl,
  });
  const reported = new EventTarget();
  let newest: readonly ProjectionProgress[] = [];
  const stores = await openStores(config, masterKey, {
    onProgress(progress) {
      newest = progress;
      reported.dispatchEvent(new Event('progress'));
    },
    onPage: () => undefined,
    onProjectorFault: ({ reason }) => process.stderr.write(`history: ${reason}\n`),
    onStorageFailure(error) {
      throw error;
    },
  });
  const macs = createEventMacs(masterKey);
  const platform = await loadPlatform(stores.eventStore, macs);
  const key = platform.findKey(parseApiKey(apiKey)?.hash ?? '');
  if (key === undefined) throw new Error('the API key is unknown');
  const opened = writersOn(
    {
      stream: bookStreamOf(key.integrator_id, key.environment),
      macs,
      snapshotKey: deriveMacKey(masterKey, 'snapshots v1'),
    },
    stores,
  );
  await makeTransfers(opened, wallets, { from, to });
  await opened.close();
  const head = await stores.eventStore.head();
  while (newest.length === 0 || newest.some(({ position }) => position < head))
    await once(reported, 'progress');
  await stores.close();
});
