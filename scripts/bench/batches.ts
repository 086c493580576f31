/** Batches of transfers over HTTP, in turns with single transfers, while another client reads. */
import { join } from 'node:path';
import { startChild, type Bench } from './child.ts';
import { SETTLE, cpuMs, settled, transfersBetween, type HttpSize } from './http.ts';
import type { LoadResult, LoadTask, Request } from './load.ts';
import { populate, type Wallet } from './population.ts';
import { atLeast, atMost, median, wholeNumber, type Row } from './results.ts';
import { startServiceProcess, type RunningService } from './service.ts';

const CONNECTIONS = 64;
const USERS = 200;
/** Different bodies of each size. */
const VARIANTS = 8;
const GOAL_PER_SECOND = 8_000;
const READERS = 4;
const READ_P99_MS_MAX = 100;

type Subject = { readonly size: number; readonly requests: readonly Request[] };

type Result = {
  readonly perSecond: number;
  /** Of the requests, those that were answered with 503. */
  readonly refusedShare: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMs: number;
  readonly readP99Ms: number;
  readonly settleMs: number;
};

/** Batches of each size, atomic and independent in turn. */
function batchesOf(size: number, singles: readonly Request[]): Request[] {
  return Array.from({ length: VARIANTS }, (_, variant) => ({
    method: 'POST',
    path: '/v1/transfer_batches',
    body: {
      mode: variant % 2 === 0 ? 'atomic' : 'independent',
      transfers: Array.from({ length: size }, (__, i) => singles[(variant * 31 + i) % singles.length]?.body),
    },
  }));
}

export async function measureBatches(
  folder: string,
  { rounds, seconds, warmUpSeconds }: HttpSize,
): Promise<Row[]> {
  const service = await startServiceProcess(join(folder, 'batches'));
  const [writing, reading] = [startChild('./load.ts'), startChild('./load.ts')];
  try {
    const wallets = await populate(service, USERS);
    const singles = transfersBetween(wallets);
    const subjects: readonly Subject[] = [
      { size: 1, requests: singles },
      ...[100, 500].map((size) => ({ size, requests: batchesOf(size, singles) })),
    ];
    const run = (subject: Subject, time: number): Promise<Result> =>
      runRound({ service, writing, reading, wallets }, subject, time);
    for (const subject of subjects) await run(subject, warmUpSeconds / 2);
    const measured = subjects.map((): Result[] => []);
    for (let round = 0; round < rounds; round++)
      for (const [index, subject] of subjects.entries()) measured[index]?.push(await run(subject, seconds));
    return subjects.flatMap(({ size }, index) => rowsOf(size, measured[index] ?? []));
  } finally {
    await Promise.all([writing.kill(), reading.kill(), service.stop()]);
  }
}

async function runRound(
  {
    service,
    writing,
    reading,
    wallets,
  }: {
    readonly service: RunningService;
    readonly writing: Bench;
    readonly reading: Bench;
    readonly wallets: readonly Wallet[];
  },
  { size, requests }: Subject,
  seconds: number,
): Promise<Result> {
  const { port, apiKey } = service;
  const before = await cpuMs(port);
  const write: LoadTask = { port, apiKey, requests, seconds, connections: CONNECTIONS };
  const reads = wallets.map(({ userId, walletId }): Request => ({
    method: 'GET',
    path: `/v1/users/${userId}/wallets/${walletId}`,
  }));
  const read: LoadTask = { port, apiKey, requests: reads, seconds, connections: READERS };
  // The children answer with this type.
  const [written, readResult] = (await Promise.all([writing.ask(write), reading.ask(read)])) as [
    LoadResult,
    LoadResult,
  ];
  // The service refuses writes once its projections are more than two seconds behind.
  const { 503: refused = 0, ...failed } = written.failures;
  for (const failures of [failed, readResult.failures])
    if (Object.keys(failures).length > 0) throw new Error(`not 2xx: ${JSON.stringify(failures)}`);
  const share = 1 - refused / written.answers;
  const settleMs = await settled(service, SETTLE);
  const used = (await cpuMs(port)).cpuMs - before.cpuMs;
  return {
    perSecond: written.perSecond * share * size,
    refusedShare: 1 - share,
    p50Ms: written.p50Ms,
    p99Ms: written.p99Ms,
    cpuMs: used / (written.answers * share * size),
    readP99Ms: readResult.p99Ms,
    settleMs,
  };
}

function rowsOf(size: number, results: readonly Result[]): Row[] {
  const of = (member: keyof Result): number => median(results.map((each) => each[member]));
  const perSecond = of('perSecond');
  const what = size === 1 ? 'single transfers' : `batches of ${size}`;
  const latency = `p50 ${of('p50Ms').toFixed(1)} ms, p99 ${of('p99Ms').toFixed(1)} ms`;
  const refused = `${Math.round(of('refusedShare') * 100)} % refused`;
  const figure = `${wholeNumber(perSecond)} transfers/s, ${latency}, ${refused}`;
  const readP99 = of('readP99Ms');
  return [
    {
      name: `Transfers in ${what}, with ${READERS} readers`,
      value: perSecond,
      figure,
      ...(size > 1 && { goal: atLeast(perSecond, GOAL_PER_SECOND, wholeNumber(GOAL_PER_SECOND)) }),
    },
    {
      name: `CPU time per transfer in ${what}, reads included`,
      value: of('cpuMs'),
      figure: `${of('cpuMs').toFixed(3)} ms`,
    },
    {
      name: `p99 of GET wallet next to ${what}`,
      value: readP99,
      figure: `${readP99.toFixed(1)} ms`,
      goal: atMost(readP99, READ_P99_MS_MAX, `${READ_P99_MS_MAX} ms`),
    },
    {
      name: `Projections caught up after a round of ${what}`,
      value: of('settleMs'),
      figure: `${wholeNumber(of('settleMs'))} ms`,
    },
  ];
}
