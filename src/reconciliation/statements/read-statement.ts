/** Reads a statement of any format, and checks that it is complete. */

import { createHash } from 'node:crypto';
import type { StatementDocument, StatementImport } from '../../generated/api.ts';
import { readCamt053 } from './camt053.ts';
import { readCsvStatement } from './csv-statement.ts';
import {
  InvalidStatement,
  STATEMENT_CHARACTERS_MAX,
  checkStatement,
  cleanReferences,
  cleanText,
  parseSigned,
  type BankStatement,
  type ReadStatement,
} from './statement.ts';

export type ImportedStatement = BankStatement & {
  readonly format: StatementImport['format'];
  /** SHA-256 of the content in hex. */
  readonly sha256: string;
};

/** Throws InvalidStatement. `currencies` has the decimals of the rail's currencies. */
export function readStatement(
  input: StatementImport,
  currencies: ReadonlyMap<string, number>,
): ImportedStatement {
  const decimalsOf = (currency: string): number => {
    const decimals = currencies.get(currency);
    if (decimals === undefined)
      throw new InvalidStatement(
        `The rail does not use the currency ${JSON.stringify(currency.slice(0, 10))}.`,
      );
    return decimals;
  };
  if (input.content !== undefined && input.content.length > STATEMENT_CHARACTERS_MAX)
    throw new InvalidStatement('The file is larger than 8 MiB. Export shorter periods.');
  const read = readFormat(input, decimalsOf);
  const text = input.content ?? JSON.stringify(input.statement);
  const sha256 = createHash('sha256').update(`${read.currency}\n${text}`).digest('hex');
  return { ...checkStatement(read, decimalsOf(read.currency)), format: input.format, sha256 };
}

function readFormat(
  { format, content, mapping, statement, currency }: StatementImport,
  decimalsOf: (currency: string) => number,
): ReadStatement {
  if (format === 'json') {
    // The hash of the import covers only one of the two.
    if (content !== undefined) throw new InvalidStatement('Leave out the field content, which is for files.');
    if (statement === undefined) throw new InvalidStatement('Send the statement in the field statement.');
    return readDocument(statement, decimalsOf(statement.currency));
  }
  if (content === undefined) throw new InvalidStatement('Send the text of the file in the field content.');
  if (format === 'camt053') return readCamt053(content, decimalsOf);
  if (mapping === undefined || currency === undefined)
    throw new InvalidStatement('A CSV file needs the fields mapping and currency.');
  return readCsvStatement(content, mapping, { currency, decimals: decimalsOf(currency) });
}

function readDocument(document: StatementDocument, decimals: number): ReadStatement {
  const amount = (text: string, what: string): bigint => {
    const value = parseSigned(text, decimals);
    if (value === undefined)
      throw new InvalidStatement(`${what} must be an amount with at most ${decimals} decimals.`);
    return value;
  };
  return {
    currency: document.currency,
    opened_on: document.opened_on,
    closed_on: document.closed_on,
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

// Decodes the bytes of a file.

export const ENCODINGS = ['utf-8', 'windows-1252', 'iso-8859-15', 'utf-16le'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Throws InvalidStatement for bytes that are not text in this encoding. */
export function decodeText(bytes: Uint8Array, encoding: Encoding = 'utf-8'): string {
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new InvalidStatement(
      `The file is not text in the encoding ${encoding}. Choose the encoding of the file.`,
    );
  }
  if (text.includes('\0'))
    throw new InvalidStatement(
      `The file is not text in the encoding ${encoding}. Choose the encoding of the file.`,
    );
  return text;
}
