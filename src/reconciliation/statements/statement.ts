/** A bank statement that was read from a file, and the limits and checks that all formats share. */
import { hash } from 'node:crypto';
import type { CsvMapping, StatementImport } from '../../generated/api.ts';
import { formatAmount, type Amount } from '../../ledger/amount.ts';

/** The text that a bank gives about a payment. It may contain names and account numbers, so it is stored sealed. */
export type PaymentText = {
  /** Remittance information, as one text. */
  readonly text: string | null;
  /** References that the payer or the service gave, such as the end-to-end ID. */
  readonly references: readonly string[];
  readonly counterparty_name: string | null;
  readonly counterparty_account: string | null;
};

export type StatementFormat = StatementImport['format'];

export type StatementLine = {
  /** `YYYY-MM-DD`. */
  readonly booked_on: string;
  /** In minor units; positive if the account was credited. */
  readonly amount: Amount;
  /** The bank's own reference; null if the file has none. */
  readonly bank_reference: string | null;
  readonly details: PaymentText;
};

/** What a file says about the balances of one account and the lines between them. */
export type ReadStatement = {
  /** The account number as the file has it; null if it has none. */
  readonly account: string | null;
  /** In lower case. */
  readonly currency: string;
  readonly opened_on: string;
  readonly closed_on: string;
  /** Undefined if the file does not state it. */
  readonly opening: Amount | undefined;
  readonly closing: Amount | undefined;
  /** Oldest first. */
  readonly lines: readonly StatementLine[];
  /** Without balances: the file's own sums agree with its lines, so no line is missing. */
  readonly hasSums?: boolean;
};

/** What a reader of a format returns. */
export type ReadFile = {
  readonly format: StatementFormat;
  readonly statements: readonly ReadStatement[];
  /** What the reader left out or assumed, for the person who imports it. */
  readonly warnings: readonly string[];
  /** How a CSV file was read. */
  readonly mapping?: CsvMapping;
  /** The lines of a CSV file in the opposite order, if its balances prove neither. */
  readonly otherOrder?: ReadStatement;
};

export type CheckedLine = Omit<StatementLine, 'bank_reference'> & { readonly bank_reference: string };

/** A complete statement of one account: its lines lead from the opening balance, if it has one, to the closing balance. */
export type BankStatement = Omit<ReadStatement, 'lines' | 'hasSums'> & {
  readonly lines: readonly CheckedLine[];
};

/** A file is not a statement that can be imported. The message is one sentence for the person who sent it. */
export class InvalidStatement extends Error {
  override readonly name = 'InvalidStatement';
}

/** The rail of the import does not use the currency. */
export class UnknownCurrency extends InvalidStatement {
  constructor(currency: string) {
    super(`The rail does not use the currency ${JSON.stringify(currency.slice(0, 10))}.`);
  }
}

/** Reads the statements of a file. Those in a currency that the rail does not use are left out, unless all are. */
export function readEach<T>(
  parts: readonly T[],
  read: (part: T) => ReadStatement,
  warnings: Set<string>,
): readonly ReadStatement[] {
  const found: ReadStatement[] = [];
  let unknown: UnknownCurrency | undefined;
  for (const part of parts)
    try {
      found.push(read(part));
    } catch (error) {
      if (!(error instanceof UnknownCurrency)) throw error;
      unknown = error;
      warnings.add('Statements in other currencies are left out.');
    }
  if (found.length === 0 && unknown !== undefined) throw unknown;
  return found;
}

export const STATEMENT_CHARACTERS_MAX = 12 * 1024 * 1024;
const STATEMENT_LINES_MAX = 20_000;
const TEXT_MAX = 500;
/** A batch booking has one for each of its payments. */
const REFERENCES_MAX = 200;
const REFERENCE_LENGTH_MAX = 100;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether the text is a day of the calendar, `YYYY-MM-DD`. */
export const isDay = (text: string): boolean =>
  DAY.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(Date.parse(text)).toISOString().startsWith(text);

/** Parses a signed decimal with at most `decimals` fraction digits. Undefined if it is something else. */
export function parseSigned(text: string, decimals: number): Amount | undefined {
  const match = /^([+-]?)(\d{1,15})(?:\.(\d{1,18}))?$/.exec(text.trim());
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  // Banks often write more zeros than the currency has decimals.
  const digits = fraction.replace(/0+$/, '');
  if (digits.length > decimals) return undefined;
  const value = BigInt(whole + digits.padEnd(decimals, '0'));
  return sign === '-' ? -value : value;
}

/** One line of text without control characters, of limited length; null if nothing is left. */
export function cleanText(text: string | null | undefined): string | null {
  const cleaned = (text ?? '').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return cleaned === '' ? null : cleaned.slice(0, TEXT_MAX);
}

export const cleanReferences = (texts: readonly (string | null | undefined)[]): string[] =>
  [
    ...new Set(
      texts.flatMap((text) => {
        const cleaned = cleanText(text);
        return cleaned === null || isPlaceholder(cleaned) ? [] : [cleaned.slice(0, REFERENCE_LENGTH_MAX)];
      }),
    ),
  ].slice(0, REFERENCES_MAX);

export function assertLineCount(count: number): void {
  if (count > STATEMENT_LINES_MAX)
    throw new InvalidStatement(
      `A statement can have at most ${STATEMENT_LINES_MAX} lines; this one has ${count}. Export shorter periods.`,
    );
}

// References of banks, which are stored in plaintext.

/** For lines without a reference of the bank. */
export const NO_REFERENCE = 'none:';

const PLACEHOLDER =
  /^(?:non[ -]?ref(?:erence)?|not[ -]?(?:provided|available|applicable)|n\/?a|none|null|unknown|x+|0+|[-.*/\s]*)$/i;

/** Whether a bank writes the text where it has no reference. */
export const isPlaceholder = (reference: string): boolean => PLACEHOLDER.test(reference.trim());

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const EMAIL = /^\S+@\S+\.\S+$/;
/** Words of letters only. A reference has a digit, or is one word. */
const NAME = /^\p{L}[\p{L}\p{M}'’.-]*(?: \p{L}[\p{L}\p{M}'’.-]*)+$/u;

/** Whether the text is an IBAN: its check digits decide, because references may resemble one. */
export function isIban(text: string): boolean {
  const compact = text.replace(/\s/g, '').toUpperCase();
  if (!IBAN.test(compact)) return false;
  const digits = `${compact.slice(4)}${compact.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 'A'.charCodeAt(0) + 10),
  );
  return BigInt(digits) % 97n === 1n;
}

/** What a reference looks like that must not be stored in plaintext; undefined if it may be. */
export function privateKind(reference: string): string | undefined {
  if (isIban(reference)) return 'an account number';
  if (EMAIL.test(reference)) return 'an email address';
  return NAME.test(reference) ? 'a name' : undefined;
}

/** The reference of a line, or its text if the bank wrote a name or an account number there. */
export function safeReference(reference: string | null | undefined): {
  readonly reference: string | null;
  readonly text: string | null;
} {
  const cleaned = cleanText(reference)?.slice(0, REFERENCE_LENGTH_MAX) ?? null;
  if (cleaned === null || isPlaceholder(cleaned)) return { reference: null, text: null };
  return privateKind(cleaned) === undefined
    ? { reference: cleaned, text: null }
    : { reference: null, text: cleaned };
}

// Checks.

/** Throws InvalidStatement unless the statement is complete: opening balance + lines = closing balance. */
export function checkStatement(statement: ReadStatement, decimals: number): BankStatement {
  const { opened_on, closed_on, opening, closing, lines } = statement;
  if (!isDay(opened_on) || !isDay(closed_on))
    throw new InvalidStatement('The period of the statement is not valid.');
  if (opened_on > closed_on) throw new InvalidStatement('The statement ends before it begins.');
  assertLineCount(lines.length);
  if (closing === undefined && (opening !== undefined || statement.hasSums !== true))
    throw new InvalidStatement('The statement has no closing balance.');
  const sum = lines.reduce((total, { amount }) => total + amount, 0n);
  if (opening !== undefined && closing !== undefined && opening + sum !== closing) {
    const text = (amount: Amount): string => formatAmount(amount, decimals);
    throw new InvalidStatement(
      `The opening balance ${text(opening)} and the lines sum to ${text(opening + sum)}, but the closing balance is ${text(closing)}.`,
    );
  }
  return { ...statement, lines: withReferences(lines) };
}

function withReferences(lines: readonly StatementLine[]): CheckedLine[] {
  const alike = new Map<string, number>();
  return lines.map((line, i) => {
    const number = i + 1;
    if (!isDay(line.booked_on)) throw new InvalidStatement(`The date of line ${number} is not valid.`);
    return { ...line, bank_reference: referenceOf(line, number, alike) };
  });
}

/** Lines without a reference are numbered among those of one day and amount. */
function referenceOf(line: StatementLine, number: number, alike: Map<string, number>): string {
  const given = cleanText(line.bank_reference);
  if (given === null || isPlaceholder(given)) {
    const key = `${line.booked_on}/${line.amount}`;
    const count = (alike.get(key) ?? 0) + 1;
    alike.set(key, count);
    return `${NO_REFERENCE}${key}/${count}`;
  }
  if (given.length > REFERENCE_LENGTH_MAX)
    throw new InvalidStatement(
      `The bank reference of line ${number} is longer than ${REFERENCE_LENGTH_MAX} characters.`,
    );
  const kind = privateKind(given);
  if (kind !== undefined)
    throw new InvalidStatement(`The bank reference of line ${number} looks like ${kind}.`);
  return given;
}

/** What two statements say about one line: its day, amount, and reference if it has one. */
export const lineKey = ({
  booked_on,
  bank_reference,
  amount,
}: {
  readonly booked_on: string;
  readonly bank_reference: string;
  readonly amount: Amount | string;
}): string =>
  `${booked_on} ${String(amount)} ${hasReference(bank_reference) ? bank_reference : NO_REFERENCE}`;

export const hasReference = (reference: string): boolean =>
  !reference.startsWith(NO_REFERENCE) && !isPlaceholder(reference);

// Account numbers.

/** An account number in the form in which statements of different formats agree: a German IBAN contains the older number. */
function comparableAccount(account: string): string {
  const german = /^(\d{8})\/(\d{1,10})(?:[A-Z]{3})?$/.exec(account.replace(/\s/g, ''));
  if (german !== null) return `${german[1] ?? ''}${(german[2] ?? '').padStart(10, '0')}`;
  const compact = account.replace(/[^A-Za-z0-9]/g, '').toUpperCase();
  const withoutCurrency = /^(.{11,})[A-Z]{3}$/.exec(compact)?.[1] ?? '';
  const iban = [compact, withoutCurrency].find(isIban);
  return iban?.startsWith('DE') === true ? iban.slice('DE00'.length) : (iban ?? compact).replace(/^0+/, '');
}

/** Recognizes the account without storing its number. */
export const accountHash = (account: string): string => hash('sha256', comparableAccount(account));

/** The beginning and the end of an account number, such as `DE89…3000`. */
export function maskAccount(account: string): string {
  const compact = account.replace(/\s/g, '');
  return compact.length <= 8 ? `…${compact.slice(-3)}` : `${compact.slice(0, 4)}…${compact.slice(-4)}`;
}
