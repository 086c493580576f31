/** Terminal output of the demo: requests, responses, and checks. */
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

const isColored = process.stdout.isTTY && process.env['NO_COLOR'] === undefined;
const WIDTH = Math.max(60, Math.min(process.stdout.columns || 120, 140));

/** Labels of IDs. */
const names = new Map<string, string>();

/** Prints this ID as `{label}` in later requests, to keep lines short. */
export const label = (id: string, label: string): void => void names.set(id, `{${label}}`);

const withNames = (text: string): string =>
  text.replace(/[a-z]{2,3}_[0-9a-z]{26}/g, (id) => names.get(id) ?? id);

const paint = (style: Style, text: string): string => (isColored ? styleText(style, text) : text);
const print = (text: string): void => void process.stdout.write(`${text}\n`);
const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, width - 1)}…`;

export const title = (text: string): void => print(paint('bold', text));

/** Prints the heading of a step. */
export const step = (text: string): void => print(`\n${paint(['bold', 'cyan'], text)}`);

export function printRequest(method: string, path: string, body: unknown): void {
  const json = body === undefined ? '' : withNames(JSON.stringify(body));
  const target = withNames(path);
  print(
    `  ${paint('magenta', method)} ${target} ${paint('dim', cut(json, WIDTH - method.length - target.length - 4))}`.trimEnd(),
  );
}

export function printReceived(status: number, text: string): void {
  const style: Style = status < 400 ? 'green' : 'yellow';
  print(`  ${paint(style, String(status))}  ${cut(text, WIDTH - 8)}`);
}

export const passed = (text: string): void => print(`  ${paint('green', '✔')} ${text}`);
export const failed = (text: string): void => print(`  ${paint(['bold', 'red'], '✘')} ${text}`);

/** Prints a table; the first row is the heading. */
export function table(rows: readonly (readonly string[])[]): void {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, i) => (widths[i] = Math.max(widths[i] ?? 0, cell.length)));
  rows.forEach((row, line) => {
    const text = row.map((cell, i) =>
      isNumeric(cell) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0),
    );
    const joined = text.join('  ').trimEnd();
    print(`    ${line === 0 ? paint('dim', joined) : joined}`);
  });
}

const isNumeric = (text: string): boolean => /^[+-]?\d+(\.\d+)?$/.test(text);
