/** Any other object by its ID, as the interface shows it: deposit accounts, deposits, payout accounts, quotes, entries, events. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import type { Deposit } from '../../../generated/api.ts';
import { isProblem, notFoundProblem } from '../../../api/server/errors.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { mask, maskLink } from '../../../operator/personal-data.ts';
import { bookBreadcrumbs, environmentBadge, findObject } from '../../book-location.ts';
import type { BookLocation } from '../../book-location.ts';
import {
  badge,
  emptyState,
  factList,
  idHtml,
  pagedTable,
  amountHtml,
  panel,
  idHref,
  rowIdHtml,
  toLabel,
  shortIdHtml,
  textHtml,
  timestampHtml,
} from '../../ui/components.ts';
import { listFromBook, canSeePersonalData } from '../../page-context.ts';
import type { ConsoleRoute, PageResult, PageContext } from '../../page-context.ts';

const KINDS: Readonly<Record<string, { readonly collection: string; readonly noun: string }>> = {
  da: { collection: COLLECTIONS.depositAccounts, noun: 'deposit account' },
  dep: { collection: COLLECTIONS.deposits, noun: 'deposit' },
  pa: { collection: COLLECTIONS.payoutAccounts, noun: 'payout account' },
  qt: { collection: COLLECTIONS.quotes, noun: 'quote' },
  whe: { collection: COLLECTIONS.walletHistory, noun: 'history entry' },
  evt: { collection: COLLECTIONS.events, noun: 'event' },
};

async function recordPage(visit: PageContext): Promise<PageResult> {
  const { record_id = '' } = visit.params;
  const kind = KINDS[record_id.split('_')[0] ?? ''];
  if (kind === undefined) return notFoundProblem('object');
  const found = await findObject(visit, kind.collection, record_id, kind.noun);
  if (isProblem(found)) return found;
  // A projection wrote it: an object of the interface.
  const record = JSON.parse(found.body) as Readonly<Record<string, unknown>>;
  const activity = record_id.startsWith('da_') ? await activityOf(visit, found.book, record_id) : undefined;
  if (isProblem(activity)) return activity;
  return {
    kind: 'page',
    title: toLabel(kind.noun),
    section: 'ledger',
    crumbs: bookBreadcrumbs(found.book),
    lead: html`<p>${idHtml(record_id, undefined)} ${environmentBadge(found.book.environment)}</p>`,
    content: html`${panel('As recorded', membersHtml(visit, record))}${activity}`,
  };
}

/** Members that say who somebody is. */
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

const membersHtml = (visit: PageContext, record: object): Html =>
  factList(
    Object.entries(record)
      .filter(([name]) => !HIDDEN.has(name))
      .map(([name, value]: [string, unknown]) => [toLabel(name), valueHtml(visit, name, value)] as const),
  );

function valueHtml(visit: PageContext, name: string, value: unknown): Html {
  if (value === null || value === undefined) return textHtml(null);
  if (typeof value === 'object') {
    const members: object = value;
    return Object.keys(members).length === 0 ? textHtml(null) : membersHtml(visit, members);
  }
  const shown =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  if (PERSONAL.has(name)) return textHtml(canSeePersonalData(visit) ? shown : mask(name, shown));
  if (name === 'approval_url') return textHtml(canSeePersonalData(visit) ? shown : maskLink(shown));
  if (STATES.has(name)) return badge(shown);
  if (name.endsWith('_at') || name === 'as_of') return timestampHtml(shown, visit.now);
  return idHref(shown) === undefined ? html`<span class="clip">${shown}</span>` : idHtml(shown);
}

/** The payments to a standing deposit account. */
async function activityOf(visit: PageContext, { stream }: BookLocation, accountId: string) {
  const found = await listFromBook<Deposit>(visit, stream, {
    collection: COLLECTIONS.deposits,
    prefix: 'dep',
    terms: [`account:${accountId}`],
  });
  if (isProblem(found)) return found;
  return panel(
    'Deposits',
    pagedTable(visit, found, {
      caption: 'Deposits',
      columns: [
        { label: 'Deposit', isRowHeader: true, cell: (each) => rowIdHtml(each.id) },
        { label: 'State', cell: ({ state }) => badge(state) },
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
        { label: 'Arrived', cell: ({ created_at }) => timestampHtml(created_at, visit.now) },
      ],
      emptyState: emptyState('No deposits yet', 'What is paid to this account stands here.'),
    }),
  );
}

export const recordsPages: readonly ConsoleRoute[] = [
  { path: '/console/records/{record_id}', get: recordPage },
];
