/**
 * Off-ramps until their payouts are submitted: by one process with all roles, and by one for requests with another one that projects
 * and runs tasks. Both processes write to the same book, so some of their appends conflict. Needs EVENTSTORE_URL and MONGODB_URL.
 */
import { join } from 'node:path';
import { startChild } from './child.ts';
import type { Bench } from './child.ts';
import { payoutRequest, populateExchangers } from './exchange.ts';
import { cpuMs, settled } from './http.ts';
import type { HttpSize } from './http.ts';
import type { LoadResult, LoadTask, Request } from './load.ts';
import { atLeast } from './result-table.ts';
import type { Row } from './result-table.ts';
import { serversOf, startServiceProcess } from './service.ts';
import type { RunningService, Servers } from './service.ts';
import { median, wholeNumber } from './statistics.ts';

const EXCHANGERS = 50;
const CONNECTIONS = 64;
const DEADLINE_MS = 120_000;

/** The roles of each process. The first one takes the requests. */
const LAYOUTS = [
  { title: 'one process', roles: ['api,projector,worker'] },
  { title: '`api` and `projector,worker`', roles: ['api', 'projector,worker'] },
] as const;

type Result = { readonly perSecond: number; readonly cpuMs: number; readonly conflicts: number };

export async function measureRoles(folder: string, size: HttpSize): Promise<Row[]> {
  const servers = serversOf(process.env);
  if (servers?.mongoUrl === undefined) {
    process.stderr.write('roles: skipped, needs EVENTSTORE_URL and MONGODB_URL\n');
    return [];
  }
  const load = startChild('./load.ts');
  try {
    const rates: number[] = [];
    const rows: Row[] = [];
    for (const { title, roles } of LAYOUTS) {
      const results = await measureLayout(join(folder, `roles-${roles.length}`), servers, roles, load, size);
      const of = (figure: (result: Result) => number): number => median(results.map(figure));
      const value = of(({ perSecond }) => perSecond);
      const cpu = of((result) => result.cpuMs).toFixed(2);
      const conflicts = of((result) => result.conflicts).toFixed(2);
      const figure = `${wholeNumber(value)} off-ramps/s, CPU ${cpu} ms, ${conflicts} decisions repeated`;
      rates.push(value);
      rows.push({ name: `Off-ramps with their submission, ${title}`, value, figure });
    }
    const [one = NaN, split = NaN] = rates;
    const value = split / one;
    const goal = atLeast(value, 0.8, '0.8');
    return [...rows, { name: 'Separate roles to one process', value, figure: value.toFixed(2), goal }];
  } finally {
    await load.kill();
  }
}

/** One layout at a time, because a worker would also run the tasks of the other. */
async function measureLayout(
  folder: string,
  servers: Servers,
  roles: readonly string[],
  load: Bench,
  { rounds, seconds, warmUpSeconds }: HttpSize,
): Promise<Result[]> {
  const services: RunningService[] = [];
  try {
    for (const each of roles) {
      const process = join(folder, `process-${services.length}`);
      services.push(await startServiceProcess(process, { ...servers, roles: each }));
    }
    const [first] = services;
    if (first === undefined) throw new Error('no process runs');
    const requests = (await populateExchangers(first, EXCHANGERS)).map(payoutRequest);
    await measure(services, first, requests, load, warmUpSeconds);
    const results: Result[] = [];
    for (let round = 0; round < rounds; round++)
      results.push(await measure(services, first, requests, load, seconds));
    return results;
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
}

/** From the first request until no payout waits for its submission. */
async function measure(
  services: readonly RunningService[],
  { port, apiKey }: RunningService,
  requests: readonly Request[],
  load: Bench,
  seconds: number,
): Promise<Result> {
  const before = await totals(services);
  const startedAt = performance.now();
  const task: LoadTask = { port, apiKey, requests, seconds, connections: CONNECTIONS };
  // The child answers with this type.
  const { answers, failures } = (await load.ask(task)) as LoadResult;
  if (Object.keys(failures).length > 0) throw new Error(`off-ramps failed: ${JSON.stringify(failures)}`);
  await untilSubmitted(port, apiKey, startedAt + DEADLINE_MS);
  const elapsedMs = performance.now() - startedAt;
  const after = await totals(services);
  return {
    perSecond: (1_000 * answers) / elapsedMs,
    cpuMs: (after.cpuMs - before.cpuMs) / answers,
    conflicts: (after.conflicts - before.conflicts) / answers,
  };
}

async function untilSubmitted(port: number, apiKey: string, deadline: number): Promise<void> {
  const path = '/v1/transfers?kind=offramp&state=pending&limit=1';
  while (performance.now() < deadline) {
    await settled({ port, apiKey }, { path });
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'Api-Key': apiKey } });
    const page: unknown = await response.json();
    if (hasData(page) && page.data.length === 0) return;
  }
  throw new Error('payouts were not submitted in time');
}

const hasData = (page: unknown): page is { readonly data: readonly unknown[] } =>
  typeof page === 'object' && page !== null && 'data' in page && Array.isArray(page.data);

async function totals(services: readonly RunningService[]): Promise<{ cpuMs: number; conflicts: number }> {
  const all = await Promise.all(
    services.map(({ port }) => cpuMs(port, ['writer_commands_decided_again_total'])),
  );
  return all.reduce(
    (sum, each) => ({ cpuMs: sum.cpuMs + each.cpuMs, conflicts: sum.conflicts + (each.counters[0] ?? 0) }),
    { cpuMs: 0, conflicts: 0 },
  );
}
