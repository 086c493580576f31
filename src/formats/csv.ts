/** Comma-separated values that spreadsheets open safely. */
import { stringify } from 'csv-stringify/sync';

const DECIMAL = /^-?\d+(\.\d+)?$/;
/** Spreadsheets take text that begins with one of these for a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;

/** An apostrophe before text that a spreadsheet would run as a formula. Decimal numbers stay as they are. */
const asCell = (text: string): string =>
  FORMULA_START.test(text) && !DECIMAL.test(text) ? `'${text}` : text;

/** The text of a CSV file (RFC 4180): a header with the columns, and one line per record. Null is an empty cell. */
export const csvText = <Column extends string>(
  columns: readonly Column[],
  records: readonly Readonly<Record<Column, string | null>>[],
): string =>
  stringify([columns, ...records.map((each) => columns.map((column) => asCell(each[column] ?? '')))], {
    record_delimiter: 'windows',
  });
