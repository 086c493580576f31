import type { ErrorEntry } from '../../src/docs-site/reference/openapi-document.ts';
import { replacePart } from './marked-part.ts';

const CODES = {
  page: 'docs/errors.md',
  begin: '<!-- codes: generated from schemas/errors.json by `npm run generate` -->',
  end: '<!-- /codes -->',
};

/** The text of `docs/errors.md` with the current table of codes. */
export function withErrorCodes(text: string, errors: Readonly<Record<string, ErrorEntry>>): string {
  const rows = Object.entries(errors).map(([code, { status, action }]) => [
    String(status),
    `\`${code}\``,
    action.replace(/\.$/, ''),
  ]);
  const table = [['Status', 'Code', 'What to do'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = table;
  const lines = [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)];
  return replacePart(text, CODES, lines.join('\n'));
}
