/** A user: what the role may know of the person, the wallets, and what moved. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import type { DepositAccount, PayoutAccount, User, Wallet } from '../../../generated/api.ts';
import { isProblem } from '../../../api/server/errors.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { mask } from '../../../operator/personal-data.ts';
import { actionRoute } from '../../action-form.ts';
import { userName } from './books.ts';
import { bookBreadcrumbs, bookHref, environmentBadge, findObject } from '../../book-location.ts';
import type { BookLocation } from '../../book-location.ts';
import {
  actionLink,
  badge,
  emptyState,
  factList,
  idHtml,
  amountHtml,
  panel,
  rowIdHtml,
  shortIdHtml,
  table,
  textHtml,
  timestampHtml,
  toWords,
} from '../../ui/components.ts';
import { listFromBook, canSeePersonalData } from '../../page-context.ts';
import type { ConsoleRoute, PageResult, PageContext } from '../../page-context.ts';

/** As the role may see it: in clear, or only so much that two people can be told apart. */
const personal = (visit: PageContext, field: string, value: string | null | undefined): Html =>
  textHtml(canSeePersonalData(visit) ? value : mask(field, value));

const LIMIT = 50;

async function owned<Item>(
  visit: PageContext,
  { stream }: BookLocation,
  user: User,
  of: 'wallets' | 'depositAccounts' | 'payoutAccounts',
) {
  const prefixes = { wallets: 'wal', depositAccounts: 'da', payoutAccounts: 'pa' } as const;
  const query = { collection: COLLECTIONS[of], prefix: prefixes[of], terms: [`user:${user.id}`] };
  return listFromBook<Item>({ ...visit, query: new URLSearchParams() }, stream, query, LIMIT);
}

async function userPage(visit: PageContext): Promise<PageResult> {
  const found = await findObject(visit, COLLECTIONS.users, visit.params['user_id'] ?? '', 'user');
  if (isProblem(found)) return found;
  const { book } = found;
  // The users' projection wrote it.
  const user = JSON.parse(found.body) as User;
  const wallets = await owned<Wallet>(visit, book, user, 'wallets');
  if (isProblem(wallets)) return wallets;
  const depositAccounts = await owned<DepositAccount>(visit, book, user, 'depositAccounts');
  if (isProblem(depositAccounts)) return depositAccounts;
  const payoutAccounts = await owned<PayoutAccount>(visit, book, user, 'payoutAccounts');
  if (isProblem(payoutAccounts)) return payoutAccounts;
  return {
    kind: 'page',
    title: user.type === 'business' ? 'Business' : 'Person',
    section: 'ledger',
    crumbs: [...bookBreadcrumbs(book), { label: 'users', href: `${bookHref(book)}/users` }],
    lead: html`<p>${idHtml(user.id, undefined)} ${environmentBadge(book.environment)}</p>`,
    actions: html`${reviewAction(visit, user)}${forgetAction(visit, user)}`,
    content: html`${about(visit, user)} ${walletsPanel(visit, wallets.data)}
    ${depositPanel(visit, depositAccounts.data)} ${payoutPanel(visit, payoutAccounts.data)}`,
  };
}

const reviewAction = (visit: PageContext, { id: user, kyc_status, status }: User): Html | undefined =>
  kyc_status === 'under_review' && status === 'active'
    ? actionLink(
        visit,
        `/operator/v1/users/${user}/kyc_review`,
        `/console/users/${user}/identity`,
        'Review the identity',
        'main',
      )
    : undefined;

/** Only somebody who is no longer a user can be forgotten. */
const forgetAction = (visit: PageContext, { id: user, status }: User): Html | undefined =>
  status === 'deactivated'
    ? actionLink(
        visit,
        `/operator/v1/users/${user}/forget`,
        `/console/users/${user}/forget`,
        'Forget the person',
        'danger',
      )
    : undefined;

function about(visit: PageContext, user: User): Html {
  const note = canSeePersonalData(visit)
    ? undefined
    : html`<p class="muted">Reviewers see the person; your role sees that there is one.</p>`;
  const facts_ = factList([
    ['Name', personal(visit, 'name', userName(user))],
    ['E-mail', personal(visit, 'email', user.email)],
    ['Phone', personal(visit, 'phone', user.phone)],
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
    ['Since', timestampHtml(user.created_at, visit.now)],
  ]);
  return panel('About', facts_, { note });
}

const walletsPanel = (visit: PageContext, wallets: readonly Wallet[]): Html =>
  panel(
    'Wallets',
    wallets.length === 0
      ? emptyState('No wallets', 'The integrator opens them, one for each asset.')
      : table(
          'Wallets',
          [
            { label: 'Wallet', isRowHeader: true, cell: (each) => rowIdHtml(each.id) },
            { label: 'State', cell: ({ status }) => badge(status) },
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
            { label: 'Since', cell: ({ created_at }) => timestampHtml(created_at, visit.now) },
          ],
          wallets,
        ),
  );

const depositPanel = (visit: PageContext, accounts: readonly DepositAccount[]): Html =>
  accounts.length === 0
    ? html``
    : panel(
        'Deposit accounts',
        table(
          'Deposit accounts',
          [
            { label: 'Account', isRowHeader: true, cell: (each) => rowIdHtml(each.id) },
            { label: 'State', cell: ({ status }) => badge(status) },
            {
              label: 'Rail',
              cell: ({ source }) => html`${toWords(source.rail)} ${source.currency.toUpperCase()}`,
            },
            { label: 'Into', cell: ({ destination }) => shortIdHtml(destination.wallet_id) },
            { label: 'Since', cell: ({ created_at }) => timestampHtml(created_at, visit.now) },
          ],
          accounts,
        ),
      );

const payoutPanel = (visit: PageContext, accounts: readonly PayoutAccount[]): Html =>
  accounts.length === 0
    ? html``
    : panel(
        'Payout accounts',
        table(
          'Payout accounts',
          [
            { label: 'Account', isRowHeader: true, cell: (each) => rowIdHtml(each.id) },
            { label: 'Kind', cell: ({ type }) => html`${toWords(type)}` },
            { label: 'Rail', cell: ({ rail, currency }) => html`${toWords(rail)} ${currency.toUpperCase()}` },
            { label: 'Owner', cell: ({ account_owner_name }) => personal(visit, 'name', account_owner_name) },
            { label: 'Since', cell: ({ created_at }) => timestampHtml(created_at, visit.now) },
          ],
          accounts,
        ),
      );

export const usersPages: readonly ConsoleRoute[] = [
  { path: '/console/users/{user_id}', get: userPage },
  actionRoute({
    path: '/console/users/{user_id}/forget',
    apiPath: ({ user_id = '' }) => `/operator/v1/users/${user_id}/forget`,
    async buildForm(visit) {
      const { user_id = '' } = visit.params;
      const found = await findObject(visit, COLLECTIONS.users, user_id, 'user');
      if (isProblem(found)) return found;
      const back = `/console/users/${user_id}`;
      return {
        title: 'Forget a person',
        section: 'ledger',
        crumbs: [...bookBreadcrumbs(found.book), { label: 'user', href: back }],
        intro: html`<p>
            The key that seals this person’s data is destroyed. Name, e-mail, phone, identity and account
            owners read as nothing from then on, everywhere and for good. Amounts and the history stay whole.
          </p>
          <p>${idHtml(user_id)} ${environmentBadge(found.book.environment)}</p>`,
        fields: [
          { name: 'reason', label: 'Reason', hint: 'Kept with the event, for later.', kind: 'reason' },
        ],
        submit: 'Forget the person',
        isDestructive: true,
        back,
      };
    },
    toRequestBody: (form) => ({ reason: form.get('reason') }),
    onSuccess: ({ params }) => ({
      to: `/console/users/${params['user_id'] ?? ''}`,
      flash: { tone: 'ok', text: 'The person is forgotten.' },
    }),
  }),
];
