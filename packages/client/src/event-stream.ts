import { startDeadline } from './deadline.ts';
import { LedgerConnectionError } from './errors.ts';
import type { PublicEvent } from './generated/types.ts';
import { answerOf, open } from './request.ts';
import type { Query, Settings } from './request.ts';
import { pause, retryDelayMs } from './retries.ts';
import { createMessageReader } from './server-sent-events.ts';
import type { Message } from './server-sent-events.ts';

export type StreamOptions = {
  /** Ends the stream. The iteration then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
};

/** How a stream continues. */
export type StreamBehavior = StreamOptions & {
  /** Called for each connection that the service has accepted. */
  readonly onConnected?: (() => void) | undefined;
  /** Milliseconds until the next connection, or undefined to throw the error. `failures` counts those since the last message. */
  readonly delayMs?: (error: unknown, failures: number) => number | undefined;
};

/** Three heartbeats of the service. */
const SILENCE_MS_MAX = 45_000;

/**
 * Yields events as they happen. After a lost connection it continues with the event after the last one, without gaps or
 * duplicates. Throws a LedgerError, for example when the key was revoked or the last event is no longer stored.
 */
export async function* streamEvents(
  settings: StreamSettings,
  path: string,
  query?: StreamQuery,
  options?: StreamOptions,
): AsyncGenerator<PublicEvent> {
  for await (const { data } of streamMessages(settings, path, query, options))
    // The service wrote the event.
    yield JSON.parse(data) as PublicEvent;
}

type StreamSettings = Pick<Settings, 'apiKey' | 'baseUrl' | 'fetch'>;
type StreamQuery = Query & { readonly after?: string | undefined };

/** The same with the text of each event exactly as the service sends it. */
export async function* streamMessages(
  settings: StreamSettings,
  path: string,
  query: StreamQuery = {},
  { signal, onConnected, delayMs = retryDelayMs }: StreamBehavior = {},
): AsyncGenerator<Message> {
  let { after } = query;
  for (let failures = 0; ;) {
    try {
      for await (const message of connect(settings, path, { ...query, after }, { signal, onConnected })) {
        failures = 0;
        if (message.data !== '') yield message;
        if (message.id !== '') after = message.id;
      }
      throw new LedgerConnectionError('The service ended the stream.');
    } catch (error) {
      failures += 1;
      const waitMs = delayMs(error, failures);
      if (waitMs === undefined) throw error;
      await pause(waitMs, signal);
    }
  }
}

async function* connect(
  settings: StreamSettings,
  path: string,
  query: Query,
  { signal, onConnected }: Pick<StreamBehavior, 'signal' | 'onConnected'>,
): AsyncGenerator<Message> {
  const deadline = startDeadline(SILENCE_MS_MAX, signal);
  try {
    const headers = { Accept: 'text/event-stream' };
    const request = { method: 'GET', path, query, headers } as const;
    const response = await open(settings, request, undefined, deadline.signal);
    if (response.status !== 200 || response.body === null)
      answerOf(response, await response.text(), undefined);
    onConnected?.();
    const decoder = new TextDecoder();
    const read = createMessageReader();
    for await (const chunk of response.body ?? []) {
      // Handling an event may take longer than the service is ever silent.
      deadline.pause();
      yield* read(decoder.decode(chunk, { stream: true }));
      deadline.restart();
    }
  } catch (cause) {
    throw deadline.errorOf(cause);
  } finally {
    deadline.end();
  }
}
