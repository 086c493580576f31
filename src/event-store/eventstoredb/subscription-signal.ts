/**
 * A subscription that only says that something new is there. The server drops a live subscription as soon as a burst
 * outgrows its buffer, however fast the reader is, so nothing depends on what this one delivers or misses.
 *
 * It delivers whole events all the same, which costs the server and this process as much as reading them does. So it is
 * there for those who wait: while everybody reads one page after the other, it is taken down.
 */
import { END, streamNameFilter, type EventStoreDBClient } from '@eventstore/db-client';
import { createBell, type Bell } from '../follow.ts';

/** A burst that drops the subscription is read in pages meanwhile; a server that is away is not to be stormed. */
const REOPEN_MS = 100;

/** So many rings in a row that nobody waited for are enough. */
const UNHEARD_MAX = 64;

/** Rings for each event of streams with these prefixes that somebody may wait for, and each time it could have missed some. */
export function createSubscriptionSignal(
  client: EventStoreDBClient,
  prefixes: readonly string[],
): Bell & { close(): void } {
  const bell = createBell();
  let waiting = 0;
  let unheard = 0;
  /** How to take down the subscription; also there while one that broke is not to be opened again yet. */
  let takeDown: (() => void) | undefined;

  const putUp = (): void => {
    takeDown ??= subscribe(client, prefixes, {
      // Events may have come between the last reading and the subscription's beginning.
      onBegin: () => bell.ring(),
      onEvent: () => {
        bell.ring();
        unheard += 1;
        if (unheard < UNHEARD_MAX) return;
        takeDown?.();
        takeDown = undefined;
      },
      onBreak: () => {
        const timer = setTimeout(() => {
          takeDown = undefined;
          if (waiting > 0) putUp();
        }, REOPEN_MS);
        takeDown = () => clearTimeout(timer);
        bell.ring();
      },
    });
  };

  return {
    ...bell,
    async wait(heard, signal, timeoutMs) {
      unheard = 0;
      waiting += 1;
      putUp();
      try {
        await bell.wait(heard, signal, timeoutMs);
      } finally {
        waiting -= 1;
      }
    },
    close() {
      bell.ring();
      takeDown?.();
      takeDown = () => undefined;
    },
  };
}

type Heard = { readonly onBegin: () => void; readonly onEvent: () => void; readonly onBreak: () => void };

/** Gives back how to end it, after which nothing is told any more. */
function subscribe(
  client: EventStoreDBClient,
  prefixes: readonly string[],
  { onBegin, onEvent, onBreak }: Heard,
): () => void {
  let over = false;
  const unlessOver = (tell: () => void) => (): void => {
    if (!over) tell();
  };
  const broken = unlessOver(() => {
    over = true;
    onBreak();
  });
  const subscription = client
    .subscribeToAll({ fromPosition: END, filter: streamNameFilter({ prefixes: [...prefixes] }) })
    .on('confirmation', unlessOver(onBegin))
    .on('data', unlessOver(onEvent))
    .on('error', broken)
    .on('end', broken);
  return unlessOver(() => {
    over = true;
    // One that never came to be can't be ended either, which is just as well.
    subscription.unsubscribe().catch(() => undefined);
  });
}
