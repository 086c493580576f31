/**
 * One attempt to deliver one event: a signed POST, with a limit on how long it may take as a whole, to an address that
 * was checked. Neither proxies of the environment nor redirects are followed.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Dispatcher } from 'undici';
import { createConnector } from './connector.ts';
import { failureCodeOf } from './failure-code.ts';
import type { FailureCode } from './failure-code.ts';
import { createHostResolver } from './host-resolver.ts';
import type { ResolveHost } from './host-resolver.ts';

export type Attempt = {
  /** https, or http for this machine itself where that is allowed. */
  readonly url: string;
  /** The event as it is sent, byte for byte. */
  readonly body: string;
  readonly event_id: string;
  /** From 1 on. */
  readonly attempt: number;
  /** When it is sent, in milliseconds since 1970: the signature says it in seconds. */
  readonly sentAt: number;
  /** The signatures of these bytes in lower-case hex, one for each key that is valid. Throws when a key does not open. */
  readonly sign: (bytes: Uint8Array) => readonly string[];
  /** Whether it may be delivered to this machine itself. Never for a production book. */
  readonly allowLoopback: boolean;
};

export type AttemptResult = {
  readonly succeeded: boolean;
  /** The answer's, as far as one came. */
  readonly response_status: number | null;
  /** `null` when it succeeded. */
  readonly error: FailureCode | null;
  readonly took_ms: number;
};

export type WebhookSenderOptions = {
  /** For all of an attempt: looking the name up, connecting, sending, and reading the answer with its body. */
  readonly timeoutMs: number;
  /** PEM of further authorities that are trusted. */
  readonly ca?: readonly string[];
  readonly resolve?: ResolveHost;
};

export type WebhookSender = {
  /**
   * Whatever goes wrong on the way is a failed attempt. Throws only what signing throws: then it is no fault of the
   * receiver's, and nothing was sent.
   */
  send(attempt: Attempt): Promise<AttemptResult>;
  /** Ends every attempt under way as `stopped`, and every connection. */
  close(): Promise<void>;
};

const USER_AGENT = 'svc-webhooks/1';
/** An answer's body counts for nothing. What is short is read to its end, so that its connection can be used again. */
const BODY_READ_MAX = 64 * 1024;
const HEADERS_MAX = 16 * 1024;
/** How long a connection is kept for the next attempt, unless the receiver says less. */
const IDLE_MS = 4_000;

export function createWebhookSender({
  timeoutMs,
  ca,
  resolve = createHostResolver(timeoutMs),
}: WebhookSenderOptions): WebhookSender {
  const agentFor = (allowLoopback: boolean): Agent =>
    new Agent({
      connect: createConnector({ allowLoopback, timeoutMs, resolve, ca }),
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      maxHeaderSize: HEADERS_MAX,
      // The limit over the whole attempt is the only one.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  // Connections of their own, so that one that was allowed for a sandbox never serves a production book.
  const agents = { open: agentFor(false), withLoopback: agentFor(true) };
  const underWay = new Set<AbortController>();
  let stopped = false;

  async function post(attempt: Attempt, headers: string[], signal: AbortSignal): Promise<number> {
    const { statusCode, body } = await request(attempt.url, {
      dispatcher: attempt.allowLoopback ? agents.withLoopback : agents.open,
      method: 'POST',
      headers,
      body: attempt.body,
      signal,
    });
    await discard(body);
    // The connection is free again only a turn after its answer has ended.
    await nextTurn();
    return statusCode;
  }

  return {
    async send(attempt) {
      const headers = headersOf(attempt);
      const begun = performance.now();
      const took = (): number => Math.round(performance.now() - begun);
      const aborting = new AbortController();
      const timer = setTimeout(() => aborting.abort('timeout'), timeoutMs);
      underWay.add(aborting);
      try {
        if (stopped) return failed('stopped', took());
        const status = await post(attempt, headers, aborting.signal);
        if (status < 200 || status > 299) return failed('status', took(), status);
        return { succeeded: true, response_status: status, error: null, took_ms: took() };
      } catch (error) {
        return failed(endOf(aborting.signal) ?? failureCodeOf(error), took());
      } finally {
        clearTimeout(timer);
        underWay.delete(aborting);
      }
    },
    async close() {
      stopped = true;
      for (const aborting of underWay) aborting.abort('stopped');
      await Promise.all([agents.open.destroy(), agents.withLoopback.destroy()]);
    },
  };
}

/** Why an attempt was ended here; undefined when it ended by itself. */
const endOf = ({ aborted, reason }: AbortSignal): FailureCode | undefined =>
  aborted ? (reason === 'timeout' ? 'timeout' : 'stopped') : undefined;

const failed = (
  error: FailureCode,
  took_ms: number,
  response_status: number | null = null,
): AttemptResult => ({
  succeeded: false,
  response_status,
  error,
  took_ms,
});

/** In the order in which they are sent, after those of HTTP itself. */
function headersOf({ body, event_id, attempt, sentAt, sign }: Attempt): string[] {
  const t = Math.floor(sentAt / 1_000);
  const signatures = sign(Buffer.from(`${t}.${body}`)).map((hex) => `,v1=${hex}`);
  const headers = [
    ['Content-Type', 'application/json'],
    ['Svc-Signature', `t=${t}${signatures.join('')}`],
    ['Svc-Event-Id', event_id],
    ['Svc-Delivery-Attempt', String(attempt)],
    ['User-Agent', USER_AGENT],
  ];
  return headers.flat();
}

/** Reads a short body to its end; a long one is cut off, and its connection with it. Throws when it breaks off. */
async function discard(body: Dispatcher.ResponseData['body']): Promise<void> {
  // The iteration tells what happens; a body that is cut off here reports it once more.
  body.on('error', () => undefined);
  let length = 0;
  // A body of undici is a stream of bytes, which its type does not say.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > BODY_READ_MAX) return;
  }
}
