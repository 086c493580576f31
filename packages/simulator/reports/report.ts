/** What a person reads of a run. */
import type { Coverage } from '../commands/coverage.ts';
import type { SimulationOptions } from '../options.ts';
import type { SimulationResult } from '../simulation.ts';
import type { Totals } from './totals.ts';

const LINES_OF_EACH = 25;
const WIDTH = 300;

export function printFailure({ failure, trace }: SimulationResult, options: SimulationOptions): void {
  const { seed, commands, nodes, clients, hasFaults } = options;
  for (let node = 1; node <= nodes; node += 1) printLines(trace.newest(LINES_OF_EACH, `node-${node}.`));
  printLines(trace.newest(LINES_OF_EACH, 'chaos'));
  printLines(trace.newest(2 * LINES_OF_EACH));
  console.log(`\n${failure ?? ''}\n`);
  const repeat = `npm run simulate -- --seed ${seed} --commands ${commands} --nodes ${nodes} --clients ${clients}`;
  console.log(`Repeat it with: ${repeat}${hasFaults ? '' : ' --no-faults'}`);
}

function printLines(lines: readonly string[]): void {
  console.log('');
  for (const line of lines) console.log(line.length > WIDTH ? `${line.slice(0, WIDTH)}…` : line);
}

export function printTotals(totals: Totals, coverage: Coverage): void {
  const { runs, failed, commands, steps, simulatedMs, cpuSeconds, faults, errors } = totals;
  printCounts('Faults', faults);
  printCounts('Errors in logs', errors);
  printCounts('Answers and states', coverage.counts);
  console.log(
    `\n${runs} seeds, ${failed} failed; ${commands} commands, ${steps} steps, ${(simulatedMs / 3_600_000).toFixed(1)} simulated hours; ` +
      `${cpuSeconds.toFixed(0)} s of processor time, ${(commands / cpuSeconds).toFixed(0)} commands/s`,
  );
}

function printCounts(title: string, counts: ReadonlyMap<string, number>): void {
  if (counts.size === 0) return;
  console.log(`\n${title}:`);
  for (const [name, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`  ${name}: ${count}`);
}

export function printUnreached(names: readonly string[]): void {
  console.log(`\nNever reached (${names.length}):`);
  for (const name of names) console.log(`  ${name}`);
}
