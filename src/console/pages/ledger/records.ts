/**
 * Generic page for objects without a page of their own: deposit accounts, deposits, payout accounts, quotes, history
 * entries, and events.
 */

import type { Deposit, FoundObject } from '../../../generated/api.ts';
import { isProblem, notFoundProblem } from '../../../http/errors.ts';
import { maskLink } from '../../../operator/operations/personal-data.ts';
import { html, type Html } from '../../../web/html.ts';
import { bookAt, bookBreadcrumbs, formerBadge } from '../../book-location.ts';
import {
  Refused,
  pageQuery,
  personalText,
  read,
  tryRead,
  type ConsoleRoute,
  type PageContext,
  type PageResult,
} from '../../page-context.ts';
import { loadNames, type Names } from '../../names.ts';
import {
  depositAccountSentence,
  depositSentence,
  payoutAccountSentence,
  quoteSentence,
} from '../../sentences/objects.ts';
import type { Sentence } from '../../sentences/text.ts';
import { pagedTable, show, type Column } from '../../ui/tables.ts';
import { emptyState, factList, panel } from '../../ui/panels.ts';
import {
  amountHtml,
  amountText,
  badge,
  idHref,
  idHtml,
  namedHtml,
  rateText,
  textHtml,
  timestampHtml,
  toLabel,
  toWords,
  unitName,
} from '../../ui/text.ts';

/** Units of the amounts in an object of the API, so that its page can show them. */

/** Units at one level of an object. Nested objects inherit them. */
type RecordUnits = {
  readonly own?: string | undefined;
  readonly source?: string | undefined;
  readonly destination?: string | undefined;
};

const SOURCE_AMOUNTS = new Set([
  'amount',
  'amount_expected',
  'amount_received',
  'amount_debited',
  'earned_amount',
]);
const DESTINATION_AMOUNTS = new Set(['amount_credited', 'amount_paid_out', 'amount_out']);
const BALANCES = new Set(['available', 'cashable', 'pending', 'balance_after']);

/** The units that an object names itself, or else those of the object around it. */
function unitsOf(record: object, inherited: RecordUnits = {}): RecordUnits {
  // A quote calls its units `from` and `to`, a fee `unit`.
  const own = textAt(record, 'unit') ?? textAt(record, 'asset') ?? textAt(record, 'currency');
  const source = unitAt(record, 'source') ?? textAt(record, 'from') ?? own;
  const credited = textAt(record, 'object') === 'deposit' ? 'svc-points' : undefined;
  const destination = unitAt(record, 'destination') ?? textAt(record, 'to') ?? credited ?? own;
  return {
    own: own ?? inherited.own,
    source: source ?? inherited.source ?? inherited.own,
    destination: destination ?? inherited.destination ?? inherited.own,
  };
}

/** The unit of a field; undefined if the field is not an amount. */
function unitOfField(name: string, { own, source, destination }: RecordUnits): string | undefined {
  if (SOURCE_AMOUNTS.has(name)) return source;
  if (DESTINATION_AMOUNTS.has(name)) return destination;
  return BALANCES.has(name) ? own : undefined;
}

function valueAt(record: object, name: string): unknown {
  return name in record ? Object.entries(record).find(([key]) => key === name)?.[1] : undefined;
}

function textAt(record: object, name: string): string | undefined {
  const value = valueAt(record, name);
  return typeof value === 'string' ? value : undefined;
}

function unitAt(record: object, name: string): string | undefined {
  const end = valueAt(record, name);
  return typeof end === 'object' && end !== null
    ? (textAt(end, 'asset') ?? textAt(end, 'currency'))
    : undefined;
}

/** The objects with this page, and what they are called. */
const NOUNS: Readonly<Partial<Record<FoundObject['value']['object'], string>>> = {
  deposit_account: 'deposit account',
  deposit: 'deposit',
  payout_account: 'payout account',
  quote: 'quote',
  wallet_history_entry: 'history entry',
  event: 'event',
};

async function recordPage(context: PageContext): Promise<PageResult> {
  const { record_id = '' } = context.params;
  const { value: record, ...location } = await read(context, 'getObject', {
    params: { object_id: record_id },
  });
  const book = bookAt(context, location);
  const noun = NOUNS[record.object];
  if (noun === undefined) throw new Refused(notFoundProblem('object'));
  const units = unitsOf(record, { own: await walletUnit(context, record) });
  const names = await loadNames(context, idsIn(record));
  return {
    kind: 'page',
    title: toLabel(noun),
    section: 'ledger',
    breadcrumbs: bookBreadcrumbs(book),
    environment: book.environment,
    sentence: sentenceOf(record, context.now),
    lead: html`<p>${idHtml(record_id)} ${formerBadge(book)}</p>`,
    content: html`${panel('Details', fieldsHtml({ context, names }, record, units))}${
      record_id.startsWith('da_') && (await accountDeposits(context, record_id))
    }`,
  };
}

function sentenceOf(record: FoundObject['value'], now: number): Sentence | undefined {
  switch (record.object) {
    case 'deposit_account':
      return depositAccountSentence(record);
    case 'payout_account':
      return payoutAccountSentence(record);
    case 'quote':
      return quoteSentence(record, now);
    case 'deposit':
      return depositSentence(record, now);
    default:
      return undefined;
  }
}

/** Fields with personal data. */
const PERSONAL = new Set([
  'email',
  'phone',
  'first_name',
  'last_name',
  'business_name',
  'account_owner_name',
]);
const HIDDEN = new Set(['object', 'id']);
const STATES = new Set(['state', 'status', 'kyc_status', 'terms_status']);

/** The asset of the wallet that an object, such as a history entry, belongs to. */
async function walletUnit(context: PageContext, record: object): Promise<string | undefined> {
  if (!('wallet_id' in record) || typeof record.wallet_id !== 'string') return undefined;
  const found = await tryRead(context, 'getOperatorWallet', { params: { wallet_id: record.wallet_id } });
  return isProblem(found) ? undefined : found.asset;
}

const idsIn = (record: object): readonly string[] =>
  Object.values(record).flatMap((value: unknown) =>
    typeof value === 'string' && idHref(value) !== undefined
      ? [value]
      : typeof value === 'object' && value !== null
        ? idsIn(value)
        : [],
  );

/** Labels that are not the words of the name. */
const LABELS: Readonly<Record<string, string>> = {
  account_number_last4: 'Account number ends with',
  phone_number_last4: 'Phone number ends with',
  swift_bic: 'SWIFT/BIC',
  approval_url: 'Approval URL',
};

/** A list counts from 1. An object that is named by its ID is called like the object. */
const labelOf = (name: string): string =>
  LABELS[name] ?? (/^\d+$/.test(name) ? String(Number(name) + 1) : toLabel(name.replace(/_(id|at)$/, '')));

type Shown = { readonly context: PageContext; readonly names: Names };

const fieldsHtml = (shown: Shown, record: object, units: RecordUnits): Html =>
  factList(
    Object.entries(record)
      .filter(([name]) => !HIDDEN.has(name))
      .map(
        ([name, value]: [string, unknown]) => [labelOf(name), valueHtml(shown, name, value, units)] as const,
      ),
  );

function valueHtml(shown: Shown, name: string, value: unknown, units: RecordUnits): Html {
  if (value === null || value === undefined) return textHtml(null);
  if (typeof value === 'object') {
    const members: object = value;
    const sums = Array.isArray(value) ? value.map(sumHtml) : [sumHtml(members)];
    if (sums.length > 0 && sums.every((each) => each !== undefined))
      return html`${sums.map((each) => html`<div>${each}</div>`)}`;
    if (Object.keys(members).length === 0) return textHtml(null);
    // The integrator chose its names, which mean nothing here.
    return name === 'metadata'
      ? factList(Object.entries(members).map(([key, each]) => [key, html`${String(each)}`]))
      : fieldsHtml(shown, members, unitsOf(members, units));
  }
  const text =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  const { source, destination } = units;
  if (name === 'rate' && source !== undefined && destination !== undefined)
    return html`${rateText(text, source, destination)}`;
  const unit = typeof value === 'string' ? unitOfField(name, units) : undefined;
  return unit === undefined ? textValueHtml(shown, name, text) : amountHtml(text, unit);
}

const SUM_MEMBERS: ReadonlySet<string> = new Set(['type', 'amount', 'unit']);

/** A fee or another sum, in one line; undefined if the value is more than that. */
function sumHtml(value: unknown): Html | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const [amount, unit, type] = [textAt(value, 'amount'), textAt(value, 'unit'), textAt(value, 'type')];
  if (amount === undefined || unit === undefined) return undefined;
  if (!Object.keys(value).every((name) => SUM_MEMBERS.has(name))) return undefined;
  return html`${amountHtml(amount, unit)}
  ${type !== undefined && html`<small>${type === 'svc' ? 'spread of the service' : toWords(type)}</small>`}`;
}

const UNITS = new Set(['currency', 'asset', 'unit', 'from', 'to']);

function textValueHtml({ context, names }: Shown, name: string, text: string): Html {
  if (PERSONAL.has(name)) return textHtml(personalText(context, name, text));
  // Transfers of earlier releases are stored with the link.
  if (name === 'approval_url') return textHtml(maskLink(text));
  if (STATES.has(name)) return badge(text);
  if (UNITS.has(name)) return html`${unitName(text)}`;
  if (name === 'rail' || name === 'name_check') return html`${toWords(text)}`;
  if (name.endsWith('_at') || name === 'as_of') return timestampHtml(text, context.now);
  return idHref(text) === undefined ? html`<span class="clip">${text}</span>` : names(text);
}

const depositColumns = (names: Names): readonly Column<Deposit>[] => [
  show.html(
    'Received',
    ({ id, amount_received, currency }) => namedHtml(amountText(amount_received, currency), id),
    'head',
  ),
  show.badge('State', 'state', 'aside'),
  show.amount('Credited', 'amount_credited', 'svc-points'),
  show.html('Transfer', ({ transfer_id }) => names(transfer_id)),
  show.time('Created', 'created_at', 'plain'),
];

/** Deposits to a standing deposit account. */
async function accountDeposits(context: PageContext, deposit_account_id: string): Promise<Html> {
  const found = await read(context, 'listDepositsToAccount', {
    params: { deposit_account_id },
    query: pageQuery(context),
  });
  const names = await loadNames(
    context,
    found.data.map(({ transfer_id }) => transfer_id),
  );
  return panel(
    'Deposits',
    pagedTable(context, found, {
      caption: 'Deposits',
      columns: depositColumns(names),
      emptyState: emptyState('No deposits yet', 'Payments to this account will appear here.'),
    }),
  );
}

export const recordsPages: readonly ConsoleRoute[] = [
  { path: '/console/records/{record_id}', get: recordPage },
];
