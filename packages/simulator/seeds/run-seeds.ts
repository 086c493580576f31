/** Runs seeds in this process, or in several at a time. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runSeed } from './run-seed.ts';
import type { SeedRun, SeedSettings } from './run-seed.ts';

export type SeedsOptions = {
  readonly first: number;
  readonly count: number;
  /** How many processes run seeds at the same time. */
  readonly jobs: number;
  readonly settings: SeedSettings;
  /** No more seeds start. */
  readonly isOver: () => boolean;
};

/** What a process is asked to run. */
export type SeedRequest = { readonly seed: number; readonly settings: SeedSettings };

const WORKER = fileURLToPath(new URL('seed-worker.ts', import.meta.url));

/** `onRun` is called for each seed when it has ended. With several processes, seeds end in any order. */
export async function runSeeds(options: SeedsOptions, onRun: (run: SeedRun) => void): Promise<void> {
  const { first, count, jobs, settings, isOver } = options;
  let next = first;
  const take = (): number | undefined => (next < first + count && !isOver() ? next++ : undefined);
  if (Math.min(jobs, count) > 1) {
    const processes = Array.from({ length: Math.min(jobs, count) }, () =>
      runInProcess(take, settings, onRun),
    );
    await Promise.all(processes);
    return;
  }
  for (let seed = take(); seed !== undefined; seed = take()) onRun(await runSeed(seed, settings));
}

function runInProcess(
  take: () => number | undefined,
  settings: SeedSettings,
  onRun: (run: SeedRun) => void,
): Promise<void> {
  // Maps can be sent.
  const child = fork(WORKER, { serialization: 'advanced' });
  const sendNext = (): void => {
    const seed = take();
    if (seed === undefined) child.disconnect();
    else child.send({ seed, settings } satisfies SeedRequest);
  };
  return new Promise((resolve, reject) => {
    child.on('message', (run) => {
      // The worker sends nothing else.
      onRun(run as SeedRun);
      sendNext();
    });
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`A process that ran seeds ended with ${code ?? 'a signal'}.`));
    });
    sendNext();
  });
}
