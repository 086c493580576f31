/**
 * Following a store that can be read in pages: read until there is nothing new, wait for a bell, read again. The bell
 * carries no events, so that one that rings too often or twice does no harm.
 */
import { isAborted } from '../async/abort.ts';
import type { StoredEvent } from './port.ts';

export type Bell = {
  ring(): void;
  /** How often it has rung. Taken before a page is read, so that what comes during the read is not slept through. */
  count(): number;
  /** Resolves when the bell has rung more than `heard` times, the signal aborts, or the time is up. */
  wait(heard: number, signal: AbortSignal, timeoutMs?: number): Promise<void>;
};

export function createBell(): Bell {
  let rings = 0;
  const waiting = new Set<() => void>();

  return {
    ring: () => {
      rings += 1;
      for (const wake of waiting) wake();
    },
    count: () => rings,
    wait: (heard, signal, timeoutMs) =>
      new Promise((resolve) => {
        if (rings !== heard || signal.aborted) {
          resolve();
          return;
        }
        const wake = (): void => {
          waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          clearTimeout(timer);
          resolve();
        };
        const timer = timeoutMs === undefined ? undefined : setTimeout(wake, timeoutMs);
        waiting.add(wake);
        signal.addEventListener('abort', wake);
      }),
  };
}

export type PageSource = {
  /** Up to `count` events strictly after a position, in order of position. Throws when the store goes away. */
  readonly readAfter: (position: bigint, count: number) => Promise<StoredEvent[]>;
  readonly bell: Bell;
  /** How long to wait for the bell before looking again, for writers that can't ring it. */
  readonly pollMs?: number;
};

/** The `follow` of the port, made of pages and a bell. */
export async function* followPages(
  { readAfter, bell, pollMs }: PageSource,
  position: bigint,
  { signal, pageSize }: { signal: AbortSignal; pageSize: number },
): AsyncGenerator<StoredEvent[], void, undefined> {
  let last = position;
  while (!signal.aborted) {
    const heard = bell.count();
    const page = await readAfter(last, pageSize);
    const newest = page.at(-1);
    if (newest === undefined) {
      await bell.wait(heard, signal, pollMs);
    } else if (!isAborted(signal)) {
      last = newest.position;
      yield page;
    }
  }
}
