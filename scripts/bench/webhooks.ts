/**
 * Webhooks: the delivery rate without other load, and how much deliveries slow down the transfers that cause
 * them. For the latter, an endpoint is disabled and enabled in turn, and each pair of rounds is compared.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startChild, type Bench } from './child.ts';
import { transfersBetween, type HttpSize } from './http.ts';
import type { LoadResult, LoadTask, Request } from './load.ts';
import { populate } from './population.ts';
import type { ReceiverResult, ReceiverTask } from './receiver.ts';
import { atMost, median, wholeNumber, type Row } from './results.ts';
import { startServiceProcess, type RunningService } from './service.ts';

const USERS = 200;
const CONNECTIONS = 64;
/** A high limit, so that deliveries are measured and not their limit. */
const RATES = 'origin_attempts_per_second: { accepting: 1000000, other: 1000000 }';
const CONFIG = `webhooks: { allow_loopback: true, ${RATES} }\n`;
/** How long changes of endpoints and the projections take to become visible. */
const SETTLE_MS = 1_000;

type Parts = {
  readonly service: RunningService;
  readonly load: Bench;
  readonly receiver: Bench;
  readonly requests: readonly Request[];
  readonly endpoint: string;
};

export async function measureWebhooks(folder: string, { rounds, seconds }: HttpSize): Promise<Row[]> {
  const service = await startServiceProcess(join(folder, 'webhooks'), undefined, CONFIG);
  const load = startChild('./load.ts');
  const receiver = startChild('./receiver.ts');
  try {
    const requests = transfersBetween(await populate(service, USERS));
    const { port } = await got(receiver);
    const { id } = await send(service, 'POST', '', { url: `http://127.0.0.1:${port}/` });
    const parts = { service, load, receiver, requests, endpoint: String(id) };
    await pairOf(parts, seconds);
    const pairs: Pair[] = [];
    for (let round = 0; round < rounds; round++) pairs.push(await pairOf(parts, seconds));
    return rowsOf(pairs);
  } finally {
    await Promise.all([load.kill(), receiver.kill(), service.stop()]);
  }
}

/**
 * Transfers per second without and with deliveries, deliveries per second during transfers, and after them.
 */
type Pair = {
  readonly without: number;
  readonly with: number;
  readonly duringTransfers: number;
  readonly alone: number;
};

async function pairOf(parts: Parts, seconds: number): Promise<Pair> {
  await switchTo(parts, 'disabled');
  const without = await transfers(parts, seconds);
  await switchTo(parts, 'enabled');
  const before = await got(parts.receiver);
  const during = await transfers(parts, seconds);
  const after = await got(parts.receiver);
  const alone = await drain(parts.receiver, seconds);
  return { without, with: during, duringTransfers: (after.count - before.count) / seconds, alone };
}

async function transfers({ service, load, requests }: Parts, seconds: number): Promise<number> {
  const { port, apiKey } = service;
  const task: LoadTask = { port, apiKey, requests, seconds, connections: CONNECTIONS };
  // The child answers with this type.
  const { perSecond, failures } = (await load.ask(task)) as LoadResult;
  if (Object.keys(failures).length > 0) throw new Error(`transfers failed: ${JSON.stringify(failures)}`);
  return perSecond;
}

/** Deliveries per second of the backlog that a load has left: the median over intervals of 100 ms. */
async function drain(receiver: Bench, seconds: number): Promise<number> {
  const rates: number[] = [];
  let { count } = await got(receiver);
  let at = performance.now();
  const end = at + seconds * 1_000;
  while (at < end) {
    await delay(100);
    const next = await got(receiver);
    const now = performance.now();
    if (next.count === count) break;
    rates.push(((next.count - count) * 1_000) / (now - at));
    ({ count } = next);
    at = now;
  }
  return median(rates);
}

/** Pending deliveries of a disabled endpoint are dropped, so each round starts without a backlog. */
async function switchTo({ service, endpoint }: Parts, status: 'enabled' | 'disabled'): Promise<void> {
  await send(service, 'PATCH', `/${endpoint}`, { status });
  await delay(SETTLE_MS);
}

// The child answers with this type.
const got = (receiver: Bench): Promise<ReceiverResult> =>
  receiver.ask({ kind: 'count' } satisfies ReceiverTask) as Promise<ReceiverResult>;

async function send(
  { port, apiKey }: RunningService,
  method: string,
  path: string,
  body: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/webhook_endpoints${path}`, {
    method,
    headers: {
      'Api-Key': apiKey,
      'Content-Type': 'application/json',
      ...(method === 'POST' && { 'Idempotency-Key': `bench-${performance.now()}` }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} webhook endpoint was answered with ${response.status}`);
  // The service answers with an object.
  return (await response.json()) as Record<string, unknown>;
}

function rowsOf(pairs: readonly Pair[]): Row[] {
  const rate = (name: string, of: (pair: Pair) => number, unit: string): Row => {
    const value = median(pairs.map(of).filter(Number.isFinite));
    return { name, value, figure: `${wholeNumber(value)} ${unit}` };
  };
  const share = 1 - median(pairs.map((pair) => pair.with / pair.without));
  return [
    rate('Webhooks delivered, idle service', ({ alone }) => alone, 'deliveries/s'),
    rate('Webhooks delivered during transfers', ({ duringTransfers }) => duringTransfers, 'deliveries/s'),
    {
      name: 'Share by which deliveries slow transfers',
      value: share,
      figure: `${(share * 100).toFixed(1)} %`,
      goal: atMost(share, 0.15, '15 %'),
    },
  ];
}
