import { stringify } from 'csv-stringify/sync';

/** Adds thousands separators to a decimal string, and replaces its hyphen with a minus sign. */
export const groupDigits = (amount: string): string => {
  const [, sign = '', whole = '', rest = ''] = /^([-+−]?)(\d+)(.*)$/.exec(amount) ?? [];
  return `${sign === '-' ? '−' : sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${rest}`;
};

/** Shortens a time in ISO 8601 to the second: `2026-11-25 23:34:41`. */
export const timeText = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;

/**
 * Characters that change the order in which other characters are shown: with them, a name can look like another one, and an amount
 * next to it like another amount. Spaces without width make two names look the same. They are shown as what they are. Marks that languages need (U+200E, U+200F, joiners) stay.
 */
const DIRECTION_CONTROLS = /[\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Whether a reader would see another text than the one that is stored. */
export const hasDirectionControls = (text: string): boolean => showDirectionControls(text) !== text;

/** `[U+202E]` instead of the character, for readers. Stored and exchanged texts keep it. */
export const showDirectionControls = (text: string): string =>
  text.replace(
    DIRECTION_CONTROLS,
    (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase()}]`,
  );

// Comma-separated values that spreadsheets open safely.

const DECIMAL = /^-?\d+(\.\d+)?$/;
/** Spreadsheets take text that begins with one of these for a formula. */
const FORMULA_START = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** An apostrophe before text that a spreadsheet would run as a formula. Decimal numbers stay as they are. */
const asCell = (text: string): string => {
  const shown = showDirectionControls(text);
  return FORMULA_START.test(shown) && !DECIMAL.test(shown) ? `'${shown}` : shown;
};

type CsvRecord<Column extends string> = Readonly<Record<Column, string | null>>;

/** The text of a CSV file (RFC 4180): a header with the columns, and one line per record. Null is an empty cell. */
export const csvText = <Column extends string>(
  columns: readonly Column[],
  records: readonly CsvRecord<Column>[],
): string => lines([columns]) + csvLines(columns, records);

/** More lines of a CSV file, without a header. */
export const csvLines = <Column extends string>(
  columns: readonly Column[],
  records: readonly CsvRecord<Column>[],
): string => lines(records.map((each) => columns.map((column) => asCell(each[column] ?? ''))));

const lines = (cells: readonly (readonly string[])[]): string =>
  stringify(
    cells.map((line) => [...line]),
    { record_delimiter: 'windows' },
  );
