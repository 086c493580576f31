/**
 * The time at which a book's commands are decided. It is the clock's time unless the newest event is later, because the
 * clock was set back or another node's clock is wrong. Book time then advances at half speed until both agree. If it
 * stood still, no quote would expire and no limit window would pass until the clock caught up.
 */

/** Returns a function from the time of the newest event to the book's time, never earlier. Milliseconds since 1970. */
export function createBookClock(clock: () => number): (newest: number) => number {
  /** Set while the book is ahead of the clock: the book's time when the clock was at `since`. */
  let ahead: { readonly time: number; readonly since: number } | undefined;
  return (newest) => {
    const now = clock();
    const slow = ahead === undefined ? now : Math.floor(ahead.time + (now - ahead.since) / 2);
    if (now >= slow && now >= newest) {
      ahead = undefined;
      return now;
    }
    if (slow >= newest) return slow;
    ahead = { time: newest, since: now };
    return newest;
  };
}
