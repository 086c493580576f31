/**
 * Generic page for objects without a page of their own: deposit accounts, deposits, payout accounts, quotes, history
 * entries, and events.
 */
import type { Collection } from '../../../read-models/collection.ts';
import { COLLECTIONS } from '../../../../projections/collections.ts';
import type { Deposit } from '../../../generated/api.ts';
import { isProblem, notFoundProblem } from '../../../api/server/errors.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { maskLink } from '../../../operator/operations/personal-data.ts';
import { bookBreadcrumbs, bookBadge, findObject } from '../../book-location.ts';
import type { BookLocation } from '../../book-location.ts';
import { badge, amountHtml, toLabel, textHtml, timestampHtml } from '../../ui/text.ts';
import { emptyState, factList, panel } from '../../ui/panels.ts';
import { idHtml, idHref, rowIdHtml, shortIdHtml } from '../../ui/ids.ts';
import { pagedTable } from '../../ui/tables.ts';
import { listFromBook, personalText } from '../../page-context.ts';
import type { ConsoleRoute, PageResult, PageContext } from '../../page-context.ts';
import { unitOfField, unitsOf } from './record-units.ts';
import type { RecordUnits } from './record-units.ts';

const TYPES_BY_PREFIX: Readonly<
  Record<string, { readonly collection: Collection<object>; readonly noun: string }>
> = {
  da: { collection: COLLECTIONS.depositAccounts, noun: 'deposit account' },
  dep: { collection: COLLECTIONS.deposits, noun: 'deposit' },
  pa: { collection: COLLECTIONS.payoutAccounts, noun: 'payout account' },
  qt: { collection: COLLECTIONS.quotes, noun: 'quote' },
  whe: { collection: COLLECTIONS.walletHistory, noun: 'history entry' },
  evt: { collection: COLLECTIONS.events, noun: 'event' },
};

async function recordPage(context: PageContext): Promise<PageResult> {
  const { record_id = '' } = context.params;
  const kind = TYPES_BY_PREFIX[record_id.split('_')[0] ?? ''];
  if (kind === undefined) return notFoundProblem('object');
  const found = await findObject(context, kind.collection, record_id, kind.noun);
  if (isProblem(found)) return found;
  const record = found.value;
  const activity = record_id.startsWith('da_')
    ? await accountDeposits(context, found.book, record_id)
    : undefined;
  if (isProblem(activity)) return activity;
  const units = unitsOf(record, { own: await walletUnit(context, record) });
  return {
    kind: 'page',
    title: toLabel(kind.noun),
    section: 'ledger',
    breadcrumbs: bookBreadcrumbs(found.book),
    lead: html`<p>${idHtml(record_id, undefined)} ${bookBadge(found.book)}</p>`,
    content: html`${panel('Details', fieldsHtml(context, record, units))}${activity}`,
  };
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
  const found = await findObject(context, COLLECTIONS.wallets, record.wallet_id, 'wallet');
  return isProblem(found) ? undefined : found.value.asset;
}

const fieldsHtml = (context: PageContext, record: object, units: RecordUnits): Html =>
  factList(
    Object.entries(record)
      .filter(([name]) => !HIDDEN.has(name))
      .map(
        ([name, value]: [string, unknown]) =>
          [toLabel(name), valueHtml(context, name, value, units)] as const,
      ),
  );

function valueHtml(context: PageContext, name: string, value: unknown, units: RecordUnits): Html {
  if (value === null || value === undefined) return textHtml(null);
  if (typeof value === 'object') {
    const members: object = value;
    return Object.keys(members).length === 0
      ? textHtml(null)
      : fieldsHtml(context, members, unitsOf(members, units));
  }
  const shown =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  const unit = typeof value === 'string' ? unitOfField(name, units) : undefined;
  if (unit !== undefined) return amountHtml(shown, unit);
  if (PERSONAL.has(name)) return textHtml(personalText(context, name, shown));
  // Transfers of earlier releases are stored with the link.
  if (name === 'approval_url') return textHtml(maskLink(shown));
  if (STATES.has(name)) return badge(shown);
  if (name.endsWith('_at') || name === 'as_of') return timestampHtml(shown, context.now);
  return idHref(shown) === undefined ? html`<span class="clip">${shown}</span>` : idHtml(shown);
}

/** Deposits to a standing deposit account. */
async function accountDeposits(context: PageContext, { stream }: BookLocation, accountId: string) {
  const found = await listFromBook<Deposit>(context, stream, {
    collection: COLLECTIONS.deposits,
    prefix: 'dep',
    terms: [`account:${accountId}`],
    keysOf: () => [accountId],
  });
  if (isProblem(found)) return found;
  return panel(
    'Deposits',
    pagedTable(context, found, {
      caption: 'Deposits',
      columns: [
        { label: 'Deposit', isRowHeader: true, cell: (each) => rowIdHtml(each.id) },
        { label: 'State', small: 'aside', cell: ({ state }) => badge(state) },
        {
          label: 'Received',
          isNumeric: true,
          cell: (each) => amountHtml(each.amount_received, each.currency),
        },
        {
          label: 'Credited',
          isNumeric: true,
          cell: (each) => amountHtml(each.amount_credited, 'svc-points'),
        },
        { label: 'Transfer', cell: ({ transfer_id }) => shortIdHtml(transfer_id) },
        {
          label: 'Created',
          small: 'plain',
          cell: ({ created_at }) => timestampHtml(created_at, context.now),
        },
      ],
      emptyState: emptyState('No deposits yet', 'Payments to this account will appear here.'),
    }),
  );
}

export const recordsPages: readonly ConsoleRoute[] = [
  { path: '/console/records/{record_id}', get: recordPage },
];
