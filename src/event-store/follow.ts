/** Follows a store that can be read in pages: read until nothing is left, wait for a signal, read again. */
import { isAborted, type Signal } from '../async/wait.ts';
import type { Position, StoredEvent } from './port.ts';

type PageSource = {
  /** Up to `count` events strictly after a position, in order of position. Throws when the store goes away. */
  readonly readAfter: (position: Position, count: number) => Promise<StoredEvent[]>;
  /** Notified after each append. */
  readonly appended: Pick<Signal, 'count' | 'wait'>;
  /** How often to read without a signal, for writers in other processes that cannot send one. */
  readonly pollMs?: number;
};

/** Implements the `follow` method of the port. */
export async function* followPages(
  { readAfter, appended, pollMs }: PageSource,
  position: Position,
  { signal, pageSize }: { signal: AbortSignal; pageSize: number },
): AsyncGenerator<StoredEvent[], void, undefined> {
  let last = position;
  while (!signal.aborted) {
    const seen = appended.count();
    const page = await readAfter(last, pageSize);
    const newest = page.at(-1);
    if (newest === undefined) {
      await appended.wait(seen, { abort: signal, timeoutMs: pollMs });
    } else if (!isAborted(signal)) {
      last = newest.position;
      yield page;
    }
  }
}
