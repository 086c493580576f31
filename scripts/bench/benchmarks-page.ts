/**
 * Writes the last full table into docs/performance.md, between two markers. The text around it is written by
 * hand.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { markdownTable } from './result-table.ts';
import type { Machine, Row } from './result-table.ts';

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
