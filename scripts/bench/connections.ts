/** Throughput and latency of transfers by the number of connections, on SQLite and on the servers that are available. */
import { join } from 'node:path';
import { startChild } from './child.ts';
import { settled, transfersBetween } from './http.ts';
import type { HttpSize } from './http.ts';
import type { LoadResult, LoadTask } from './load.ts';
import { populate } from './population.ts';
import type { Row } from './result-table.ts';
import { serverPairs, startServiceProcess } from './service.ts';
import type { Servers } from './service.ts';
import { median, wholeNumber } from './statistics.ts';

const USERS = 200;
const CONNECTIONS = [1, 4, 16, 64, 256];

export async function measureConnections(folder: string, size: HttpSize): Promise<Row[]> {
  const rows = await measureStore('SQLite', join(folder, 'connections'), size);
  for (const [index, { name, servers }] of serverPairs(process.env).entries())
    rows.push(...(await measureStore(name, join(folder, `connections-${index}`), size, servers)));
  return rows;
}

async function measureStore(
  store: string,
  folder: string,
  { rounds, seconds, warmUpSeconds }: HttpSize,
  servers?: Servers,
): Promise<Row[]> {
  const service = await startServiceProcess(folder, servers);
  const load = startChild('./load.ts');
  try {
    const requests = transfersBetween(await populate(service, USERS));
    const { port, apiKey } = service;
    const run = async (connections: number, duration: number): Promise<LoadResult> => {
      const task: LoadTask = { port, apiKey, requests, seconds: duration, connections };
      // The child answers with this type.
      const result = (await load.ask(task)) as LoadResult;
      if (Object.keys(result.failures).length > 0)
        throw new Error(`${connections} connections: ${JSON.stringify(result.failures)}`);
      await settled(service, { path: '/v1/events?limit=1' });
      return result;
    };
    await run(Math.max(...CONNECTIONS), warmUpSeconds);
    const measured = CONNECTIONS.map((connections) => ({ connections, results: [] as LoadResult[] }));
    for (let round = 0; round < rounds; round++)
      for (const { connections, results } of measured) results.push(await run(connections, seconds));
    return measured.map(({ connections, results }) => connectionRow(store, connections, results));
  } finally {
    await load.kill();
    await service.stop();
  }
}

function connectionRow(store: string, connections: number, results: readonly LoadResult[]): Row {
  const of = (figure: (result: LoadResult) => number): number => median(results.map(figure));
  const perSecond = of((result) => result.perSecond);
  const p99 = of(({ p99Ms }) => p99Ms);
  const latency = `p50 ${of(({ p50Ms }) => p50Ms).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
  return {
    name: `Transfers over ${connections} connection${connections === 1 ? '' : 's'}, ${store}`,
    value: perSecond,
    figure: `${wholeNumber(perSecond)} requests/s, ${latency}`,
    points: [
      { chart: 'throughput', curve: store, x: connections, y: perSecond },
      { chart: 'latency', curve: store, x: connections, y: p99 },
    ],
  };
}
