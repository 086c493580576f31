/** Reads SWIFT MT940 statements and MT942 interim reports, in the dialects of many banks. */
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
  type PaymentText,
  type ReadFile,
  type ReadStatement,
  type StatementLine,
} from './statement.ts';

type Field = { readonly tag: string; readonly value: string; readonly line: number };
type Balance = {
  readonly day: string;
  readonly currency: string;
  readonly amount: string;
  readonly isDebit: boolean;
};

/** Throws InvalidStatement. */
export function readMt940(text: string, decimalsOf: (currency: string) => number): ReadFile {
  const messages = messagesIn(fieldsOf(text));
  if (messages.length === 0) throw new InvalidStatement('The file is not an MT940 statement.');
  const warnings = new Set<string>();
  const statements = readEach(messages, (fields) => statementOf(fields, decimalsOf, warnings), warnings);
  return { format: 'mt940', statements, warnings: [...warnings] };
}

/** Other text between colons is part of a text that the bank has broken, such as a time. */
const TAG = /^:(?<tag>20|21|25P?|28C?|60[FM]|61|62[FM]|64|65|86|34F|13D|90[CD]|NS):(?<value>.*)$/u;

/** A field goes on until the next tag. Envelopes and the ends of messages are left out. */
function fieldsOf(text: string): readonly Field[] {
  const fields: { tag: string; value: string; line: number }[] = [];
  let isInside = false;
  for (const [i, raw] of text
    .replace(/^\uFEFF/u, '')
    .split(/\r\n|\n|\r/u)
    .entries()) {
    // The first field may follow the envelope on its line.
    const line = raw
      .replace(/^.*\{4:(?=:|$)/u, '')
      .replace(/-\}.*$/u, '')
      .trimEnd();
    const found = TAG.exec(line)?.groups;
    if (found !== undefined) {
      fields.push({ tag: found['tag'] ?? '', value: found['value'] ?? '', line: i + 1 });
      isInside = true;
    } else if (line === '-' || raw.includes('-}') || /^\{\d:/u.test(line)) isInside = false;
    else if (isInside && line !== '') {
      const last = fields.at(-1);
      if (last !== undefined) last.value += `\n${line}`;
    }
  }
  assertLineCount(fields.filter(({ tag }) => tag === '61').length);
  return fields;
}

/** Each message begins with its reference. */
function messagesIn(fields: readonly Field[]): readonly (readonly Field[])[] {
  const messages: Field[][] = [];
  for (const field of fields) {
    if (field.tag === '20') messages.push([]);
    messages.at(-1)?.push(field);
  }
  return messages.filter((each) => each.some(({ tag }) => /^(?:25P?|60[FM]|62[FM]|61)$/u.test(tag)));
}

function statementOf(
  fields: readonly Field[],
  decimalsOf: (currency: string) => number,
  warnings: Set<string>,
): ReadStatement {
  const find = (...tags: readonly string[]): Field | undefined =>
    fields.find(({ tag }) => tags.includes(tag));
  const [open, close] = [find('60F', '60M'), find('62F', '62M')];
  const opening = open && balanceOf(open);
  const closing = close && balanceOf(close);
  const limit = /^(?<currency>[A-Z]{3})/u.exec(find('34F')?.value ?? '')?.groups?.['currency'];
  const currency = (closing?.currency ?? opening?.currency ?? limit ?? '').toLowerCase();
  if (opening !== undefined && opening.currency.toLowerCase() !== currency)
    throw new InvalidStatement('The opening and the closing balance have different currencies.');
  const decimals = decimalsOf(currency);
  const lines = linesOf(fields, decimals, warnings);
  const days = lines.map(({ booked_on }) => booked_on).sort();
  const reported = dayOf(/^(?<day>\d{6})/u.exec(find('13D')?.value ?? '')?.groups?.['day'] ?? '');
  const closed_on = closing?.day ?? reported ?? days.at(-1);
  if (closed_on === undefined) throw new InvalidStatement('The statement has no date.');
  const first = days[0] !== undefined && days[0] < closed_on ? days[0] : closed_on;
  // The opening balance usually has the date of the closing balance before.
  const opened_on =
    opening !== undefined && opening.day > first && opening.day <= closed_on ? opening.day : first;
  return {
    account: accountOf(find('25', '25P')?.value),
    currency,
    opened_on,
    closed_on,
    opening: opening && signed(opening, decimals, open.line),
    closing: closing && signed(closing, decimals, close.line),
    lines,
    ...(sumsAgree(fields, lines, decimals) && { hasSums: true }),
  };
}

/** Without the bank's code on a line of its own. */
const accountOf = (value: string | undefined): string | null => cleanText(value?.split('\n')[0]);

function dayOf(text: string): string | undefined {
  const {
    year = '',
    month = '',
    day = '',
  } = /^(?<year>\d{2})(?<month>\d{2})(?<day>\d{2})$/u.exec(text)?.groups ?? {};
  const found = `20${year}-${month}-${day}`;
  return isDay(found) ? found : undefined;
}

function balanceOf({ value, line }: Field): Balance {
  const found = /^(?<side>[CD])(?<day>\d{6})(?<currency>[A-Z]{3})\s*(?<amount>[\d,]+)/u.exec(
    value.trim(),
  )?.groups;
  const day = dayOf(found?.['day'] ?? '');
  if (found === undefined || day === undefined)
    throw new InvalidStatement(`Line ${line}: the balance cannot be read.`);
  const { side, currency = '', amount = '' } = found;
  return { day, currency, amount, isDebit: side === 'D' };
}

function signed(
  { amount, isDebit }: Pick<Balance, 'amount' | 'isDebit'>,
  decimals: number,
  line: number,
): Amount {
  const value = /^\d{1,15}(?:,\d*)?$/u.test(amount)
    ? parseSigned(amount.replace(/,$/u, '').replace(',', '.'), decimals)
    : undefined;
  if (value === undefined)
    throw new InvalidStatement(
      `Line ${line}: the amount must have at most ${decimals} decimals after a comma.`,
    );
  return isDebit ? -value : value;
}

/** `RC` and `RD` reverse a credit and a debit; `EC` and `ED` are expected. A letter of the currency may follow. */
const ENTRY =
  /^(?<value>\d{6})(?<entry>\d{4}|\s{4})?(?<side>R[CD]|E[CD]|[CD])(?<funds>[A-Z])?\s?(?<amount>\d[\d,]*)(?<kind>[NFS][A-Z0-9]{3})?(?<references>[^\n]*)(?:\n(?<more>[\s\S]*))?$/u;

function linesOf(
  fields: readonly Field[],
  decimals: number,
  warnings: Set<string>,
): readonly StatementLine[] {
  const lines: StatementLine[] = [];
  for (const [i, field] of fields.entries()) {
    if (field.tag !== '61') continue;
    const found = ENTRY.exec(field.value.trim())?.groups;
    const valued = valueDay(found?.['value'] ?? '');
    if (found === undefined || valued === undefined)
      throw new InvalidStatement(`Line ${field.line}: the entry cannot be read.`);
    const { entry, side = '', amount = '', references = '', more = '' } = found;
    if (side.startsWith('E')) {
      warnings.add('Entries that are not booked yet are left out.');
      continue;
    }
    const next = fields[i + 1];
    lines.push({
      booked_on: entryDay(entry, valued, field.line),
      amount: signed({ amount, isDebit: side === 'D' || side === 'RC' }, decimals, field.line),
      ...described(references, more, next?.tag === '86' ? next.value : ''),
    });
  }
  return lines;
}

/** Banks that count 30 days for each month have a 30th of February. */
function valueDay(text: string): string | undefined {
  const day = dayOf(text);
  if (day !== undefined || !/^\d{4}(?:29|30|31)$/u.test(text)) return day;
  return ['30', '29', '28']
    .map((last) => dayOf(`${text.slice(0, 4)}${last}`))
    .find((each) => each !== undefined);
}

/** The entry date has no year: it is the one nearest to the value date. */
function entryDay(entry: string | undefined, valued: string, line: number): string {
  if (entry === undefined || entry.trim() === '' || entry === '0000') return valued;
  const year = Number(valued.slice(0, 4));
  const days = [year - 1, year, year + 1]
    .map((each) => `${each}-${entry.slice(0, 2)}-${entry.slice(2)}`)
    .filter(isDay)
    .sort((a, b) => distance(a, valued) - distance(b, valued));
  if (days[0] === undefined) throw new InvalidStatement(`Line ${line}: the entry date is not valid.`);
  return days[0];
}

const distance = (a: string, b: string): number => Math.abs(Date.parse(a) - Date.parse(b));

/** `customer's reference//bank's reference`, the supplementary details, and what `:86:` says. */
function described(
  references: string,
  more: string,
  information: string,
): Pick<StatementLine, 'bank_reference' | 'details'> {
  const [customer = '', bank = ''] = references.split('//');
  const given = safeReference(bank);
  const found = informationOf(information);
  return {
    bank_reference: given.reference,
    details: {
      text: cleanText([found.text, more].filter(Boolean).join(' ')),
      references: cleanReferences([customer, given.text, ...found.references]),
      counterparty_name: found.counterparty_name,
      counterparty_account: found.counterparty_account,
    },
  };
}

/** German banks use numbered fields, Dutch and other banks words between slashes, and the rest plain text. */
function informationOf(value: string): PaymentText {
  const numbered = /^(?:\d{3})?(?<mark>[?<>+~^])\d{2}/u.exec(value)?.groups?.['mark'];
  if (numbered !== undefined) return numberedFields(value.replace(/\n/gu, ''), numbered);
  const joined = value.replace(/\n/gu, '');
  if (/^\/[A-Z]{2,8}\//u.test(joined)) return namedFields(joined);
  return { text: cleanText(value), references: [], counterparty_name: null, counterparty_account: null };
}

function numberedFields(value: string, mark: string): PaymentText {
  const fields = new Map<string, string>();
  for (const part of value.split(mark).slice(1)) fields.set(part.slice(0, 2), part.slice(2));
  const join = (from: number, to: number): string =>
    [...fields]
      .filter(([name]) => Number(name) >= from && Number(name) <= to)
      .map(([, text]) => text)
      .join('');
  // Each field has 27 characters, so a text goes on in the next one.
  const purpose = join(20, 29) + join(60, 63);
  const marked = (name: string): string | undefined =>
    new RegExp(
      `${name}\\+(?<found>.*?)(?=(?:EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC)\\+|$)`,
      'u',
    ).exec(purpose)?.groups?.['found'];
  return {
    text: cleanText([fields.get('00'), marked('SVWZ') ?? purpose].filter(Boolean).join(' ')),
    references: cleanReferences([marked('EREF'), marked('KREF'), marked('MREF')]),
    counterparty_name: cleanText(join(32, 33)),
    counterparty_account: cleanText(fields.get('31') ?? fields.get('38')),
  };
}

function namedFields(value: string): PaymentText {
  const fields = new Map<string, string>();
  for (const found of value.matchAll(/\/(?<name>[A-Z]{2,8})\/(?<text>.*?)(?=\/[A-Z]{2,8}\/|$)/gu)) {
    const { name = '', text = '' } = found.groups ?? {};
    if (!fields.has(name)) fields.set(name, text);
  }
  const cut = (text: string | undefined): string | undefined => text?.replace(/\/+$/u, '');
  return {
    text: cleanText(
      [...fields]
        .filter(([name]) => !['IBAN', 'BIC', 'NAME', 'CNTP', 'BENM', 'ORDP', 'EREF'].includes(name))
        .map(([, text]) => cut(text))
        .join(' '),
    ),
    references: cleanReferences(
      ['EREF', 'PREF', 'KREF', 'MARF', 'RTRN'].map((name) => cut(fields.get(name))),
    ),
    counterparty_name: cleanText(cut(fields.get('NAME') ?? fields.get('CNTP')?.split('/')[2])),
    counterparty_account: cleanText(cut(fields.get('IBAN') ?? fields.get('CNTP')?.split('/')[0])),
  };
}

/** Whether an interim report states how many entries it has and their sums, and they are those of its lines. */
function sumsAgree(fields: readonly Field[], lines: readonly StatementLine[], decimals: number): boolean {
  const stated = fields.filter(({ tag }) => tag === '90C' || tag === '90D');
  return (
    stated.length > 0 &&
    ['90C', '90D'].every((tag) => {
      const found = /^(?<count>\d{1,5})[A-Z]{3}(?<amount>[\d,]+)/u.exec(
        stated.find((each) => each.tag === tag)?.value ?? '',
      )?.groups;
      const side = lines.filter(({ amount }) => (tag === '90C' ? amount > 0n : amount < 0n));
      const sum = side.reduce((total, { amount }) => total + (amount < 0n ? -amount : amount), 0n);
      return (
        Number(found?.['count'] ?? 0) === side.length &&
        parseSigned((found?.['amount'] ?? '0').replace(/,$/u, '').replace(',', '.'), decimals) === sum
      );
    })
  );
}
