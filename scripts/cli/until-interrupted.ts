/** Commands that run until somebody ends them. */

/** Aborts the signal at SIGINT and SIGTERM. The process then ends when the work does, with code 0. */
export async function untilInterrupted(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const name of signals) process.once(name, abort);
  try {
    await work(controller.signal);
  } finally {
    for (const name of signals) process.off(name, abort);
  }
}
