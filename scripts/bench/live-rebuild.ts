/**
 * All read models are rebuilt while 64 writers create transfers and a few readers poll wallets that nobody changes. Reads
 * must stay fast, and the rebuild must not take much longer than on a service without load.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startChild } from './child.ts';
import type { Bench } from './child.ts';
import { transfersBetween, walletRequest } from './http.ts';
import type { HttpSize } from './http.ts';
import type { LoadResult, LoadTask, Request } from './load.ts';
import { populate } from './population.ts';
import { atMost } from './result-table.ts';
import type { Row } from './result-table.ts';
import { startServiceProcess } from './service.ts';
import type { RunningService } from './service.ts';
import { quantile, wholeNumber } from './statistics.ts';

const USERS = 200;
const WRITERS = 64;
const READERS = 4;
const READ_P99_MS_MAX = 100;
const POLL_MS = 250;
const WINDOW_SECONDS = 2;
const DEADLINE_MS = 600_000;

type Parts = {
  readonly service: RunningService;
  readonly writing: Bench;
  readonly reading: Bench;
  readonly writes: readonly Request[];
  readonly reads: readonly Request[];
};

export async function measureLiveRebuild(
  folder: string,
  { seconds, warmUpSeconds }: HttpSize,
): Promise<Row[]> {
  const service = await startServiceProcess(join(folder, 'live-rebuild'));
  const [writing, reading] = [startChild('./load.ts'), startChild('./load.ts')];
  try {
    const wallets = await populate(service, USERS + READERS);
    const writes = transfersBetween(wallets.slice(READERS));
    const reads = wallets.slice(0, READERS).map(walletRequest);
    const parts = { service, writing, reading, writes, reads };
    await runLoad(parts, warmUpSeconds, () => false);
    const before = await runLoad(parts, seconds * 4, () => false);
    const alone = await rebuildAll(service);
    let isRebuilding = true;
    const rebuilding = rebuildAll(service).finally(() => (isRebuilding = false));
    const [taken, during] = await Promise.all([
      rebuilding,
      runLoad(parts, WINDOW_SECONDS, () => isRebuilding),
    ]);
    return rowsOf({ before, during, alone, taken });
  } finally {
    await Promise.all([writing.kill(), reading.kill(), service.stop()]);
  }
}

type Load = {
  readonly readsMs: readonly number[];
  readonly writesPerSecond: number;
  readonly failed: number;
};

/** Repeats windows of this length while `isUnfinished`, at least one. */
async function runLoad(
  { service, writing, reading, writes, reads }: Parts,
  seconds: number,
  isUnfinished: () => boolean,
): Promise<Load> {
  const { port, apiKey } = service;
  const windows: [LoadResult, LoadResult][] = [];
  const writeTask: LoadTask = { port, apiKey, requests: writes, seconds, connections: WRITERS };
  const readTask: LoadTask = { ...writeTask, requests: reads, connections: READERS, withLatencies: true };
  do {
    // The children answer with this type.
    const answers = await Promise.all([writing.ask(writeTask), reading.ask(readTask)]);
    windows.push(answers as [LoadResult, LoadResult]);
  } while (isUnfinished());
  const total = windows.reduce((sum, [{ perSecond }]) => sum + perSecond, 0);
  return {
    readsMs: windows.flatMap(([, { latenciesMs = [] }]) => latenciesMs),
    writesPerSecond: total / windows.length,
    failed: windows.flatMap((pair) => pair.flatMap(({ failures }) => Object.values(failures))).length,
  };
}

/** Rebuilds every projection; returns the seconds until all new generations are read. */
async function rebuildAll(service: RunningService): Promise<number> {
  const before = await projections(service);
  const startedAt = performance.now();
  for (const { name } of before) await operate(service, `/projections/${name}/rebuild`, {});
  for (;;) {
    await delay(POLL_MS);
    const now = await projections(service);
    const isDone = now.every(({ generation }, at) => generation > (before[at]?.generation ?? 0));
    const seconds = (performance.now() - startedAt) / 1_000;
    if (isDone) return seconds;
    if (seconds * 1_000 > DEADLINE_MS) throw new Error(`the rebuild takes longer than ${DEADLINE_MS} ms`);
  }
}

type Status = { readonly name: string; readonly generation: number };

const projections = async (service: RunningService): Promise<readonly Status[]> =>
  ((await operate(service, '/projections')) as { readonly data: readonly Status[] }).data;

async function operate(
  { port, operatorToken = '' }: RunningService,
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}/operator/v1${path}`, {
    headers: {
      Authorization: `Bearer ${operatorToken}`,
      ...(body && { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
  return response.json();
}

type Measured = {
  readonly before: Load;
  readonly during: Load;
  readonly alone: number;
  readonly taken: number;
};

function rowsOf({ before, during, alone, taken }: Measured): Row[] {
  const reads = (title: string, { readsMs, writesPerSecond }: Load): Row => {
    const p99 = quantile(readsMs, 0.99);
    const rates = `${wholeNumber(readsMs.length)} reads, ${wholeNumber(writesPerSecond)} transfers/s`;
    return { name: title, value: p99, figure: `${p99.toFixed(1)} ms (${rates})` };
  };
  const limited = reads('p99 of reads during a rebuild under load', during);
  return [
    reads('p99 of reads under load', before),
    { ...limited, goal: atMost(limited.value, READ_P99_MS_MAX, `${READ_P99_MS_MAX} ms`) },
    {
      name: 'Failed requests during a rebuild under load',
      value: during.failed,
      figure: wholeNumber(during.failed),
      goal: atMost(during.failed, 0, '0'),
    },
    { name: 'Rebuild of all projections without load', value: alone, figure: `${alone.toFixed(1)} s` },
    { name: 'Rebuild of all projections under load', value: taken, figure: `${taken.toFixed(1)} s` },
  ];
}
