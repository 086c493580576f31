/**
 * The languages of the hosted pages. The texts are in one file per language, as ICU messages. A page has the language that the
 * `locale` of its link names, otherwise the one that the browser prefers, otherwise English.
 */
import type { IncomingMessage } from 'node:http';
import IntlMessageFormat from 'intl-messageformat';
import Negotiator from 'negotiator';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };

export type MessageName = keyof typeof en;

const TEXTS: Readonly<Record<string, Readonly<Record<MessageName, string>>>> = { en, es, fr, de, pt, ja };

/** The order in which people write dates. */
export type DateOrder = readonly ('day' | 'month' | 'year')[];

export type Language = {
  /** For the `lang` attribute and `Intl`. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly dateOrder: DateOrder;
  /** The message with its parameters. */
  readonly text: (name: MessageName, values?: Readonly<Record<string, string | number>>) => string;
  /** `1,250.00` for the exact decimal `1250.00`, with all its decimals. */
  readonly number: (decimal: string) => string;
  /** The time in UTC, for readers whose browser runs no scripts. */
  readonly time: (iso8601: string) => string;
};

function createLanguage(locale: string, texts: Readonly<Record<MessageName, string>>): Language {
  const formats = new Map<MessageName, IntlMessageFormat>();
  const times = new Intl.DateTimeFormat(locale, { ...TIME_STYLE, timeZone: 'UTC' });
  const formatOf = (name: MessageName): IntlMessageFormat => {
    const known = formats.get(name) ?? new IntlMessageFormat(texts[name], locale);
    formats.set(name, known);
    return known;
  };
  return {
    locale,
    direction: RIGHT_TO_LEFT.has(locale) ? 'rtl' : 'ltr',
    dateOrder: locale === 'ja' ? ['year', 'month', 'day'] : ['day', 'month', 'year'],
    text: (name, values) => String(formatOf(name).format(values)),
    number(decimal) {
      const decimals = decimal.split('.')[1]?.length ?? 0;
      const style = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
      return new Intl.NumberFormat(locale, style).format(decimal as Intl.StringNumericLiteral);
    },
    time: (iso8601) => `${times.format(new Date(iso8601))} UTC`,
  };
}

const TIME_STYLE = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' } as const;
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur']);

export const LANGUAGES: readonly Language[] = Object.entries(TEXTS).map(([locale, texts]) =>
  createLanguage(locale, texts),
);
const [ENGLISH] = LANGUAGES as readonly [Language];

/** The text of a message in English, as events contain it. */
export const inEnglish = (name: MessageName): string => en[name];

/** The language of a page. */
export type ChosenLanguage = {
  readonly language: Language;
  /** What the page's own links end with, so that they keep the language: `?locale=fr` or nothing. */
  readonly linkSuffix: string;
};

export function chooseLanguage(req: Pick<IncomingMessage, 'url' | 'headers'>): ChosenLanguage {
  const named = new URLSearchParams(req.url?.split('?')[1]).get('locale');
  const language = named === null ? undefined : preferred(named);
  return language === undefined
    ? { language: preferred(req.headers['accept-language']) ?? ENGLISH, linkSuffix: '' }
    : { language, linkSuffix: `?locale=${language.locale}` };
}

/** Takes `pt-BR` as `pt`. */
function preferred(accepted: string | undefined): Language | undefined {
  if (accepted === undefined) return undefined;
  const locales = LANGUAGES.map(({ locale }) => locale);
  const [found] = new Negotiator({ headers: { 'accept-language': accepted } }).languages(locales);
  return LANGUAGES.find(({ locale }) => locale === found);
}
