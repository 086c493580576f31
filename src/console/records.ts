/** Any other object by its ID, as the interface shows it: deposit accounts, deposits, payout accounts, quotes, entries, events. */
import { COLLECTIONS } from '../../projections/collections.ts';
import type { Deposit } from '../generated/api.ts';
import { isProblem, noSuch } from '../http/errors.ts';
import { html } from '../hosted/html.ts';
import type { Html } from '../hosted/html.ts';
import { masked, maskedLink } from '../operator/persons.ts';
import { bookCrumbs, environmentBadge, findObject } from './places.ts';
import type { BookPlace } from './places.ts';
import {
  badge,
  empty,
  facts,
  id,
  list,
  money,
  panel,
  placeOfId,
  rowId,
  sentence,
  shortId,
  text,
  when,
} from './ui.ts';
import { listing, seesPersons } from './visit.ts';
import type { ConsoleRoute, Found, Visit } from './visit.ts';

const KINDS: Readonly<Record<string, { readonly collection: string; readonly noun: string }>> = {
  da: { collection: COLLECTIONS.depositAccounts, noun: 'deposit account' },
  dep: { collection: COLLECTIONS.deposits, noun: 'deposit' },
  pa: { collection: COLLECTIONS.payoutAccounts, noun: 'payout account' },
  qt: { collection: COLLECTIONS.quotes, noun: 'quote' },
  whe: { collection: COLLECTIONS.history, noun: 'history entry' },
  evt: { collection: COLLECTIONS.events, noun: 'event' },
};

async function recordPage(visit: Visit): Promise<Found> {
  const { record_id = '' } = visit.params;
  const kind = KINDS[record_id.split('_')[0] ?? ''];
  if (kind === undefined) return noSuch('object');
  const found = await findObject(visit, kind.collection, record_id, kind.noun);
  if (isProblem(found)) return found;
  // A projection wrote it: an object of the interface.
  const record = JSON.parse(found.body) as Readonly<Record<string, unknown>>;
  const activity = record_id.startsWith('da_') ? await activityOf(visit, found.place, record_id) : undefined;
  if (isProblem(activity)) return activity;
  return {
    kind: 'page',
    title: sentence(kind.noun),
    section: 'ledger',
    crumbs: bookCrumbs(found.place),
    lead: html`<p>${id(record_id, undefined)} ${environmentBadge(found.place.environment)}</p>`,
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

const membersHtml = (visit: Visit, record: object): Html =>
  facts(
    Object.entries(record)
      .filter(([name]) => !HIDDEN.has(name))
      .map(([name, value]: [string, unknown]) => [sentence(name), valueHtml(visit, name, value)] as const),
  );

function valueHtml(visit: Visit, name: string, value: unknown): Html {
  if (value === null || value === undefined) return text(null);
  if (typeof value === 'object') {
    const members: object = value;
    return Object.keys(members).length === 0 ? text(null) : membersHtml(visit, members);
  }
  const shown =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  if (PERSONAL.has(name)) return text(seesPersons(visit) ? shown : masked(name, shown));
  if (name === 'approval_url') return text(seesPersons(visit) ? shown : maskedLink(shown));
  if (STATES.has(name)) return badge(shown);
  if (name.endsWith('_at') || name === 'as_of') return when(shown, visit.now);
  return placeOfId(shown) === undefined ? html`<span class="clip">${shown}</span>` : id(shown);
}

/** The payments to a standing deposit account. */
async function activityOf(visit: Visit, { stream }: BookPlace, accountId: string) {
  const found = await listing<Deposit>(visit, stream, {
    collection: COLLECTIONS.deposits,
    prefix: 'dep',
    terms: [`account:${accountId}`],
  });
  if (isProblem(found)) return found;
  return panel(
    'Deposits',
    list(visit, found, {
      caption: 'Deposits',
      columns: [
        { label: 'Deposit', heads: true, cell: (each) => rowId(each.id) },
        { label: 'State', cell: ({ state }) => badge(state) },
        { label: 'Received', numeric: true, cell: (each) => money(each.amount_received, each.currency) },
        { label: 'Credited', numeric: true, cell: (each) => money(each.amount_credited, 'svc-points') },
        { label: 'Transfer', cell: ({ transfer_id }) => shortId(transfer_id) },
        { label: 'Arrived', cell: ({ created_at }) => when(created_at, visit.now) },
      ],
      none: empty('No deposits yet', 'What is paid to this account stands here.'),
    }),
  );
}

export const recordsPages: readonly ConsoleRoute[] = [
  { path: '/console/records/{record_id}', get: recordPage },
];
