/** Renders the frame of a hosted page and sends it with its headers. */
import type { ServerResponse } from 'node:http';
import { PRIVATE_PAGE_HEADERS } from '../web/security-headers.ts';
import { html } from '../web/html.ts';
import type { Html } from '../web/html.ts';
import { STYLE, STYLE_SOURCE } from './style.ts';

export type Page = {
  readonly status: number;
  readonly title: string;
  readonly content: Html;
  /** Shown above the content: the steps and the test mode notice. */
  readonly preamble?: Html;
  /** The text of the header and of the footer. */
  readonly purpose?: string;
  readonly footer?: string;
  /** Where the response to the form may redirect to, in addition to the service itself. */
  readonly redirectUrl?: string | null;
  /** For the Allow header. */
  readonly allow?: string;
  /** The rest of the request body was not read. */
  readonly closesConnection?: boolean;
};

export type Redirect = { readonly location: string };

const PURPOSE = 'Secure onboarding';
const PROMISE =
  'Your details are encrypted and used only for this purpose. We never ask for your password on this page.';

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

function documentOf({ title, content, preamble, purpose = PURPOSE, footer = PROMISE }: Page): string {
  const style: Html = { html: `<style>${STYLE}</style>` };
  return html`<!doctype html>
    <html lang="en">
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
        <a class="skip" href="#content">Skip to content</a>
        <header class="top">${MARK}<span>${purpose}</span></header>
        <main id="content">
          ${preamble}
          <div class="card">${content}</div>
        </main>
        <footer class="foot">
          <p>${footer}</p>
        </footer>
      </body>
    </html>`.html;
}

/** Sends a page that must not be cached, framed, or named in a Referer header. */
export function sendPage(res: ServerResponse, requestId: string, page: Page): void {
  const body = documentOf(page);
  res.writeHead(page.status, {
    ...headersOf(requestId, page.redirectUrl),
    'Content-Type': 'text/html; charset=utf-8',
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

const headersOf = (requestId: string, redirectUrl?: string | null) => ({
  'Content-Security-Policy': policyOf(redirectUrl),
  'Referrer-Policy': 'no-referrer',
  ...PRIVATE_PAGE_HEADERS,
  'Request-Id': requestId,
});

function policyOf(redirectUrl: string | null | undefined): string {
  const target = typeof redirectUrl === 'string' ? ` ${sourceOf(redirectUrl)}` : '';
  return [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE}`,
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
