/** Follows the events of a book, with their texts, which are what a delivery signs. */
import { streamMessages } from '../../../packages/client/src/event-stream.ts';
import { retryDelayMs } from '../../../packages/client/src/retries.ts';
import type { Message } from '../../../packages/client/src/server-sent-events.ts';
import type { Access } from '../access.ts';
import { failureOf } from '../api-client.ts';

type FollowOptions = {
  /** Event types, separated by commas; all of them if undefined. */
  readonly types: string | undefined;
  readonly signal: AbortSignal;
  readonly onConnected: () => void;
  readonly onLost: (reason: string) => void;
};

/**
 * Yields events until the signal aborts. Throws CommandFailed if the service refuses the stream, or if it cannot be reached at
 * first.
 */
export async function* followEvents(
  { baseUrl, secret: apiKey }: Access,
  { types, signal, onConnected, onLost }: FollowOptions,
): AsyncGenerator<Message> {
  let hasConnected = false;
  const behavior = {
    signal,
    onConnected() {
      hasConnected = true;
      onConnected();
    },
    delayMs(error: unknown, failures: number) {
      const waitMs = hasConnected && !signal.aborted ? retryDelayMs(error, failures) : undefined;
      if (waitMs !== undefined && error instanceof Error) onLost(error.message);
      return waitMs;
    },
  };
  try {
    yield* streamMessages({ apiKey, baseUrl, fetch }, '/v1/events/stream', { types }, behavior);
  } catch (error) {
    if (!signal.aborted) throw failureOf(error, baseUrl);
  }
}
