/** Renders the frame of a hosted page and sends it with its headers. */

import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { NO_BRAND, type Brand } from '../platform/brand.ts';
import { html, type Html } from '../web/html.ts';
import { PRIVATE_PAGE_HEADERS } from '../web/static-content.ts';
import { brandFooter, brandHeader, brandStyle } from './brand.ts';
import type { Language } from './languages/language.ts';
import { STYLE, STYLE_SOURCE } from './style.ts';

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
  /** The brand of the integrator that the page belongs to. */
  readonly brand?: Brand | undefined;
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
  { title, content, preamble, purpose = 'onboarding', showsTimes = false, brand = NO_BRAND }: Page,
): string {
  const { locale, direction, text } = language;
  const colors = brandStyle(brand);
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
          ${brandHeader(brand, text(`frame.${purpose}`)) ?? html`${MARK}<span>${text(`frame.${purpose}`)}</span>`}
        </header>
        <main id="content">
          ${preamble}
          <div class="card">${content}</div>
        </main>
        <footer class="foot">
          <p>${text(`frame.${purpose}_note`)}</p>
          ${brandFooter(language, brand)}
        </footer>
        ${showsTimes && script}
      </body>
    </html>`.html;
}

/** Sends a page that must not be cached, framed, or named in a Referer header. */
export function sendPage(res: ServerResponse, requestId: string, language: Language, page: Page): void {
  const body = documentOf(language, page);
  res.writeHead(page.status, {
    ...headersOf(requestId, page),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': language.locale,
    Vary: 'Accept-Language',
    'Content-Length': Buffer.byteLength(body),
    ...(page.allow === undefined ? {} : { Allow: page.allow }),
    ...(page.closesConnection === true ? { Connection: 'close' } : {}),
  });
  res.end(body);
}

/** 303 See Other: the form was processed. */
export function sendRedirect(res: ServerResponse, requestId: string, { location }: Redirect): void {
  res.writeHead(303, { ...headersOf(requestId), Location: location, 'Content-Length': 0 });
  res.end();
}

const headersOf = (requestId: string, page: Pick<Page, 'redirectUrl' | 'brand'> = {}) => ({
  'Content-Security-Policy': policyOf(page),
  'Referrer-Policy': 'no-referrer',
  ...PRIVATE_PAGE_HEADERS,
  'Request-Id': requestId,
});

function policyOf({ redirectUrl, brand = NO_BRAND }: Pick<Page, 'redirectUrl' | 'brand'>): string {
  const colors = brandStyle(brand);
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
