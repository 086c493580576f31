/**
 * The time that commands of a book are decided at: the clock's, unless the newest event is ahead of it because the clock was
 * put back, or that of another node is wrong. From there time goes on at half the clock's pace until both agree again. Time
 * that stood still would let no quote expire and no window of a limit pass, for as long as the clock was wrong by.
 */

/** Gives the time for a book whose newest event is of `newest`, never before that. All in milliseconds since 1970. */
export function createBookClock(clock: () => number): (newest: number) => number {
  /** Set while the book is ahead: its time when the clock was at `since`. */
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
