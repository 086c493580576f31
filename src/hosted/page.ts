/** Renders the frame of a hosted page, with its headers. */

import { hash } from 'node:crypto';
import { clampChroma, converter, formatHex, interpolate, wcagContrast } from 'culori';
import type { PageReply } from '../http/reply.ts';
import { NO_BRAND, type Brand } from '../platform/books.ts';
import { html, type Html } from '../web/html.ts';
import { PRIVATE_PAGE_HEADERS } from '../web/static-content.ts';
import type { Language } from './languages/language.ts';
import { STYLE, STYLE_SOURCE, SURFACES } from './style.ts';

// The stylesheet of a brand: its color, in shades that can be read on the light and the dark pages.

type BrandStyle = {
  readonly css: string;
  /** What a page's policy names to allow the stylesheet. */
  readonly source: string;
};

/** Text needs this contrast (WCAG 2.2, level AA). */
const CONTRAST_MIN = 4.5;
const LIGHTNESS_STEP = 0.01;
/** How much of the color is in the background of what is selected. */
const TINT_SHARE = 0.12;
/** How much darker or lighter the color is under the pointer. */
const HOVER_SHIFT = 0.06;

const clamp = (lightness: number): number => Math.min(1, Math.max(0, lightness));
const toOklch = converter('oklch');
const hexOf = (lightness: number, { c, h }: { c: number; h?: number | undefined }): string =>
  formatHex(clampChroma({ mode: 'oklch', l: lightness, c, ...(h === undefined ? {} : { h }) }, 'oklch'));

/** `color` is `#rrggbb`. */
export function createBrandStyle(color: string): BrandStyle {
  const css = `:root { ${shades(color, 'light')} }
@media (prefers-color-scheme: dark) { :root { ${shades(color, 'dark')} } }`;
  return { css, source: `'sha256-${hash('sha256', css, 'base64')}'` };
}

function shades(color: string, scheme: 'light' | 'dark'): string {
  const { surface, canvas } = SURFACES[scheme];
  const tint = formatHex(interpolate([surface, color])(TINT_SHARE));
  const [away, end] = scheme === 'light' ? [-1, 0] : [1, 1];
  const given = toOklch(color) ?? { mode: 'oklch' as const, l: 0, c: 0 };
  const canBeRead = (shade: string) =>
    [surface, canvas, tint].every((background) => wcagContrast(shade, background) >= CONTRAST_MIN);
  // Black on the light pages and white on the dark ones can always be read.
  let lightness = given.l;
  while (!canBeRead(hexOf(lightness, given)) && lightness !== end)
    lightness = clamp(lightness + away * LIGHTNESS_STEP);
  const accent = hexOf(lightness, given);
  const hover = hexOf(clamp(lightness + away * HOVER_SHIFT), given);
  const onAccent = ['#ffffff', '#000000'].find((text) =>
    [accent, hover].every((background) => wcagContrast(text, background) >= CONTRAST_MIN),
  );
  return `--accent: ${accent}; --accent-strong: ${hover}; --on-accent: ${onAccent ?? '#ffffff'}; --tint: ${tint};`;
}

// The parts of a page that show the integrator: the header and the footer.

/** The integrator that a page belongs to, by the name of its brand or else its own. */
export type Company = { readonly name: string; readonly brand: Brand };

/** The logo or the name, with what the page is for. */
function companyHeader({ name, brand: { logo } }: Company, purpose: string): Html {
  const image =
    logo && html`<img src="data:${logo.media_type};base64,${logo.data}" alt="${name}" class="logo" />`;
  return html`${image ?? undefined}<span>${image === null && name}<small>${purpose}</small></span>`;
}

/** Where to get help, and the privacy notice. Without a brand, people ask the company. */
function companyFooter({ text }: Language, { name, brand }: Company): Html {
  const { support_contact, privacy_url } = brand;
  const [before = '', after = ''] = text('frame.support', { contact: SPLIT }).split(SPLIT);
  const contact =
    support_contact === null
      ? html`${name}`
      : html`<a href="${hrefOf(support_contact)}">${shown(support_contact)}</a>`;
  const privacy =
    privacy_url === null
      ? text('frame.privacy_by', { company: name })
      : html`<a href="${privacy_url}">${text('frame.privacy')}</a>`;
  return html`<p>${before}${contact}${after}</p>
    <p>${privacy}</p>`;
}

/** Takes the place of the contact in the message, which then becomes a link. */
const SPLIT = '\u0000';
const isUrl = (contact: string): boolean => contact.startsWith('https://');
const hrefOf = (contact: string): string => (isUrl(contact) ? contact : `mailto:${contact}`);
const shown = (contact: string): string => (isUrl(contact) ? new URL(contact).host : contact);

const styles = new WeakMap<Brand, BrandStyle>();

/** Undefined for a brand without a color. */
function brandStyle(brand: Brand): BrandStyle | undefined {
  if (brand.color === null) return undefined;
  const style = styles.get(brand) ?? createBrandStyle(brand.color);
  styles.set(brand, style);
  return style;
}

// The only script of the hosted pages: it shows times in the time zone of the reader. It is inlined, and the content security
// policy allows it by its hash. Without it the times are shown in UTC.

export const LOCAL_TIMES = `
const style = { year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' };
const local = new Intl.DateTimeFormat(document.documentElement.lang, style);
for (const time of document.querySelectorAll('time')) time.textContent = local.format(new Date(time.dateTime));
`.trim();

export const LOCAL_TIMES_SOURCE = `'sha256-${hash('sha256', LOCAL_TIMES, 'base64')}'`;

export type Page = {
  readonly status: number;
  readonly title: string;
  readonly content: Html;
  /** Shown above the content: the steps and the test mode notice. */
  readonly preamble?: Html;
  /** Chooses the texts of the header and of the footer. */
  readonly purpose?: 'onboarding' | 'payment';
  /** Undefined if the link is unknown. */
  readonly company?: Company | undefined;
  /** Whether a script may show the times of the page in the time zone of the reader. */
  readonly showsTimes?: boolean;
  /** Where the response to the form may redirect to, in addition to the service itself. */
  readonly redirectUrl?: string | null;
  /** For the Allow header. */
  readonly allow?: string;
  /** The rest of the request body was not read. */
  readonly closesConnection?: boolean;
};

export type Redirect = { readonly location: string };

/** A shield with a check mark. */
const MARK = html`<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
  <path fill="currentColor" d="M12 1.8 3.6 5v6.4c0 5 3.5 9.4 8.4 10.8 4.9-1.4 8.4-5.8 8.4-10.8V5L12 1.8Z" />
  <path
    class="tick"
    fill="none"
    stroke-width="2.1"
    stroke-linecap="round"
    stroke-linejoin="round"
    d="m8.2 12.1 2.7 2.7 5-5.4"
  />
</svg>`;

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#0b5f4a" d="M12 1.8 3.6 5v6.4c0 5 3.5 9.4 8.4 10.8 4.9-1.4 8.4-5.8 8.4-10.8V5Z"/></svg>',
)}`;

function documentOf(
  language: Language,
  { title, content, preamble, purpose = 'onboarding', showsTimes = false, company }: Page,
): string {
  const { locale, direction, text } = language;
  const colors = brandStyle(company?.brand ?? NO_BRAND);
  const style: Html = {
    html: `<style>${STYLE}</style>${colors === undefined ? '' : `<style>${colors.css}</style>`}`,
  };
  const script: Html = { html: `<script>${LOCAL_TIMES}</script>` };
  return html`<!doctype html>
    <html lang="${locale}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title}</title>
        <link rel="icon" href="${ICON}" />
        ${style}
      </head>
      <body>
        <a class="skip" href="#content">${text('frame.skip')}</a>
        <header class="top">
          ${company === undefined ? html`${MARK}<span>${text(`frame.${purpose}`)}</span>` : companyHeader(company, text(`frame.${purpose}`))}
        </header>
        <main id="content">
          ${preamble}
          <div class="card">${content}</div>
        </main>
        <footer class="foot">
          <p>${text(`frame.${purpose}_note`)}</p>
          ${company !== undefined && companyFooter(language, company)}
        </footer>
        ${showsTimes && script}
      </body>
    </html>`.html;
}

/** A page must not be cached, framed, or named in a Referer header. */
export const pageReply = (language: Language, page: Page): PageReply => ({
  status: page.status,
  headers: {
    ...headersOf(page),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': language.locale,
    Vary: 'Accept-Language',
    ...(page.allow === undefined ? {} : { Allow: page.allow }),
    ...(page.closesConnection === true ? { Connection: 'close' } : {}),
  },
  content: documentOf(language, page),
});

/** 303 See Other: the form was processed. */
export const redirectReply = ({ location }: Redirect): PageReply => ({
  status: 303,
  headers: { ...headersOf(), Location: location },
  content: '',
});

const headersOf = (page: Pick<Page, 'redirectUrl' | 'company'> = {}) => ({
  'Content-Security-Policy': policyOf(page),
  'Referrer-Policy': 'no-referrer',
  ...PRIVATE_PAGE_HEADERS,
});

function policyOf({ redirectUrl, company }: Pick<Page, 'redirectUrl' | 'company'>): string {
  const colors = brandStyle(company?.brand ?? NO_BRAND);
  const target = typeof redirectUrl === 'string' ? ` ${sourceOf(redirectUrl)}` : '';
  return [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE}${colors === undefined ? '' : ` ${colors.source}`}`,
    `script-src ${LOCAL_TIMES_SOURCE}`,
    'img-src data:',
    `form-action 'self'${target}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** The policy also applies to redirects after a form. It cannot name an IPv6 address, only the scheme. */
function sourceOf(url: string): string {
  const { protocol, hostname, origin } = new URL(url);
  return hostname.startsWith('[') ? protocol : origin;
}
