/**
 * The time until `/readyz` responds with 200 after the process was killed under load, by the number of transfers in the file, and on
 * the servers of EVENTSTORE_URL and MONGODB_URL. The history is written without HTTP, by the writer and the projector of the service.
 */
import { join } from 'node:path';
import { inChild, startChild } from './child.ts';
import { transfersBetween } from './http.ts';
import type { HistoryTask } from './history.ts';
import type { LoadResult, LoadTask, Request } from './load.ts';
import { populate } from './population.ts';
import { atMost } from './result-table.ts';
import type { Row } from './result-table.ts';
import { serverPairs, startServiceProcess } from './service.ts';
import type { RunningService, Servers } from './service.ts';
import { wholeNumber } from './statistics.ts';

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
    await inChild('./history.ts', task);
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
