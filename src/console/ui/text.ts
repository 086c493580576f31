/** Text, labels, amounts, and times. */

import { groupDigits, timeText } from '../../formats/text.ts';
import { html, type Html } from '../../web/html.ts';
import type { PageContext } from '../page-context.ts';

export const textHtml = (value: string | null | undefined): Html =>
  value === null || value === undefined || value === '' ? html`<span class="none">—</span>` : html`${value}`;

/** A reference in a table, on one line; the title has all of it. */
export const referenceHtml = (value: string | null | undefined): Html =>
  value === null || value === undefined
    ? textHtml(null)
    : html`<span class="cut" title="${value}">${value}</span>`;

/** A URL that is too long for its line continues after a slash or a dot. */
export const breakableUrl = (url: string): Html =>
  html`${(url.match(/\/+|[^/.]+[/.]*|\.+/g) ?? []).map((part) => html`${part}<wbr />`)}`;

/** Codes of kinds, states, and events that people call something else. */
const NAMES: Readonly<Record<string, string>> = {
  user_to_user: 'transfer',
  onramp: 'deposit',
  offramp: 'payout',
  awaiting_funds: 'awaiting payment',
  funds_received: 'payment received',
  payout_submitted: 'sent to the bank',
  'posting.recorded': 'money moved',
  'transfer.state_changed': 'state changed',
  'user.kyc_status_changed': 'identity status changed',
  'user.terms_status_changed': 'terms status changed',
};

const ACRONYMS = /\b(?:ach|api|eft|fps|kyc|pix|rtp|sepa|spei|url)\b/g;

/** What people call a kind, state, event, rail, or other code: `bank_eft` becomes "bank EFT". */
export const toWords = (code: string): string =>
  NAMES[code] ?? code.replace(/[_.]/g, ' ').replace(ACRONYMS, (word) => word.toUpperCase());

/** A rail with its currency: "bank EFT USD". */
export const railText = (rail: string | undefined, currency: string | undefined): string =>
  `${toWords(rail ?? '')} ${(currency ?? '').toUpperCase()}`.trim();

/** An account of a book by its name; the title has its code. `clearing:bank_eft:usd` becomes "Clearing, bank EFT USD". */
export function accountHtml(account: string): Html {
  const [type = '', ...parts] = account.split(':');
  const rest = parts.filter((part) => !part.startsWith('wal_'));
  const of = type === 'wallets' ? rest.join(' ') : railText(rest.slice(0, -1).join(' '), rest.at(-1));
  return html`<span title="${account}">${toLabel(type)}${of !== '' && `, ${of}`}</span>`;
}

export const toLabel = (code: string): string => {
  const spoken = toWords(code);
  return spoken.charAt(0).toUpperCase() + spoken.slice(1);
};

export type Tone = 'ok' | 'wait' | 'stop' | 'plain' | 'accent';

const TONES: Readonly<Record<string, Tone>> = {
  completed: 'ok',
  approved: 'ok',
  active: 'ok',
  live: 'ok',
  enabled: 'ok',
  delivered: 'ok',
  succeeded: 'ok',
  ok: 'ok',
  in_review: 'wait',
  under_review: 'wait',
  incomplete: 'wait',
  awaiting_funds: 'accent',
  funds_received: 'accent',
  payout_submitted: 'accent',
  catching_up: 'accent',
  pending: 'accent',
  building: 'accent',
  open: 'accent',
  waiting: 'wait',
  returned: 'wait',
  refunded: 'wait',
  undeliverable: 'stop',
  rejected: 'stop',
  failed: 'stop',
  failing: 'stop',
  frozen: 'stop',
  revoked: 'stop',
  stalled: 'stop',
  disabled: 'stop',
  deactivated: 'stop',
  production: 'accent',
};

/** A state as a colored label. */
export const badge = (state: string, tone: Tone = TONES[state] ?? 'plain', label = toWords(state)): Html =>
  html`<span class="badge" data-tone="${tone}">${label}</span>`;

const UNIT_NAMES: Readonly<Record<string, string>> = { 'svc-points': 'points', 'svc-coin': 'coin' };

export const unitName = (unit: string): string => UNIT_NAMES[unit] ?? unit.toUpperCase();

/** An amount with its unit, as plain text for headings. */
export const amountText = (amount: string, unit: string): string =>
  `${groupDigits(amount)} ${unitName(unit)}`;

export const amountHtml = (amount: string | null | undefined, unit: string | null | undefined): Html =>
  amount === null || amount === undefined
    ? textHtml(null)
    : html`<span class="money">${groupDigits(amount)} <small>${unitName(unit ?? '')}</small></span>`;

/** A rate with its units: `0.00039600 coin per point`. */
export const rateText = (rate: string, from: string, to: string): string =>
  `${groupDigits(rate)} ${unitName(to)} per ${unitName(from).replace(/s$/, '')}`;

/** An amount with an explicit sign. */
export const signedAmountHtml = (amount: string, unit: string): Html =>
  amountHtml(amount.startsWith('-') ? amount : `+${amount}`, unit);

const MINUTE_SECONDS = 60;

const HOUR_SECONDS = 60 * MINUTE_SECONDS;

const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Formats a time relative to now, such as "3 min ago" or "in 2 h". */
function formatRelativeTime(ms: number, now: number): string {
  const seconds = Math.round((now - ms) / 1000);
  const size = Math.abs(seconds);
  const [amount, unit] =
    size < MINUTE_SECONDS
      ? [size, 's']
      : size < HOUR_SECONDS
        ? [Math.floor(size / MINUTE_SECONDS), 'min']
        : size < 2 * DAY_SECONDS
          ? [Math.floor(size / HOUR_SECONDS), 'h']
          : [Math.floor(size / DAY_SECONDS), 'days'];
  if (size < 5) return 'just now';
  return seconds >= 0 ? `${amount} ${unit} ago` : `in ${amount} ${unit}`;
}

/** The distance of a time from now, which the script of the console keeps current. */
export const relativeTimeHtml = (iso: string, now: number): Html =>
  html`<time datetime="${iso}" data-ago="${iso}" title="${iso.slice(0, 16).replace('T', ' ')} UTC"
    >${formatRelativeTime(Date.parse(iso), now)}</time
  >`;

/** A time in UTC, with its distance from now. */
export function timestampHtml(iso: string | null | undefined, now: number): Html {
  if (iso === null || iso === undefined) return textHtml(null);
  const ms = Date.parse(iso);
  return html`<time datetime="${iso}"
      ><span class="moment">${timeText(iso)}</span> <abbr title="Coordinated Universal Time">UTC</abbr></time
    >
    <span class="ago" data-ago="${iso}">${formatRelativeTime(ms, now)}</span>`;
}

/** The newest months such as `2026-11`, the current one first. */
export function newestMonths(now: number, count: number): readonly string[] {
  const month = new Date(new Date(now).toISOString().slice(0, 7));
  return Array.from({ length: count }, () => {
    const name = month.toISOString().slice(0, 7);
    month.setUTCMonth(month.getUTCMonth() - 1);
    return name;
  });
}

// IDs, linked to the pages of their objects.

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

/** What an object is called, linked to its page; the title has its ID. */
export const namedHtml = (name: string | Html, id: string, href: string | undefined = idHref(id)): Html =>
  href === undefined
    ? html`<span title="${id}">${name}</span>`
    : html`<a href="${href}" title="${id}">${name}</a>`;

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

// The actor of an event. Operators and API keys are shown by name.

type Actor = { readonly name: string; readonly type: string; readonly href?: string };

function readActor({ directory }: PageContext, actor: string): Actor | undefined {
  const [kind = '', id = ''] = actor.split(/:(.*)/s);
  const nameIn = (named: readonly { readonly id: string; readonly name: string | null }[]) =>
    named.find((each) => each.id === id)?.name ?? undefined;
  const operator = kind === 'operator' ? nameIn(directory.operators) : undefined;
  if (operator !== undefined) return { name: operator, type: 'operator' };
  if (kind === 'key')
    return { name: nameIn(directory.keys) ?? id, type: 'API key', href: `/console/keys/${id}` };
  if (kind === 'hosted') return { name: toWords(id), type: 'hosted page' };
  return kind === 'system' ? { name: toWords(id), type: 'service' } : undefined;
}

export function actorHtml(context: PageContext, actor: string): Html {
  const found = readActor(context, actor);
  if (found === undefined) return html`<code>${actor}</code>`;
  const { name, type, href } = found;
  return html`${href === undefined ? html`${name}` : html`<a href="${href}">${name}</a>`}
    <small>${type}</small>`;
}

/** The actor of an event in a sentence: `Robin`, or `the API key Main`. */
export function actorText(context: PageContext, actor: string): string {
  const { name, type } = readActor(context, actor) ?? { name: actor, type: '' };
  return type === 'API key' ? `the API key ${name}` : type === 'service' ? 'the service' : name;
}
