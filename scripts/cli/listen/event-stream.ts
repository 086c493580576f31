/**
 * Follows the events of a book. After a lost connection it continues where it was, so no event is missed. In contrast to the
 * stream of the client it yields the text of each event, which is what a delivery signs.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Access } from '../access.ts';
import { CommandFailed, isJsonObject } from '../outcome.ts';
import { messageOf } from '../service-call.ts';
import { createMessageReader } from '../../../packages/client/src/server-sent-events.ts';
import type { Message } from '../../../packages/client/src/server-sent-events.ts';

/** `text` is the event exactly as the service sends it. */
export type StreamedEvent = { readonly id: string; readonly text: string };

export type FollowOptions = {
  /** Event types, separated by commas; all of them if undefined. */
  readonly types: string | undefined;
  readonly signal: AbortSignal;
  readonly onConnected: () => void;
  readonly onLost: (reason: string) => void;
};

const RETRY_MS_MIN = 1_000;
const RETRY_MS_MAX = 10_000;
/** The service sends something every 15 seconds. */
const SILENCE_MS_MAX = 45_000;

/**
 * Yields events until the signal aborts. Throws CommandFailed if the service refuses the stream, or if it cannot be reached at
 * first.
 */
export async function* followEvents(
  { baseUrl, secret }: Access,
  { types, signal, onConnected, onLost }: FollowOptions,
): AsyncGenerator<StreamedEvent> {
  const url = `${baseUrl}/v1/events/stream${types === undefined ? '' : `?types=${encodeURIComponent(types)}`}`;
  let position: string | undefined;
  let retryMs = RETRY_MS_MIN;
  for (let hasConnected = false; ;) {
    const silence = createSilenceTimer(signal);
    try {
      const headers = { 'Api-Key': secret, ...(position === undefined ? {} : { 'Last-Event-ID': position }) };
      const response = await fetch(url, { headers, signal: silence.signal, redirect: 'error' });
      const body = await bodyOf(response);
      hasConnected = true;
      retryMs = RETRY_MS_MIN;
      onConnected();
      for await (const { id, data } of readMessages(silence.watch(body))) {
        if (data !== '') yield { id, text: data };
        // The caller has handled the event.
        if (id !== '') position = id;
      }
      if (!signal.aborted) onLost('the service ended the stream');
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof CommandFailed) throw error;
      if (!hasConnected) throw new CommandFailed(`Cannot reach the service at ${baseUrl}.`);
      onLost(error instanceof Busy ? error.message : 'the connection was lost');
    } finally {
      silence.stop();
    }
    await delay(retryMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    retryMs = Math.min(RETRY_MS_MAX, retryMs * 2);
  }
}

async function* readMessages(body: AsyncIterable<Uint8Array>): AsyncGenerator<Message> {
  const decoder = new TextDecoder();
  const read = createMessageReader();
  for await (const chunk of body) yield* read(decoder.decode(chunk, { stream: true }));
}

/** The service will accept the stream later. */
class Busy extends Error {}

async function bodyOf(response: Response): Promise<AsyncIterable<Uint8Array>> {
  if (response.status === 200 && response.body !== null) return response.body;
  const found: unknown = await response.json().catch(() => undefined);
  const message = isJsonObject(found)
    ? messageOf({ status: response.status, body: found })
    : `The service returned status ${response.status}.`;
  if (response.status >= 500) throw new Busy(message);
  throw new CommandFailed(message, found);
}

/** Aborts a connection on which nothing arrives any more. */
function createSilenceTimer(ending: AbortSignal) {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  ending.addEventListener('abort', abort);
  if (ending.aborted) abort();
  let timer = setTimeout(abort, SILENCE_MS_MAX);
  return {
    signal: controller.signal,
    async *watch(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of body) {
        clearTimeout(timer);
        // Handling an event may take longer than the service is ever silent.
        yield chunk;
        timer = setTimeout(abort, SILENCE_MS_MAX);
      }
    },
    stop(): void {
      clearTimeout(timer);
      ending.removeEventListener('abort', abort);
      abort();
    },
  };
}
