/**
 * User page: personal data that the role may see, wallets, deposit accounts, payout accounts, and the timeline of everything that
 * happened: who did it, when, and from where.
 */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import { decodeRecorded } from '../../../event-store/book-event.ts';
import { decodeMetadata, type StoredMetadata } from '../../../event-store/codec.ts';
import { groupDigits } from '../../../formats/text.ts';
import type {
  ActivityEntry,
  DepositAccount,
  PayoutAccount,
  Transfer,
  User,
  Wallet,
} from '../../../generated/api.ts';
import { isProblem } from '../../../http/errors.ts';
import { formatAmount, type Points } from '../../../ledger/amount.ts';
import type { RecordedBookEvent } from '../../../ledger/event.ts';
import { decodeIdOrigin, type UserId } from '../../../ledger/ids.ts';
import { spentPoints } from '../../../ledger/limits.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute } from '../../action-form.ts';
import {
  bookBadge,
  bookBreadcrumbs,
  bookListBreadcrumbs,
  findObject,
  readInBook,
} from '../../book-location.ts';
import {
  canSeePersonalData,
  personalText,
  tryRead,
  type ConsoleRoute,
  type PageContext,
  type PageResult,
} from '../../page-context.ts';
import { displayName, userName } from '../../parties.ts';
import { REASON_FIELD } from '../../ui/form-fields.ts';
import { actionLabel } from '../../ui/list-filters.ts';
import { actionLink, emptyState, factList, panel, timelineEntry, timelineHtml } from '../../ui/panels.ts';
import { facts, liveRows, show, table, type Column } from '../../ui/tables.ts';
import {
  actorHtml,
  amountText,
  badge,
  idHtml,
  shortIdHtml,
  timestampHtml,
  toLabel,
  toWords,
  unitName,
} from '../../ui/text.ts';
import { notesPanel } from './notes.ts';
import {
  DEPOSIT_AMOUNTS,
  loadTransferParties,
  railReferenceHtml,
  transferColumns,
  transferUnit,
} from './transfer-table.ts';

/** What belongs to a user. The IDs of objects contain the revision of the event that created them. */
type UserObjects = {
  readonly userId: string;
  readonly wallets: readonly string[];
  /** Deposit accounts, payout accounts, and transfers. */
  readonly others: readonly string[];
};

type Entry = { readonly time: string; readonly content: Html };

const EVENTS_MAX = 30;
const ENTRIES_SHOWN = 50;
const ACTIONS_PER_OBJECT = 20;
/** Wallets whose holds and rewards are shown. A user has one for each asset. */
const WALLETS_MAX = 4;

async function userTimelinePanel(context: PageContext, stream: string, objects: UserObjects): Promise<Html> {
  const [events, actions] = await Promise.all([
    eventEntries(context, stream, objects),
    actionEntries(context, objects),
  ]);
  const entries = [...events, ...actions].sort((a, b) => (a.time < b.time ? 1 : -1));
  const content =
    entries.length === 0
      ? emptyState('Nothing found', 'Events of this user will appear here.')
      : timelineHtml(entries.slice(0, ENTRIES_SHOWN).map(({ content }) => content));
  const note = html`<p class="muted">Newest first, at most ${ENTRIES_SHOWN} entries.</p>`;
  return panel('Timeline', content, { id: 'timeline', note });
}

/** The events that created the objects or changed the user, read from the stream. */
async function eventEntries(
  context: PageContext,
  stream: string,
  { userId, wallets, others }: UserObjects,
): Promise<Entry[]> {
  const { documents } = context.services;
  const changes = await documents.list(COLLECTIONS.events, {
    scope: stream,
    terms: [`object:${userId}`],
    order: 'newest',
    limit: EVENTS_MAX,
  } as const);
  const ids = [userId, ...wallets, ...others, ...changes.map(({ id }) => id)];
  const subjects = new Map<number, string>();
  for (const id of ids) {
    const revision = decodeIdOrigin(id, stream)?.revision;
    if (revision !== undefined) subjects.set(revision, id.startsWith('evt_') ? userId : id);
  }
  const newest = [...subjects].sort(([a], [b]) => b - a).slice(0, ENTRIES_SHOWN);
  const found = await Promise.all(newest.map(([revision]) => context.readStream(stream, revision, 1)));
  return found.flatMap(([stored], at) => {
    const subject = newest[at]?.[1];
    if (stored === undefined || subject === undefined) return [];
    const event = decodeRecorded(stored);
    return [{ time: event.time, content: eventHtml(context, event, decodeMetadata(stored), subject) }];
  });
}

const eventHtml = (
  context: PageContext,
  event: RecordedBookEvent,
  metadata: StoredMetadata,
  subject: string,
): Html =>
  timelineEntry(
    html`<span>${eventText(event)}</span> ${stateOf(event)} ${shortIdHtml(subject)}`,
    html`${timestampHtml(event.time, context.now)} · ${actorHtml(context, metadata.actor)} ·
      <code class="quiet">${metadata.request_id}</code>`,
    metadata.reason,
  );

const EVENT_TEXTS: Readonly<Partial<Record<RecordedBookEvent['type'], string>>> = {
  'user.kyc_status_changed': 'Identity status changed',
  'user.terms_status_changed': 'Terms status changed',
};

function eventText(event: RecordedBookEvent): string {
  const text = EVENT_TEXTS[event.type] ?? toLabel(toWords(event.type.replace('.', ' ')));
  return event.type === 'transfer.created'
    ? `${text}: ${amountText(event.data.amount, transferUnit(event.data))}`
    : text;
}

/** The state that an event leads to. */
function stateOf({ data }: RecordedBookEvent): Html | undefined {
  const state = 'kyc_status' in data ? data.kyc_status : 'state' in data ? data.state : undefined;
  return typeof state === 'string' ? badge(state) : undefined;
}

/** What operators did to the user and the wallets, including what was refused. */
async function actionEntries(context: PageContext, { userId, wallets }: UserObjects): Promise<Entry[]> {
  const targets = [userId, ...wallets.slice(0, WALLETS_MAX)];
  const found = await Promise.all(
    targets.map((target) =>
      tryRead(context, 'listActivity', { query: { target, limit: ACTIONS_PER_OBJECT } }),
    ),
  );
  return found
    .flatMap((page) => (isProblem(page) ? [] : page.data))
    .map((entry) => ({ time: entry.created_at, content: actionHtml(context, entry) }));
}

const actionHtml = (context: PageContext, entry: ActivityEntry): Html => {
  const { operator, operation, result, channel, address, reason, created_at, request_id, target } = entry;
  return timelineEntry(
    html`${badge('operator', 'accent')}
      <span>${actionLabel(operation)}</span> ${badge(result, result === 'done' ? 'ok' : 'stop')}
      ${target !== null && shortIdHtml(target)}`,
    html`${timestampHtml(created_at, context.now)} · ${operator?.name ?? operator?.id ?? 'unknown'} · through
      ${CHANNELS[channel]}${address !== null && html` from ${address}`} ·
      <code class="quiet">${request_id}</code>`,
    reason,
  );
};

const CHANNELS: Readonly<Record<ActivityEntry['channel'], string>> = {
  api: 'the API',
  cli: 'the command line',
  console: 'the console',
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
  show.shortId('Deposit account', 'deposit_account_id'),
  CREATED,
];

const DEPOSIT_ACCOUNTS: readonly Column<DepositAccount>[] = [
  show.rowId('Account', 'id', 'head'),
  show.badge('State', 'status', 'aside'),
  show.text('Rail', ({ source }) => `${toWords(source.rail)} ${source.currency.toUpperCase()}`, 'plain'),
  show.shortId('Destination', ({ destination }) => destination.wallet_id),
  CREATED,
];

const PAYOUT_ACCOUNTS: readonly Column<PayoutAccount>[] = [
  show.html(
    'Account',
    (each) => html`<a href="/console/records/${each.id}">${accountName(each)}</a>`,
    'head',
  ),
  show.words('Kind', 'type', 'hidden'),
  show.text('Rail', ({ rail, currency }) => `${toWords(rail)} ${currency.toUpperCase()}`, 'plain'),
  show.text('Owner', (each, context) => personalText(context, 'name', each.account_owner_name)),
  CREATED,
];

/** What its owner calls a payout account: the bank or the provider, and what is shown of the number. */
const accountName = ({ bank, mobile_money, emailpay, type }: PayoutAccount): string => {
  if (bank !== undefined) return `${bank.bank_name} ••${bank.account_number_last4}`;
  if (mobile_money !== undefined) return `${mobile_money.provider} ••${mobile_money.phone_number_last4}`;
  return emailpay?.email_masked ?? toLabel(toWords(type));
};

// How much of their limits a user has used.

const KINDS = { user_to_user: 'Sent to other users', offramp: 'Paid out' } as const;
const WINDOWS = { per24h: '24 hours', per30d: '30 days' } as const;

type Use = { readonly name: string; readonly spent: Points; readonly limit: Points };

async function userLimitsPanel(context: PageContext, stream: string, userId: UserId): Promise<Html> {
  const { writers, policy } = context.services;
  let rows: readonly Use[] = [];
  // A dry run includes every event, also those that other nodes have just written.
  await writers.dryRun(stream, (book) => {
    rows = (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((kind) => {
      const spent = spentPoints(book, kind, userId, Math.max(context.now + book.clockAheadMs, book.time));
      return (Object.keys(WINDOWS) as (keyof typeof WINDOWS)[]).map((window) => ({
        name: `${KINDS[kind]}, ${WINDOWS[window]}`,
        spent: spent[window],
        limit: policy.userLimits[window][kind],
      }));
    });
    return { events: [] };
  });
  return panel(
    'Limits used',
    factList(rows.map(({ name, spent, limit }) => [name, barHtml(name, spent, limit)] as const)),
  );
}

const PERMILLE = 1_000;

function barHtml(name: string, spent: Points, limit: Points): Html {
  const share = limit > 0n ? Number((spent * BigInt(PERMILLE)) / limit) : PERMILLE;
  return html`<meter
      class="limit"
      min="0"
      max="${PERMILLE}"
      high="${PERMILLE * 0.8}"
      optimum="0"
      value="${Math.min(share, PERMILLE)}"
      aria-label="${name}"
    ></meter>
    <span class="limit-text">${shown(spent)} of ${shown(limit)} points</span>`;
}

const shown = (points: Points): string => groupDigits(formatAmount(points, 2));

/** Newest transfers, and newest deposits shown. */
const TRANSFERS_SHOWN = 10;
/** Wallets and accounts shown of each kind. */
const OWNED_SHOWN = 50;

async function userPage(context: PageContext): Promise<PageResult> {
  const { user_id } = context.params;
  const { value: user, book } = await findObject(context, 'user', user_id);
  const owned = { params: { user_id: user.id }, query: { limit: OWNED_SHOWN } };
  const newest = { user_id: user.id, limit: TRANSFERS_SHOWN };
  const { data: wallets } = await readInBook(context, book, 'listWallets', owned);
  const { data: depositAccounts } = await readInBook(context, book, 'listDepositAccounts', owned);
  const { data: payoutAccounts } = await readInBook(context, book, 'listPayoutAccounts', owned);
  const { data: transfers } = await readInBook(context, book, 'listTransfers', { query: newest });
  const { data: deposits } = await readInBook(context, book, 'listTransfers', {
    query: { ...newest, kind: 'onramp' },
  });
  const columns = transferColumns(await loadTransferParties(context, transfers));
  const tablePanel = <Row>(
    name: string,
    shown: readonly Column<Row>[],
    rows: readonly Row[],
    empty: readonly [string, string],
  ): Html => panel(name, rows.length === 0 ? emptyState(...empty) : table(context, name, shown, rows));
  return {
    kind: 'page',
    title: displayName(context, user),
    section: 'ledger',
    breadcrumbs: bookListBreadcrumbs(book, 'users'),
    lead: html`<p>${idHtml(user.id)} ${bookBadge(book)}</p>`,
    actions: userActions(context, user),
    content: html`${detailsPanel(context, user)}
    ${tablePanel('Wallets', WALLETS, wallets, ['No wallets', 'The integrator creates one wallet per asset through the API.'])}
    ${await userLimitsPanel(context, book.stream, user.id)}
    ${panel(
      'Newest transfers',
      transfers.length === 0
        ? emptyState('No transfers', 'Deposits, payouts, and transfers of this user will appear here.')
        : liveRows('Newest transfers', table(context, 'Newest transfers', columns, transfers)),
    )}
    ${tablePanel('Deposits', DEPOSITS, deposits, ['No deposits', 'Incoming payments of this user will appear here.'])}
    ${depositAccounts.length > 0 && tablePanel('Deposit accounts', DEPOSIT_ACCOUNTS, depositAccounts, ['', ''])}
    ${payoutAccounts.length > 0 && tablePanel('Payout accounts', PAYOUT_ACCOUNTS, payoutAccounts, ['', ''])}
    ${await notesPanel(context, 'users', user.id)}
    ${await userTimelinePanel(context, book.stream, {
      userId: user.id,
      wallets: wallets.map(({ id }) => id),
      others: [...depositAccounts, ...payoutAccounts, ...transfers].map(({ id }) => id),
    })}`,
  };
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
