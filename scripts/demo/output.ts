/** How the demo looks on a terminal: what was sent, what came back, and what was checked. */
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

const isColourful = process.stdout.isTTY && process.env['NO_COLOR'] === undefined;
const WIDTH = Math.max(60, Math.min(process.stdout.columns || 120, 140));

/** IDs that the story has met, and what it calls them. */
const names = new Map<string, string>();

/** From now on this ID is shown as `{label}` in what is sent, so that lines stay short. */
export const call = (id: string, label: string): void => void names.set(id, `{${label}}`);

const withNames = (text: string): string =>
  text.replace(/[a-z]{2,3}_[0-9a-z]{26}/g, (id) => names.get(id) ?? id);

const paint = (style: Style, text: string): string => (isColourful ? styleText(style, text) : text);
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, width - 1)}…`;

export const title = (text: string): void => say(paint('bold', text));

/** A step of the story, in one sentence. */
export const step = (text: string): void => say(`\n${paint(['bold', 'cyan'], text)}`);

export function sent(method: string, path: string, body: unknown): void {
  const json = body === undefined ? '' : withNames(JSON.stringify(body));
  const target = withNames(path);
  say(
    `  ${paint('magenta', method)} ${target} ${paint('dim', cut(json, WIDTH - method.length - target.length - 4))}`.trimEnd(),
  );
}

export function received(status: number, text: string): void {
  const style: Style = status < 400 ? 'green' : 'yellow';
  say(`  ${paint(style, String(status))}  ${cut(text, WIDTH - 8)}`);
}

export const passed = (text: string): void => say(`  ${paint('green', '✔')} ${text}`);
export const failed = (text: string): void => say(`  ${paint(['bold', 'red'], '✘')} ${text}`);

/** Rows of columns of equal width; the first row is the heading. */
export function table(rows: readonly (readonly string[])[]): void {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, i) => (widths[i] = Math.max(widths[i] ?? 0, cell.length)));
  rows.forEach((row, line) => {
    const text = row.map((cell, i) =>
      isNumeric(cell) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0),
    );
    const joined = text.join('  ').trimEnd();
    say(`    ${line === 0 ? paint('dim', joined) : joined}`);
  });
}

const isNumeric = (text: string): boolean => /^[+-]?\d+(\.\d+)?$/.test(text);
