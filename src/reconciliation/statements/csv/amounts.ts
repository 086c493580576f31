/** Amounts as people and banks write them. Pure. */
import type { Amount } from '../../../ledger/amount.ts';
import { parseSigned } from '../statement.ts';

export type DecimalMark = '.' | ',';
export type AmountFormat = {
  /** In lower case. */
  readonly currency: string;
  readonly decimals: number;
  /** Undefined: the text must fit one reading only. */
  readonly mark: DecimalMark | undefined;
};

/** What a text means: an amount, or why it is none. */
export type AmountReading = { readonly amount: Amount } | { readonly problem: string };

/** The currencies that write a symbol. */
const SYMBOLS: readonly (readonly [symbol: RegExp, currencies: readonly string[]])[] = [
  [/US\$/u, ['usd']],
  [/C(?:A|AD)?\$/u, ['cad']],
  [/A(?:U|UD)?\$/u, ['aud']],
  [/NZ\$/u, ['nzd']],
  [/R\$/u, ['brl']],
  [/S\$/u, ['sgd']],
  [/HK\$/u, ['hkd']],
  [
    /\$/u,
    [
      'usd',
      'cad',
      'aud',
      'nzd',
      'mxn',
      'sgd',
      'hkd',
      'clp',
      'cop',
      'ars',
      'twd',
      'jmd',
      'ttd',
      'bbd',
      'bsd',
      'bzd',
    ],
  ],
  [/€/u, ['eur']],
  [/£/u, ['gbp', 'gip', 'fkp', 'shp', 'egp', 'lbp']],
  [/[¥￥]/u, ['jpy', 'cny']],
  [/₹/u, ['inr']],
  [/₩/u, ['krw']],
  [/₺/u, ['try']],
  [/₽/u, ['rub']],
  [/₴/u, ['uah']],
  [/₦/u, ['ngn']],
  [/₱/u, ['php']],
  [/₫/u, ['vnd']],
  [/฿/u, ['thb']],
  [/₪/u, ['ils']],
  [/zł/iu, ['pln']],
  [/Kč/iu, ['czk']],
  [/kr\.?/iu, ['sek', 'nok', 'dkk', 'isk']],
  [/(?:CHF|Fr\.?|SFr\.?)/u, ['chf']],
];

/** Hyphen, minus, and the dashes that people write instead. */
const MINUS = /[-\u2010-\u2012\u2013\u2014\u2212\uFE63\uFF0D]/gu;
const GROUP_SPACE = /[\u0020\u00a0\u2007\u2009\u202f]/gu;
const CREDIT = /^(?:CR|C|Cr\.)$/u;
const DEBIT = /^(?:DR|DB|D|Dr\.|Db\.)$/u;

/** Reads an amount with a sign before or after it, in parentheses, or with `CR` or `DR`. */
export function readAmount(text: string, format: AmountFormat): AmountReading {
  const unsigned = takeSign(text, format.currency);
  if ('problem' in unsigned) return unsigned;
  const { digits, isNegative } = unsigned;
  const readings = new Set<Amount>();
  for (const mark of format.mark === undefined ? (['.', ','] as const) : [format.mark]) {
    const value = readDigits(digits, mark, format.decimals);
    if (value !== undefined) readings.add(value);
  }
  if (isThousandOrFraction(digits, format)) return { problem: 'can be read as two amounts' };
  const [value, other] = readings;
  if (other !== undefined) return { problem: 'can be read as two amounts: set decimal_mark' };
  if (value === undefined)
    return { problem: `is not an amount with at most ${format.decimals} decimals in this format` };
  return { amount: isNegative ? -value : value };
}

/** Removes signs and currencies. At most one of each may be there. */
function takeSign(
  text: string,
  currency: string,
): { readonly digits: string; readonly isNegative: boolean } | { readonly problem: string } {
  let rest = text.normalize('NFC').replace(MINUS, '-').replace(GROUP_SPACE, ' ').trim();
  let signs = 0;
  let isNegative = false;
  const sign = (negative: boolean): void => {
    signs += 1;
    isNegative = negative;
  };
  let currencies = 0;
  for (let before = ''; before !== rest;) {
    before = rest;
    const parentheses = /^\((?<inner>.*)\)$/u.exec(rest)?.groups?.['inner'];
    if (parentheses !== undefined) {
      rest = parentheses.trim();
      sign(true);
      continue;
    }
    const edge = /^(?<first>[+-])|(?<last>[+-])$/u.exec(rest)?.groups;
    if (edge !== undefined) {
      sign((edge['first'] ?? edge['last']) === '-');
      rest = edge['first'] === undefined ? rest.slice(0, -1).trim() : rest.slice(1).trim();
      continue;
    }
    const word = /^(?<first>[^\d.,'’\s()+-]+\.?)|(?<last>[^\d.,'’\s()+-]+\.?)$/u.exec(rest)?.groups;
    const found = word?.['first'] ?? word?.['last'];
    if (found === undefined) break;
    rest = (word?.['first'] === undefined ? rest.slice(0, -found.length) : rest.slice(found.length)).trim();
    if (CREDIT.test(found.toUpperCase()) || CREDIT.test(found)) sign(false);
    else if (DEBIT.test(found.toUpperCase()) || DEBIT.test(found)) sign(true);
    else {
      currencies += 1;
      if (!isCurrency(found, currency))
        return {
          problem: `has ${JSON.stringify(found.slice(0, 10))}, which is not the currency ${currency}`,
        };
    }
  }
  if (signs > 1) return { problem: 'has two signs' };
  if (currencies > 2) return { problem: 'has too many currencies' };
  return { digits: rest, isNegative };
}

function isCurrency(text: string, currency: string): boolean {
  if (text.toLowerCase() === currency) return true;
  return SYMBOLS.some(
    ([symbol, currencies]) => currencies.includes(currency) && symbol.exec(text)?.[0] === text,
  );
}

/** Groups have three digits, and the last one is followed by the decimal mark. */
function readDigits(text: string, mark: DecimalMark, decimals: number): Amount | undefined {
  const [decimal, group] = mark === '.' ? ['\\.', ','] : [',', '\\.'];
  const pattern = new RegExp(
    `^(?:(?<plain>\\d+)|(?<grouped>\\d{1,3}(?<separator>[${group} '’])\\d{3}(?:\\k<separator>\\d{3})*))?(?:${decimal}(?<fraction>\\d+))?$`,
    'u',
  );
  const { plain, grouped, fraction } = pattern.exec(text)?.groups ?? {};
  const whole = plain ?? grouped?.replace(/\D/gu, '');
  if (whole === undefined && fraction === undefined) return undefined;
  // Currencies without decimals have groups of thousands only.
  if (decimals === 0 && fraction?.length === 3) return undefined;
  return parseSigned(`${whole ?? '0'}${fraction === undefined ? '' : `.${fraction}`}`, decimals);
}

const THOUSAND = /^[1-9]\d{0,2}(?<separator>[.,])\d{3}$/u;

/**
 * Three digits after the only mark are a group of thousands or a fraction with a zero too many. Only a decimal mark that
 * was stated can make it a group.
 */
function isThousandOrFraction(digits: string, { mark, decimals }: AmountFormat): boolean {
  const found = THOUSAND.exec(digits)?.groups?.['separator'];
  return found !== undefined && decimals > 0 && decimals < 3 && (mark === undefined || found === mark);
}

/** What amounts say about the decimal mark: one that shows it, and one that could have either. */
export function markEvidence(
  texts: readonly string[],
  decimals: number,
): { readonly shows: boolean; readonly doubtful: number } {
  const digits = texts.map((text) => /\d[\d.,'’\s]*/u.exec(text)?.[0].trim() ?? '');
  const shows = digits.some(
    (each) => (each.includes('.') && each.includes(',')) || /[.,]\d{1,2}$/u.test(each),
  );
  const doubtful = decimals === 0 || decimals > 2 ? -1 : digits.findIndex((each) => THOUSAND.test(each));
  return { shows, doubtful };
}
