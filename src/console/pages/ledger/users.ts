/** User page: personal data that the role may see, wallets, deposit accounts, and payout accounts. */

import { COLLECTIONS } from '../../../../projections/collections.ts';
import { transferTerms } from '../../../../projections/transfers.ts';
import { walletsKeys } from '../../../api/operations/list.ts';
import { groupDigits } from '../../../formats/text.ts';
import type {
  DepositAccount,
  PayoutAccount,
  Transfer,
  TransferKind,
  User,
  Wallet,
} from '../../../generated/api.ts';
import { isProblem } from '../../../http/errors.ts';
import { formatAmount, type Points } from '../../../ledger/amount.ts';
import type { UserId } from '../../../ledger/ids.ts';
import { spentPoints } from '../../../ledger/limits.ts';
import { parseBody } from '../../../read-models/collection.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute } from '../../action-form.ts';
import {
  bookBadge,
  bookBreadcrumbs,
  bookListBreadcrumbs,
  findObject,
  type BookLocation,
} from '../../book-location.ts';
import {
  canSeePersonalData,
  listFromBook,
  personalText,
  type ConsoleRoute,
  type PageContext,
  type PageResult,
} from '../../page-context.ts';
import { displayName, userName, type Parties } from '../../parties.ts';
import { actionLink, emptyState, factList, panel } from '../../ui/panels.ts';
import { liveRows, table, type Column } from '../../ui/tables.ts';
import {
  amountHtml,
  badge,
  idHtml,
  referenceHtml,
  rowIdHtml,
  shortIdHtml,
  textHtml,
  timestampHtml,
  toLabel,
  toWords,
  unitName,
} from '../../ui/text.ts';
import { notesPanel } from './notes.ts';
import { loadTransferParties, transferColumns } from './transfer-table.ts';
import { userTimelinePanel } from './user-timeline.ts';

// The newest deposits of a user.

const DEPOSITS_SHOWN = 10;

async function userDepositsPanel(
  context: PageContext,
  scope: string,
  wallets: readonly Wallet[],
): Promise<Html> {
  const deposits = await newestTransfers(context, scope, { kind: 'onramp', wallets, limit: DEPOSITS_SHOWN });
  return panel(
    'Deposits',
    deposits.length === 0
      ? emptyState('No deposits', 'Incoming payments of this user will appear here.')
      : table<Transfer>('Deposits', columnsOf(context), deposits),
  );
}

const columnsOf = ({ now }: PageContext): readonly Column<Transfer>[] => [
  {
    label: 'Deposit',
    isRowHeader: true,
    cell: ({ id, source }) =>
      html`<a href="/console/transfers/${id}">${toWords(source.rail ?? 'deposit')}</a>`,
  },
  { label: 'State', small: 'aside', cell: ({ state }) => badge(state) },
  {
    label: 'Received',
    isNumeric: true,
    cell: ({ receipt, source }) => amountHtml(receipt?.amount_received, source.currency),
  },
  {
    label: 'Credited',
    isNumeric: true,
    cell: ({ receipt, destination }) => amountHtml(receipt?.amount_credited, destination.asset),
  },
  {
    label: 'Rail reference',
    cell: ({ receipt }) => referenceHtml(receipt?.rail_reference),
  },
  { label: 'Deposit account', cell: ({ deposit_account_id }) => shortIdHtml(deposit_account_id) },
  { label: 'Created', small: 'plain', cell: ({ created_at }) => timestampHtml(created_at, now) },
];

// How much of their limits a user has used.

const KINDS = { user_to_user: 'Sent to other users', offramp: 'Paid out' } as const;
const WINDOWS = { per24h: '24 hours', per30d: '30 days' } as const;

type Row = { readonly name: string; readonly spent: Points; readonly limit: Points };

async function userLimitsPanel(context: PageContext, stream: string, userId: UserId): Promise<Html> {
  const { writers, policy } = context.services;
  let rows: readonly Row[] = [];
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

const LIMIT = 50;

async function listOwned<Item>(
  context: PageContext,
  { stream }: BookLocation,
  user: User,
  of: 'wallets' | 'depositAccounts' | 'payoutAccounts',
) {
  const prefixes = { wallets: 'wal', depositAccounts: 'da', payoutAccounts: 'pa' } as const;
  const query = {
    collection: COLLECTIONS[of],
    prefix: prefixes[of],
    selection: { terms: [`user:${user.id}`] },
    keysOf: walletsKeys(user.id),
  };
  return listFromBook<Item>({ ...context, query: new URLSearchParams() }, stream, query, LIMIT);
}

async function userPage(context: PageContext): Promise<PageResult> {
  const found = await findObject(context, COLLECTIONS.users, context.params['user_id'] ?? '', 'user');
  if (isProblem(found)) return found;
  const { book } = found;
  const user = found.value;
  const wallets = await listOwned<Wallet>(context, book, user, 'wallets');
  if (isProblem(wallets)) return wallets;
  const depositAccounts = await listOwned<DepositAccount>(context, book, user, 'depositAccounts');
  if (isProblem(depositAccounts)) return depositAccounts;
  const payoutAccounts = await listOwned<PayoutAccount>(context, book, user, 'payoutAccounts');
  if (isProblem(payoutAccounts)) return payoutAccounts;
  const transfers = await newestTransfers(context, book.stream, {
    wallets: wallets.data,
    limit: TRANSFERS_SHOWN,
  });
  return {
    kind: 'page',
    title: displayName(context, user),
    section: 'ledger',
    breadcrumbs: bookListBreadcrumbs(book, 'users'),
    lead: html`<p>${idHtml(user.id, undefined)} ${bookBadge(book)}</p>`,
    actions: html`${reviewAction(context, user)}${eraseAction(context, user)}`,
    content: html`${userPanel(context, user)} ${walletsPanel(context, wallets.data)}
    ${await userLimitsPanel(context, book.stream, user.id)}
    ${transfersPanel(context, transfers, await loadTransferParties(context, transfers))}
    ${await userDepositsPanel(context, book.stream, wallets.data)}
    ${depositPanel(context, depositAccounts.data)} ${payoutPanel(context, payoutAccounts.data)}
    ${await notesPanel(context, 'users', user.id)}
    ${await userTimelinePanel(context, book.stream, {
      userId: user.id,
      wallets: wallets.data.map(({ id }) => id),
      others: [...depositAccounts.data, ...payoutAccounts.data, ...transfers].map(({ id }) => id),
    })}`,
  };
}

const reviewAction = (context: PageContext, { id: user, kyc_status, status }: User): Html | undefined =>
  kyc_status === 'under_review' && status === 'active'
    ? actionLink(
        context,
        `/operator/v1/users/${user}/kyc_review`,
        `/console/users/${user}/identity`,
        'Review identity',
        'main',
      )
    : undefined;

/** Personal data can be erased only after the user was deactivated. */
const eraseAction = (context: PageContext, { id: user, status }: User): Html | undefined =>
  status === 'deactivated'
    ? actionLink(
        context,
        `/operator/v1/users/${user}/forget`,
        `/console/users/${user}/forget`,
        'Erase personal data',
        'danger',
      )
    : undefined;

function userPanel(context: PageContext, user: User): Html {
  const note = canSeePersonalData(context)
    ? undefined
    : html`<p class="muted">Personal data is masked because your role is not permitted to see it.</p>`;
  const facts = factList([
    ['Name', textHtml(personalText(context, 'name', userName(user)))],
    ['Email', textHtml(personalText(context, 'email', user.email))],
    ['Phone', textHtml(personalText(context, 'phone', user.phone))],
    ['Country', textHtml(user.country)],
    ['Reference', html`<span class="clip">${user.external_reference}</span>`],
    ['Status', badge(user.status)],
    ['Identity', badge(user.kyc_status)],
    ['Terms', badge(user.terms_status)],
    user.rejection_reasons.length === 0
      ? undefined
      : [
          'Reasons',
          html`${user.rejection_reasons.map(({ code, message }) => `${toWords(code)}: ${message}`).join('; ')}`,
        ],
    ['Created', timestampHtml(user.created_at, context.now)],
  ]);
  return panel('Details', facts, { note });
}

const walletsPanel = (context: PageContext, wallets: readonly Wallet[]): Html =>
  panel(
    'Wallets',
    wallets.length === 0
      ? emptyState('No wallets', 'The integrator creates one wallet per asset through the API.')
      : table(
          'Wallets',
          [
            {
              label: 'Wallet',
              isRowHeader: true,
              cell: ({ id, asset }) => html`<a href="/console/wallets/${id}">${toLabel(unitName(asset))}</a>`,
            },
            { label: 'State', small: 'aside', cell: ({ status }) => badge(status) },
            {
              label: 'Available',
              isNumeric: true,
              cell: ({ balance, asset }) => amountHtml(balance.available, asset),
            },
            {
              label: 'Cashable',
              isNumeric: true,
              cell: ({ balance, asset }) => amountHtml(balance.cashable, asset),
            },
            {
              label: 'Pending',
              isNumeric: true,
              cell: ({ balance, asset }) => amountHtml(balance.pending, asset),
            },
            {
              label: 'Created',
              small: 'plain',
              cell: ({ created_at }) => timestampHtml(created_at, context.now),
            },
          ],
          wallets,
        ),
  );

/** Newest transfers shown. */
const TRANSFERS_SHOWN = 10;

/** The newest transfers and deposits of a user's wallets. */
async function newestTransfers(
  { services }: PageContext,
  scope: string,
  {
    wallets,
    kind,
    limit,
  }: { readonly wallets: readonly Wallet[]; readonly kind?: TransferKind; readonly limit: number },
): Promise<readonly Transfer[]> {
  if (wallets.length === 0) return [];
  const terms = transferTerms({ kind, walletIds: wallets.map(({ id }) => id) });
  const found = await services.documents.list(COLLECTIONS.transfers, {
    scope,
    terms,
    order: 'newest',
    limit,
  });
  return found.map((each) => parseBody(COLLECTIONS.transfers, each) as Transfer);
}

const transfersPanel = (context: PageContext, newest: readonly Transfer[], parties: Parties): Html =>
  panel(
    'Newest transfers',
    newest.length === 0
      ? emptyState('No transfers', 'Deposits, payouts, and transfers of this user will appear here.')
      : liveRows('Newest transfers', table('Newest transfers', transferColumns(context, parties), newest)),
  );

const depositPanel = (context: PageContext, accounts: readonly DepositAccount[]): Html =>
  accounts.length === 0
    ? html``
    : panel(
        'Deposit accounts',
        table(
          'Deposit accounts',
          [
            { label: 'Account', isRowHeader: true, cell: (each) => rowIdHtml(each.id) },
            { label: 'State', small: 'aside', cell: ({ status }) => badge(status) },
            {
              label: 'Rail',
              small: 'plain',
              cell: ({ source }) => html`${toWords(source.rail)} ${source.currency.toUpperCase()}`,
            },
            { label: 'Destination', cell: ({ destination }) => shortIdHtml(destination.wallet_id) },
            {
              label: 'Created',
              small: 'plain',
              cell: ({ created_at }) => timestampHtml(created_at, context.now),
            },
          ],
          accounts,
        ),
      );

/** What its owner calls a payout account: the bank or the provider, and what is shown of the number. */
const accountName = ({ bank, mobile_money, emailpay, type }: PayoutAccount): string => {
  if (bank !== undefined) return `${bank.bank_name} ••${bank.account_number_last4}`;
  if (mobile_money !== undefined) return `${mobile_money.provider} ••${mobile_money.phone_number_last4}`;
  return emailpay?.email_masked ?? toLabel(toWords(type));
};

const payoutPanel = (context: PageContext, accounts: readonly PayoutAccount[]): Html =>
  accounts.length === 0
    ? html``
    : panel(
        'Payout accounts',
        table(
          'Payout accounts',
          [
            {
              label: 'Account',
              isRowHeader: true,
              cell: (each) => html`<a href="/console/records/${each.id}">${accountName(each)}</a>`,
            },
            { label: 'Kind', small: 'hidden', cell: ({ type }) => html`${toWords(type)}` },
            {
              label: 'Rail',
              small: 'plain',
              cell: ({ rail, currency }) => html`${toWords(rail)} ${currency.toUpperCase()}`,
            },
            {
              label: 'Owner',
              cell: ({ account_owner_name }) => textHtml(personalText(context, 'name', account_owner_name)),
            },
            {
              label: 'Created',
              small: 'plain',
              cell: ({ created_at }) => timestampHtml(created_at, context.now),
            },
          ],
          accounts,
        ),
      );

export const usersPages: readonly ConsoleRoute[] = [
  { path: '/console/users/{user_id}', get: userPage },
  actionRoute({
    path: '/console/users/{user_id}/forget',
    apiPath: ({ user_id = '' }) => `/operator/v1/users/${user_id}/forget`,
    async buildForm(context) {
      const { user_id = '' } = context.params;
      const found = await findObject(context, COLLECTIONS.users, user_id, 'user');
      if (isProblem(found)) return found;
      const back = `/console/users/${user_id}`;
      return {
        title: 'Erase personal data',
        section: 'ledger',
        breadcrumbs: [
          ...bookBreadcrumbs(found.book),
          { label: displayName(context, found.value), href: back },
        ],
        intro: html`<p>
            This destroys the key that encrypts the user’s personal data. Name, email, phone, identity data,
            and account owners can never be read again. Amounts and transaction history remain.
          </p>
          <p>${idHtml(user_id)} ${bookBadge(found.book)}</p>`,
        fields: [{ name: 'reason', label: 'Reason', hint: 'Recorded with the event.', kind: 'reason' }],
        submit: 'Erase personal data',
        isDestructive: true,
        cancelHref: back,
      };
    },
    toRequestBody: (form) => ({ reason: form.get('reason') }),
    onSuccess: ({ params }) => ({
      to: `/console/users/${params['user_id'] ?? ''}`,
      flash: { tone: 'ok', text: 'The personal data was erased.' },
    }),
  }),
];
