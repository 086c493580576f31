/** Sums over several runs. */
import type { SimulationResult } from '../simulation.ts';

/** What is counted of a run. */
export type CountedRun = Pick<
  SimulationResult,
  'failure' | 'commands' | 'steps' | 'simulatedMs' | 'faults' | 'errors'
>;

export type Totals = {
  runs: number;
  failed: number;
  commands: number;
  steps: number;
  simulatedMs: number;
  cpuSeconds: number;
  readonly faults: Map<string, number>;
  /** What nodes logged as an error. */
  readonly errors: Map<string, number>;
};

export const createTotals = (): Totals => ({
  ...{ runs: 0, failed: 0, commands: 0, steps: 0, simulatedMs: 0, cpuSeconds: 0 },
  ...{ faults: new Map<string, number>(), errors: new Map<string, number>() },
});

export function addRun(totals: Totals, result: CountedRun, cpuSeconds: number): void {
  totals.runs += 1;
  totals.failed += result.failure === undefined ? 0 : 1;
  totals.commands += result.commands;
  totals.steps += result.steps;
  totals.simulatedMs += result.simulatedMs;
  totals.cpuSeconds += cpuSeconds;
  addAll(totals.faults, result.faults);
  addAll(totals.errors, result.errors);
}

function addAll(to: Map<string, number>, more: ReadonlyMap<string, number>): void {
  for (const [name, count] of more) to.set(name, (to.get(name) ?? 0) + count);
}
