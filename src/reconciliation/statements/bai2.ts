/** Reads BAI2 files: groups of a day with accounts, and their transactions. Amounts are in minor units. */
import type { Amount } from '../../ledger/amount.ts';
import {
  InvalidStatement,
  assertLineCount,
  cleanReferences,
  cleanText,
  isDay,
  parseSigned,
  readEach,
  safeReference,
  type ReadFile,
  type ReadStatement,
  type StatementLine,
} from './statement.ts';

/** A record with its continuations. Only the text of a transaction may contain commas and slashes. */
type BaiRecord = {
  readonly code: string;
  readonly fields: readonly string[];
  readonly text: string;
  readonly line: number;
};

const OPENING_LEDGER = '010';
const CLOSING_LEDGER = '015';

type Account = {
  readonly record: BaiRecord;
  readonly day: string;
  readonly currency: string;
  readonly transactions: BaiRecord[];
};

/** Throws InvalidStatement. */
export function readBai2(text: string, decimalsOf: (currency: string) => number): ReadFile {
  const records = recordsOf(text);
  if (records[0]?.code !== '01')
    throw new InvalidStatement('The file is not a BAI2 file: it does not begin with the record 01.');
  const accounts: { readonly account: Account; readonly end: BaiRecord }[] = [];
  let group: { readonly day: string; readonly currency: string } | undefined;
  let account: Account | undefined;
  for (const record of records) {
    const { code, fields, line } = record;
    if (code === '02') group = { day: dayOf(fields[3], line), currency: (fields[5] ?? '').trim() };
    else if (code === '03') {
      if (group === undefined) throw new InvalidStatement(`Line ${line}: the account belongs to no group.`);
      const currency = ((fields[1] ?? '').trim() || group.currency || 'usd').toLowerCase();
      account = { record, day: group.day, currency, transactions: [] };
    } else if (code === '16') {
      if (account === undefined)
        throw new InvalidStatement(`Line ${line}: the transaction belongs to no account.`);
      account.transactions.push(record);
    } else if (code === '49') {
      if (account === undefined) throw new InvalidStatement(`Line ${line}: the total belongs to no account.`);
      accounts.push({ account, end: record });
      account = undefined;
    }
  }
  if (account !== undefined || records.at(-1)?.code !== '99')
    throw new InvalidStatement('The file is not complete: it does not end with the record 99.');
  const warnings = new Set<string>();
  const statements = readEach(
    accounts,
    (each) => statementOf(each.account, each.end, decimalsOf(each.account.currency)),
    warnings,
  );
  return { format: 'bai2', statements, warnings: [...warnings] };
}

/** Records end with a slash, or with the line if their text goes on there. */
function recordsOf(text: string): readonly BaiRecord[] {
  const records: { code: string; body: string; line: number }[] = [];
  for (const [i, raw] of text
    .replace(/^\uFEFF/u, '')
    .split(/\r\n|\n|\r/u)
    .entries()) {
    const line = raw.trim();
    if (line === '') continue;
    const found = /^(?<code>\d{2})(?:,(?<body>.*)|\/)?$/u.exec(line)?.groups;
    if (found === undefined) throw new InvalidStatement(`Line ${i + 1} is not a record of a BAI2 file.`);
    const { code = '', body = '' } = found;
    if (code !== '88') {
      records.push({ code, body, line: i + 1 });
      continue;
    }
    const last = records.at(-1);
    if (last === undefined) throw new InvalidStatement(`Line ${i + 1} continues no record.`);
    const separator = last.code === '16' ? '\n' : ',';
    last.body = `${last.body.replace(/\/$/u, '')}${separator}${body}`;
  }
  assertLineCount(records.filter(({ code }) => code === '16').length);
  return records.map(({ code, body, line }) => {
    const fields = (code === '16' ? body : body.replace(/\/.*$/u, '')).split(',');
    return { code, fields, text: body, line };
  });
}

function dayOf(text: string | undefined, line: number): string {
  const {
    year = '',
    month = '',
    day = '',
  } = /^(?<year>\d{2})(?<month>\d{2})(?<day>\d{2})$/u.exec((text ?? '').trim())?.groups ?? {};
  const found = `20${year}-${month}-${day}`;
  if (!isDay(found)) throw new InvalidStatement(`Line ${line}: the date of the group is not valid.`);
  return found;
}

/** Some banks write a decimal point. */
function amountOf(text: string, decimals: number, line: number): Amount {
  const digits = text.replace(/^(?<sign>[+-]?)0+(?=\d)/u, '$<sign>');
  const value = digits.includes('.') ? parseSigned(digits, decimals) : parseSigned(digits, 0);
  if (value === undefined)
    throw new InvalidStatement(`Line ${line}: ${JSON.stringify(text.slice(0, 20))} is not an amount.`);
  return value;
}

function statementOf(
  { record, day, currency, transactions }: Account,
  end: BaiRecord,
  decimals: number,
): ReadStatement {
  const summaries = summariesOf(record, decimals);
  const lines = transactions.flatMap((each) => lineOf(each, day, decimals));
  checkTotal(end, decimals, [
    ...summaries.map(({ amount }) => amount),
    ...transactions.map(({ fields, line }) => {
      const text = (fields[1] ?? '').trim();
      return text === '' ? 0n : amountOf(text, decimals, line);
    }),
  ]);
  const balance = (code: string): Amount | undefined => summaries.find((each) => each.code === code)?.amount;
  return {
    account: cleanText(record.fields[0]),
    currency,
    opened_on: day,
    closed_on: day,
    opening: balance(OPENING_LEDGER),
    closing: balance(CLOSING_LEDGER),
    lines,
  };
}

/** Groups of type, amount, item count, and funds type, which has fields of its own. */
function summariesOf(
  { fields, line }: BaiRecord,
  decimals: number,
): readonly { readonly code: string; readonly amount: Amount }[] {
  const found: { code: string; amount: Amount }[] = [];
  for (let at = 2; at < fields.length;) {
    const [code = '', amount = '', , funds = ''] = fields.slice(at, at + 4).map((each) => each.trim());
    if (code !== '') {
      if (!/^\d{3}$/u.test(code))
        throw new InvalidStatement(
          `Line ${line}: ${JSON.stringify(code.slice(0, 20))} is not a type of balance.`,
        );
      if (amount !== '') found.push({ code, amount: amountOf(amount, decimals, line) });
    }
    at += 4 + fundsFields(funds, fields.slice(at + 4), line);
  }
  return found;
}

/** How many fields follow a funds type: amounts by availability, a date and a time, or days with amounts. */
function fundsFields(funds: string, following: readonly string[], line: number): number {
  switch (funds.toUpperCase()) {
    case 'S':
      return 3;
    case 'V':
      return 2;
    case 'D': {
      const count = Number(following[0]);
      if (!Number.isInteger(count) || count < 0 || count > 100)
        throw new InvalidStatement(`Line ${line}: the number of days of a distributed amount is not valid.`);
      return 1 + 2 * count;
    }
    default:
      return 0;
  }
}

/** None for information without an amount. */
function lineOf({ fields, line }: BaiRecord, day: string, decimals: number): readonly StatementLine[] {
  const [code = '', text = '', funds = ''] = fields.map((each) => each.trim());
  const side = directionOf(code);
  if (text === '' || /^[+-]?0+$/u.test(text)) return [];
  if (side === undefined)
    throw new InvalidStatement(
      `Line ${line}: the transaction type ${JSON.stringify(code.slice(0, 3))} is neither a credit nor a debit.`,
    );
  const value = amountOf(text, decimals, line);
  const at = 3 + fundsFields(funds, fields.slice(3), line);
  const [bank, customer, ...rest] = fields.slice(at).map((each) => each.replace(/\/$/u, ''));
  const given = safeReference(bank);
  return [
    {
      booked_on: day,
      amount: side === 'credit' ? value : -value,
      bank_reference: given.reference,
      details: {
        text: cleanText(rest.join(',')),
        references: cleanReferences([given.text, customer]),
        counterparty_name: null,
        counterparty_account: null,
      },
    },
  ];
}

/** Types from 100 to 399 are credits, those from 400 to 699 debits. */
function directionOf(code: string): 'credit' | 'debit' | undefined {
  const number = /^\d{3}$/u.test(code) ? Number(code) : 0;
  if ((number >= 100 && number <= 399) || (number >= 920 && number <= 959)) return 'credit';
  return (number >= 400 && number <= 699) || (number >= 960 && number <= 999) ? 'debit' : undefined;
}

/** The sum of all amounts of the account, with or without their signs. */
function checkTotal({ fields, line }: BaiRecord, decimals: number, amounts: readonly Amount[]): void {
  const stated = amountOf((fields[0] ?? '').trim(), decimals, line);
  const sum = amounts.reduce((total, each) => total + each, 0n);
  const magnitude = amounts.reduce((total, each) => total + (each < 0n ? -each : each), 0n);
  if (stated !== sum && stated !== magnitude)
    throw new InvalidStatement(
      `Line ${line}: the total of the account is not the sum of its amounts, so the file is not complete.`,
    );
}
