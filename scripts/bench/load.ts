/**
 * Child process: the load generator. It keeps connections busy for some time, and counts and times responses.
 */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { serveTasks } from './child.ts';
import { quantile } from './results.ts';

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

type Connection = {
  /** The status of the response is passed to `onAnswer`. */
  readonly send: (request: Buffer) => void;
  readonly close: () => void;
};

type ConnectionEvents = {
  readonly onOpen: () => void;
  readonly onAnswer: (status: number) => void;
  /** The server closed the connection, or it failed. */
  readonly onEnd: (reason: string) => void;
};

const READ_BYTES = 64 * 1024;

function openConnection(port: number, { onOpen, onAnswer, onEnd }: ConnectionEvents): Connection {
  const read = createAnswerReader(onAnswer);
  const socket = connect({
    host: '127.0.0.1',
    port,
    noDelay: true,
    onread: {
      buffer: Buffer.allocUnsafe(READ_BYTES),
      callback(length, bytes) {
        // These bytes are in the buffer above.
        read(bytes as Buffer, length);
        return true;
      },
    },
  });
  socket.once('connect', onOpen);
  socket.once('error', (error) => onEnd(error.message));
  socket.once('close', () => onEnd('closed'));
  return {
    send: (request) => void socket.write(request),
    close: () => void socket.destroy(),
  };
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH_HEADER = Buffer.from('ontent-Length: ');
const DIGIT_ZERO = 48;

/** Finds the end of each response by its Content-Length, which every server here sends. Ignores bodies. */
function createAnswerReader(onAnswer: (status: number) => void): (bytes: Buffer, length: number) => void {
  let head: Buffer = Buffer.alloc(0);
  let status = 0;
  let missing = 0;

  return (bytes, length) => {
    let rest = length;
    if (missing === 0) {
      head = head.length === 0 ? bytes.subarray(0, length) : Buffer.concat([head, bytes.subarray(0, length)]);
      const end = head.indexOf(HEAD_END);
      if (end === -1) {
        // The next read overwrites these bytes.
        head = Buffer.from(head);
        return;
      }
      status = numberAt(head, 9);
      missing = lengthIn(head) + end + HEAD_END.length;
      rest = head.length;
      head = Buffer.alloc(0);
    }
    missing -= rest;
    if (missing < 0) throw new Error('response is longer than its Content-Length');
    if (missing === 0) onAnswer(status);
  };
}

function lengthIn(head: Buffer): number {
  const at = head.indexOf(LENGTH_HEADER);
  if (at === -1) throw new Error('response has no Content-Length');
  return numberAt(head, at + LENGTH_HEADER.length);
}

/** The decimal number at this offset. */
function numberAt(bytes: Buffer, at: number): number {
  let value = 0;
  for (let i = at; ; i++) {
    const digit = (bytes[i] ?? 0) - DIGIT_ZERO;
    if (digit < 0 || digit > 9) return value;
    value = value * 10 + digit;
  }
}
