/** Compares a text with its golden file; see README.md. */
import { readFileSync, writeFileSync } from 'node:fs';

const FOLDER = new URL('./expected/', import.meta.url);
const DIFFERENCES_MAX = 20;
const LINE_LENGTH_MAX = 500;

/** Throws if the text differs from the golden file. With UPDATE_GOLDEN=1, writes the file instead. */
export function expectGolden(name: string, lines: readonly string[]): void {
  const file = new URL(name, FOLDER);
  const text = `${lines.join('\n')}\n`;
  if (process.env['UPDATE_GOLDEN'] === '1') {
    writeFileSync(file, text);
    return;
  }
  const golden = readFileSync(file, 'utf8');
  if (golden === text) return;
  throw new Error(
    `test/golden/expected/${name} differs:\n${differencesOf(golden.split('\n'), text.split('\n'))}`,
  );
}

function differencesOf(golden: readonly string[], lines: readonly string[]): string {
  const [before, after] = [new Set(golden), new Set(lines)];
  const found = [
    ...golden.filter((line) => line !== '' && !after.has(line)).map((line) => `- ${line}`),
    ...lines.filter((line) => line !== '' && !before.has(line)).map((line) => `+ ${line}`),
  ];
  if (found.length === 0) return 'the same lines in another order or number';
  const more = found.length > DIFFERENCES_MAX ? [`and ${found.length - DIFFERENCES_MAX} more`] : [];
  return [...found.slice(0, DIFFERENCES_MAX).map((line) => line.slice(0, LINE_LENGTH_MAX)), ...more].join(
    '\n',
  );
}
