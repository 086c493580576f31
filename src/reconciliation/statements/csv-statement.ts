/** Reads CSV files of any bank, with a mapping of their columns. */
import { parse } from 'csv-parse/sync';
import {
  InvalidStatement,
  assertLineCount,
  cleanReferences,
  cleanText,
  isDay,
  parseSigned,
} from './statement.ts';
import type { ReadStatement, StatementLine } from './statement.ts';
import type { CsvMapping } from '../../generated/api.ts';
import type { Amount } from '../../ledger/amount.ts';

const RECORD_CHARACTERS_MAX = 20_000;

type Row = Readonly<Record<string, string>>;

/** Throws InvalidStatement. The first record names the columns. */
export function readCsvStatement(
  text: string,
  mapping: CsvMapping,
  { currency, decimals }: { readonly currency: string; readonly decimals: number },
): ReadStatement {
  const rows = rowsOf(text, mapping);
  const lines = rows.map((row, i) => lineOf(row, i + 1, mapping, decimals));
  const balances = balancesOf(rows, lines, mapping, decimals);
  const days = lines.map(({ booked_on }) => booked_on).sort();
  const opened_on = mapping.opened_on ?? days[0];
  const closed_on = mapping.closed_on ?? days.at(-1);
  if (opened_on === undefined || closed_on === undefined)
    throw new InvalidStatement('A file without lines needs opened_on and closed_on.');
  return { currency, opened_on, closed_on, ...balances, lines };
}

function rowsOf(text: string, { columns, delimiter = ',' }: CsvMapping): readonly Row[] {
  let lineFeeds = 0;
  for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) lineFeeds += 1;
  // Quoted values may contain line feeds, but not so many.
  assertLineCount(Math.floor(lineFeeds / 10));
  let rows: readonly Row[];
  try {
    rows = parse<Row>(text, {
      columns: true,
      delimiter,
      bom: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: RECORD_CHARACTERS_MAX,
    });
  } catch (error) {
    throw new InvalidStatement(`The file is not valid CSV${csvPlace(error)}.`);
  }
  assertLineCount(rows.length);
  const [first] = rows;
  const wanted = Object.values<string | readonly string[]>({ ...columns }).flat() as readonly string[];
  const missing = first && wanted.find((name) => !Object.hasOwn(first, name));
  if (missing !== undefined) throw new InvalidStatement(`The file has no column ${JSON.stringify(missing)}.`);
  return rows;
}

/** The library's messages quote the file, which may contain names. */
function csvPlace(error: unknown): string {
  const lines = typeof error === 'object' && error !== null && 'lines' in error ? error.lines : undefined;
  return typeof lines === 'number' ? `: line ${lines} cannot be read` : '';
}

function lineOf(row: Row, number: number, mapping: CsvMapping, decimals: number): StatementLine {
  const { columns } = mapping;
  const cell = (name: string | undefined): string => (name === undefined ? '' : (row[name] ?? ''));
  const cells = (names: readonly string[] | undefined): string[] => (names ?? []).map(cell);
  const booked_on = dayOf(cell(columns.booked_on), mapping.date_format ?? 'YYYY-MM-DD');
  if (booked_on === undefined) throw new InvalidStatement(`The date of line ${number} is not valid.`);
  return {
    booked_on,
    amount: amountOf(cell, number, mapping, decimals),
    bank_reference: cell(columns.bank_reference) || null,
    details: {
      text: cleanText(cells(columns.text).join(' ')),
      references: cleanReferences(cells(columns.references)),
      counterparty_name: cleanText(cell(columns.counterparty_name)),
      counterparty_account: cleanText(cell(columns.counterparty_account)),
    },
  };
}

/** From one column with a sign, or from a column of credits and a column of debits. */
function amountOf(
  cell: (name: string | undefined) => string,
  number: number,
  mapping: CsvMapping,
  decimals: number,
): Amount {
  const { amount, credit, debit } = mapping.columns;
  if (amount !== undefined) return parsed(cell(amount), mapping, decimals, `The amount of line ${number}`);
  if (credit === undefined || debit === undefined)
    throw new InvalidStatement('The mapping needs the column amount, or the columns credit and debit.');
  const part = (text: string): Amount =>
    text === '' ? 0n : parsed(text, mapping, decimals, `The amount of line ${number}`);
  const [credited, debited] = [part(cell(credit)), part(cell(debit))];
  // Some banks write debits with a sign.
  return credited - (debited < 0n ? -debited : debited);
}

function parsed(text: string, { decimal_mark = '.' }: CsvMapping, decimals: number, what: string): Amount {
  const groups = decimal_mark === ',' ? /[.\s'’]/g : /[,\s'’]/g;
  const value = parseSigned(text.replace(groups, '').replace(',', '.'), decimals);
  if (value === undefined)
    throw new InvalidStatement(`${what} must be an amount with at most ${decimals} decimals.`);
  return value;
}

/** As given, or from the column with the balance after each line. Banks list the oldest or the newest line first. */
function balancesOf(
  rows: readonly Row[],
  lines: readonly StatementLine[],
  mapping: CsvMapping,
  decimals: number,
): Pick<ReadStatement, 'opening' | 'closing'> {
  const { opening_balance, closing_balance, columns } = mapping;
  if (opening_balance !== undefined && closing_balance !== undefined)
    return {
      opening: parsed(opening_balance, { ...mapping, decimal_mark: '.' }, decimals, 'opening_balance'),
      closing: parsed(closing_balance, { ...mapping, decimal_mark: '.' }, decimals, 'closing_balance'),
    };
  const name = columns.balance;
  const [first] = lines;
  const last = lines.at(-1);
  if (name === undefined || first === undefined || last === undefined)
    throw new InvalidStatement(
      'The mapping needs opening_balance and closing_balance, or the column balance.',
    );
  const balanceAt = (at: number): Amount =>
    parsed(rows.at(at)?.[name] ?? '', mapping, decimals, 'The balance of a line');
  const sum = lines.reduce((total, { amount }) => total + amount, 0n);
  const forward = { opening: balanceAt(0) - first.amount, closing: balanceAt(-1) };
  if (forward.opening + sum === forward.closing) return forward;
  return { opening: balanceAt(-1) - last.amount, closing: balanceAt(0) };
}

const FORMATS: Readonly<Record<NonNullable<CsvMapping['date_format']>, RegExp>> = {
  'YYYY-MM-DD': /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})/,
  'DD.MM.YYYY': /^(?<day>\d{2})\.(?<month>\d{2})\.(?<year>\d{4})/,
  'DD/MM/YYYY': /^(?<day>\d{2})\/(?<month>\d{2})\/(?<year>\d{4})/,
  'MM/DD/YYYY': /^(?<month>\d{2})\/(?<day>\d{2})\/(?<year>\d{4})/,
  YYYYMMDD: /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})/,
};

function dayOf(text: string, format: keyof typeof FORMATS): string | undefined {
  const { year = '', month = '', day = '' } = FORMATS[format].exec(text)?.groups ?? {};
  const found = `${year}-${month}-${day}`;
  return isDay(found) ? found : undefined;
}
