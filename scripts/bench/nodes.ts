/**
 * One, two, and three processes on one EventStoreDB behind nginx, for transfers of one book and of many, with and without a proxy
 * that keeps each book on one process. All three processes run during each measurement. With MONGODB_URL, a fourth process projects
 * for all of them. Without, each has its documents in a file of its own, so their projectors do the same work in each of them. Needs
 * EVENTSTORE_URL and nginx.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startChild, type Bench } from './child.ts';
import { cpuMs, settled, transfersBetween, type HttpSize } from './http.ts';
import type { LoadResult, LoadTask, Request } from './load.ts';
import { populate } from './population.ts';
import { atLeast, median, wholeNumber, type Row } from './results.ts';
import { issueKeys, serversOf, startServiceProcess, untilKnown, type RunningService } from './service.ts';

const NODES = [1, 2, 3];
const BOOKS = [1, 30];
const WALLETS_PER_BOOK = 20;
const CONNECTIONS = 64;
const MOVE_SECONDS = 0.5;

export async function measureNodes(
  folder: string,
  { rounds, seconds, warmUpSeconds }: HttpSize,
): Promise<Row[]> {
  const servers = serversOf(process.env);
  if (servers === undefined || spawnSync('nginx', ['-v']).error !== undefined) {
    process.stderr.write('nodes: skipped, needs EVENTSTORE_URL and nginx\n');
    return [];
  }
  const { eventStoreUrl, mongoUrl } = servers;
  const start = (name: string, roles?: string): Promise<RunningService> =>
    startServiceProcess(join(folder, name), { ...servers, ...(roles !== undefined && { roles }) });
  const services: RunningService[] = [];
  let projector: RunningService | undefined;
  const load = startChild('./load.ts');
  let proxy: Proxy | undefined;
  try {
    // One after another: on the same processors, together they would take longer than the deadline.
    if (mongoUrl !== undefined) projector = await start('projector', 'projector,worker');
    const roles = projector && 'api';
    for (const node of NODES) services.push(await start(`node-${node}`, roles));
    const apiKeys = await issueKeys(eventStoreUrl, Math.max(...BOOKS));
    for (const { port } of services) await untilKnown(port, apiKeys.at(-1) ?? '');
    proxy = await startProxy(
      folder,
      services.map(({ port }) => port),
    );
    const requests = await requestsOf(services, apiKeys);
    await allSettled(services, apiKeys.at(-1));
    const parts: Parts = { services, projector, load, proxy, requests };
    const measured = new Map<string, NodesResult[]>();
    // Otherwise the code of the first process, which works in each layout, would be compiled better than that of the others.
    const all: Layout = { nodes: Math.max(...NODES), books: Math.max(...BOOKS), hasAffinity: true };
    await measure(parts, all, NODES.length * warmUpSeconds);
    // The first round is not counted.
    for (let round = 0; round <= rounds; round++)
      for (const layout of LAYOUTS) {
        const result = await measure(parts, layout, seconds);
        if (round > 0) measured.set(nameOf(layout), [...(measured.get(nameOf(layout)) ?? []), result]);
      }
    return nodeRows(LAYOUTS.map((layout) => ({ layout, results: measured.get(nameOf(layout)) ?? [] })));
  } finally {
    await proxy?.stop();
    await load.kill();
    await Promise.all([...services, ...(projector ? [projector] : [])].map((service) => service.stop()));
  }
}

/** One process needs no affinity. */
const LAYOUTS: readonly Layout[] = BOOKS.flatMap((books) =>
  NODES.flatMap((nodes) =>
    (nodes === 1 ? [true] : [true, false]).map((hasAffinity) => ({ nodes, books, hasAffinity })),
  ),
);

const nameOf = ({ nodes, books, hasAffinity }: Layout): string => `${nodes} ${books} ${hasAffinity}`;

/** Transfers within each of the books, which follow each other. */
async function requestsOf(
  [first]: readonly RunningService[],
  apiKeys: readonly string[],
): Promise<Request[][]> {
  if (first === undefined) throw new Error('no process runs');
  const books: Request[][] = [];
  for (const apiKey of apiKeys) {
    const wallets = await populate({ port: first.port, apiKey }, WALLETS_PER_BOOK);
    books.push(transfersBetween(wallets).map((request) => ({ ...request, apiKey })));
  }
  return books;
}

type Parts = {
  readonly services: readonly RunningService[];
  /** A process that projects for all of them. */
  readonly projector: RunningService | undefined;
  readonly load: Bench;
  readonly proxy: Proxy;
  readonly requests: readonly (readonly Request[])[];
};

async function measure(
  { services, projector, load, proxy, requests }: Parts,
  layout: Layout,
  seconds: number,
): Promise<NodesResult> {
  const books = requests.slice(0, layout.books);
  const [book = []] = books;
  // Each round begins with another book, because the connections start at regular distances: otherwise all would start with the same
  // book, and move from book to book together.
  const inTurn = book.flatMap((_, at) =>
    books.flatMap((_each, index) => books[(index + at) % books.length]?.[at] ?? []),
  );
  const task: LoadTask = {
    port: proxy.portOf(layout),
    apiKey: '',
    requests: inTurn,
    seconds,
    connections: CONNECTIONS,
  };
  // Books that move to another process are read there first.
  await load.ask({ ...task, seconds: MOVE_SECONDS });
  const processes = projector === undefined ? services : [...services, projector];
  const before = await totals(processes);
  // The child answers with this type.
  const result = (await load.ask(task)) as LoadResult;
  await allSettled(services, book[0]?.apiKey);
  const after = await totals(processes);
  const failed = Object.values(result.failures).reduce((sum, count) => sum + count, 0);
  const done = result.answers - failed;
  return {
    perSecond: (result.perSecond * done) / result.answers,
    p99Ms: result.p99Ms,
    failed,
    cpuMs: (after.cpuMs - before.cpuMs) / done,
    decidedAgain: (after.decidedAgain - before.decidedAgain) / done,
    perAppend: done / (after.appends - before.appends),
  };
}

/** Waits until each process reads all writes to the book of this key. */
async function allSettled(services: Parts['services'], apiKey = ''): Promise<void> {
  for (const { port } of services) await settled({ port, apiKey }, { path: '/v1/events?limit=1' });
}

type Totals = { readonly cpuMs: number; readonly decidedAgain: number; readonly appends: number };

async function totals(services: readonly RunningService[]): Promise<Totals> {
  const all = await Promise.all(services.map(({ port }) => cpuMs(port, [COMMANDS_DECIDED_AGAIN, APPENDS])));
  const sum = (figure: (each: (typeof all)[number]) => number | undefined): number =>
    all.reduce((total, each) => total + (figure(each) ?? 0), 0);
  return {
    cpuMs: sum((each) => each.cpuMs),
    decidedAgain: sum(({ counters }) => counters[0]),
    appends: sum(({ counters }) => counters[1]),
  };
}

const COMMANDS_DECIDED_AGAIN = 'writer_commands_decided_again_total';
const APPENDS = 'writer_append_events_count';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server has this kind of address.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

type Proxy = { portOf(layout: Layout): number; stop(): Promise<void> };

/** One nginx with a port for each number of processes, with and without affinity. */
async function startProxy(folder: string, nodePorts: readonly number[]): Promise<Proxy> {
  const ports = new Map<string, number>();
  const servers: string[] = [];
  for (const nodes of NODES)
    for (const hasAffinity of [true, false]) {
      const name = `nodes_${nodes}_${hasAffinity}`;
      const port = await freePort();
      ports.set(name, port);
      const upstream = nodePorts.slice(0, nodes).map((each) => `server 127.0.0.1:${each};`);
      servers.push(`
        upstream ${name} { ${hasAffinity ? 'hash $book consistent;' : ''} ${upstream.join(' ')} keepalive 64; }
        server { listen 127.0.0.1:${port}; location / { proxy_pass http://${name}; } }`);
    }
  const file = join(folder, 'nginx.conf');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (each) => `${each}_temp_path ${join(folder, each)};`,
  );
  // The same as in ops/proxy/nginx.conf, without its limits.
  writeFileSync(
    file,
    `pid ${join(folder, 'nginx.pid')}; error_log stderr crit; worker_processes 1;
    events { worker_connections 1024; }
    http {
      access_log off; ${paths.join(' ')} keepalive_requests 1000000;
      proxy_http_version 1.1; proxy_set_header Connection ''; proxy_set_header Host $http_host;
      map $http_api_key $book {
        default $remote_addr;
        '~^svc_(?<book_environment>test|live)_(?<book_tag>[0-9A-Za-z][0-9A-Za-z])' $book_environment$book_tag;
      }
      ${servers.join('')}
    }`,
  );
  const program = spawn('nginx', ['-c', file, '-e', 'stderr', '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return {
    portOf: ({ nodes, hasAffinity }) => ports.get(`nodes_${nodes}_${hasAffinity}`) ?? 0,
    async stop() {
      program.kill();
      if (program.exitCode === null) await once(program, 'exit');
    },
  };
}

type Layout = { readonly nodes: number; readonly books: number; readonly hasAffinity: boolean };

type NodesResult = {
  /** Successful transfers. */
  readonly perSecond: number;
  readonly p99Ms: number;
  /** Responses other than 2xx. */
  readonly failed: number;
  /** Of all processes of the service, per transfer. */
  readonly cpuMs: number;
  /** Commands decided again after a conflict, per transfer. */
  readonly decidedAgain: number;
  /** Transfers in an append, with those that conflicted. */
  readonly perAppend: number;
};

type MeasuredLayout = { readonly layout: Layout; readonly results: readonly NodesResult[] };

function nodeRows(measured: readonly MeasuredLayout[]): Row[] {
  return [
    ...measured.map(rateRow),
    ratioRow(measured, { nodes: 3, books: 30 }, 1),
    ratioRow(measured, { nodes: 3, books: 1 }, 0.9),
  ];
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

const title = ({ nodes, books, hasAffinity }: Layout): string =>
  `Transfers of ${count(books, 'book')}, ${count(nodes, 'node')}${nodes === 1 ? '' : hasAffinity ? ', by book' : ', any node'}`;

function rateRow({ layout, results }: MeasuredLayout): Row {
  const of = (figure: (result: NodesResult) => number): number => median(results.map(figure));
  const value = of(({ perSecond }) => perSecond);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  const parts = [
    `${wholeNumber(value)} transfers/s`,
    `p99 ${of(({ p99Ms }) => p99Ms).toFixed(0)} ms`,
    `CPU ${of(({ cpuMs }) => cpuMs).toFixed(2)} ms`,
    `${of(({ perAppend }) => perAppend).toFixed(1)} in an append`,
    `${of(({ decidedAgain }) => decidedAgain).toFixed(2)} decisions repeated`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
  ];
  return { name: title(layout), value, figure: parts.join(', ') };
}

/** Several nodes with affinity, compared with one node in the same round. */
function ratioRow(
  measured: readonly MeasuredLayout[],
  { nodes, books }: Omit<Layout, 'hasAffinity'>,
  goal: number,
): Row {
  const resultsOf = (count: number): readonly NodesResult[] =>
    measured.find(({ layout }) => layout.nodes === count && layout.books === books && layout.hasAffinity)
      ?.results ?? [];
  const one = resultsOf(1);
  const value = median(
    resultsOf(nodes).map(({ perSecond }, round) => perSecond / (one[round]?.perSecond ?? NaN)),
  );
  return {
    name: `${count(nodes, 'node')} to one node, ${count(books, 'book')}, by book`,
    value,
    figure: value.toFixed(2),
    goal: atLeast(value, goal, `${goal}`),
  };
}
