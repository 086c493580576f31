/**
 * A subscription that only says that something new is there. The server drops a live subscription as soon as a burst
 * outgrows its buffer, however fast the reader is, so nothing depends on what this one delivers or misses.
 */
import { END, streamNameFilter, type EventStoreDBClient } from '@eventstore/db-client';
import type { Bell } from './follow.ts';

/** A burst that drops the subscription is read in pages meanwhile; a server that is away is not to be stormed. */
const REOPEN_MS = 100;

/** Rings the bell for each event of streams with these prefixes, and each time it could have missed some. */
export function createSubscriptionBell(
  client: EventStoreDBClient,
  bell: Bell,
  prefixes: readonly string[],
): { join(): () => void } {
  let followers = 0;
  let stop: (() => void) | undefined;

  return {
    /** One subscription serves all who follow. Gives back how to leave. */
    join: () => {
      followers += 1;
      stop ??= keepOpen(client, bell, prefixes);
      let left = false;
      return () => {
        if (left) return;
        left = true;
        followers -= 1;
        if (followers > 0) return;
        stop?.();
        stop = undefined;
      };
    },
  };
}

function keepOpen(client: EventStoreDBClient, bell: Bell, prefixes: readonly string[]): () => void {
  let stopped = false;
  let close = (): void => undefined;
  let timer: NodeJS.Timeout | undefined;

  const open = (): void => {
    let over = false;
    const subscription = client.subscribeToAll({
      fromPosition: END,
      filter: streamNameFilter({ prefixes: [...prefixes] }),
    });
    const reopen = (): void => {
      bell.ring();
      if (over) return;
      over = true;
      if (!stopped) timer = setTimeout(open, REOPEN_MS);
    };
    // Events may have come between the last reading and this subscription's beginning, which is its confirmation.
    subscription.on('confirmation', () => bell.ring());
    subscription.on('data', () => bell.ring());
    subscription.on('error', reopen);
    subscription.on('end', reopen);
    close = () => {
      // One that never came to be can't be ended either, which is just as well.
      if (!over) subscription.unsubscribe().catch(() => undefined);
    };
  };

  open();
  return () => {
    stopped = true;
    clearTimeout(timer);
    close();
  };
}
