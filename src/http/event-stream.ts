import type { ServerResponse } from 'node:http';
import type { Allowance } from '../async/rate-limiter.ts';
import { clearTimeout, setTimeout } from '../system/runtime.ts';
import { headersOf } from './reply.ts';

// Sends server-sent events: a response that stays open until either side ends it. Memory is bounded by one message.

/** Why a stream ended, for the log and the metrics. */
export type StreamEnd =
  'client_closed' | 'client_too_slow' | 'key_invalid' | 'sandbox_reset' | 'service_stopping' | 'failed';

type ServerSentEvent = { readonly id: string; readonly type: string; readonly data: string };

/** Each method resolves once the client has room for more, or the stream has ended. None rejects. */
export type EventStreamOutput = {
  /** Aborts when the client is gone or too slow, and when the service stops. */
  readonly signal: AbortSignal;
  /** `data` must not contain line breaks, like all JSON text. */
  send(event: ServerSentEvent): Promise<void>;
  /** Tells the client the ID to resume after, without an event. */
  sendPosition(id: string): Promise<void>;
  /** Shows the client, and proxies in between, that the connection works. */
  heartbeat(): Promise<void>;
};

export type EventStream = {
  /** Sends events until there is a reason to end, or until the signal aborts. */
  readonly run: (output: EventStreamOutput) => Promise<StreamEnd | undefined>;
  /** Aborts when the service stops. */
  readonly stopping: AbortSignal;
  /** How long the client may read nothing while a message waits for it. */
  readonly stallTimeoutMs: number;
};

type StreamResult = {
  readonly end: StreamEnd;
  readonly events: number;
  /** What `run` threw. */
  readonly fault?: unknown;
};

/** How long clients should wait before they reconnect. */
const RETRY_MS = 1_000;
/** How long the client may take to read the rest after the end. */
const CLOSE_TIMEOUT_MS = 1_000;

/** Sends the head, and then what `run` sends. Resolves when the stream has ended. */
export async function sendEventStream(
  res: ServerResponse,
  requestId: string,
  { run, stopping, stallTimeoutMs }: EventStream,
  allowance?: Allowance,
): Promise<StreamResult> {
  const ending = new AbortController();
  const { signal } = ending;
  let end: StreamEnd | undefined;
  let events = 0;
  const endWith = (reason: StreamEnd): void => {
    end ??= reason;
    ending.abort();
  };
  const onClose = (): void => endWith('client_closed');
  const onStop = (): void => endWith('service_stopping');
  res.once('close', onClose);
  stopping.addEventListener('abort', onStop);
  if (res.destroyed) onClose();
  if (stopping.aborted) onStop();

  async function write(text: string): Promise<void> {
    if (signal.aborted || res.write(text)) return;
    const stalled = setTimeout(() => endWith('client_too_slow'), stallTimeoutMs);
    await nextDrain(res, signal);
    clearTimeout(stalled);
  }

  try {
    // Proxies such as nginx would otherwise collect events before they pass them on.
    const headers = headersOf('text/event-stream; charset=utf-8', requestId, allowance);
    res.writeHead(200, [...headers, 'X-Accel-Buffering', 'no']);
    await write(`retry: ${RETRY_MS}\n\n`);
    const reason = await run({
      signal,
      send({ id, type, data }) {
        events += 1;
        return write(`id: ${id}\nevent: ${type}\ndata: ${data}\n\n`);
      },
      sendPosition: (id) => write(`id: ${id}\n\n`),
      heartbeat: () => write(': heartbeat\n\n'),
    });
    return { end: (end ??= reason ?? 'failed'), events };
  } catch (fault) {
    return { end: (end ??= 'failed'), events, fault };
  } finally {
    res.off('close', onClose);
    stopping.removeEventListener('abort', onStop);
    close(res, end);
  }
}

/** Resolves once the client has taken what was written, or the stream ends. */
const nextDrain = (res: ServerResponse, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      res.off('drain', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    res.on('drain', done);
    signal.addEventListener('abort', done);
  });

/** Ends the response after the last whole message. A client that does not read it must not delay a shutdown. */
function close(res: ServerResponse, end: StreamEnd | undefined): void {
  if (end === 'client_too_slow' || end === 'client_closed') {
    res.destroy();
    return;
  }
  const timeout = setTimeout(() => res.destroy(), CLOSE_TIMEOUT_MS);
  res.once('close', () => clearTimeout(timeout));
  res.end();
}
