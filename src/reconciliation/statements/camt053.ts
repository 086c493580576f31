/** Reads ISO 20022 camt.053 files: one statement of one account. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { InvalidStatement, assertLineCount, cleanReferences, cleanText, parseSigned } from './statement.ts';
import type { ReadStatement, StatementLine } from './statement.ts';
import type { Amount } from '../../ledger/amount.ts';

const NESTING_MAX = 40;

const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  maxNestedTags: NESTING_MAX,
  // Only the five entities that every XML file has; files with a document type are rejected before.
  processEntities: true,
});

/** Throws InvalidStatement. `decimalsOf` returns the decimals of a currency in lower case. */
export function readCamt053(text: string, decimalsOf: (currency: string) => number): ReadStatement {
  // Entities could expand to gigabytes or name files. Banks do not use them.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw new InvalidStatement('The file declares a document type, which statements do not need.');
  assertLineCount(countEntries(text));
  const statement = onlyStatement(parse(text));
  const opening = balance(statement, ['OPBD', 'PRCD']);
  const closing = balance(statement, ['CLBD']);
  const currency = opening.currency.toLowerCase();
  if (closing.currency.toLowerCase() !== currency)
    throw new InvalidStatement('The opening and the closing balance have different currencies.');
  const decimals = decimalsOf(currency);
  const lines = list(statement['Ntry'])
    .map((entry, i) => lineOf(entry, i + 1, currency, decimals))
    .filter((line) => line !== undefined);
  const [from, to] = ['FrDtTm', 'ToDtTm'].map((name) => dayOf(at(statement, 'FrToDt', name)));
  const closed_on = to ?? closing.day;
  const days = [closed_on, ...lines.map(({ booked_on }) => booked_on)].sort();
  return {
    currency,
    opened_on: from ?? days[0] ?? closed_on,
    closed_on,
    opening: signed(opening, decimals, 'The opening balance'),
    closing: signed(closing, decimals, 'The closing balance'),
    lines,
  };
}

type Xml = Readonly<Record<string, unknown>>;

function parse(text: string): Xml {
  try {
    // The parser accepts text that is not well-formed, such as a file that was cut off.
    // oxlint-disable-next-line typescript/no-deprecated -- its successor is not part of the library yet
    const valid = XMLValidator.validate(text);
    if (valid !== true)
      throw new InvalidStatement(`The file is not valid XML: line ${valid.err.line}, ${valid.err.msg}`);
    const parsed: unknown = PARSER.parse(text);
    return isXml(parsed) ? parsed : {};
  } catch (error) {
    if (error instanceof InvalidStatement) throw error;
    throw new InvalidStatement('The file is not valid XML.');
  }
}

/** Counted before the file is parsed, because parsing a large file takes long. */
function countEntries(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(/<(?:[\w.-]+:)?Ntry[\s>]/g)) count += 1;
  return count;
}

const isXml = (value: unknown): value is Xml =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): readonly Xml[] =>
  (Array.isArray(value) ? (value as readonly unknown[]) : [value]).filter(isXml);

/** The element at a path; the first one where it is repeated. */
function at(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    const element: unknown = Array.isArray(found) ? found[0] : found;
    found = isXml(element) ? element[name] : undefined;
  }
  return Array.isArray(found) ? (found as readonly unknown[])[0] : found;
}

/** The text of an element with or without attributes. */
function textOf(value: unknown): string | undefined {
  const text = isXml(value) ? value['#text'] : value;
  return typeof text === 'string' && text !== '' ? text : undefined;
}
const textAt = (value: unknown, ...path: readonly string[]): string | undefined => textOf(at(value, ...path));

function onlyStatement(document: Xml): Xml {
  const root = at(document, 'Document', 'BkToCstmrStmt');
  const statements = list(isXml(root) ? root['Stmt'] : undefined);
  const [statement] = statements;
  if (statement === undefined) throw new InvalidStatement('The file is not a camt.053 statement.');
  if (statements.length > 1)
    throw new InvalidStatement(`The file has ${statements.length} statements. Import one at a time.`);
  return statement;
}

type Stated = {
  readonly amount: string;
  readonly currency: string;
  readonly isDebit: boolean;
  readonly day: string;
};

function balance(statement: Xml, codes: readonly string[]): Stated {
  for (const code of codes) {
    const found = list(statement['Bal']).find((each) => textAt(each, 'Tp', 'CdOrPrtry', 'Cd') === code);
    const day = dayOf(at(found, 'Dt', 'Dt')) ?? dayOf(at(found, 'Dt', 'DtTm'));
    if (found !== undefined && day !== undefined) return { ...amountOf(found), day };
  }
  throw new InvalidStatement(`The statement has no balance of type ${codes.join(' or ')}.`);
}

function amountOf(element: Xml): Omit<Stated, 'day'> {
  const amount = at(element, 'Amt');
  return {
    amount: textOf(amount) ?? '',
    currency: (isXml(amount) ? textOf(amount['@Ccy']) : undefined) ?? '',
    isDebit: textAt(element, 'CdtDbtInd') === 'DBIT',
  };
}

function signed({ amount, isDebit }: Omit<Stated, 'day'>, decimals: number, what: string): Amount {
  const value = parseSigned(amount, decimals);
  if (value === undefined)
    throw new InvalidStatement(`${what} must be an amount with at most ${decimals} decimals.`);
  return isDebit ? -value : value;
}

/** The day of a date or time; undefined if there is none. */
const dayOf = (value: unknown): string | undefined => /^\d{4}-\d{2}-\d{2}/.exec(textOf(value) ?? '')?.[0];

/** Undefined for an entry that is not booked yet. */
function lineOf(entry: Xml, number: number, currency: string, decimals: number): StatementLine | undefined {
  const status = textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts') ?? 'BOOK';
  if (status !== 'BOOK') return undefined;
  const stated = amountOf(entry);
  if (stated.currency.toLowerCase() !== currency)
    throw new InvalidStatement(`Line ${number} is not in the currency of the statement.`);
  const day =
    dayOf(at(entry, 'BookgDt', 'Dt')) ??
    dayOf(at(entry, 'BookgDt', 'DtTm')) ??
    dayOf(at(entry, 'ValDt', 'Dt'));
  if (day === undefined) throw new InvalidStatement(`Line ${number} has no booking date.`);
  const details = list(at(entry, 'NtryDtls')).flatMap((each) => list(each['TxDtls']));
  const [first] = details;
  const other = stated.isDebit ? 'Cdtr' : 'Dbtr';
  return {
    booked_on: day,
    amount: signed(stated, decimals, `The amount of line ${number}`),
    bank_reference:
      textAt(entry, 'AcctSvcrRef') ??
      textAt(first, 'Refs', 'AcctSvcrRef') ??
      textAt(entry, 'NtryRef') ??
      null,
    details: {
      text: cleanText(
        [textAt(entry, 'AddtlNtryInf'), ...details.flatMap((each) => remittance(each))]
          .filter(Boolean)
          .join(' '),
      ),
      references: cleanReferences(
        details.flatMap((each) => [
          textAt(each, 'Refs', 'EndToEndId'),
          textAt(each, 'Refs', 'TxId'),
          textAt(each, 'Refs', 'InstrId'),
          textAt(each, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
        ]),
      ),
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

function remittance(details: Xml): readonly (string | undefined)[] {
  const info = at(details, 'RmtInf');
  const texts: unknown = isXml(info) ? info['Ustrd'] : undefined;
  return (Array.isArray(texts) ? (texts as readonly unknown[]) : [texts]).map(textOf);
}
