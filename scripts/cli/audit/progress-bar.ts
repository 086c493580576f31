/** A progress bar on standard error, if that is a terminal. */
import { Presets, SingleBar } from 'cli-progress';

export type ProgressBar = {
  /** Shows progress up to `position` of `last`. */
  at(position: bigint, last: bigint): void;
  stop(): void;
};

export function createProgressBar(what: string, asJson: boolean): ProgressBar {
  if (asJson || !process.stderr.isTTY) return { at: () => undefined, stop: () => undefined };
  const bar = new SingleBar(
    {
      format: `${what} {bar} {percentage}% | {rate}/s | {eta_formatted} left`,
      stream: process.stderr,
      hideCursor: true,
      clearOnComplete: true,
      fps: 5,
    },
    Presets.shades_classic,
  );
  let startedAt: number | undefined;
  return {
    at(position, last) {
      if (startedAt === undefined) {
        startedAt = performance.now();
        bar.start(Number(last) + 1, 0, { rate: '–' });
      }
      const seconds = (performance.now() - startedAt) / 1_000;
      const rate = seconds < 0.2 ? '–' : Math.round((Number(position) + 1) / seconds).toLocaleString('en');
      bar.update(Number(position) + 1, { rate });
    },
    stop: () => bar.stop(),
  };
}
