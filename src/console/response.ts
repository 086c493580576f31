/** Sends console responses with their security headers. */

import type { ServerResponse } from 'node:http';
import { statusOf, type Problem } from '../http/errors.ts';
import { sendRest } from '../http/respond.ts';
import { html } from '../web/html.ts';
import { PRIVATE_PAGE_HEADERS } from '../web/static-content.ts';
import type { ConsolePage } from './page-context.ts';

/** Forbids caching, framing, and all scripts and styles without this response's `nonce`. */
const headersOf = (requestId: string, nonce: string) => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    'img-src data:',
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  // Same-origin forms need the Referer header; other sites do not receive it.
  'Referrer-Policy': 'same-origin',
  ...PRIVATE_PAGE_HEADERS,
  'Request-Id': requestId,
});

export type ResponseOptions = {
  readonly status: number;
  readonly requestId: string;
  readonly nonce: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
};

export function sendText(
  res: ServerResponse,
  { status, requestId, nonce, headers = {} }: ResponseOptions,
  type: 'text/html' | 'text/csv' | 'application/json',
  body: string,
): void {
  res.writeHead(status, {
    ...headersOf(requestId, nonce),
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(body),
    ...headers,
  });
  res.end(body);
}

/** Sends 303 See Other. */
export function sendRedirect(
  res: ServerResponse,
  { requestId, nonce, headers = {} }: Omit<ResponseOptions, 'status'>,
  location: string,
): void {
  res.writeHead(303, { ...headersOf(requestId, nonce), Location: location, 'Content-Length': 0, ...headers });
  res.end();
}

/** Sends a CSV file as the client receives it, and returns the status. A fault in between ends the connection. */
export async function sendDownload(
  res: ServerResponse,
  { requestId, nonce }: Omit<ResponseOptions, 'status'>,
  { name, parts }: { readonly name: string; readonly parts: AsyncIterable<string> },
): Promise<number> {
  res.writeHead(200, {
    ...headersOf(requestId, nonce),
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${name}"`,
  });
  await sendRest(res, parts);
  return 200;
}

// Error pages.

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  403: 'Permission denied',
  404: 'Page not found',
  405: 'Method not allowed',
  413: 'Form too large',
  500: 'Internal error',
  501: 'Not available yet',
  503: 'Temporarily unavailable',
};

export function errorPage(found: Problem): ConsolePage {
  const status = statusOf(found);
  return {
    kind: 'page',
    status,
    title: TITLES[status] ?? 'Request refused',
    section: 'none',
    content: html`<div class="panel notice">
      <p>${found.message}</p>
      <p><a href="/console">Go to the overview</a></p>
    </div>`,
  };
}
