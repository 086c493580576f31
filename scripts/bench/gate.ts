/**
 * The regression gate: CPU time per transfer, per read, and per projected transfer, as ratios to the CPU time of the baseline in the
 * same run. They are compared with what was recorded for the last release, or, because another machine or another day changes these
 * ratios too, with those of another source tree that is measured at the same time.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { format } from 'prettier';
import type { Row } from './results.ts';

/** How much more CPU time than recorded is allowed. */
const GROWTH_MAX = 1.1;

const RECORDED = new URL('recorded.json', import.meta.url);

/** The parts that have the gated rows. */
export const GATE_PARTS = ['http', 'projections'];

/** Other work on the machine can only add to a cost, so the least of several runs counts. */
const RUNS = 3;

/** CPU time by what it is for; one request to the baseline is 1. */
type Costs = Readonly<Record<string, number>>;

function costsIn(rows: readonly Row[]): Costs {
  const valueOf = (name: string): number => {
    const row = rows.find((each) => each.name === name);
    if (row === undefined) throw new Error(`The benchmark has no row "${name}".`);
    return row.value;
  };
  const ratioTo = (subject: string): number => 1 / valueOf(`CPU time, baseline to ${subject}`);
  const projected = rows
    .filter(({ name }) => name.startsWith('CPU time of projection '))
    .reduce((sum, { value }) => sum + value, 0);
  return {
    transfer: ratioTo('transfers'),
    'GET wallet': ratioTo('GET wallet'),
    'GET history': ratioTo('GET history'),
    // Of microseconds to milliseconds.
    'projected transfer': projected / 1_000 / valueOf('CPU time per request, baseline'),
  };
}

type Measure = () => readonly Row[] | Promise<readonly Row[]>;

const leastOf = (costs: Costs | undefined, next: Costs): Costs =>
  Object.fromEntries(
    Object.entries(next).map(([name, cost]) => [name, Math.min(cost, costs?.[name] ?? cost)]),
  );

type Verdict = { readonly lines: readonly string[]; readonly ok: boolean };

function verdictOn(costs: Costs, before: Costs): Verdict {
  const compared = Object.entries(costs).map(([name, cost]) => {
    const then = before[name] ?? NaN;
    const ok = cost <= then * GROWTH_MAX;
    const percent = ((cost / then - 1) * 100).toFixed(0);
    const line = `${name}: ${cost.toFixed(2)} instead of ${then.toFixed(2)} requests to the baseline (${percent} %)`;
    return { ok, line: `${line}${ok ? '' : ': too much'}` };
  });
  return { lines: compared.map(({ line }) => line), ok: compared.every(({ ok }) => ok) };
}

/** The verdict on the least of each cost, after at least `runsMin` runs, and as few as it takes to be right. */
async function verdictAfterRuns(
  measure: Measure,
  before: () => Costs | Promise<Costs>,
  runsMin = 1,
): Promise<Verdict> {
  let costs: Costs | undefined;
  for (let run = 1; ; run++) {
    costs = leastOf(costs, costsIn(await measure()));
    const verdict = verdictOn(costs, await before());
    if ((verdict.ok && run >= runsMin) || run === RUNS) return verdict;
  }
}

/** The lines of the verdict, and whether every cost is within its limit. */
export async function compareWithRecorded(measure: Measure): Promise<Verdict> {
  // Written by `recordCosts`.
  const recorded = JSON.parse(await readFile(RECORDED, 'utf8')) as Costs;
  return verdictAfterRuns(measure, () => recorded);
}

/** The same with the costs of another tree, which is measured after each run. Either tree may have a bad run, so there are two. */
export function compareWithOther(measure: Measure, measureOther: Measure): Promise<Verdict> {
  let others: Costs | undefined;
  const before = async (): Promise<Costs> => (others = leastOf(others, costsIn(await measureOther())));
  return verdictAfterRuns(measure, before, 2);
}

export async function recordCosts(measure: Measure): Promise<void> {
  let costs: Costs = {};
  for (let run = 0; run < RUNS; run++) costs = leastOf(costs, costsIn(await measure()));
  const rounded = Object.entries(costs).map(([name, cost]) => [name, Number(cost.toFixed(3))]);
  await writeFile(RECORDED, await format(JSON.stringify(Object.fromEntries(rounded)), { parser: 'json' }));
}
