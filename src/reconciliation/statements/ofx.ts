/** Reads OFX and QFX files: SGML without closing tags, and XML. */
import type { Amount } from '../../ledger/amount.ts';
import { readAmount } from './csv/amounts.ts';
import {
  InvalidStatement,
  assertLineCount,
  cleanReferences,
  cleanText,
  isDay,
  readEach,
  safeReference,
  type ReadFile,
  type ReadStatement,
  type StatementLine,
} from './statement.ts';

/** An element with its children, or with a value. */
type Element = { readonly name: string; value: string; readonly children: Element[] };

const NESTING_MAX = 40;
const ELEMENTS_MAX = 1_000_000;

/** Throws InvalidStatement. */
export function readOfx(text: string, decimalsOf: (currency: string) => number): ReadFile {
  const start = text.search(/<OFX>/iu);
  if (start === -1) throw new InvalidStatement('The file is not an OFX file: it has no element OFX.');
  let transactions = 0;
  for (const _ of text.matchAll(/<STMTTRN>/giu)) transactions += 1;
  assertLineCount(transactions);
  const root = parse(text.slice(start));
  const warnings = new Set<string>();
  const parts = [...elementsNamed(root, 'STMTRS'), ...elementsNamed(root, 'CCSTMTRS')];
  const statements = readEach(parts, (each) => statementOf(each, decimalsOf, warnings), warnings);
  if (statements.length === 0) throw new InvalidStatement('The file has no statement of an account.');
  return { format: 'ofx', statements, warnings: [...warnings] };
}

/** An element with a value ends with the next tag, whether it has a closing tag or not. */
function parse(text: string): Element {
  const root: Element = { name: '', value: '', children: [] };
  const open: Element[] = [root];
  let count = 0;
  for (const found of text.matchAll(
    /<(?<end>\/?)(?<name>[A-Za-z0-9._]+)\s*(?<empty>\/?)>(?<value>[^<]*)/gu,
  )) {
    const { end, name = '', empty, value = '' } = found.groups ?? {};
    const upper = name.toUpperCase();
    if (end === '/') {
      const at = open.findLastIndex((each) => each.name === upper);
      // The closing tag of a value that ended already.
      if (at > 0) open.length = at;
      continue;
    }
    count += 1;
    if (count > ELEMENTS_MAX || open.length > NESTING_MAX)
      throw new InvalidStatement('The file has too many elements.');
    const element: Element = { name: upper, value: unescape(value.trim()), children: [] };
    open.at(-1)?.children.push(element);
    if (element.value === '' && empty !== '/') open.push(element);
  }
  return root;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

const unescape = (text: string): string =>
  text.replace(
    /&(?:#(?<code>\d{1,6})|(?<name>[a-z]+));/giu,
    (whole, code: string | undefined, name: string | undefined) =>
      code === undefined
        ? (ENTITIES[(name ?? '').toLowerCase()] ?? whole)
        : String.fromCodePoint(Math.min(Number(code), 0x10ffff)),
  );

function elementsNamed({ children }: Element, name: string): readonly Element[] {
  return children.flatMap((each) => (each.name === name ? [each] : elementsNamed(each, name)));
}

function find(element: Element | undefined, ...path: readonly string[]): Element | undefined {
  return path.reduce<Element | undefined>(
    (at, name) => at?.children.find((each) => each.name === name),
    element,
  );
}
const valueAt = (element: Element | undefined, ...path: readonly string[]): string | undefined =>
  find(element, ...path)?.value || undefined;

function statementOf(
  statement: Element,
  decimalsOf: (currency: string) => number,
  warnings: Set<string>,
): ReadStatement {
  const currency = (valueAt(statement, 'CURDEF') ?? '').toLowerCase();
  const decimals = decimalsOf(currency);
  const transactions = find(statement, 'BANKTRANLIST');
  if (find(statement, 'BANKTRANLISTP') !== undefined)
    warnings.add('Transactions that are not booked yet are left out.');
  const lines = inOrder(
    (transactions?.children ?? [])
      .filter(({ name }) => name === 'STMTTRN')
      .map((each, i) => lineOf(each, i + 1, { currency, decimals })),
  );
  const ledger = find(statement, 'LEDGERBAL');
  const balance = valueAt(ledger, 'BALAMT');
  const closing =
    balance === undefined ? undefined : amountOf(balance, { currency, decimals }, 'The balance');
  const days = lines.map(({ booked_on }) => booked_on).sort();
  const until = dayOf(valueAt(transactions, 'DTEND')) ?? dayOf(valueAt(ledger, 'DTASOF')) ?? days.at(-1);
  if (until === undefined) throw new InvalidStatement('The statement has no date.');
  const closed_on = days.at(-1) !== undefined && (days.at(-1) ?? '') > until ? (days.at(-1) ?? until) : until;
  const from = dayOf(valueAt(transactions, 'DTSTART')) ?? days[0] ?? closed_on;
  return {
    account: accountOf(statement),
    currency,
    opened_on: from > closed_on ? closed_on : from,
    closed_on,
    opening: undefined,
    closing,
    lines,
  };
}

function accountOf(statement: Element): string | null {
  const from = find(statement, 'BANKACCTFROM') ?? find(statement, 'CCACCTFROM');
  return cleanText(valueAt(from, 'ACCTID'));
}

/** `20261123`, with a time and a time zone or without. The day is that of the bank. */
function dayOf(text: string | undefined): string | undefined {
  const {
    year = '',
    month = '',
    day = '',
  } = /^(?<year>\d{4})-?(?<month>\d{2})-?(?<day>\d{2})/u.exec(text ?? '')?.groups ?? {};
  const found = `${year}-${month}-${day}`;
  return isDay(found) ? found : undefined;
}

type Frame = { readonly currency: string; readonly decimals: number };

function amountOf(text: string, frame: Frame, what: string): Amount {
  // The format has no groups of thousands, so the only mark is the decimal mark.
  const mark = /[.,]/u.exec(text)?.[0] === ',' && !text.includes('.') ? ',' : '.';
  const padded = /[.,]\d{3}$/u.test(text) ? `${text}0` : text;
  const read = readAmount(padded, { ...frame, mark });
  if ('problem' in read) throw new InvalidStatement(`${what} ${read.problem}.`);
  return read.amount;
}

function lineOf(transaction: Element, number: number, frame: Frame): StatementLine {
  const booked_on = dayOf(valueAt(transaction, 'DTPOSTED'));
  if (booked_on === undefined)
    throw new InvalidStatement(`The date of line ${number} (DTPOSTED) is not valid.`);
  const given = safeReference(valueAt(transaction, 'FITID'));
  return {
    booked_on,
    amount: amountOf(valueAt(transaction, 'TRNAMT') ?? '', frame, `The amount of line ${number} (TRNAMT)`),
    bank_reference: given.reference,
    details: {
      text: cleanText([valueAt(transaction, 'NAME'), valueAt(transaction, 'MEMO')].filter(Boolean).join(' ')),
      references: cleanReferences([
        given.text,
        valueAt(transaction, 'REFNUM'),
        valueAt(transaction, 'CHECKNUM'),
      ]),
      counterparty_name: cleanText(valueAt(transaction, 'PAYEE', 'NAME') ?? valueAt(transaction, 'NAME')),
      counterparty_account: cleanText(valueAt(transaction, 'BANKACCTTO', 'ACCTID')),
    },
  };
}

/** Most banks list the newest line first. Sorting keeps the order within a day. */
function inOrder(lines: readonly StatementLine[]): readonly StatementLine[] {
  const isNewestFirst = (lines[0]?.booked_on ?? '') > (lines.at(-1)?.booked_on ?? '');
  const ordered = isNewestFirst ? [...lines].reverse() : [...lines];
  return ordered.sort((a, b) => (a.booked_on < b.booked_on ? -1 : a.booked_on > b.booked_on ? 1 : 0));
}
