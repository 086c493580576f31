/**
 * A subscription that only signals that new events exist. The server drops a live subscription when a burst outgrows its
 * buffer, so nothing depends on what this one delivers or misses.
 *
 * It still delivers whole events, which costs as much as reading them. It is therefore open only while a follower waits,
 * and closed while followers read page after page.
 */
import { END, streamNameFilter, type EventStoreDBClient } from '@eventstore/db-client';
import { clearTimeout, setTimeout } from '../../system/runtime.ts';
import { createSignal, type Signal } from '../../async/signal.ts';

/** Followers read pages while a dropped subscription is closed. The pause spares a server that is unavailable. */
const REOPEN_DELAY_MS = 100;

/** Events in a row without a waiting follower before the subscription is closed. */
const UNUSED_EVENTS_MAX = 64;

export type SubscriptionSignal = Pick<Signal, 'count' | 'wait'> & { close(): void };

/** Signals when an event is appended to a stream with one of these prefixes, or when one may have been missed. */
export function createSubscriptionSignal(
  client: EventStoreDBClient,
  prefixes: readonly string[],
): SubscriptionSignal {
  const signal = createSignal();
  let waiting = 0;
  let unusedEvents = 0;
  /** Closes the subscription. Also set during the reopen delay, and for good once this signal is closed. */
  let unsubscribe: (() => void) | undefined;

  const open = (): void => {
    unsubscribe ??= subscribe(client, prefixes, {
      // Events may have been appended between the last read and the start of the subscription.
      onConfirmed: () => signal.notify(),
      onEvent: () => {
        signal.notify();
        unusedEvents += 1;
        if (unusedEvents < UNUSED_EVENTS_MAX) return;
        unsubscribe?.();
        unsubscribe = undefined;
      },
      onDropped: () => {
        const timer = setTimeout(() => {
          unsubscribe = undefined;
          if (waiting > 0) open();
        }, REOPEN_DELAY_MS);
        unsubscribe = () => clearTimeout(timer);
        signal.notify();
      },
    });
  };

  return {
    count: () => signal.count(),
    async wait(seen, options) {
      unusedEvents = 0;
      waiting += 1;
      open();
      try {
        await signal.wait(seen, options);
      } finally {
        waiting -= 1;
      }
    },
    close() {
      signal.notify();
      unsubscribe?.();
      unsubscribe = () => undefined;
    },
  };
}

type Listener = {
  readonly onConfirmed: () => void;
  readonly onEvent: () => void;
  readonly onDropped: () => void;
};

/** Returns a function that ends the subscription; the listener is not called after that. */
function subscribe(
  client: EventStoreDBClient,
  prefixes: readonly string[],
  { onConfirmed, onEvent, onDropped }: Listener,
): () => void {
  let isClosed = false;
  const unlessClosed = (listener: () => void) => (): void => {
    if (!isClosed) listener();
  };
  const dropped = unlessClosed(() => {
    isClosed = true;
    onDropped();
  });
  const subscription = client
    .subscribeToAll({ fromPosition: END, filter: streamNameFilter({ prefixes: [...prefixes] }) })
    .on('confirmation', unlessClosed(onConfirmed))
    .on('data', unlessClosed(onEvent))
    .on('error', dropped)
    .on('end', dropped);
  return unlessClosed(() => {
    isClosed = true;
    // A subscription that was never confirmed cannot be ended either.
    subscription.unsubscribe().catch(() => undefined);
  });
}
