/** Dates as banks write them. Pure. */
import type { CsvMapping } from '../../../generated/api.ts';
import { lazy } from '../../../system/lazy.ts';
import { isDay } from '../statement.ts';

export type DateFormat = NonNullable<CsvMapping['date_format']>;

const LOCALES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'nb', 'fi', 'cs', 'tr'];

/** Numbers of months by their names in several languages, without accents and periods. */
const months = lazy((): ReadonlyMap<string, number> => {
  const found = new Map<string, number | undefined>();
  const add = (name: string, month: number): void => {
    const key = plain(name);
    if (key.length >= 3 && !/\d/.test(key))
      found.set(key, found.has(key) && found.get(key) !== month ? undefined : month);
  };
  for (const locale of LOCALES)
    for (const style of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: style, timeZone: 'UTC' });
      for (let month = 1; month <= 12; month += 1) {
        const parts = format.formatToParts(Date.UTC(2026, month - 1, 1));
        add(parts.find(({ type }) => type === 'month')?.value ?? '', month);
      }
    }
  // What banks of English, German, and French write besides.
  for (const [name, month] of [
    ['sept', 9],
    ['mrz', 3],
    ['maerz', 3],
    ['dec', 12],
    ['oct', 10],
    ['may', 5],
  ] as const)
    add(name, month);
  return new Map([...found].filter((each): each is [string, number] => each[1] !== undefined));
});

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase()
    .trim();
}

/** A time of day, with its offset. Nothing else may follow a date. */
const TIME =
  /^(?:T|,?\s+)\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,]\d{1,9})?)?(?:\s?[AP]M)?\s?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/iu;

const PARTS: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<year>\\d{2})',
  MMM: '(?<name>\\p{L}[\\p{L}\\p{M}]*)\\.?',
  MM: '(?<month>\\d{1,2})',
  M: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{1,2})',
  D: '(?<day>\\d{1,2})',
};

const SEPARATORS: Readonly<Record<string, string>> = { ' ': '\\s', '.': '\\.', '/': '\\/' };

const patterns = new Map<DateFormat, RegExp>();

function patternOf(format: DateFormat): RegExp {
  const found = patterns.get(format);
  if (found !== undefined) return found;
  const source =
    format === 'YYYYMMDD'
      ? '(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})'
      : format.replace(/YYYY|YY|MMM|MM|M|DD|D|[^A-Z]/gu, (part) => PARTS[part] ?? SEPARATORS[part] ?? part);
  const pattern = new RegExp(`^${source}(?<rest>.*)$`, 'u');
  patterns.set(format, pattern);
  return pattern;
}

/** The day of a text in this format, `YYYY-MM-DD`; undefined if the text is something else. */
export function dayIn(text: string, format: DateFormat): string | undefined {
  const { year = '', month, name, day = '', rest = '' } = patternOf(format).exec(text.trim())?.groups ?? {};
  if (year === '' || (rest !== '' && !TIME.test(rest))) return undefined;
  const number = name === undefined ? month : String(months().get(plain(name)) ?? '');
  if (number === undefined || number === '') return undefined;
  const fullYear = year.length === 2 ? `20${year}` : year;
  const found = `${fullYear}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(found) ? found : undefined;
}

/** Formats that differ in what they mean. Those with one digit read the same texts. */
const READINGS: readonly DateFormat[] = [
  'YYYY-MM-DD',
  'YYYY/MM/DD',
  'YYYY.MM.DD',
  'YYYYMMDD',
  'DD.MM.YYYY',
  'DD.MM.YY',
  'DD/MM/YYYY',
  'DD/MM/YY',
  'MM/DD/YYYY',
  'MM/DD/YY',
  'DD-MM-YYYY',
  'DD-MM-YY',
  'MM-DD-YYYY',
  'MM-DD-YY',
  'DD MMM YYYY',
  'DD MMM YY',
  'DD-MMM-YYYY',
  'DD-MMM-YY',
  'DD. MMM YYYY',
  'MMM DD, YYYY',
  'MMM DD YYYY',
];

/** The formats in which all texts are days, one for each meaning. */
export function formatsOf(texts: readonly string[]): readonly DateFormat[] {
  const found = new Map<string, DateFormat>();
  for (const format of READINGS) {
    const days = texts.map((text) => dayIn(text, format));
    if (days.length === 0 || days.includes(undefined)) continue;
    const meaning = days.join();
    if (!found.has(meaning)) found.set(meaning, format);
  }
  return [...found.values()];
}

/** Whether a text begins like a date in any format. */
export const isDateLike = (text: string): boolean =>
  /^\D?\d{1,4}[-./]\s?\d{1,2}(?:[-./]|$)|^\d{6,8}$|^\d{1,2}\.?[-\s]\p{L}{3,}[.,]?[-\s]\d{2,4}|^\p{L}{3,9}\.?\s\d{1,2},?\s\d{4}/u.test(
    text.trim(),
  );
