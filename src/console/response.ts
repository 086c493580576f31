/** Responses of the console with their security headers. */

import type { OutgoingHttpHeaders } from 'node:http';
import { statusOf, type Problem } from '../http/errors.ts';
import type { PageReply } from '../http/reply.ts';
import { html } from '../web/html.ts';
import { PRIVATE_PAGE_HEADERS } from '../web/static-content.ts';
import type { ConsolePage } from './page-context.ts';

/** Forbids caching, framing, and all scripts and styles without this response's `nonce`. */
const headersOf = (nonce: string) => ({
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
});

export type ResponseOptions = {
  readonly status?: number;
  readonly nonce: string;
  readonly headers?: OutgoingHttpHeaders;
};

/** Without it, Excel reads a file as text of a Windows code page. Programs get their files from the operator API, without it. */
const BYTE_ORDER_MARK = '\ufeff';

export const textReply = (
  { status = 200, nonce, headers }: ResponseOptions,
  type: 'text/html' | 'text/csv' | 'application/json',
  content: string,
): PageReply => ({
  status,
  headers: { ...headersOf(nonce), 'Content-Type': `${type}; charset=utf-8`, ...headers },
  content: type === 'text/csv' ? BYTE_ORDER_MARK + content : content,
});

/** 303 See Other. */
export const redirectReply = (
  { nonce, headers }: Omit<ResponseOptions, 'status'>,
  location: string,
): PageReply => ({
  status: 303,
  headers: { ...headersOf(nonce), Location: location, ...headers },
  content: '',
});

/** A CSV file, which is sent as the client receives it. */
export const downloadReply = (
  { nonce }: Pick<ResponseOptions, 'nonce'>,
  { name, parts }: { readonly name: string; readonly parts: AsyncIterable<string> },
): PageReply => ({
  status: 200,
  headers: {
    ...headersOf(nonce),
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${name}"`,
  },
  rest: marked(parts),
});

async function* marked(parts: AsyncIterable<string>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  yield* parts;
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
