/**
 * Child process: the load generator. It keeps connections busy for some time, and counts and times responses.
 */
import { randomBytes } from 'node:crypto';
import { serveTasks } from './child.ts';
import { openConnection } from './connection.ts';
import { quantile } from './statistics.ts';

export type Request = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  /** Instead of the key of the task. */
  readonly apiKey?: string;
};

export type LoadTask = {
  readonly port: number;
  readonly apiKey: string;
  /** Each connection cycles through them from a different start. */
  readonly requests: readonly Request[];
  readonly seconds: number;
  readonly connections: number;
  /** Each request is sent once by any free connection. The load ends early when none is left. */
  readonly once?: boolean;
  /** Returns every latency, so that several loads can be evaluated together. */
  readonly withLatencies?: boolean;
};

export type LoadResult = {
  readonly answers: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Number of responses per status other than 2xx. */
  readonly failures: Readonly<Record<string, number>>;
  /** CPU time of this process as a share of one core. */
  readonly ownCores: number;
  /** In milliseconds, if the task asked for them. */
  readonly latenciesMs?: readonly number[];
};

serveTasks(generateLoad);

async function generateLoad(task: LoadTask): Promise<LoadResult> {
  const latencies: number[] = [];
  const failures: Record<string, number> = {};
  const take = task.once === true ? inTurn(task) : undefined;
  const starts = await Promise.all(
    Array.from({ length: task.connections }, (_, i) => prepare(task, take ?? around(task, i))),
  );
  const usedBefore = process.cpuUsage();
  const startedAt = performance.now();
  const deadline = startedAt + task.seconds * 1000;
  await Promise.all(
    starts.map((start) =>
      start(deadline, (status, milliseconds) => {
        latencies.push(milliseconds);
        if (status < 200 || status > 299) failures[status] = (failures[status] ?? 0) + 1;
      }),
    ),
  );
  const milliseconds = performance.now() - startedAt;
  const used = process.cpuUsage(usedBefore);
  return {
    answers: latencies.length,
    perSecond: (latencies.length / milliseconds) * 1000,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    failures,
    ownCores: (used.user + used.system) / 1000 / milliseconds,
    ...(task.withLatencies === true && { latenciesMs: latencies }),
  };
}

/** The next request; undefined if none is left. */
type Take = () => Buffer | undefined;

/** Cycles through the requests, from a different start for each connection. */
function around({ requests, apiKey, connections }: LoadTask, number: number): Take {
  const prepared = requests.map((request) => prepareRequest(request, apiKey));
  let next = Math.floor((number * prepared.length) / connections);
  return () => prepared[next++ % prepared.length]?.();
}

/** One sequence for all connections. */
function inTurn({ requests, apiKey }: LoadTask): Take {
  let next = 0;
  return () => {
    const request = requests[next++];
    return request && prepareRequest(request, apiKey)();
  };
}

type OnAnswer = (status: number, milliseconds: number) => void;
type Start = (deadline: number, onAnswer: OnAnswer) => Promise<void>;

/**
 * Opens a connection. Resolves to a function that sends requests until the deadline and resolves after the
 * last response.
 */
function prepare({ port }: LoadTask, take: Take): Promise<Start> {
  let deadline = 0;
  let sentAt = 0;
  let onAnswer: OnAnswer = () => undefined;
  let finish: () => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;

  return new Promise((opened, refused) => {
    fail = refused;
    const connection = openConnection(port, {
      onOpen: () => opened(start),
      onAnswer(status) {
        const now = performance.now();
        onAnswer(status, now - sentAt);
        send(now);
      },
      onEnd: (reason) => fail(new Error(`connection ended: ${reason}`)),
    });
    const send = (now: number): void => {
      sentAt = now;
      const request = now < deadline ? take() : undefined;
      if (request === undefined) finish();
      else connection.send(request);
    };
    const start: Start = (until, report) =>
      new Promise<void>((resolve, reject) => {
        deadline = until;
        onAnswer = report;
        fail = reject;
        finish = () => {
          fail = () => undefined;
          connection.close();
          resolve();
        };
        send(performance.now());
      });
  });
}

const KEY_DIGITS = 12;
const keyPrefix = `bench-${randomBytes(6).toString('hex')}-`;
let lastKey = 0;

/** The bytes of a request. Each call sets a new idempotency key in a POST. */
function prepareRequest({ method, path, body, apiKey }: Request, taskKey: string): () => Buffer {
  const line = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nApi-Key: ${apiKey ?? taskKey}\r\n`;
  if (body === undefined) {
    const bytes = Buffer.from(`${line}\r\n`);
    return () => bytes;
  }
  const text = JSON.stringify(body);
  const beforeKey = `${line}Idempotency-Key: ${keyPrefix}`;
  const content = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}`;
  const bytes = Buffer.from(`${beforeKey}${'0'.repeat(KEY_DIGITS)}\r\n${content}\r\n\r\n${text}`);
  return () => {
    // The previous request has been answered, so its bytes are no longer in use.
    bytes.write(String(++lastKey).padStart(KEY_DIGITS, '0'), beforeKey.length, 'latin1');
    return bytes;
  };
}
