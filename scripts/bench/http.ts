/**
 * The service over HTTP, compared with a baseline server. Measurements alternate in short rounds, and the
 * result is the median of each round's ratios, so that other load on the machine affects both sides equally.
 */
import { join } from 'node:path';
import type { BaselineResult, BaselineTask } from './baseline-server.ts';
import { startChild, type Bench } from './child.ts';
import type { ClientResult, ClientTask } from './client.ts';
import { httpRows, serverRows } from './http-rows.ts';
import type { LoadResult, LoadTask, Request } from './load.ts';
import {
  exampleTransfer,
  payoutRequest,
  populate,
  populateExchangers,
  quotedConversions,
  type Wallet,
} from './population.ts';
import type { Row } from './results.ts';
import { serverPairs, startServiceProcess, type RunningService, type Servers } from './service.ts';

export type HttpSize = { readonly rounds: number; readonly seconds: number; readonly warmUpSeconds: number };

const CONNECTIONS = 64;
const USERS = 200;
const EXCHANGERS = 50;
/** More than the service can process per second. */
const ONCE_PER_SECOND = 4_000;
const VARIANTS = 256;
const CLIENT_TRANSFERS_PER_SECOND = 1_000;

/** A measured scenario: a server and its requests. */
type Subject = {
  readonly name: SubjectName;
  readonly target: Pick<RunningService, 'port' | 'apiKey'>;
  /** One-time requests are created for each round, for each second of it. */
  readonly requests: readonly Request[] | { readonly once: (count: number) => Promise<Request[]> };
  /** A read that succeeds when the projections have caught up with everything. */
  readonly settle?: Request;
};

export type SubjectName =
  'baseline' | 'transfers' | 'hot' | 'conversions' | 'offramps' | 'wallet' | 'history' | 'servers';

export type SubjectResult = LoadResult & {
  /** CPU time of the server per response, of the service until its projections have caught up. */
  readonly cpuMs: number;
  /** How long the projections took to catch up; 0 for reads. */
  readonly settleMs: number;
};

/** The results of one round. */
export type Round = { readonly [Name in SubjectName]?: SubjectResult } & {
  /** CPU time of the database client alone per transfer. */
  readonly clientMs?: number;
};

export async function measureHttp(folder: string, size: HttpSize): Promise<Row[]> {
  const service = await startServiceProcess(join(folder, 'service'));
  const baseline = startChild('./baseline-server.ts');
  const load = startChild('./load.ts');
  try {
    const subjects = await prepareSubjects(service, baseline);
    const rows = httpRows(await runRounds(load, subjects, size));
    const transfers = subjects.filter(({ name }) => name === 'transfers');
    for (const [index, { name, servers }] of serverPairs(process.env).entries()) {
      const other = await startServiceProcess(join(folder, `servers-${index}`), servers);
      const client = startChild('./client.ts');
      try {
        const compared = [...transfers, await prepareServers(other)];
        const time = (): Promise<number> => clientTime(client, servers, size.seconds);
        rows.push(...serverRows(await runRounds(load, compared, size, time), name));
      } finally {
        await Promise.all([client.kill(), other.stop()]);
      }
    }
    return rows;
  } finally {
    await Promise.all([load.kill(), baseline.kill(), service.stop()]);
  }
}

async function runRounds(
  load: Bench,
  subjects: readonly Subject[],
  { rounds, seconds, warmUpSeconds }: HttpSize,
  clientMs?: () => Promise<number>,
): Promise<Round[]> {
  // The first round warms up the code: the first seconds of a long-running service do not matter.
  await runRound(load, subjects, warmUpSeconds);
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const results = await runRound(load, subjects, seconds);
    measured.push(clientMs ? { ...results, clientMs: await clientMs() } : results);
  }
  return measured;
}

async function clientTime(client: Bench, { eventStoreUrl: url }: Servers, seconds: number): Promise<number> {
  const task: ClientTask = { url, transfers: seconds * CLIENT_TRANSFERS_PER_SECOND };
  // The child answers with this type.
  return ((await client.ask(task)) as ClientResult).msPerTransfer;
}

/** The event log waits for all projections; a wallet is answered from memory while they are behind. */
export const SETTLE: Request = { method: 'GET', path: '/v1/events?limit=1' };

async function prepareSubjects(service: RunningService, baseline: Bench): Promise<Subject[]> {
  const wallets = await populate(service, USERS);
  const exchangers = await populateExchangers(service, EXCHANGERS);
  const transfers = transfersBetween(wallets);
  const answer = await exampleTransfer(service, transfers[0]?.body);
  // The child answers with this type.
  const { port } = (await baseline.ask({ answer } satisfies BaselineTask)) as BaselineResult;
  return [
    { name: 'baseline', target: { port, apiKey: service.apiKey }, requests: transfers },
    { name: 'transfers', target: service, requests: transfers, settle: SETTLE },
    { name: 'hot', target: service, requests: transfersAround(wallets), settle: SETTLE },
    {
      name: 'conversions',
      target: service,
      requests: { once: (count) => quotedConversions(service, exchangers, count) },
      settle: SETTLE,
    },
    { name: 'offramps', target: service, requests: exchangers.map(payoutRequest), settle: SETTLE },
    { name: 'wallet', target: service, requests: wallets.map(walletRequest) },
    { name: 'history', target: service, requests: wallets.map(historyRequest) },
  ];
}

async function prepareServers(service: RunningService): Promise<Subject> {
  const wallets = await populate(service, USERS);
  return { name: 'servers', target: service, requests: transfersBetween(wallets), settle: SETTLE };
}

/** Every wallet pays another one. */
export const transfersBetween = (wallets: readonly Wallet[]): Request[] =>
  Array.from({ length: VARIANTS }, (_, i) => {
    const from = i % wallets.length;
    return transferRequest(
      wallets[from],
      wallets[(from + 1 + ((i * 7) % (wallets.length - 1))) % wallets.length],
    );
  });

/** Every wallet pays the first one and is paid by it, in turn. */
const transfersAround = ([hot, ...others]: readonly Wallet[]): Request[] =>
  Array.from({ length: VARIANTS }, (_, i) => {
    const other = others[i % others.length];
    return i % 2 === 0 ? transferRequest(other, hot) : transferRequest(hot, other);
  });

const transferRequest = (from: Wallet | undefined, to: Wallet | undefined): Request => ({
  method: 'POST',
  path: '/v1/transfers',
  body: {
    source: { type: 'wallet', wallet_id: from?.walletId },
    destination: { type: 'wallet', wallet_id: to?.walletId },
    amount: '0.01',
  },
});

const walletRequest = (wallet: Wallet | undefined): Request => ({
  method: 'GET',
  path: `/v1/users/${wallet?.userId ?? ''}/wallets/${wallet?.walletId ?? ''}`,
});

const historyRequest = ({ userId, walletId }: Wallet): Request => ({
  method: 'GET',
  path: `/v1/users/${userId}/wallets/${walletId}/history`,
});

async function runRound(load: Bench, subjects: readonly Subject[], seconds: number): Promise<Round> {
  const results: { [Name in SubjectName]?: SubjectResult } = {};
  for (const { name, target, requests, settle } of subjects) {
    const { port, apiKey } = target;
    const prepared = 'once' in requests ? await requests.once(seconds * ONCE_PER_SECOND) : requests;
    const once = 'once' in requests;
    const task: LoadTask = { port, apiKey, requests: prepared, once, seconds, connections: CONNECTIONS };
    const before = await cpuMs(target.port);
    // The child answers with this type.
    const result = (await load.ask(task)) as LoadResult;
    const failures = Object.entries(result.failures);
    if (failures.length > 0) {
      const counts = failures.map(([status, count]) => `${count} × ${status}`).join(', ');
      throw new Error(`${name}: of ${result.answers} answers, not 2xx: ${counts}`);
    }
    // The next scenario must not pay for remaining work of this one.
    const settleMs = settle === undefined ? 0 : await settled(target, settle);
    const used = (await cpuMs(target.port)).cpuMs - before.cpuMs;
    results[name] = { ...result, cpuMs: used / result.answers, settleMs };
  }
  return results;
}

/** CPU time of a process so far, including all threads, and some of its counters. */
export async function cpuMs(
  port: number,
  counters: readonly string[] = [],
): Promise<{ cpuMs: number; counters: readonly number[] }> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  const text = await response.text();
  const valueOf = (name: string): number => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? 0);
  return {
    cpuMs: valueOf('process_cpu_seconds_total') * 1000,
    counters: counters.map(valueOf),
  };
}

/** A projector that starts on servers with the events of other parts reads them all first. */
const SETTLE_DEADLINE_MS = 600_000;

/**
 * Waits until a read includes every write; returns the milliseconds. Reads that time out respond with 503.
 */
export async function settled(
  { port, apiKey }: Subject['target'],
  { path }: Pick<Request, 'path'>,
): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'Api-Key': apiKey } });
    await response.arrayBuffer();
    const milliseconds = performance.now() - startedAt;
    if (response.ok) return milliseconds;
    if (response.status !== 503 || milliseconds > SETTLE_DEADLINE_MS) {
      throw new Error(`a read after writes responded with ${response.status}`);
    }
  }
}
