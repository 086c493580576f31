/** Benchmark results as a table for the terminal and in Markdown. */
import { cpus, totalmem } from 'node:os';
import type { ChartPoint } from './charts.ts';

export type Row = {
  readonly name: string;
  readonly value: number;
  /** The value with its unit. */
  readonly figure: string;
  readonly goal?: Goal;
  readonly points?: readonly ChartPoint[];
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
export type Machine = {
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
export function markdownTable(rows: readonly Row[]): string {
  const lines = [HEAD, ...rows.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)));
  const draw = (line: readonly string[]): string =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  return `${[draw(HEAD), draw(rule), ...lines.slice(1).map(draw)].join('\n')}\n`;
}
