/**
 * Overload: 64 writers at full speed on a documents store that writes 300 documents per second, and readers of wallets that
 * nobody changes. The lag must stay bounded, and reads fast; nothing may be lost, and all must be well soon after the load.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startChild } from './child.ts';
import type { Bench } from './child.ts';
import { transfersBetween, walletRequest } from './http.ts';
import type { LoadResult, LoadTask } from './load.ts';
import { populate } from './population.ts';
import { atMost } from './result-table.ts';
import type { Row } from './result-table.ts';
import { quantile, wholeNumber } from './statistics.ts';
import type { ThrottledMeasured, ThrottledStarted, ThrottledTask } from './throttled-service.ts';

const WRITES_PER_SECOND = 300;
const WRITERS = 64;
const READERS = 4;
const USERS = 40;
const READ_P99_MS_MAX = 100;
const LAG_SECONDS_MAX = 5;
const RECOVERY_SECONDS_MAX = 10;
const POLL_MS = 100;

export async function measureOverload(
  folder: string,
  { overloadSeconds: seconds }: { readonly overloadSeconds: number },
): Promise<Row[]> {
  const child = startChild('./throttled-service.ts');
  const [writing, reading] = [startChild('./load.ts'), startChild('./load.ts')];
  try {
    const start: ThrottledTask = {
      kind: 'start',
      folder: join(folder, 'overload'),
      writesPerSecond: WRITES_PER_SECOND,
    };
    // The children answer with these types.
    const service = { ...((await child.ask(start)) as ThrottledStarted), stop: () => child.kill() };
    const wallets = await populate(service, USERS, 1);
    const { transfers: before } = await settle(child);
    const { port, apiKey } = service;
    const load: LoadTask = {
      ...{ port, apiKey, seconds },
      requests: transfersBetween(wallets.slice(READERS)),
      connections: WRITERS,
    };
    const polling: LoadTask = {
      ...load,
      requests: wallets.slice(0, READERS).map(walletRequest),
      connections: READERS,
      withLatencies: true,
    };
    const [writes, reads] = (await Promise.all([writing.ask(load), reading.ask(polling)])) as [
      LoadResult,
      LoadResult,
    ];
    const endedAt = performance.now();
    const { lagMaxSeconds, transfers } = await settle(child, writes.answers - refused(writes) + before);
    const recovery = (performance.now() - endedAt) / 1_000;
    const lost = writes.answers - refused(writes) - (transfers - before);
    return rowsOf({ writes, reads, lagMaxSeconds, recovery, lost });
  } finally {
    await Promise.all([writing.kill(), reading.kill(), child.kill()]);
  }
}

const refused = ({ failures }: LoadResult): number =>
  Object.values(failures).reduce((sum, count) => sum + count, 0);

/** Waits until this many transfers have a document, or, without a number, until their number no longer changes. */
async function settle(child: Bench, expected?: number): Promise<ThrottledMeasured> {
  const deadline = performance.now() + RECOVERY_SECONDS_MAX * 3_000;
  let lagMaxSeconds = 0;
  for (;;) {
    // The child answers with this type.
    const found = (await child.ask({ kind: 'measure' } satisfies ThrottledTask)) as ThrottledMeasured;
    lagMaxSeconds = Math.max(lagMaxSeconds, found.lagMaxSeconds);
    const isDone = expected === undefined || found.transfers >= expected;
    if (isDone || performance.now() > deadline) return { ...found, lagMaxSeconds };
    await delay(POLL_MS);
  }
}

type Measured = {
  readonly writes: LoadResult;
  readonly reads: LoadResult;
  readonly lagMaxSeconds: number;
  readonly recovery: number;
  readonly lost: number;
};

function rowsOf({ writes, reads, lagMaxSeconds, recovery, lost }: Measured): Row[] {
  const seconds = (name: string, value: number, most: number): Row => ({
    name,
    value,
    figure: `${value.toFixed(1)} s`,
    goal: atMost(value, most, `${most} s`),
  });
  const count = (name: string, value: number): Row => ({
    name,
    value,
    figure: wholeNumber(value),
    goal: atMost(value, 0, '0'),
  });
  const p99 = quantile(reads.latenciesMs ?? [], 0.99);
  const accepted = writes.answers - refused(writes);
  return [
    {
      name: `Transfers at ${WRITES_PER_SECOND} documents/s`,
      value: accepted,
      figure: `${wholeNumber(accepted)}, p99 ${writes.p99Ms.toFixed(0)} ms; 503: ${wholeNumber(refused(writes))}`,
    },
    {
      name: 'p99 of reads during overload',
      value: p99,
      figure: `${p99.toFixed(1)} ms (${wholeNumber(reads.answers)} reads)`,
      goal: atMost(p99, READ_P99_MS_MAX, `${READ_P99_MS_MAX} ms`),
    },
    count('Failed reads during overload', refused(reads)),
    seconds('Lag of projections during overload', lagMaxSeconds, LAG_SECONDS_MAX),
    seconds('Recovery after overload', recovery, RECOVERY_SECONDS_MAX),
    count('Transfers lost in overload', lost),
  ];
}
