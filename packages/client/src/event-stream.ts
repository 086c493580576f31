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

/** Three heartbeats of the service. */
const SILENCE_MS_MAX = 45_000;

/**
 * Yields events as they happen. After a lost connection it continues with the event after the last one, without gaps or
 * duplicates. Throws a LedgerError, for example when the key was revoked or the last event is no longer stored.
 */
export async function* streamEvents(
  settings: Settings,
  path: string,
  query: Query & { readonly after?: string | undefined } = {},
  { signal }: StreamOptions = {},
): AsyncGenerator<PublicEvent> {
  let { after } = query;
  for (let attempt = 1; ; attempt += 1) {
    try {
      for await (const { id, data } of readMessages(settings, path, { ...query, after }, signal)) {
        attempt = 0;
        // The service wrote the event.
        if (data !== '') yield JSON.parse(data) as PublicEvent;
        if (id !== '') after = id;
      }
      throw new LedgerConnectionError('The service ended the stream.');
    } catch (error) {
      const delayMs = retryDelayMs(error, Math.max(1, attempt));
      if (delayMs === undefined) throw error;
      await pause(delayMs, signal);
    }
  }
}

async function* readMessages(
  settings: Settings,
  path: string,
  query: Query,
  signal: AbortSignal | undefined,
): AsyncGenerator<Message> {
  const deadline = startDeadline(SILENCE_MS_MAX, signal);
  try {
    const headers = { Accept: 'text/event-stream' };
    const request = { method: 'GET', path, query, headers } as const;
    const response = await open(settings, request, undefined, deadline.signal);
    if (response.status !== 200 || response.body === null)
      answerOf(response, await response.text(), undefined);
    const decoder = new TextDecoder();
    const read = createMessageReader();
    for await (const chunk of response.body ?? []) {
      deadline.restart();
      yield* read(decoder.decode(chunk, { stream: true }));
    }
  } catch (cause) {
    throw deadline.errorOf(cause);
  } finally {
    deadline.end();
  }
}
