/**
 * One attempt to deliver one event: a signed POST, with a limit on how long it may take as a whole, to an
 * address that was checked. Neither proxies of the environment nor redirects are followed.
 */
import { Agent, request } from 'undici';
import { clearTimeout, monotonicTime, nextTurn, setTimeout } from '../../system/runtime.ts';
import { captureResponse } from './captured-response.ts';
import type { CapturedResponse } from './captured-response.ts';
import { createConnector } from './connector.ts';
import { failureCodeOf } from './failure-code.ts';
import type { FailureCode } from './failure-code.ts';
import { createHostResolver } from './host-resolver.ts';
import type { ResolveHost } from './host-resolver.ts';

export type Attempt = {
  /** An https URL, or an http loopback URL where that is allowed. */
  readonly url: string;
  /** The event exactly as sent. */
  readonly body: string;
  readonly event_id: string;
  /** Starts at 1. */
  readonly attempt: number;
  /** When the attempt is sent, in milliseconds since 1970. The signature contains it in seconds. */
  readonly sentAt: number;
  /**
   * Returns the signatures of these bytes in lower-case hex, one for each valid key. Throws when a key cannot
   * be opened.
   */
  readonly sign: (bytes: Uint8Array) => readonly string[];
  /** Whether loopback addresses are allowed. Always false for a production book. */
  readonly allowLoopback: boolean;
};

export type AttemptResult = {
  readonly succeeded: boolean;
  /** `null` when no response arrived. */
  readonly response_status: number | null;
  /** `null` for a success. */
  readonly error: FailureCode | null;
  readonly took_ms: number;
  /** The header as sent. */
  readonly svc_signature: string;
  /** `null` when no complete response arrived. */
  readonly response: CapturedResponse | null;
};

export type WebhookSenderOptions = {
  /** Limit for a whole attempt: DNS lookup, connecting, sending, and reading the response with its body. */
  readonly timeoutMs: number;
  /** PEM certificates of additional trusted authorities. */
  readonly ca?: readonly string[];
  readonly resolve?: ResolveHost;
};

export type WebhookSender = {
  /**
   * Resolves to a failed result for every network problem. Rejects only with an error thrown by `sign`: then
   * nothing was sent and the receiver is not at fault.
   */
  send(attempt: Attempt): Promise<AttemptResult>;
  /** Aborts every attempt in flight with the code `stopped` and closes all connections. */
  close(): Promise<void>;
};

const USER_AGENT = 'svc-webhooks/1';
const HEADERS_MAX = 16 * 1024;
/** How long an idle connection is kept, unless the receiver asks for less. */
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
      // `timeoutMs` limits the whole attempt instead.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  // Separate pools, so that a loopback connection opened for a sandbox book never serves a production book.
  const agents = { publicOnly: agentFor(false), withLoopback: agentFor(true) };
  const inFlight = new Set<AbortController>();
  let isClosed = false;

  async function post(attempt: Attempt, headers: string[], signal: AbortSignal) {
    const response = await request(attempt.url, {
      dispatcher: attempt.allowLoopback ? agents.withLoopback : agents.publicOnly,
      method: 'POST',
      headers,
      body: attempt.body,
      signal,
    });
    const captured = await captureResponse(response);
    // undici returns the connection to the pool one event-loop turn after the response ends.
    await nextTurn();
    return { status: response.statusCode, captured };
  }

  return {
    async send(attempt) {
      const svc_signature = signatureOf(attempt);
      const headers = Object.entries(attemptHeaders({ ...attempt, svc_signature })).flat();
      const startedAt = monotonicTime();
      const resultOf = (
        error: FailureCode | null,
        response_status: number | null = null,
        response: CapturedResponse | null = null,
      ): AttemptResult => {
        const took_ms = Math.round(monotonicTime() - startedAt);
        return { succeeded: error === null, response_status, error, took_ms, svc_signature, response };
      };
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort('timeout'), timeoutMs);
      inFlight.add(controller);
      try {
        if (isClosed) return resultOf('stopped');
        const { status, captured } = await post(attempt, headers, controller.signal);
        return resultOf(status < 200 || status > 299 ? 'status' : null, status, captured);
      } catch (error) {
        return resultOf(abortCode(controller.signal) ?? failureCodeOf(error));
      } finally {
        clearTimeout(timer);
        inFlight.delete(controller);
      }
    },
    async close() {
      isClosed = true;
      for (const controller of inFlight) controller.abort('stopped');
      await Promise.all([agents.publicOnly.destroy(), agents.withLoopback.destroy()]);
    },
  };
}

/** Why this sender aborted an attempt; undefined for an attempt that was not aborted. */
const abortCode = ({ aborted, reason }: AbortSignal): FailureCode | undefined =>
  aborted ? (reason === 'timeout' ? 'timeout' : 'stopped') : undefined;

function signatureOf({ body, sentAt, sign }: Attempt): string {
  const t = Math.floor(sentAt / 1_000);
  const signatures = sign(Buffer.from(`${t}.${body}`)).map((hex) => `,v1=${hex}`);
  return `t=${t}${signatures.join('')}`;
}

/** The headers of an attempt in the order they are sent, after those of HTTP itself. */
export const attemptHeaders = ({
  event_id,
  attempt,
  svc_signature,
}: Pick<Attempt, 'event_id' | 'attempt'> & Pick<AttemptResult, 'svc_signature'>) => ({
  'Content-Type': 'application/json',
  'Svc-Signature': svc_signature,
  'Svc-Event-Id': event_id,
  'Svc-Delivery-Attempt': String(attempt),
  'User-Agent': USER_AGENT,
});
