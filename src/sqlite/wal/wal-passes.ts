/** Copies the write-ahead log in passes: pages written during one pass are left for the next. */

/** The result of `PRAGMA wal_checkpoint`: whether it was blocked, the pages in the log, and the pages copied. */
export type WalCheckpointResult = readonly [busy: number, inLog: number, copied: number];

/** Stops if the writer is always faster. */
const PASSES_MAX = 8;
/** The writer copies a remainder of this size itself. */
const REMAINDER_PAGES_MAX = 256;

/** Repeats `pass` until few pages were written during the last one. A pass returns the log's length at its start. */
export function copyInPasses(pass: () => WalCheckpointResult | undefined): void {
  for (let passes = 1, before = 0; passes <= PASSES_MAX; passes += 1) {
    const [, inLog] = pass() ?? [0, before, 0];
    if (inLog - before < REMAINDER_PAGES_MAX) return;
    before = inLog;
  }
}
