/** Results of benchmarks: their statistics, and tables for the terminal and for docs/performance.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';

export type Row = {
  readonly name: string;
  readonly value: number;
  /** The value with its unit. */
  readonly figure: string;
  readonly goal?: Goal;
};

export type Goal = { readonly text: string; readonly ok: boolean };

export const atLeast = (value: number, least: number, text: string): Goal => ({
  text: `≥ ${text}`,
  ok: value >= least,
});
export const atMost = (value: number, most: number, text: string): Goal => ({
  text: `≤ ${text}`,
  ok: value <= most,
});

/** The machine, without which the results mean little. */
type Machine = {
  readonly cpu: string;
  readonly cores: number;
  readonly memory_gib: number;
  readonly node: string;
  readonly date: string;
};

export function thisMachine(): Machine {
  const cores = cpus();
  return {
    cpu: cores[0]?.model ?? 'unknown',
    cores: cores.length,
    memory_gib: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
  };
}

const verdict = ({ goal }: Row): string => (goal === undefined ? '' : goal.ok ? 'ok' : 'missed');
const cells = (row: Row): string[] => [row.name, row.figure, row.goal?.text ?? '', verdict(row)];
const HEAD = ['Measured', 'Figure', 'Goal', ''];

export function plainTable(rows: readonly Row[]): string {
  const lines = [HEAD, ...rows.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const padded = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return `${padded.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** Aligned like Prettier, so that the saved page passes the format check. */
function markdownTable(rows: readonly Row[]): string {
  const lines = [HEAD, ...rows.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)));
  const draw = (line: readonly string[]): string =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  return `${[draw(HEAD), draw(rule), ...lines.slice(1).map(draw)].join('\n')}\n`;
}

/** The value below which the given share (0 to 1) of the values lies; NaN for no values. */
export function quantile(values: Iterable<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const median = (values: Iterable<number>): number => quantile(values, 0.5);

/** Formats as `12,345`. */
export const wholeNumber = (value: number): string => Math.round(value).toLocaleString('en-US');

const PAGE = new URL('../../docs/performance.md', import.meta.url);
const BEGIN = '<!-- figures: written by npm run bench -- --save -->';
const END = '<!-- end of figures -->';

export async function savePage(
  { cpu, cores, memory_gib, node, date }: Machine,
  rows: readonly Row[],
): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (before === -1 || after < before)
    throw new Error('docs/performance.md must contain the markers around the results');
  const machine = `${cpu}, ${cores} cores, ${memory_gib} GiB, Node ${node}, ${date}.`;
  const figures = `${BEGIN}\n\n${machine}\n\n${markdownTable(rows)}\n`;
  await writeFile(PAGE, page.slice(0, before) + figures + page.slice(after));
}
