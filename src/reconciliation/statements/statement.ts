/** A bank statement that was read from a file, and the limits and checks that all formats share. */
import { formatAmount } from '../../ledger/amount.ts';
import type { Amount } from '../../ledger/amount.ts';

/** The text that a bank gives about a payment. It may contain names and account numbers, so it is stored sealed. */
export type PaymentText = {
  /** Remittance information, as one text. */
  readonly text: string | null;
  /** References that the payer or the service gave, such as the end-to-end ID. */
  readonly references: readonly string[];
  readonly counterparty_name: string | null;
  readonly counterparty_account: string | null;
};

export type StatementLine = {
  /** `YYYY-MM-DD`. */
  readonly booked_on: string;
  /** In minor units; positive if the account was credited. */
  readonly amount: Amount;
  /** The bank's own reference; null if the file has none. */
  readonly bank_reference: string | null;
  readonly details: PaymentText;
};

/** What a reader of a format returns. */
export type ReadStatement = {
  readonly currency: string;
  readonly opened_on: string;
  readonly closed_on: string;
  readonly opening: Amount;
  readonly closing: Amount;
  readonly lines: readonly StatementLine[];
};

export type CheckedLine = StatementLine & { readonly bank_reference: string };
export type BankStatement = Omit<ReadStatement, 'lines'> & { readonly lines: readonly CheckedLine[] };

/** A file is not a statement that can be imported. The message is one sentence for the person who sent it. */
export class InvalidStatement extends Error {
  override readonly name = 'InvalidStatement';
}

export const STATEMENT_CHARACTERS_MAX = 8 * 1024 * 1024;
const STATEMENT_LINES_MAX = 20_000;
const TEXT_MAX = 500;
const REFERENCES_MAX = 10;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Printable ASCII without spaces. A person's name has a space or another letter. */
const BANK_REFERENCE = /^[\x21-\x3f\x41-\x7e]{1,70}$/;
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

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
  [...new Set(texts.map(cleanText).filter((text) => text !== null && text !== 'NOTPROVIDED'))].slice(
    0,
    REFERENCES_MAX,
  ) as string[];

/** Throws InvalidStatement unless the statement is complete: opening balance + lines = closing balance. */
export function checkStatement(statement: ReadStatement, decimals: number): BankStatement {
  const { opened_on, closed_on, opening, closing, lines } = statement;
  if (!isDay(opened_on) || !isDay(closed_on))
    throw new InvalidStatement('The period of the statement is not valid.');
  if (opened_on > closed_on) throw new InvalidStatement('The statement ends before it begins.');
  assertLineCount(lines.length);
  const sum = lines.reduce((total, { amount }) => total + amount, opening);
  if (sum !== closing) {
    const text = (amount: Amount): string => formatAmount(amount, decimals);
    throw new InvalidStatement(
      `The opening balance ${text(opening)} and the lines sum to ${text(sum)}, but the closing balance is ${text(closing)}.`,
    );
  }
  return { ...statement, lines: withReferences(lines, { opened_on, closed_on }) };
}

export function assertLineCount(count: number): void {
  if (count > STATEMENT_LINES_MAX)
    throw new InvalidStatement(
      `A statement can have at most ${STATEMENT_LINES_MAX} lines; this one has ${count}. Export shorter periods.`,
    );
}

function withReferences(
  lines: readonly StatementLine[],
  { opened_on, closed_on }: Pick<ReadStatement, 'opened_on' | 'closed_on'>,
): CheckedLine[] {
  const first = new Map<string, number>();
  const alike = new Map<string, number>();
  return lines.map((line, i) => {
    const number = i + 1;
    if (!isDay(line.booked_on) || line.booked_on < opened_on || line.booked_on > closed_on)
      throw new InvalidStatement(`The date of line ${number} is not within the period of the statement.`);
    const bank_reference = referenceOf(line, number, alike);
    const key = lineKey({ bank_reference, amount: line.amount });
    const same = first.get(key);
    if (same !== undefined)
      throw new InvalidStatement(`Lines ${same} and ${number} have the same bank reference and amount.`);
    first.set(key, number);
    return { ...line, bank_reference };
  });
}

/** Without a reference, the line is known by its day, its amount, and its number among lines that are alike. */
function referenceOf(line: StatementLine, number: number, alike: Map<string, number>): string {
  const given = line.bank_reference?.trim() ?? '';
  if (given === '') {
    const key = `${line.booked_on}/${line.amount}`;
    const count = (alike.get(key) ?? 0) + 1;
    alike.set(key, count);
    return `none:${key}/${count}`;
  }
  if (!BANK_REFERENCE.test(given))
    throw new InvalidStatement(
      `The bank reference of line ${number} must have at most 70 letters, digits, and punctuation characters of ASCII, without @.`,
    );
  if (IBAN.test(given))
    throw new InvalidStatement(`The bank reference of line ${number} looks like an account number.`);
  return given;
}

/** Two lines of an account with the same key are the same line. */
export const lineKey = ({
  bank_reference,
  amount,
}: {
  bank_reference: string;
  amount: Amount | string;
}): string => `${bank_reference} ${String(amount)}`;
