/**
 * The regression gate: CPU time per transfer, per read, and per projected transfer, as ratios to the CPU time of the baseline in the
 * same run, so that the machine hardly matters. They are compared with what was recorded for the last release.
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

/** Measures until the costs are `enough`, and returns the least of each. */
async function leastCosts(
  measure: () => Promise<readonly Row[]>,
  enough: (costs: Costs) => boolean,
): Promise<Costs> {
  let costs = costsIn(await measure());
  for (let run = 1; run < RUNS && !enough(costs); run++) {
    const next = costsIn(await measure());
    costs = Object.fromEntries(
      Object.entries(costs).map(([name, cost]) => [name, Math.min(cost, next[name] ?? cost)]),
    );
  }
  return costs;
}

/** The lines of the verdict, and whether every cost is within its limit. */
export async function compareWithRecorded(
  measure: () => Promise<readonly Row[]>,
): Promise<{ readonly lines: readonly string[]; readonly ok: boolean }> {
  // Written by `recordCosts`.
  const recorded = JSON.parse(await readFile(RECORDED, 'utf8')) as Costs;
  const isWithin = (name: string, cost: number): boolean => cost <= (recorded[name] ?? NaN) * GROWTH_MAX;
  const costs = await leastCosts(measure, (found) =>
    Object.entries(found).every(([name, cost]) => isWithin(name, cost)),
  );
  const compared = Object.entries(costs).map(([name, cost]) => {
    const before = recorded[name] ?? NaN;
    const ok = isWithin(name, cost);
    const percent = ((cost / before - 1) * 100).toFixed(0);
    const line = `${name}: ${cost.toFixed(2)} instead of ${before.toFixed(2)} requests to the baseline (${percent} %)`;
    return { ok, line: `${line}${ok ? '' : ': too much'}` };
  });
  return { lines: compared.map(({ line }) => line), ok: compared.every(({ ok }) => ok) };
}

export async function recordCosts(measure: () => Promise<readonly Row[]>): Promise<void> {
  const rounded = Object.entries(await leastCosts(measure, () => false)).map(([name, cost]) => [
    name,
    Number(cost.toFixed(3)),
  ]);
  await writeFile(RECORDED, await format(JSON.stringify(Object.fromEntries(rounded)), { parser: 'json' }));
}
