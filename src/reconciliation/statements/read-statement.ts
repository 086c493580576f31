/** Reads a statement of any format, and checks that it is complete. */

import { hash } from 'node:crypto';
import type { CsvMapping, StatementDocument, StatementImport } from '../../generated/api.ts';
import { formatAmount } from '../../ledger/amount.ts';
import { readBai2 } from './bai2.ts';
import { readCamt } from './camt.ts';
import { readCsvStatement } from './csv/csv-statement.ts';
import { readMt940 } from './mt940.ts';
import { readOfx } from './ofx.ts';
import {
  InvalidStatement,
  UnknownCurrency,
  STATEMENT_CHARACTERS_MAX,
  accountHash,
  checkStatement,
  cleanReferences,
  cleanText,
  maskAccount,
  parseSigned,
  type BankStatement,
  type ReadFile,
  type ReadStatement,
  type StatementFormat,
} from './statement.ts';

export type ImportedStatement = BankStatement & {
  readonly format: StatementFormat;
  /** SHA-256 of the content in hex. */
  readonly sha256: string;
  /** How a CSV file was read, as JSON; null for other formats. */
  readonly mapping: string | null;
  readonly warnings: readonly string[];
  /** The lines in the opposite order, if the balances of the file prove neither. */
  readonly otherOrder?: BankStatement;
};

/** What earlier statements of a rail say, by currency: hashes of account numbers, and how the last CSV file was read. */
export type BoundAccounts = ReadonlyMap<
  string,
  { readonly hashes: readonly string[]; readonly mapping: string | undefined }
>;

/** Throws InvalidStatement. `currencies` has the decimals of the rail's currencies. */
export function readStatement(
  input: StatementImport,
  currencies: ReadonlyMap<string, number>,
  bound: BoundAccounts = new Map(),
): ImportedStatement {
  const decimalsOf = (currency: string): number => {
    const decimals = currencies.get(currency);
    if (decimals === undefined) throw new UnknownCurrency(currency);
    return decimals;
  };
  if (input.content !== undefined && input.content.length > STATEMENT_CHARACTERS_MAX)
    throw new InvalidStatement('The file is larger than 12 MiB. Export shorter periods.');
  const file = readFormat(input, decimalsOf, bound);
  const statements = select(file.statements, input, bound);
  const checked = statements.map((each) => checkStatement(each, decimalsOf(each.currency)));
  const statement = merge(checked, decimalsOf);
  const text = input.content ?? JSON.stringify(input.statement);
  const mapping = file.mapping === undefined ? null : JSON.stringify(file.mapping);
  return {
    ...statement,
    format: file.format,
    sha256: hash('sha256', `${statement.currency}\n${text}`),
    mapping,
    warnings: file.warnings,
    ...(file.otherOrder && { otherOrder: checkStatement(file.otherOrder, decimalsOf(statement.currency)) }),
  };
}

function readFormat(
  { format, content, mapping, statement, currency }: StatementImport,
  decimalsOf: (currency: string) => number,
  bound: BoundAccounts,
): ReadFile {
  if (format === 'json') {
    // The hash of the import covers only one of the two.
    if (content !== undefined) throw new InvalidStatement('Leave out the field content, which is for files.');
    if (statement === undefined) throw new InvalidStatement('Send the statement in the field statement.');
    const read = readDocument(statement, decimalsOf(statement.currency));
    return { format, statements: [read], warnings: [] };
  }
  if (content === undefined) throw new InvalidStatement('Send the text of the file in the field content.');
  switch (format) {
    case 'camt053':
    case 'camt052':
    case 'camt054':
      return readCamt(content, decimalsOf);
    case 'mt940':
      return readMt940(content, decimalsOf);
    case 'bai2':
      return readBai2(content, decimalsOf);
    case 'ofx':
      return readOfx(content, decimalsOf);
    case 'csv':
      if (currency === undefined)
        throw new InvalidStatement(
          'A CSV file needs the field currency, and the field mapping unless its columns have usual names.',
        );
      return (
        readAsBefore(content, mapping, bound.get(currency)?.mapping, currency, decimalsOf) ??
        readCsvStatement(content, mapping, { currency, decimals: decimalsOf(currency) })
      );
  }
}

/** With the mapping of the last file of the account, unless there is another one or the file does not fit it. */
function readAsBefore(
  content: string,
  given: CsvMapping | undefined,
  before: string | undefined,
  currency: string,
  decimalsOf: (currency: string) => number,
): ReadFile | undefined {
  if (given !== undefined || before === undefined) return undefined;
  // It was recorded by this reader.
  const { opened_on, closed_on, opening_balance, closing_balance, order, ...mapping } = JSON.parse(
    before,
  ) as CsvMapping;
  try {
    return readCsvStatement(content, mapping, { currency, decimals: decimalsOf(currency) });
  } catch (error) {
    if (error instanceof InvalidStatement) return undefined;
    throw error;
  }
}

function readDocument(document: StatementDocument, decimals: number): ReadStatement {
  const amount = (text: string, what: string): bigint => {
    const value = parseSigned(text, decimals);
    if (value === undefined)
      throw new InvalidStatement(`${what} must be an amount with at most ${decimals} decimals.`);
    return value;
  };
  const { currency, opened_on, closed_on } = document;
  assertDistinct(document);
  return {
    account: document.account ?? null,
    ...{ currency, opened_on, closed_on },
    opening: amount(document.opening_balance, 'opening_balance'),
    closing: amount(document.closing_balance, 'closing_balance'),
    lines: document.lines.map((line, i) => ({
      booked_on: line.booked_on,
      amount: amount(line.amount, `The amount of line ${i + 1}`),
      bank_reference: line.bank_reference,
      details: {
        text: cleanText(line.text),
        references: cleanReferences(line.references ?? []),
        counterparty_name: cleanText(line.counterparty_name),
        counterparty_account: cleanText(line.counterparty_account),
      },
    })),
  };
}

/** Connectors choose references and periods, so theirs are right. */
function assertDistinct({ lines, opened_on, closed_on }: StatementDocument): void {
  const first = new Map<string, number>();
  for (const [i, { bank_reference, amount, booked_on }] of lines.entries()) {
    const number = i + 1;
    if (booked_on < opened_on || booked_on > closed_on)
      throw new InvalidStatement(`The date of line ${number} is not within the period of the statement.`);
    if (bank_reference === null || bank_reference.trim() === '') continue;
    const key = `${bank_reference} ${amount}`;
    const same = first.get(key);
    if (same !== undefined)
      throw new InvalidStatement(`Lines ${same} and ${number} have the same bank reference and amount.`);
    first.set(key, number);
  }
}

// A file may have several accounts, and several statements of each.

/** The statements of one account and currency. */
function select(
  statements: readonly ReadStatement[],
  { currency, account, format }: StatementImport,
  bound: BoundAccounts,
): readonly ReadStatement[] {
  const wanted = format === 'json' ? undefined : account;
  const found = statements.filter(
    (each) =>
      (currency === undefined || each.currency === currency) &&
      (wanted === undefined || each.account === null || accountHash(each.account) === accountHash(wanted)),
  );
  if (found.length === 0)
    throw new InvalidStatement('The file has no statement of this currency and this account.');
  const keyOf = (each: ReadStatement): string =>
    `${each.currency} ${each.account === null ? '' : accountHash(each.account)}`;
  const isBound = (each: ReadStatement): boolean =>
    each.account !== null && bound.get(each.currency)?.hashes.includes(accountHash(each.account)) === true;
  const known = found.filter(isBound);
  const chosen = known.length > 0 ? known : found;
  if (new Set(chosen.map(keyOf)).size > 1)
    throw new InvalidStatement(
      `The file has statements of several accounts: ${describeAccounts(chosen)}. Send the field account, and the field currency.`,
    );
  return chosen;
}

const describeAccounts = (statements: readonly ReadStatement[]): string =>
  [
    ...new Set(
      statements.map(
        ({ account, currency }) => `${account === null ? 'none' : maskAccount(account)} in ${currency}`,
      ),
    ),
  ]
    .slice(0, 5)
    .join(', ');

/** One statement from all that continue each other: days of one account, or pages of one statement. */
function merge(
  statements: readonly BankStatement[],
  decimalsOf: (currency: string) => number,
): BankStatement {
  const [only] = statements;
  if (only === undefined) throw new InvalidStatement('The file has no statement.');
  if (statements.length === 1) return only;
  const byDay = [...statements].sort((a, b) =>
    a.closed_on === b.closed_on
      ? a.opened_on < b.opened_on
        ? -1
        : a.opened_on > b.opened_on
          ? 1
          : 0
      : a.closed_on < b.closed_on
        ? -1
        : 1,
  );
  const ordered = [statements, [...statements].reverse(), byDay].find((each) => breakIn(each) === undefined);
  if (ordered === undefined) {
    const [before, after] = breakIn(byDay) ?? [only, only];
    const decimals = decimalsOf(only.currency);
    const text = (amount: bigint | undefined): string =>
      amount === undefined ? 'nothing' : formatAmount(amount, decimals);
    throw new InvalidStatement(
      `The file has ${statements.length} statements that do not continue each other: one closes with ${text(before.closing)} on ${before.closed_on}, and the next one opens with ${text(openingOf(after))}.`,
    );
  }
  return {
    ...only,
    opened_on: ordered.map(({ opened_on }) => opened_on).reduce((a, b) => (a < b ? a : b)),
    closed_on: ordered.map(({ closed_on }) => closed_on).reduce((a, b) => (a > b ? a : b)),
    opening: ordered[0]?.opening,
    closing: ordered.at(-1)?.closing,
    lines: renumbered(ordered.flatMap(({ lines }) => lines)),
  };
}

/** The first statement that does not begin with what the one before ends with, and the one before. */
function breakIn(statements: readonly BankStatement[]): readonly [BankStatement, BankStatement] | undefined {
  for (const [i, after] of statements.entries()) {
    const before = statements[i - 1];
    if (before === undefined) continue;
    if (
      before.closing === undefined ||
      before.closing !== openingOf(after) ||
      before.closed_on > after.closed_on
    )
      return [before, after];
  }
  return undefined;
}

/** As stated, or as it follows from the closing balance and the lines. */
export const openingOf = ({
  opening,
  closing,
  lines,
}: Pick<BankStatement, 'opening' | 'closing' | 'lines'>) =>
  opening ?? (closing === undefined ? undefined : lines.reduce((rest, { amount }) => rest - amount, closing));

/** Lines without a reference are numbered within the whole file. */
function renumbered(lines: BankStatement['lines']): BankStatement['lines'] {
  const alike = new Map<string, number>();
  return lines.map((line) => {
    const key = /^(?<key>none:.*\/)\d+$/u.exec(line.bank_reference)?.groups?.['key'];
    if (key === undefined) return line;
    const count = (alike.get(key) ?? 0) + 1;
    alike.set(key, count);
    return { ...line, bank_reference: `${key}${count}` };
  });
}

// Decodes the bytes of a file.

export const ENCODINGS = ['utf-8', 'windows-1252', 'iso-8859-15', 'utf-16le'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/**
 * Throws InvalidStatement for bytes that are not text in this encoding. Without one, the file says it: by its first bytes, or in
 * the declaration of XML and OFX files.
 */
export function decodeText(bytes: Uint8Array, encoding?: Encoding): string {
  const used = encoding ?? declaredEncoding(bytes) ?? 'utf-8';
  let text: string;
  try {
    text = new TextDecoder(used, { fatal: true }).decode(bytes);
  } catch {
    throw new InvalidStatement(
      `The file is not text in the encoding ${used}. Choose the encoding of the file.`,
    );
  }
  if (text.includes('\0'))
    throw new InvalidStatement(
      `The file is not text in the encoding ${used}. Choose the encoding of the file.`,
    );
  return text;
}

const DECLARATION_BYTES = 1_024;

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARATION_BYTES));
  if (first === 0x3c && second === 0) return 'utf-16le';
  const xml = /^\s*(?:ï»¿)?<\?xml[^>]*?encoding\s*=\s*["'](?<name>[\w.:-]+)["']/iu.exec(start)?.groups?.[
    'name'
  ];
  const ofx = /^\s*OFXHEADER:[\s\S]*?CHARSET:\s*(?<name>[\w-]+)/u.exec(start)?.groups?.['name'];
  const name =
    xml ??
    (ofx === undefined || /^NONE$/iu.test(ofx) ? undefined : /^\d+$/u.test(ofx) ? `windows-${ofx}` : ofx);
  if (name === undefined) return undefined;
  try {
    // ISO 8859-1 is windows-1252 to a browser, which differs in control characters only.
    return new TextDecoder(name).encoding;
  } catch {
    throw new InvalidStatement(`The file declares the encoding ${JSON.stringify(name)}, which is not known.`);
  }
}

/** The format that the text has by its first characters; undefined if it may be any. */
export function formatOfText(text: string): StatementFormat | undefined {
  const start = text
    .slice(0, 4_096)
    .replace(/^\uFEFF/u, '')
    .trimStart();
  if (/OFXHEADER|<OFX>/iu.test(start)) return 'ofx';
  if (start.startsWith('<')) return /camt\.052|BkToCstmrAcctRpt/u.test(start) ? 'camt052' : 'camt053';
  if (/^01,/u.test(start)) return 'bai2';
  if (/^\{1:|(?:^|\n|\}\{4:\r?\n?):20:/u.test(start)) return 'mt940';
  return start.startsWith('{') ? 'json' : undefined;
}
