/**
 * User page: personal data that the role may see, wallets, deposit accounts, payout accounts, and the timeline of everything that
 * happened: who did it, when, and from where.
 */
import { groupDigits } from '../../../formats/text.ts';
import type {
  ActivityEntry,
  DepositAccount,
  LedgerEvent,
  LimitUse,
  PayoutAccount,
  Transfer,
  User,
  Wallet,
} from '../../../generated/api.ts';
import { isProblem } from '../../../http/errors.ts';
import { parseStoredAmount } from '../../../ledger/amount.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute } from '../../action-form.ts';
import {
  bookBadge,
  formerBadge,
  type BookLocation,
  bookBreadcrumbs,
  bookListBreadcrumbs,
  filtersOf,
  findObject,
} from '../../book-location.ts';
import {
  canSeePersonalData,
  personalText,
  read,
  tryRead,
  type ConsoleRoute,
  type PageContext,
  type PageResult,
} from '../../page-context.ts';
import { loadNames, objectOfTarget, type Names } from '../../names.ts';
import { displayName, lastDeed, userName } from '../../parties.ts';
import { userSentence, type UserFacts } from '../../sentences/objects.ts';
import { REASON_FIELD } from '../../ui/form-fields.ts';
import { actionLabel } from '../../ui/list-filters.ts';
import {
  actionLink,
  emptyState,
  factList,
  panel,
  tabLinks,
  timelineEntry,
  timelineHtml,
} from '../../ui/panels.ts';
import { facts, liveRows, show, table, type Column } from '../../ui/tables.ts';
import {
  actorHtml,
  actorText,
  badge,
  idHtml,
  railText,
  namedHtml,
  timestampHtml,
  toLabel,
  toWords,
  unitName,
} from '../../ui/text.ts';
import { tryReadReview } from '../operations/review-case.ts';
import { balanceCharts } from './balance-chart.ts';
import { notesPanel } from './notes.ts';
import {
  DEPOSIT_ACCOUNT,
  DEPOSIT_AMOUNTS,
  loadTransferParties,
  railReferenceHtml,
  transferColumns,
} from './transfer-table.ts';
import { ACTIVITY_READ, CHANNELS, isRead, readersPanel } from './user-readers.ts';

type Entry = { readonly time: string; readonly content: Html };

const ENTRIES_SHOWN = 50;
const ACTIONS_PER_OBJECT = 20;
/** Wallets whose balance over time, holds, and rewards are shown. A user has one for each asset. */
const WALLETS_MAX = 4;

function userTimelinePanel(
  context: PageContext,
  names: Names,
  data: readonly LedgerEvent[],
  actions: readonly Entry[],
): Html {
  const events = data.map((each) => ({ time: each.time, content: eventHtml(context, names, each) }));
  const entries = [...events, ...actions].sort((a, b) => (a.time < b.time ? 1 : -1));
  const content =
    entries.length === 0
      ? emptyState('Nothing found', 'Events of this user will appear here.')
      : timelineHtml(entries.slice(0, ENTRIES_SHOWN).map(({ content }) => content));
  const note = html`<p class="muted">Newest first, at most ${ENTRIES_SHOWN} entries.</p>`;
  return panel('Timeline', content, { id: 'timeline', note });
}

/** The events that created the objects or changed the user. */
const eventHtml = (context: PageContext, names: Names, event: LedgerEvent): Html =>
  timelineEntry(
    html`<span title="${event.type}">${toLabel(event.type)}</span>
      ${event.state !== null && badge(event.state)} ${event.object_id !== null && names(event.object_id)}`,
    html`${timestampHtml(event.time, context.now)} · ${actorHtml(context, event.actor)} ·
      <code class="quiet">${event.request_id}</code>`,
    event.reason,
  );

const activityOf = async (
  context: PageContext,
  target: string,
  limit: number,
): Promise<readonly ActivityEntry[]> => {
  const found = await tryRead(context, 'listActivity', { query: { target, limit } });
  return isProblem(found) ? [] : found.data;
};

const actionHtml = (context: PageContext, names: Names, entry: ActivityEntry): Html => {
  const { operator, operation, result, channel, address, reason, created_at, request_id, target } = entry;
  const object = objectOfTarget(target);
  return timelineEntry(
    html`${badge('operator', 'accent')}
      <span>${actionLabel(operation)}</span> ${badge(result, result === 'done' ? 'ok' : 'stop')}
      ${object !== undefined && names(object)}`,
    html`${timestampHtml(created_at, context.now)} · ${operator?.name ?? operator?.id ?? 'unknown'} · through
      ${CHANNELS[channel]}${address !== null && html` from ${address}`} ·
      <code class="quiet">${request_id}</code>`,
    reason,
  );
};

// The page.

const DETAILS: readonly Column<User>[] = [
  show.text('Name', (user, context) => personalText(context, 'name', userName(user))),
  show.text('Email', ({ email }, context) => personalText(context, 'email', email)),
  show.text('Phone', ({ phone }, context) => personalText(context, 'phone', phone)),
  show.text('Country', 'country'),
  show.clipped('Reference', 'external_reference'),
  show.badge('Status', 'status'),
  show.badge('Identity', 'kyc_status'),
  show.badge('Terms', 'terms_status'),
];

const REASONS = show.text<User>('Reasons', ({ rejection_reasons }) =>
  rejection_reasons.map(({ code, message }) => `${toWords(code)}: ${message}`).join('; '),
);

const CREATED = show.time<{ readonly created_at: string }>('Created', 'created_at', 'plain');

const WALLETS: readonly Column<Wallet>[] = [
  show.html(
    'Wallet',
    ({ id, asset }) => html`<a href="/console/wallets/${id}">${toLabel(unitName(asset))}</a>`,
    'head',
  ),
  show.badge('State', 'status', 'aside'),
  show.amount('Available', ({ balance }) => balance.available, 'asset'),
  show.amount('Cashable', ({ balance }) => balance.cashable, 'asset'),
  show.amount('Pending', ({ balance }) => balance.pending, 'asset'),
  CREATED,
];

const DEPOSITS: readonly Column<Transfer>[] = [
  show.html(
    'Deposit',
    ({ id, source }) => html`<a href="/console/transfers/${id}">${toWords(source.rail ?? 'deposit')}</a>`,
    'head',
  ),
  show.badge('State', 'state', 'aside'),
  ...DEPOSIT_AMOUNTS,
  show.html('Rail reference', railReferenceHtml),
  DEPOSIT_ACCOUNT,
  CREATED,
];

const DEPOSIT_ACCOUNTS: readonly Column<DepositAccount>[] = [
  show.html(
    'Account',
    ({ id, source }) => namedHtml(toLabel(railText(source.rail, source.currency)), id),
    'head',
  ),
  show.badge('State', 'status', 'aside'),
  show.html('Destination', ({ destination: { wallet_id, asset } }) =>
    namedHtml(`${unitName(asset)} wallet`, wallet_id),
  ),
  show.rowId('ID', 'id', 'hidden'),
  CREATED,
];

const PAYOUT_ACCOUNTS: readonly Column<PayoutAccount>[] = [
  show.html(
    'Account',
    (each) => html`<a href="/console/records/${each.id}">${accountName(each)}</a>`,
    'head',
  ),
  show.words('Kind', 'type', 'hidden'),
  show.text('Rail', ({ rail, currency }) => railText(rail, currency), 'plain'),
  show.text('Owner', (each, context) => personalText(context, 'name', each.account_owner_name)),
  CREATED,
];

/** What its owner calls a payout account: the bank or the provider, and what is shown of the number. */
const accountName = ({ bank, mobile_money, emailpay, type }: PayoutAccount): string => {
  if (bank !== undefined) return `${bank.bank_name} ••${bank.account_number_last4}`;
  if (mobile_money !== undefined) return `${mobile_money.provider} ••${mobile_money.phone_number_last4}`;
  return emailpay?.email_masked ?? toLabel(type);
};

// How much of their limits a user has used.

const KINDS = { user_to_user: 'Sent to other users', offramp: 'Paid out' } as const;
const WINDOWS = { '24h': '24 hours', '30d': '30 days' } as const;

async function userLimitsPanel(context: PageContext): Promise<Html> {
  const { data } = await read(context, 'getUserLimits');
  return panel(
    'Limits used',
    factList(
      data.map((each) => {
        const name = `${KINDS[each.kind]}, ${WINDOWS[each.window]}`;
        return [name, barHtml(name, each)] as const;
      }),
    ),
  );
}

const PERMILLE = 1_000;

function barHtml(name: string, { used, limit }: LimitUse): Html {
  const [spent, most] = [parseStoredAmount(used), parseStoredAmount(limit)];
  const share = most > 0n ? Number((spent * BigInt(PERMILLE)) / most) : PERMILLE;
  return html`<meter
      class="limit"
      min="0"
      max="${PERMILLE}"
      high="${PERMILLE * 0.8}"
      optimum="0"
      value="${Math.min(share, PERMILLE)}"
      aria-label="${name}"
    ></meter>
    <span class="limit-text">${groupDigits(used)} of ${groupDigits(limit)} points</span>`;
}

/** Newest transfers, and newest deposits shown. */
const TRANSFERS_SHOWN = 10;
/** Wallets and accounts shown of each kind. */
const OWNED_SHOWN = 50;

const newestTransfers = async (
  context: PageContext,
  query: Readonly<Record<string, string | number>>,
): Promise<readonly Transfer[]> =>
  (await read(context, 'listOperatorTransfers', { query })).data.map(({ transfer }) => transfer);

/** The parts of a user's page, by the value of `tab`. */
const TABS = [
  ['', 'Overview', overviewTab],
  ['accounts', 'Accounts', accountsTab],
  ['history', 'History', historyTab],
] as const;

async function userPage(context: PageContext): Promise<PageResult> {
  const { params, path, query } = context;
  const { value: user, book } = await findObject(context, 'user', params['user_id']);
  const chosen = TABS.find(([name]) => name === query.get('tab')) ?? TABS[0];
  const [, , content] = chosen;
  return {
    kind: 'page',
    title: displayName(context, user),
    section: 'ledger',
    breadcrumbs: bookListBreadcrumbs(book, 'users'),
    environment: book.environment,
    sentence: userSentence(user, await situationOf(context, user)),
    lead: html`<p>${idHtml(user.id)} ${formerBadge(book)}</p>
      ${tabLinks(
        'Parts of the page',
        TABS.map((each) => ({
          label: each[1],
          href: each[0] === '' ? path : `${path}?tab=${each[0]}`,
          isCurrent: each === chosen,
        })),
      )}`,
    actions: userActions(context, user),
    content: await content(context, user, book),
  };
}

const tablePanel = <Row>(
  context: PageContext,
  name: string,
  shown: readonly Column<Row>[],
  rows: readonly Row[],
  empty: readonly [string, string],
): Html => panel(name, rows.length === 0 ? emptyState(...empty) : table(context, name, shown, rows));

const OWNED = { query: { limit: OWNED_SHOWN } };

const newestOf = ({ id }: User, book: BookLocation) => ({
  ...filtersOf(book),
  user_id: id,
  limit: TRANSFERS_SHOWN,
});

async function overviewTab(context: PageContext, user: User, book: BookLocation): Promise<Html> {
  const { data: wallets } = await read(context, 'listUserWallets', OWNED);
  const transfers = await newestTransfers(context, newestOf(user, book));
  const columns = transferColumns(await loadTransferParties(context, transfers));
  return html`${detailsPanel(context, user)}
  ${tablePanel(context, 'Wallets', WALLETS, wallets, ['No wallets', 'The integrator creates one wallet per asset through the API.'])}
  ${await balanceCharts(context, wallets.slice(0, WALLETS_MAX))} ${await userLimitsPanel(context)}
  ${panel(
    'Newest transfers',
    transfers.length === 0
      ? emptyState('No transfers', 'Deposits, payouts, and transfers of this user will appear here.')
      : liveRows('Newest transfers', table(context, 'Newest transfers', columns, transfers)),
  )}
  ${await notesPanel(context, 'users', user.id)}`;
}

async function accountsTab(context: PageContext, user: User, book: BookLocation): Promise<Html> {
  const { data: depositAccounts } = await read(context, 'listUserDepositAccounts', OWNED);
  const { data: payoutAccounts } = await read(context, 'listUserPayoutAccounts', OWNED);
  const deposits = await newestTransfers(context, { ...newestOf(user, book), kind: 'onramp' });
  return html`${tablePanel(context, 'Payout accounts', PAYOUT_ACCOUNTS, payoutAccounts, ['No payout accounts', 'Accounts that this user cashes out to will appear here.'])}
  ${tablePanel(context, 'Deposit accounts', DEPOSIT_ACCOUNTS, depositAccounts, ['No deposit accounts', 'Accounts that this user pays to will appear here.'])}
  ${tablePanel(context, 'Deposits', DEPOSITS, deposits, ['No deposits', 'Incoming payments of this user will appear here.'])}`;
}

async function historyTab(context: PageContext, { id }: User): Promise<Html> {
  const { data: wallets } = await read(context, 'listUserWallets', OWNED);
  const { data: events } = await read(context, 'listUserEvents');
  const shown = wallets.slice(0, WALLETS_MAX);
  const [about, ...done] = await Promise.all([
    activityOf(context, id, ACTIVITY_READ),
    ...shown.map((each) => activityOf(context, each.id, ACTIONS_PER_OBJECT)),
  ]);
  // What operators did to the user and the wallets, including what was refused.
  const [reads, actions] = [about.filter(isRead), [...about, ...done.flat()].filter((each) => !isRead(each))];
  const names = await loadNames(context, [
    ...events.flatMap(({ object_id }) => object_id ?? []),
    ...actions.flatMap(({ target }) => objectOfTarget(target) ?? []),
  ]);
  const entries = actions.map((entry) => ({
    time: entry.created_at,
    content: actionHtml(context, names, entry),
  }));
  return html`${userTimelinePanel(context, names, events, entries)}
  ${readersPanel(context, reads, about.length === ACTIVITY_READ)}`;
}

/** What the sentence of a user says beyond the user: the open review, or who ended it. */
async function situationOf(context: PageContext, { id, kyc_status, status }: User): Promise<UserFacts> {
  const { now } = context;
  if (status === 'deactivated') {
    const { data: events } = await read(context, 'listUserEvents');
    const event = events.find(({ type }) => type === 'user.deactivated');
    const deactivated = event && { ...event, by: actorText(context, event.actor) };
    return { deactivated, forgotten: await lastDeed(context, 'forgetUser', id), now };
  }
  if (kyc_status !== 'under_review') return { now };
  const review = await tryReadReview(context, id);
  return isProblem(review) ? { now } : { review, now };
}

function detailsPanel(context: PageContext, user: User): Html {
  const note = canSeePersonalData(context)
    ? undefined
    : html`<p class="muted">Personal data is masked because your role is not permitted to see it.</p>`;
  const columns = [...DETAILS, user.rejection_reasons.length > 0 && REASONS, CREATED];
  return panel('Details', facts(context, user, columns), { note });
}

/** Personal data can be erased only after the user was deactivated. */
function userActions(context: PageContext, { id, kyc_status, status }: User): Html {
  const here = `/console/users/${id}`;
  const isReviewed = kyc_status === 'under_review' && status === 'active';
  return html`${isReviewed && actionLink(context, 'reviewKyc', `${here}/identity`, 'Review identity', 'main')}
  ${status === 'deactivated' && actionLink(context, 'forgetUser', `${here}/forget`, 'Erase personal data', 'danger')}`;
}

export const usersPages: readonly ConsoleRoute[] = [
  { path: '/console/users/{user_id}', get: userPage },
  actionRoute({
    path: '/console/users/{user_id}/forget',
    operation: 'forgetUser',
    async form(context) {
      const { user_id } = context.params;
      const { value, book } = await findObject(context, 'user', user_id);
      return {
        title: 'Erase personal data',
        section: 'ledger',
        environment: book.environment,
        breadcrumbs: [
          ...bookBreadcrumbs(book),
          { label: displayName(context, value), href: `/console/users/${value.id}` },
        ],
        intro: html`<p>
            This destroys the key that encrypts the user’s personal data. Name, email, phone, identity data,
            and account owners can never be read again. Amounts and transaction history remain.
          </p>
          <p>${idHtml(value.id)} ${bookBadge(book)}</p>`,
        fields: [REASON_FIELD],
        submit: 'Erase personal data',
        isDestructive: true,
      };
    },
    done: 'The personal data was erased.',
  }),
];
