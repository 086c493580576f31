/** A progress bar on standard error, if that is a terminal. */
import { Presets, SingleBar } from 'cli-progress';

type ProgressBar = {
  /** Shows progress up to `position` of `last`. */
  update(position: bigint, last: bigint): void;
  stop(): void;
};

/** Shows a progress bar while `work` runs. `work` reports its progress with positions. */
export async function withProgressBar<T>(
  label: string,
  asJson: boolean,
  work: (onProgress: ProgressBar['update']) => Promise<T>,
): Promise<T> {
  if (asJson || !process.stderr.isTTY) return work(() => undefined);
  const bar = createProgressBar(label);
  try {
    return await work((position, last) => bar.update(position, last));
  } finally {
    bar.stop();
  }
}

function createProgressBar(label: string): ProgressBar {
  const bar = new SingleBar(
    {
      format: `${label} {bar} {percentage}% | {rate}/s | {eta_formatted} left`,
      stream: process.stderr,
      hideCursor: true,
      clearOnComplete: true,
      fps: 5,
    },
    Presets.shades_classic,
  );
  let startedAt: number | undefined;
  return {
    update(position, last) {
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
