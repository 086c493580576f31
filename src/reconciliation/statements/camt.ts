/** Reads ISO 20022 files: camt.053 statements, camt.052 reports, and camt.054 notifications. */
import { InvalidXml, isXml, parseXml, xmlList, xmlText, type Xml } from '../../formats/xml.ts';
import type { Amount } from '../../ledger/amount.ts';
import {
  InvalidStatement,
  assertLineCount,
  cleanReferences,
  cleanText,
  parseSigned,
  readEach,
  safeReference,
  type ReadFile,
  type ReadStatement,
  type StatementLine,
} from './statement.ts';

/** Elements that a file may have besides those of its entries, and for each entry or transaction. */
const OTHER_ELEMENTS_MAX = 20_000;
const ENTRY_ELEMENTS_MAX = 400;
/** Numbers that begin again in every statement are shorter. */
const ENTRY_REFERENCE_LENGTH_MIN = 8;

/** The message, the element of each statement, and how the format is called. */
const MESSAGES = [
  ['BkToCstmrStmt', 'Stmt', 'camt053'],
  ['BkToCstmrAcctRpt', 'Rpt', 'camt052'],
  ['BkToCstmrDbtCdtNtfctn', 'Ntfctn', 'camt054'],
] as const;

export type DecimalsOf = (currency: string) => number;

/** Throws InvalidStatement. `decimalsOf` returns the decimals of a currency in lower case. */
export function readCamt(text: string, decimalsOf: DecimalsOf): ReadFile {
  // Entities could expand to gigabytes or name files. Banks do not use them.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw new InvalidStatement('The file declares a document type, which statements do not need.');
  limitElements(text);
  const document = parse(text);
  for (const [message, element, format] of MESSAGES) {
    // The first versions of the messages have their version in the name.
    const found = [message, `${message}V01`].flatMap((name) => elementsNamed(document, name));
    if (found.length === 0) continue;
    const warnings = new Set<string>();
    const parts = found.flatMap((each) => xmlList(each[element]));
    const frame = { decimalsOf, warnings, count: parts.length };
    const statements = readEach(parts, (each) => statementOf(each, frame), warnings);
    if (statements.length > 0) return { format, statements, warnings: [...warnings] };
  }
  throw new InvalidStatement(
    'The file is not a camt.053 statement, a camt.052 report, or a camt.054 notification.',
  );
}

function parse(text: string): Xml {
  try {
    return parseXml(text);
  } catch (error) {
    if (!(error instanceof InvalidXml)) throw error;
    const { at: place } = error;
    throw new InvalidStatement(
      place === undefined
        ? 'The file is not valid XML.'
        : `The file is not valid XML: line ${place.line}, ${place.what}`,
    );
  }
}

/** Counted before the file is parsed, because parsing a large file takes long. */
function limitElements(text: string): void {
  const count = (pattern: RegExp): number => {
    let found = 0;
    for (const _ of text.matchAll(pattern)) found += 1;
    return found;
  };
  const entries = count(/<(?:[\w.-]+:)?Ntry[\s>]/g);
  assertLineCount(entries);
  const transactions = count(/<(?:[\w.-]+:)?TxDtls[\s>]/g);
  assertLineCount(transactions);
  let elements = 0;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) elements += 1;
  // An element has two tags.
  if (elements / 2 > OTHER_ELEMENTS_MAX + ENTRY_ELEMENTS_MAX * (entries + transactions))
    throw new InvalidStatement(
      'The file is not valid XML of a statement: it has too many elements that are no entries.',
    );
}

/** The outermost elements of this name. Banks wrap documents in envelopes of their own. */
function elementsNamed(element: Xml, name: string): readonly Xml[] {
  const direct = xmlList(element[name]);
  if (direct.length > 0) return direct;
  return Object.values(element).flatMap((value) =>
    xmlList(value).flatMap((each) => elementsNamed(each, name)),
  );
}

/** The element at a path; the first one where it is repeated. */
function at(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    const element: unknown = Array.isArray(found) ? found[0] : found;
    found = isXml(element) ? element[name] : undefined;
  }
  return Array.isArray(found) ? (found as readonly unknown[])[0] : found;
}

const textAt = (value: unknown, ...path: readonly string[]): string | undefined =>
  xmlText(at(value, ...path));

type FileFrame = {
  readonly decimalsOf: DecimalsOf;
  readonly warnings: Set<string>;
  /** Number of statements in the file. */
  readonly count: number;
};

function statementOf(statement: Xml, { decimalsOf, warnings, count }: FileFrame): ReadStatement {
  const { opening, closing } = balancesOf(statement);
  const currency = (
    closing?.currency ??
    opening?.currency ??
    textAt(statement, 'Acct', 'Ccy') ??
    xmlText(at(xmlList(statement['Ntry'])[0], 'Amt', '@Ccy')) ??
    ''
  ).toLowerCase();
  if (currency === '')
    throw new InvalidStatement(
      count === 1
        ? 'The statement has no currency.'
        : `The file has ${count} statements, and one of them has no currency.`,
    );
  if (opening !== undefined && opening.currency.toLowerCase() !== currency)
    throw new InvalidStatement('The opening and the closing balance have different currencies.');
  const decimals = decimalsOf(currency);
  const lines = xmlList(statement['Ntry']).flatMap((entry, i) => {
    const number = i + 1;
    if (!isBooked(entry)) {
      warnings.add('Entries that are not booked yet are left out.');
      return [];
    }
    return linesOf(entry, { number, currency, decimals });
  });
  const days = lines.map(({ booked_on }) => booked_on).sort();
  const from = dayOf(at(statement, 'FrToDt', 'FrDtTm'));
  const closed_on = closing?.day ?? periodEnd(statement) ?? days.at(-1) ?? dayOf(at(statement, 'CreDtTm'));
  if (closed_on === undefined)
    throw new InvalidStatement(
      count === 1
        ? 'The statement has no date.'
        : `The file has ${count} statements, and one of them has no date.`,
    );
  const until = later(periodEnd(statement), closed_on);
  // An opening balance often has the date of the closing balance before.
  const begun = later(opening?.isPrevious === true ? undefined : opening?.day, earlier(days[0], closed_on));
  const sums = sumsAgree(statement, lines, decimals);
  return {
    account: textAt(statement, 'Acct', 'Id', 'IBAN') ?? textAt(statement, 'Acct', 'Id', 'Othr', 'Id') ?? null,
    currency,
    opened_on: earlier(from ?? begun, until),
    closed_on: until,
    opening: opening && signed(opening, decimals, 'The opening balance'),
    closing: closing && signed(closing, decimals, 'The closing balance'),
    lines,
    ...(sums && { hasSums: true }),
  };
}

const later = (a: string | undefined, b: string): string => (a !== undefined && a > b ? a : b);
const earlier = (a: string | undefined, b: string): string => (a !== undefined && a < b ? a : b);

/** The last day of the stated period. A period that ends at midnight ends on the day before. */
function periodEnd(statement: Xml): string | undefined {
  const text = textAt(statement, 'FrToDt', 'ToDtTm');
  const day = dayOf(text);
  if (day === undefined || text === undefined || !/T00:00(?::00(?:\.0+)?)?(?:Z|[+-]|$)/.test(text))
    return day;
  const from = dayOf(at(statement, 'FrToDt', 'FrDtTm'));
  if (from === undefined || day <= from) return day;
  return new Date(Date.parse(day) - 1).toISOString().slice(0, day.length);
}

type Stated = {
  readonly amount: string;
  readonly currency: string;
  readonly isDebit: boolean;
};
type Balance = Stated & { readonly code: string; readonly day: string; readonly isPrevious: boolean };

/** Pages of a statement are joined by interim balances: the first one opens a page, and the last one closes it. */
function balancesOf(statement: Xml): { opening: Balance | undefined; closing: Balance | undefined } {
  const balances = xmlList(statement['Bal']).flatMap((each): Balance[] => {
    const code = (
      textAt(each, 'Tp', 'CdOrPrtry', 'Cd') ??
      textAt(each, 'Tp', 'CdOrPrtry', 'Prtry') ??
      ''
    ).toUpperCase();
    const day = dayOf(at(each, 'Dt', 'Dt')) ?? dayOf(at(each, 'Dt', 'DtTm'));
    if (!['OPBD', 'PRCD', 'CLBD', 'ITBD'].includes(code) || day === undefined) return [];
    return [{ ...statedIn(each, 'A balance'), code, day, isPrevious: code === 'PRCD' }];
  });
  const of = (code: string): Balance[] =>
    balances
      .filter((each) => each.code === code)
      .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  const interim = balances.filter(({ code }) => code === 'ITBD');
  const opening = of('OPBD')[0] ?? of('PRCD')[0];
  const closing = of('CLBD').at(-1);
  return {
    opening: opening ?? (closing !== undefined || interim.length > 1 ? interim[0] : undefined),
    closing: closing ?? interim.at(-1),
  };
}

function statedIn(element: Xml, what: string): Stated {
  const amount = at(element, 'Amt');
  const text = xmlText(amount) ?? '';
  const side = textAt(element, 'CdtDbtInd');
  if (side !== 'CRDT' && side !== 'DBIT' && !/^0+(?:\.0*)?$/.test(text))
    throw new InvalidStatement(`${what} does not say whether it is a credit (CRDT) or a debit (DBIT).`);
  return {
    amount: text,
    currency: (isXml(amount) ? xmlText(amount['@Ccy']) : undefined) ?? '',
    isDebit: side === 'DBIT',
  };
}

function signed({ amount, isDebit }: Stated, decimals: number, what: string): Amount {
  // The sign is in CdtDbtInd.
  const value = /^[+-]/.test(amount)
    ? undefined
    : parseSigned(amount.replace(/^\./, '0.').replace(/\.$/, ''), decimals);
  if (value === undefined)
    throw new InvalidStatement(`${what} must be an amount with at most ${decimals} decimals.`);
  return isDebit ? -value : value;
}

/** The day of a date or time; undefined if there is none. */
const dayOf = (value: unknown): string | undefined => /^\d{4}-\d{2}-\d{2}/.exec(xmlText(value) ?? '')?.[0];

const isBooked = (entry: Xml): boolean =>
  (textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts', 'Prtry') ?? textAt(entry, 'Sts') ?? 'BOOK') === 'BOOK';

type EntryFrame = { readonly number: number; readonly currency: string; readonly decimals: number };

/** One line; of a batch whose transactions have amounts that sum to the entry, one for each transaction. */
function linesOf(entry: Xml, frame: EntryFrame): readonly StatementLine[] {
  const { number, currency, decimals } = frame;
  const stated = statedIn(entry, `Entry ${number}`);
  if (stated.currency.toLowerCase() !== currency)
    throw new InvalidStatement(`Line ${number} is not in the currency of the statement.`);
  const booked_on =
    dayOf(at(entry, 'BookgDt', 'Dt')) ??
    dayOf(at(entry, 'BookgDt', 'DtTm')) ??
    dayOf(at(entry, 'ValDt', 'Dt')) ??
    dayOf(at(entry, 'ValDt', 'DtTm'));
  if (booked_on === undefined) throw new InvalidStatement(`Line ${number} has no booking date.`);
  const amount = signed(stated, decimals, `The amount of line ${number}`);
  const details = xmlList(entry['NtryDtls']).flatMap((each) => xmlList(each['TxDtls']));
  const amounts = details.map((each) => transactionAmount(each, stated, frame));
  const sum = amounts.reduce<Amount | undefined>(
    (total, each) => (total === undefined || each === undefined ? undefined : total + each),
    0n,
  );
  const isSplit = details.length > 1 && sum === amount;
  const parts = isSplit ? details.map((each) => [each]) : [details];
  return parts.map((some, i) => ({
    booked_on,
    amount: isSplit ? (amounts[i] ?? 0n) : amount,
    ...described(entry, some, stated.isDebit),
  }));
}

/** In the currency of the entry; undefined if the transaction does not have it. */
function transactionAmount(
  details: Xml,
  entry: Stated,
  { currency, decimals }: EntryFrame,
): Amount | undefined {
  const stated = [at(details, 'Amt'), at(details, 'AmtDtls', 'TxAmt', 'Amt')].find(
    (each) => isXml(each) && xmlText(each['@Ccy'])?.toLowerCase() === currency,
  );
  const text = xmlText(stated);
  const value = text === undefined || /^[+-]/.test(text) ? undefined : parseSigned(text, decimals);
  const side = textAt(details, 'CdtDbtInd') ?? (entry.isDebit ? 'DBIT' : 'CRDT');
  return value === undefined ? undefined : side === 'DBIT' ? -value : value;
}

/** The reference and the texts of an entry, or of one of its transactions. */
function described(
  entry: Xml,
  details: readonly Xml[],
  isDebit: boolean,
): Pick<StatementLine, 'bank_reference' | 'details'> {
  const [first] = details;
  const other = isDebit ? 'Cdtr' : 'Dbtr';
  const number = textAt(entry, 'NtryRef');
  const given = [
    textAt(entry, 'AcctSvcrRef'),
    textAt(first, 'Refs', 'AcctSvcrRef'),
    number !== undefined && number.length >= ENTRY_REFERENCE_LENGTH_MIN ? number : undefined,
  ].map(safeReference);
  return {
    bank_reference: given.find(({ reference }) => reference !== null)?.reference ?? null,
    details: {
      text: cleanText(
        [
          textAt(entry, 'AddtlNtryInf'),
          ...details.flatMap((each) => [...remittance(each), textAt(each, 'AddtlTxInf')]),
        ]
          .filter(Boolean)
          .join(' '),
      ),
      references: cleanReferences([
        ...given.map(({ text }) => text),
        ...details.flatMap((each) => [
          textAt(each, 'Refs', 'EndToEndId'),
          textAt(each, 'Refs', 'TxId'),
          textAt(each, 'Refs', 'InstrId'),
          textAt(each, 'Refs', 'UETR'),
          textAt(each, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
        ]),
      ]),
      counterparty_name: cleanText(
        textAt(first, 'RltdPties', other, 'Nm') ?? textAt(first, 'RltdPties', other, 'Pty', 'Nm'),
      ),
      counterparty_account: cleanText(
        textAt(first, 'RltdPties', `${other}Acct`, 'Id', 'IBAN') ??
          textAt(first, 'RltdPties', `${other}Acct`, 'Id', 'Othr', 'Id'),
      ),
    },
  };
}

/** Banks break remittance texts where they like, so its parts are joined as they are, and with spaces. */
function remittance(details: Xml): readonly (string | undefined)[] {
  const info = at(details, 'RmtInf');
  const texts: unknown = isXml(info) ? info['Ustrd'] : undefined;
  return (Array.isArray(texts) ? (texts as readonly unknown[]) : [texts]).map(xmlText);
}

/** Whether the file states the sums of its entries, and they are those of its lines. */
function sumsAgree(statement: Xml, lines: readonly StatementLine[], decimals: number): boolean {
  const stated = ['TtlCdtNtries', 'TtlDbtNtries'].map((name) => textAt(statement, 'TxsSummry', name, 'Sum'));
  if (stated.every((each) => each === undefined)) return false;
  const sides = [lines.filter(({ amount }) => amount > 0n), lines.filter(({ amount }) => amount < 0n)];
  return sides.every((side, i) => {
    const sum = side.reduce((total, { amount }) => total + (amount < 0n ? -amount : amount), 0n);
    return parseSigned(stated[i] ?? '0', decimals) === sum;
  });
}
