/**
 * The time until `/readyz` responds with 200 after the process was killed under load, by the number of transfers in the file, and on
 * the servers of EVENTSTORE_URL and MONGODB_URL. The history is written without HTTP, by the writer and the projector of the service.
 */
import { once } from 'node:events';
import { join } from 'node:path';
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
import { inChild, serveTasks, startChild } from './child.ts';
import { transfersBetween } from './http.ts';
import type { LoadResult, LoadTask, Request } from './load.ts';
import { populate } from './population.ts';
import { atMost, wholeNumber, type Row } from './results.ts';
import {
  MASTER_KEY,
  serverPairs,
  startServiceProcess,
  type RunningService,
  type Servers,
} from './service.ts';

const WALLETS = 200;
const CONNECTIONS = 64;
const LOAD_SECONDS = 5;
const READY_SECONDS_MAX = 5;
/** The first size is a tenth of the last one. */
const SIZES = [0.1, 1];
/** Of the transfers in a file. */
const SERVERS_SHARE = 0.1;

export async function measureRecovery(folder: string, { past }: { readonly past: number }): Promise<Row[]> {
  const rows = await measureStores(join(folder, 'recovery'), undefined, past);
  // `RECOVERY_TRANSFERS` measures another size, because a server takes longer than a file to get as many.
  const onServers = Number(process.env['RECOVERY_TRANSFERS'] ?? past * SERVERS_SHARE);
  for (const [index, { name, servers }] of serverPairs(process.env).entries()) {
    const dataDir = join(folder, `recovery-${index}`);
    const measured = await measureStores(dataDir, servers, onServers);
    rows.push(...measured.map((row) => ({ ...row, name: `${row.name}, ${name}` })));
  }
  return rows;
}

async function measureStores(dataDir: string, servers: Servers | undefined, past: number): Promise<Row[]> {
  const first = await startServiceProcess(dataDir, servers);
  const { apiKey } = first;
  const start = (): Promise<RunningService> =>
    startServiceProcess(dataDir, servers && { ...servers, apiKey });
  const wallets = await populate(first, WALLETS);
  const requests = transfersBetween(wallets);
  const walletIds = wallets.map(({ walletId }) => walletId);
  await first.stop();
  const rows: Row[] = [];
  let from = 0;
  for (const share of SIZES) {
    const to = Math.round(past * share);
    const task: HistoryTask = { dataDir, servers, apiKey, wallets: walletIds, from, to };
    await inChild('./recovery.ts', task);
    from = to;
    const stopped = await start();
    rows.push(readyRow('stopped', to, stopped.readyMs));
    await killUnderLoad(stopped, requests);
    const killed = await start();
    rows.push(readyRow('killed under load', to, killed.readyMs));
    await killed.stop();
  }
  return rows;
}

async function killUnderLoad(service: RunningService, requests: readonly Request[]): Promise<void> {
  const load = startChild('./load.ts');
  const { port, apiKey } = service;
  const task: LoadTask = { port, apiKey, requests, seconds: LOAD_SECONDS, connections: CONNECTIONS };
  // The child answers with this type.
  const { failures } = (await load.ask(task)) as LoadResult;
  if (Object.keys(failures).length > 0) throw new Error(`failed: ${JSON.stringify(failures)}`);
  const more = load.ask(task).catch(() => undefined);
  await service.kill();
  await load.kill();
  await more;
}

function readyRow(how: string, transfers: number, milliseconds: number): Row {
  const seconds = milliseconds / 1_000;
  return {
    name: `Ready at ${wholeNumber(transfers)} transfers, ${how} before`,
    value: seconds,
    figure: `${seconds.toFixed(2)} s`,
    goal: atMost(seconds, READY_SECONDS_MAX, `${READY_SECONDS_MAX} s`),
  };
}

type HistoryTask = {
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
