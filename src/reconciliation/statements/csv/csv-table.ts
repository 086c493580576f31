/** Finds the table in a CSV file: its delimiter, its header, its rows, and what banks write above and below it. */
import { parse } from 'csv-parse/sync';
import type { CsvMapping } from '../../../generated/api.ts';
import { InvalidStatement, assertLineCount } from '../statement.ts';

const RECORD_CHARACTERS_MAX = 20_000;
const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];
/** The header is among the first records. */
const HEADER_RECORDS_MAX = 200;
/** More than any statement may have. */
const RECORDS_MAX = 20_500;
const SAMPLE_CHARACTERS = 64 * 1024;

/** The cells of a record, and the line of the file where it ends. */
export type CsvRecord = { readonly cells: readonly string[]; readonly line: number };

export type CsvTable = {
  readonly delimiter: Delimiter;
  /** The names of the columns; `1`, `2`, and so on without a header. */
  readonly columns: readonly string[];
  readonly above: readonly CsvRecord[];
  readonly records: readonly CsvRecord[];
};

/** Returns the names of the columns if a record is the header. */
export type FindHeader = (cells: readonly string[]) => boolean;

/** Throws InvalidStatement. `missing` describes why no record is the header. */
export function readTable(
  text: string,
  mapping: Pick<CsvMapping, 'delimiter'> & { readonly columns?: CsvMapping['columns'] },
  {
    isHeader,
    missing,
  }: { readonly isHeader: FindHeader; readonly missing: (all: readonly CsvRecord[]) => string },
): CsvTable {
  let lineFeeds = 0;
  for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) lineFeeds += 1;
  // Quoted values may contain line feeds, but not so many.
  assertLineCount(Math.floor(lineFeeds / 10));
  const { body, stated, skipped } = withoutSeparatorLine(text.replace(/^\uFEFF/u, ''));
  const delimiter = mapping.delimiter ?? stated ?? guessDelimiter(body, isHeader);
  const all = parseRecords(body, delimiter).map(({ cells, line }) => ({ cells, line: line + skipped }));
  assertLineCount(all.length);
  const at = all.slice(0, HEADER_RECORDS_MAX).findIndex(({ cells }) => isHeader(cells));
  if (at !== -1)
    return {
      delimiter,
      columns: withoutTrailingBlanks(all[at]?.cells ?? []),
      above: all.slice(0, at),
      records: all.slice(at + 1),
    };
  const width = Math.max(0, ...all.map(({ cells }) => cells.length));
  const numbers = Array.from({ length: width }, (_, i) => String(i + 1));
  if (isHeader(numbers)) return { delimiter, columns: numbers, above: [], records: all };
  throw new InvalidStatement(missing(all));
}

/** Excel's line `sep=;` says how values are separated. */
function withoutSeparatorLine(text: string): {
  body: string;
  stated: Delimiter | undefined;
  skipped: number;
} {
  const match = /^"?sep=(?<mark>[,;\t|])"?\r?\n/iu.exec(text);
  const stated = DELIMITERS.find((each) => each === match?.groups?.['mark']);
  return match === null
    ? { body: text, stated, skipped: 0 }
    : { body: text.slice(match[0].length), stated, skipped: 1 };
}

/** The delimiter with which a record is the header; a comma if none is. */
function guessDelimiter(text: string, isHeader: FindHeader): Delimiter {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const lines = sample.split(/\r\n|\n|\r/u).slice(0, HEADER_RECORDS_MAX);
  const found = DELIMITERS.find((delimiter) =>
    lines.some((line) =>
      isHeader(
        line.split(delimiter).map((cell) =>
          cell
            .trim()
            .replace(/^"(.*)"$/u, '$1')
            .trim(),
        ),
      ),
    ),
  );
  if (found !== undefined) return found;
  const width = (delimiter: string): number => Math.max(...lines.map((line) => line.split(delimiter).length));
  return (
    DELIMITERS.find((delimiter) =>
      isHeader(Array.from({ length: width(delimiter) }, (_, i) => String(i + 1))),
    ) ?? ','
  );
}

function parseRecords(text: string, delimiter: Delimiter): readonly CsvRecord[] {
  try {
    const parsed = parse(text, {
      delimiter,
      skip_empty_lines: true,
      trim: true,
      info: true,
      // Banks write quotes into texts, and texts above and below the table.
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: RECORD_CHARACTERS_MAX,
      to: RECORDS_MAX,
    }) as unknown as readonly {
      readonly record: readonly string[];
      readonly info: { readonly lines: number };
    }[];
    return parsed
      .map(({ record, info }) => ({ cells: record, line: info.lines }))
      .filter(({ cells }) => cells.some((cell) => cell !== ''));
  } catch (error) {
    throw new InvalidStatement(`The file is not valid CSV${csvPlace(error)}.`);
  }
}

/** The library's messages quote the file, which may contain names. */
function csvPlace(error: unknown): string {
  const lines = typeof error === 'object' && error !== null && 'lines' in error ? error.lines : undefined;
  return typeof lines === 'number' ? `: line ${lines} cannot be read` : '';
}

function withoutTrailingBlanks(cells: readonly string[]): readonly string[] {
  const last = cells.findLastIndex((cell) => cell !== '');
  return cells.slice(0, last + 1);
}
