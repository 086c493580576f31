/** How the write-ahead log is copied beside a writer: what is written during one pass is left for the next. */

/** What `PRAGMA wal_checkpoint` answers: whether it had to give way, and the pages that are in the log and in the file. */
export type WalCheckpointResult = readonly [busy: number, inLog: number, copied: number];

/** A writer that is always faster than the copying is left alone in the end. */
const PASSES_MAX = 8;
/** In pages. Not worth a pass of its own: the writer copies so many itself while it holds still. */
const LITTLE = 256;

/** Makes passes until little was written during the last one. The log was as long as a pass says when that began. */
export function copyInPasses(pass: () => WalCheckpointResult | undefined): void {
  for (let passes = 1, before = 0; passes <= PASSES_MAX; passes += 1) {
    const [, inLog] = pass() ?? [0, before, 0];
    if (inLog - before < LITTLE) return;
    before = inLog;
  }
}
