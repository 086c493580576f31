/** IDs, linked to the pages of their objects. */
import type { Html } from '../../web/html.ts';
import { html } from '../../web/html.ts';
import { textHtml } from './text.ts';

/** An ID with a copy button, linked to its page if it has one. */
export const idHtml = (value: string | null | undefined, href: string | undefined = idHref(value)): Html => {
  if (value === null || value === undefined) return textHtml(null);
  const shown =
    href === undefined
      ? html`<code class="id">${value}</code>`
      : html`<a class="id" href="${href}"><code>${value}</code></a>`;
  return html`<span class="copyable">${shown}${copyButton(value, 'Copy the ID')}</span>`;
};

/** A shortened ID for table cells. */
export function shortIdHtml(
  value: string | null | undefined,
  href: string | undefined = idHref(value),
): Html {
  if (value === null || value === undefined) return textHtml(null);
  const code = html`<code title="${value}">${shorten(value)}</code>`;
  return href === undefined
    ? html`<span class="id">${code}</span>`
    : html`<a class="id" href="${href}">${code}</a>`;
}

/** A shortened ID with a copy button. */
export const rowIdHtml = (value: string, href: string | undefined = idHref(value)): Html =>
  html`<span class="copyable">${shortIdHtml(value, href)}${copyButton(value, 'Copy the ID')}</span>`;

const HEAD_LENGTH = 14;

const TAIL_LENGTH = 8;

/** IDs start with their time and end with their revision, so the two ends identify them. */
const shorten = (value: string): string =>
  value.length <= HEAD_LENGTH + TAIL_LENGTH + 1
    ? value
    : `${value.slice(0, HEAD_LENGTH)}…${value.slice(-TAIL_LENGTH)}`;

/** Hidden until the script enables it. */
export const copyButton = (value: string, label: string): Html =>
  html`<button
    type="button"
    class="copy"
    data-copy="${value}"
    hidden
    aria-label="${label} ${value}"
  ></button>`;

/** Maximum length of a search in UTF-16 code units: a reference has up to 255 characters of at most 2 units. */
export const SEARCH_LENGTH_MAX = 510;

const PAGES_BY_PREFIX: Readonly<Record<string, string>> = {
  usr: 'users',
  wal: 'wallets',
  trf: 'transfers',
  int: 'integrators',
  key: 'keys',
  we: 'webhooks',
  whd: 'deliveries',
  da: 'records',
  dep: 'records',
  pa: 'records',
  qt: 'records',
  evt: 'records',
  whe: 'records',
};

/** URL of the page for an ID; undefined if there is none. */
export function idHref(value: string | null | undefined): string | undefined {
  const page = PAGES_BY_PREFIX[/^([a-z]+)_[0-9A-Za-z]+$/.exec(value ?? '')?.[1] ?? ''];
  return page === undefined ? undefined : `/console/${page}/${value ?? ''}`;
}
