/** Runs one seed, and prints what it did and why it failed. */
import { createCoverage } from '../commands/coverage.ts';
import { storageOf } from '../options.ts';
import { printShortestRecording } from '../recording/print-recording.ts';
import { printFailure } from '../reports/report.ts';
import { simulate } from '../simulation.ts';
import { createCallSites } from '../stores/call-sites.ts';
import type { CallSites } from '../stores/call-sites.ts';
import type { CountedRun } from '../reports/totals.ts';

export type SeedSettings = {
  /** 0 means 1 to 3, as the seed decides. */
  readonly nodes: number;
  readonly commands: number;
  readonly clients: number;
  readonly hasFaults: boolean;
  readonly hasCallSites: boolean;
  readonly traceFile?: string | undefined;
  /** How long to look for a shorter recording of a failed run; 0: not at all. */
  readonly shrinkSeconds: number;
};

/** What is left of a run: plain data, which another process can send. */
export type SeedRun = CountedRun & {
  readonly seed: number;
  readonly digest: string;
  readonly cpuSeconds: number;
  /** How often each answer, state, and event was reached. */
  readonly reached: ReadonlyMap<string, number>;
  readonly callSites: CallSites['counts'];
};

export async function runSeed(seed: number, settings: SeedSettings): Promise<SeedRun> {
  const { commands, clients, hasFaults, hasCallSites, traceFile, shrinkSeconds } = settings;
  const nodes = settings.nodes || 1 + (seed % 3);
  const options = { seed, nodes, commands, clients, hasFaults };
  const coverage = createCoverage();
  const callSites = hasCallSites ? createCallSites() : undefined;
  const before = process.cpuUsage();
  const result = await simulate({ ...options, traceFile, callSites }, coverage);
  const { user, system } = process.cpuUsage(before);
  const { failure, steps, simulatedMs, faults, errors, trace } = result;
  const digest = trace.digest();
  console.log(
    `seed ${seed}: ${nodes} nodes${storageOf(options) === 'file' ? ' on a file' : ''}, ${result.commands} commands, ${steps} steps, ${(simulatedMs / 1_000).toFixed(0)} simulated s, trace ${digest.slice(0, 12)}${failure === undefined ? '' : ' FAILED'}`,
  );
  if (failure !== undefined) {
    printFailure(result, options);
    await printShortestRecording(result, options, shrinkSeconds);
  }
  return {
    ...{ seed, digest, failure, commands: result.commands, steps, simulatedMs, faults, errors },
    ...{ cpuSeconds: (user + system) / 1_000_000, reached: coverage.counts },
    callSites: callSites?.counts ?? new Map(),
  };
}
