/** Reads CSV files of any bank, with a mapping of their columns or with one that follows from the file. */
import type { CsvMapping } from '../../../generated/api.ts';
import { formatAmount, type Amount } from '../../../ledger/amount.ts';
import {
  InvalidStatement,
  cleanReferences,
  cleanText,
  isIban,
  maskAccount,
  parseSigned,
  type ReadFile,
  type ReadStatement,
  type StatementLine,
} from '../statement.ts';
import { markEvidence, readAmount, type DecimalMark } from './amounts.ts';
import { readTable, type CsvRecord, type CsvTable } from './csv-table.ts';
import { dayIn, formatsOf, isDateLike, type DateFormat } from './dates.ts';
import { followBalances, isOldestFirst, type Entry } from './running-balance.ts';
import { columnFor, directionOf, isNotBooked, isTotal, plainName } from './words.ts';

type Columns = CsvMapping['columns'];
export type CsvFrame = { readonly currency: string; readonly decimals: number };

/** A row of the table, and what its cells contain by the names of their columns. */
type Row = {
  /** In the file. */
  readonly line: number;
  /** Among the rows. */
  readonly number: number;
  readonly cell: (name: string | undefined) => string;
};

const OWN_ACCOUNT = new Set([
  'auftragskonto',
  'iban auftragskonto',
  'own account',
  'account iban',
  'rekening',
  'iban konto',
]);

/** Throws InvalidStatement, with the line and the column of what cannot be read. */
export function readCsvStatement(text: string, given: CsvMapping | undefined, frame: CsvFrame): ReadFile {
  const table = readTable(text, given ?? {}, {
    isHeader: (cells) =>
      given === undefined ? guessColumns(cells) !== undefined : hasColumns(cells, given.columns),
    missing: (all) => (given === undefined ? NOT_RECOGNIZED : missingColumn(all, given.columns)),
  });
  const columns = given?.columns ?? guessColumns(table.columns);
  if (columns === undefined) throw new InvalidStatement(NOT_RECOGNIZED);
  assertOnce(table.columns, columns);
  const warnings = new Set<string>();
  const rows = rowsOf(table, columns, given?.date_format, warnings);
  checkCurrencies(rows, table.columns, frame);
  const reading = {
    ...given,
    columns: withDirection(columns, rows, given),
    date_format: formatOf(rows, columns, given),
  };
  const { statement, otherOrder, mark } = withMark(given?.decimal_mark, (decimal_mark) =>
    statementOf(rows, { ...reading, decimal_mark }, frame),
  );
  if (given?.decimal_mark === undefined) assertMarkIsShown(rows, reading.columns, frame);
  const account = accountIn(table, rows);
  return {
    format: 'csv',
    statements: [{ ...statement, account }],
    ...(otherOrder !== undefined && { otherOrder: { ...otherOrder, account } }),
    warnings: [...warnings],
    mapping: { ...reading, delimiter: table.delimiter, decimal_mark: mark },
  };
}

const NOT_RECOGNIZED =
  'The columns of the file could not be recognized. Send a mapping with the names of its columns.';

// Columns.

function guessColumns(cells: readonly string[]): Columns | undefined {
  const of = (role: Parameters<typeof columnFor>[0]) => columnFor(role, cells);
  const [booked_on, amount, credit, debit] = [of('booked_on'), of('amount'), of('credit'), of('debit')];
  if (booked_on === undefined) return undefined;
  const amounts = credit !== undefined && debit !== undefined ? { credit, debit } : amount && { amount };
  if (amounts === undefined || amounts === '') return undefined;
  const optional = [
    'direction',
    'balance',
    'bank_reference',
    'counterparty_name',
    'counterparty_account',
    'status',
  ] as const;
  const found = optional.flatMap((role) => {
    const column = of(role);
    return column === undefined || Object.values({ booked_on, ...amounts }).includes(column)
      ? []
      : [[role, column] as const];
  });
  const [text, references] = [of('text'), of('references')];
  return {
    booked_on,
    ...amounts,
    ...Object.fromEntries('credit' in amounts ? found.filter(([role]) => role !== 'direction') : found),
    ...(text !== undefined && { text: [text] }),
    ...(references !== undefined && { references: [references] }),
  };
}

const namesIn = (columns: Columns): readonly string[] =>
  (Object.values({ ...columns }) as readonly (string | readonly string[])[]).flat();

const hasColumns = (cells: readonly string[], columns: Columns): boolean =>
  namesIn(columns).every((name) => cells.includes(name.trim()));

function missingColumn(all: readonly CsvRecord[], columns: Columns): string {
  const wanted = namesIn(columns).map((name) => name.trim());
  const counts = all.map(({ cells }) => wanted.filter((name) => cells.includes(name)).length);
  const best = all[counts.indexOf(Math.max(0, ...counts))];
  const missing = wanted.find((name) => best?.cells.includes(name) !== true) ?? '';
  return `The file has no column ${JSON.stringify(missing)}.`;
}

function assertOnce(names: readonly string[], columns: Columns): void {
  const repeated = namesIn(columns)
    .map((name) => name.trim())
    .find((name) => names.filter((each) => each === name).length > 1);
  if (repeated !== undefined)
    throw new InvalidStatement(
      `The file has two columns ${JSON.stringify(repeated)}, so it cannot be told which one is meant.`,
    );
}

/** A column of directions that the mapping does not name counts only if it has directions, and the amounts no sign. */
function withDirection(columns: Columns, rows: readonly Row[], given: CsvMapping | undefined): Columns {
  if (given !== undefined || columns.direction === undefined) return columns;
  const { direction, ...others } = columns;
  const isDirection = rows.every(({ cell }) => directionOf(cell(direction), {}) !== undefined);
  const hasSigns = rows.some(({ cell }) => /^[-(\u2212]|[-\u2212)]$/u.test(cell(columns.amount)));
  return isDirection && !hasSigns ? columns : others;
}

// Rows.

function rowsOf(
  { columns: names, records }: CsvTable,
  columns: Columns,
  format: DateFormat | undefined,
  warnings: Set<string>,
): readonly Row[] {
  const index = new Map(names.map((name, i) => [name, i]));
  const status = columns.status ?? columnFor('status', names);
  const rowOf = ({ cells, line }: CsvRecord, number = 0): Row => ({
    line,
    number,
    cell: (name) => (name === undefined ? '' : (cells[index.get(name.trim()) ?? -1] ?? '')),
  });
  const hasDate = ({ cell }: Row): boolean =>
    isDateLike(cell(columns.booked_on)) ||
    (format !== undefined && dayIn(cell(columns.booked_on), format) !== undefined);
  const isBroken = (record: CsvRecord): boolean => {
    const row = rowOf(record);
    const amounts = [columns.amount, columns.credit, columns.debit].map(row.cell);
    return (
      record.cells.filter((cell) => cell !== '').length > 1 &&
      amounts.some((each) => /\d/u.test(each)) &&
      !isTotal(record.cells)
    );
  };
  const isSkipped = (record: CsvRecord): boolean => {
    const row = rowOf(record);
    if (!isNotBooked(row.cell(status)) && !isNotBooked(row.cell(columns.booked_on))) return false;
    warnings.add('Rows that are not booked are left out.');
    return true;
  };
  const last = records.findLastIndex((each) => hasDate(rowOf(each)) || (isBroken(each) && !isSkipped(each)));
  if (last + 1 < records.length) warnings.add('What is below the last row is left out.');
  let number = 0;
  return records.slice(0, last + 1).flatMap((record) => {
    if (isSkipped(record) || isSame(record.cells, names)) return [];
    number += 1;
    const row = rowOf(record, number);
    if (!hasDate(row)) throw wrong(row, 'date', columns.booked_on, 'is not valid');
    checkWidth(record, names, columns);
    return [row];
  });
}

/** Some banks repeat the header. */
const isSame = (cells: readonly string[], names: readonly string[]): boolean =>
  names.every((name, i) => cells[i] === name);

function checkWidth({ cells, line }: CsvRecord, names: readonly string[], columns: Columns): void {
  const extra = cells.slice(names.length).some((cell) => cell !== '');
  if (extra)
    throw new InvalidStatement(
      `Line ${line} has ${cells.length} values, but the last of the ${names.length} columns is ${JSON.stringify(names.at(-1))}.`,
    );
  if (cells.length >= names.length) return;
  const missing = names.slice(cells.length);
  const mapped = missing.find((name) => namesIn(columns).some((each) => each.trim() === name));
  // The balances prove the rest.
  if (mapped === undefined && columns.balance !== undefined) return;
  throw new InvalidStatement(
    `Line ${line} has ${cells.length} values, but the header has ${names.length}: the column ${JSON.stringify(mapped ?? missing[0])} is missing.`,
  );
}

/** Names the line of the statement, and where the file has it. */
const wrong = (
  { line, number }: Pick<Row, 'line' | 'number'>,
  what: string,
  column: string | undefined,
  problem: string,
): InvalidStatement =>
  new InvalidStatement(
    `The ${what} of line ${number} ${problem} (line ${line} of the file, column ${JSON.stringify(column ?? '')}).`,
  );

function checkCurrencies(rows: readonly Row[], names: readonly string[], { currency }: CsvFrame): void {
  const column = columnFor('currency', names);
  for (const row of rows) {
    const code = row.cell(column);
    if (/^[A-Z]{3}$/u.test(code) && code.toLowerCase() !== currency)
      throw wrong(row, 'currency', column, `is not ${currency}`);
  }
}

/** The account that the file names above its table, or in a column of its own. */
function accountIn({ above, columns }: CsvTable, rows: readonly Row[]): string | null {
  const own = columns.find((name) => OWN_ACCOUNT.has(plainName(name)));
  const named = own === undefined ? [] : rows.map(({ cell }) => cell(own)).filter((each) => each !== '');
  const accounts = [...new Set(named.map((each) => each.replace(/\s/gu, '')))];
  if (accounts.length > 1)
    throw new InvalidStatement(
      `The file has rows of several accounts: ${accounts.slice(0, 5).map(maskAccount).join(', ')}.`,
    );
  const ibans = above.flatMap(({ cells }) =>
    cells.flatMap((cell) => cell.match(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}/gu) ?? []),
  );
  const found = [...new Set(ibans.map((each) => each.replace(/\s/gu, '')).filter(isIban))];
  return accounts[0] ?? (found.length === 1 ? (found[0] ?? null) : null);
}

// Dates and amounts.

function formatOf(rows: readonly Row[], { booked_on }: Columns, given: CsvMapping | undefined): DateFormat {
  if (given?.date_format !== undefined) return given.date_format;
  const texts = rows.map(({ cell }) => cell(booked_on));
  const [format, other] = formatsOf(texts);
  if (format !== undefined && other === undefined) return format;
  if (format !== undefined)
    throw new InvalidStatement(
      `The dates in the column ${JSON.stringify(booked_on)} can be read as ${format} and as ${other ?? ''}: set date_format.`,
    );
  const candidates = formatsOf(texts.slice(0, 1));
  const at = rows.findIndex(({ cell }) =>
    candidates.every((each) => dayIn(cell(booked_on), each) === undefined),
  );
  const bad = rows[Math.max(0, at)];
  if (bad === undefined) return 'YYYY-MM-DD';
  throw wrong(bad, 'date', booked_on, 'is not valid');
}

/** An amount that may be right with the other decimal mark. */
class UnreadableAmount extends InvalidStatement {}

type Read = { readonly statement: ReadStatement; readonly otherOrder: ReadStatement | undefined };

/** With the stated decimal mark, or the one with which all amounts and balances agree. */
function withMark(
  given: DecimalMark | undefined,
  read: (mark: DecimalMark) => Read,
): Read & { readonly mark: DecimalMark } {
  if (given !== undefined) return { ...read(given), mark: given };
  const found: (Read & { readonly mark: DecimalMark })[] = [];
  const problems: InvalidStatement[] = [];
  for (const mark of ['.', ','] as const)
    try {
      found.push({ ...read(mark), mark });
    } catch (error) {
      if (!(error instanceof InvalidStatement)) throw error;
      problems.push(error);
    }
  const [first, second] = found;
  if (first === undefined)
    throw (
      problems.find((each) => !(each instanceof UnreadableAmount)) ??
      problems[0] ??
      new InvalidStatement(NOT_RECOGNIZED)
    );
  const amounts = ({ statement }: Read): string => statement.lines.map(({ amount }) => amount).join();
  if (second !== undefined && amounts(first) !== amounts(second))
    throw new InvalidStatement(
      'The amounts can be read with a decimal point and with a decimal comma: set decimal_mark.',
    );
  return first;
}

/** Without a stated decimal mark, some amount must show it before another one can be a group of thousands. */
function assertMarkIsShown(rows: readonly Row[], columns: Columns, { decimals }: CsvFrame): void {
  const names = [columns.amount, columns.credit, columns.debit, columns.balance].filter(
    (name) => name !== undefined,
  );
  const cells = rows.flatMap((row) => names.map((name) => ({ row, name, text: row.cell(name) })));
  const { shows, doubtful } = markEvidence(
    cells.map(({ text }) => text),
    decimals,
  );
  const found = shows ? undefined : cells[doubtful];
  if (found !== undefined)
    throw wrong(found.row, 'amount', found.name, 'can be read as two amounts: set decimal_mark');
}

type Reading = CsvMapping & { readonly decimal_mark: DecimalMark; readonly date_format: DateFormat };

function statementOf(rows: readonly Row[], mapping: Reading, frame: CsvFrame): Read {
  const entries = rows.map((row): Entry => {
    const balance = amountIn(row, mapping.columns.balance, mapping, frame);
    const amount = signedAmount(row, mapping, frame);
    // A row with a balance only states the balance of its day.
    if (amount === undefined && balance === undefined)
      throw wrong(row, 'amount', mapping.columns.amount ?? mapping.columns.credit, 'is empty');
    const line = amount === undefined ? undefined : lineOf(row, amount, mapping);
    return { number: row.line, day: dayOf(row, mapping), amount: amount ?? 0n, balance, line };
  });
  const ordered = orderOf(entries, mapping, frame);
  const statement = (order: readonly Entry[]): ReadStatement => {
    const lines = order.flatMap(({ line }) => line ?? []);
    const days = order.map(({ day }) => day).sort();
    const opened_on = mapping.opened_on ?? days[0];
    const closed_on = mapping.closed_on ?? days.at(-1);
    if (opened_on === undefined || closed_on === undefined)
      throw new InvalidStatement('A file without lines needs opened_on and closed_on.');
    return {
      account: null,
      currency: frame.currency,
      opened_on,
      closed_on,
      ...balancesOf(order, mapping, frame),
      lines,
    };
  };
  const [first = [], second] = ordered;
  return { statement: statement(first), otherOrder: second && statement(second) };
}

function dayOf(row: Row, { columns, date_format }: Reading): string {
  const text = row.cell(columns.booked_on);
  const day = dayIn(text, date_format);
  if (day === undefined)
    throw wrong(row, 'date', columns.booked_on, `is not valid in the format ${date_format}`);
  return day;
}

function lineOf(row: Row, amount: Amount, mapping: Reading): StatementLine {
  const { columns } = mapping;
  const cells = (names: readonly string[] | undefined): string[] => (names ?? []).map(row.cell);
  return {
    booked_on: dayOf(row, mapping),
    amount,
    bank_reference: row.cell(columns.bank_reference) || null,
    details: {
      text: cleanText(cells(columns.text).join(' ')),
      references: cleanReferences(cells(columns.references)),
      counterparty_name: cleanText(row.cell(columns.counterparty_name)),
      counterparty_account: cleanText(row.cell(columns.counterparty_account)),
    },
  };
}

/** Undefined if the cell is empty. */
function amountIn(
  row: Row,
  column: string | undefined,
  { decimal_mark: mark }: Reading,
  frame: CsvFrame,
): Amount | undefined {
  const text = row.cell(column);
  if (text === '') return undefined;
  const read = readAmount(text, { ...frame, mark });
  if ('problem' in read) throw new UnreadableAmount(wrong(row, 'amount', column, read.problem).message);
  return read.amount;
}

/** From one column, whose sign may be in another one, or from a column of credits and a column of debits. */
function signedAmount(row: Row, mapping: Reading, frame: CsvFrame): Amount | undefined {
  const { amount, credit, debit, direction } = mapping.columns;
  if (amount !== undefined) {
    const value = amountIn(row, amount, mapping, frame);
    return value === undefined || direction === undefined ? value : directed(row, value, mapping);
  }
  if (credit === undefined || debit === undefined)
    throw new InvalidStatement('The mapping needs the column amount, or the columns credit and debit.');
  const [credited, debited] = [amountIn(row, credit, mapping, frame), amountIn(row, debit, mapping, frame)];
  if (credited === undefined && debited === undefined) return undefined;
  if (credited !== undefined && debited !== undefined && credited !== 0n && debited !== 0n)
    throw wrong(row, 'debit', debit, `is in a row that also has a credit`);
  // Some banks write debits with a sign.
  const out = debited ?? 0n;
  return (credited ?? 0n) - (out < 0n ? -out : out);
}

function directed(
  row: Row,
  value: Amount,
  { columns, credit_values: credit, debit_values: debit }: Reading,
): Amount {
  const side = directionOf(row.cell(columns.direction), { credit, debit });
  if (side === undefined) throw wrong(row, 'direction', columns.direction, 'is neither a credit nor a debit');
  if (value < 0n && side === 'credit')
    throw wrong(row, 'amount', columns.amount, 'is negative, but its direction is a credit');
  return side === 'credit' || value < 0n ? value : -value;
}

// Balances.

/** The rows oldest first; in both orders if nothing proves one. */
function orderOf(
  entries: readonly Entry[],
  { columns, order }: CsvMapping,
  { decimals }: CsvFrame,
): readonly (readonly Entry[])[] {
  const backward = [...entries].reverse();
  if (order !== undefined) {
    const wanted = order === 'oldest_first' ? entries : backward;
    if (columns.balance !== undefined) assertFollows(followBalances(wanted), decimals);
    return [wanted];
  }
  const isForward = isOldestFirst(entries);
  if (columns.balance === undefined) return [isForward === false ? backward : entries];
  // Balances on some rows only prove less than the days.
  const isPartial = entries.some(({ balance }) => balance === undefined);
  const both = isPartial && isForward !== undefined ? [isForward ? entries : backward] : [entries, backward];
  const orders = both.filter((each) => !('failed' in followBalances(each)));
  if (orders.length === 0) {
    const [forward, back] = [followBalances(entries), followBalances(backward)];
    const isNewestFirst =
      isForward === false || (isForward === undefined && reached(back) > reached(forward));
    assertFollows(isNewestFirst ? back : forward, decimals);
  }
  if (orders.length < 2 || entries.length < 2) return orders.slice(0, 1);
  return isForward === undefined ? orders : [isForward ? entries : backward];
}

type Followed = ReturnType<typeof followBalances>;
const reached = (followed: Followed): number => ('failed' in followed ? followed.at : Infinity);

function assertFollows(followed: Followed, decimals: number): void {
  if (!('failed' in followed)) return;
  const { number, balance } = followed.failed;
  if (balance === undefined)
    throw new InvalidStatement(`Line ${number} has no balance, so nothing proves that it is the last line.`);
  throw new InvalidStatement(
    `Line ${number}: the balance ${formatAmount(balance, decimals)} does not follow from the rows before it, which lead to ${formatAmount(followed.expected, decimals)}.`,
  );
}

/** As given, as the column with the balance after each line says, or both if they agree. */
function balancesOf(
  entries: readonly Entry[],
  { opening_balance, closing_balance, columns }: Reading,
  { decimals }: CsvFrame,
): Pick<ReadStatement, 'opening' | 'closing'> {
  const given = (name: string, text: string | undefined): Amount | undefined => {
    if (text === undefined) return undefined;
    const value = parseSigned(text, decimals);
    if (value === undefined)
      throw new InvalidStatement(`${name} must be an amount with at most ${decimals} decimals.`);
    return value;
  };
  const stated = {
    opening: given('opening_balance', opening_balance),
    closing: given('closing_balance', closing_balance),
  };
  const followed =
    columns.balance === undefined || entries.length === 0 ? undefined : followBalances(entries);
  if (followed !== undefined && !('failed' in followed)) {
    if ((stated.opening ?? followed.opening) !== followed.opening)
      throw new InvalidStatement('opening_balance is not what the column of balances begins with.');
    if ((stated.closing ?? followed.closing) !== followed.closing)
      throw new InvalidStatement('closing_balance is not what the column of balances ends with.');
    return followed;
  }
  if (stated.closing === undefined)
    throw new InvalidStatement(
      'The mapping needs opening_balance and closing_balance, or the column balance.',
    );
  return stated;
}
