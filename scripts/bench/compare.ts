/** Compares two source trees: alternates their benchmarks, and prints the median ratio of each value. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { median, type Row } from './results.ts';

const ROUNDS = 3;

/**
 * Runs the benchmark of the current folder and of `other` with these arguments, in changing order. Each tree runs its own
 * benchmark code, and rows are matched by position, so both trees must print the same rows.
 */
export function compareTrees(other: string, benchArguments: readonly string[]): string {
  const ratios: number[][] = [];
  let names: readonly string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    process.stderr.write(`round ${round + 1} of ${ROUNDS}\n`);
    const order = round % 2 === 0 ? [process.cwd(), resolve(other)] : [resolve(other), process.cwd()];
    const results = new Map(order.map((folder) => [folder, rowsOf(folder, benchArguments)]));
    const [ours = [], theirs = []] = [results.get(process.cwd()), results.get(resolve(other))];
    if (ours.length !== theirs.length)
      throw new Error(
        `the trees print ${ours.length} and ${theirs.length} rows; compare fewer parts with --only`,
      );
    names = ours.map(({ name }) => name);
    ours.forEach(({ value }, i) => (ratios[i] ??= []).push(value / (theirs[i]?.value ?? NaN)));
  }
  const width = Math.max(...names.map(({ length }) => length));
  return names.map((name, i) => `${name.padEnd(width)}  ${median(ratios[i] ?? []).toFixed(3)}\n`).join('');
}

/** What the benchmark of the tree in this folder prints. */
export function rowsOf(folder: string, benchArguments: readonly string[]): readonly Row[] {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'scripts/bench/main.ts', '--json', ...benchArguments],
    { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 26 },
  );
  if (status !== 0) throw new Error(`the benchmark in ${folder} failed with exit code ${status}`);
  // `main.ts --json` printed this.
  return (JSON.parse(stdout) as { readonly rows: readonly Row[] }).rows;
}
