/** A user: what the role may know of the person, the wallets, and what moved. */
import { COLLECTIONS } from '../../projections/collections.ts';
import type { DepositAccount, PayoutAccount, User, Wallet } from '../generated/api.ts';
import { isProblem } from '../http/errors.ts';
import { html } from '../hosted/html.ts';
import type { Html } from '../hosted/html.ts';
import { masked } from '../operator/persons.ts';
import { actionRoute } from './actions.ts';
import { nameOf } from './books.ts';
import { bookCrumbs, bookHref, environmentBadge, findObject } from './places.ts';
import type { BookPlace } from './places.ts';
import {
  action,
  badge,
  empty,
  facts,
  id,
  money,
  panel,
  rowId,
  shortId,
  table,
  text,
  when,
  words,
} from './ui.ts';
import { listing, seesPersons } from './visit.ts';
import type { ConsoleRoute, Found, Visit } from './visit.ts';

/** As the role may see it: in clear, or only so much that two people can be told apart. */
const personal = (visit: Visit, field: string, value: string | null | undefined): Html =>
  text(seesPersons(visit) ? value : masked(field, value));

const LIMIT = 50;

async function owned<Item>(
  visit: Visit,
  { stream }: BookPlace,
  user: User,
  of: 'wallets' | 'depositAccounts' | 'payoutAccounts',
) {
  const prefixes = { wallets: 'wal', depositAccounts: 'da', payoutAccounts: 'pa' } as const;
  const query = { collection: COLLECTIONS[of], prefix: prefixes[of], terms: [`user:${user.id}`] };
  return listing<Item>({ ...visit, query: new URLSearchParams() }, stream, query, LIMIT);
}

async function userPage(visit: Visit): Promise<Found> {
  const found = await findObject(visit, COLLECTIONS.users, visit.params['user_id'] ?? '', 'user');
  if (isProblem(found)) return found;
  const { place } = found;
  // The users' projection wrote it.
  const user = JSON.parse(found.body) as User;
  const wallets = await owned<Wallet>(visit, place, user, 'wallets');
  if (isProblem(wallets)) return wallets;
  const depositAccounts = await owned<DepositAccount>(visit, place, user, 'depositAccounts');
  if (isProblem(depositAccounts)) return depositAccounts;
  const payoutAccounts = await owned<PayoutAccount>(visit, place, user, 'payoutAccounts');
  if (isProblem(payoutAccounts)) return payoutAccounts;
  return {
    kind: 'page',
    title: user.type === 'business' ? 'Business' : 'Person',
    section: 'ledger',
    crumbs: [...bookCrumbs(place), { label: 'users', href: `${bookHref(place)}/users` }],
    lead: html`<p>${id(user.id, undefined)} ${environmentBadge(place.environment)}</p>`,
    actions: html`${reviewAction(visit, user)}${forgetAction(visit, user)}`,
    content: html`${about(visit, user)} ${walletsPanel(visit, wallets.data)}
    ${depositPanel(visit, depositAccounts.data)} ${payoutPanel(visit, payoutAccounts.data)}`,
  };
}

const reviewAction = (visit: Visit, { id: user, kyc_status, status }: User): Html | undefined =>
  kyc_status === 'under_review' && status === 'active'
    ? action(
        visit,
        `/operator/v1/users/${user}/kyc_review`,
        `/console/users/${user}/identity`,
        'Review the identity',
        'main',
      )
    : undefined;

/** Only somebody who is no longer a user can be forgotten. */
const forgetAction = (visit: Visit, { id: user, status }: User): Html | undefined =>
  status === 'deactivated'
    ? action(
        visit,
        `/operator/v1/users/${user}/forget`,
        `/console/users/${user}/forget`,
        'Forget the person',
        'danger',
      )
    : undefined;

function about(visit: Visit, user: User): Html {
  const note = seesPersons(visit)
    ? undefined
    : html`<p class="muted">Reviewers see the person; your role sees that there is one.</p>`;
  const facts_ = facts([
    ['Name', personal(visit, 'name', nameOf(user))],
    ['E-mail', personal(visit, 'email', user.email)],
    ['Phone', personal(visit, 'phone', user.phone)],
    ['Country', text(user.country)],
    ['Reference', html`<span class="clip">${user.external_reference}</span>`],
    ['Status', badge(user.status)],
    ['Identity', badge(user.kyc_status)],
    ['Terms', badge(user.terms_status)],
    user.rejection_reasons.length === 0
      ? undefined
      : [
          'Reasons',
          html`${user.rejection_reasons.map(({ code, message }) => `${words(code)}: ${message}`).join('; ')}`,
        ],
    ['Since', when(user.created_at, visit.now)],
  ]);
  return panel('About', facts_, { note });
}

const walletsPanel = (visit: Visit, wallets: readonly Wallet[]): Html =>
  panel(
    'Wallets',
    wallets.length === 0
      ? empty('No wallets', 'The integrator opens them, one for each asset.')
      : table(
          'Wallets',
          [
            { label: 'Wallet', heads: true, cell: (each) => rowId(each.id) },
            { label: 'State', cell: ({ status }) => badge(status) },
            {
              label: 'Available',
              numeric: true,
              cell: ({ balance, asset }) => money(balance.available, asset),
            },
            {
              label: 'Cashable',
              numeric: true,
              cell: ({ balance, asset }) => money(balance.cashable, asset),
            },
            { label: 'Pending', numeric: true, cell: ({ balance, asset }) => money(balance.pending, asset) },
            { label: 'Since', cell: ({ created_at }) => when(created_at, visit.now) },
          ],
          wallets,
        ),
  );

const depositPanel = (visit: Visit, accounts: readonly DepositAccount[]): Html =>
  accounts.length === 0
    ? html``
    : panel(
        'Deposit accounts',
        table(
          'Deposit accounts',
          [
            { label: 'Account', heads: true, cell: (each) => rowId(each.id) },
            { label: 'State', cell: ({ status }) => badge(status) },
            {
              label: 'Rail',
              cell: ({ source }) => html`${words(source.rail)} ${source.currency.toUpperCase()}`,
            },
            { label: 'Into', cell: ({ destination }) => shortId(destination.wallet_id) },
            { label: 'Since', cell: ({ created_at }) => when(created_at, visit.now) },
          ],
          accounts,
        ),
      );

const payoutPanel = (visit: Visit, accounts: readonly PayoutAccount[]): Html =>
  accounts.length === 0
    ? html``
    : panel(
        'Payout accounts',
        table(
          'Payout accounts',
          [
            { label: 'Account', heads: true, cell: (each) => rowId(each.id) },
            { label: 'Kind', cell: ({ type }) => html`${words(type)}` },
            { label: 'Rail', cell: ({ rail, currency }) => html`${words(rail)} ${currency.toUpperCase()}` },
            { label: 'Owner', cell: ({ account_owner_name }) => personal(visit, 'name', account_owner_name) },
            { label: 'Since', cell: ({ created_at }) => when(created_at, visit.now) },
          ],
          accounts,
        ),
      );

export const usersPages: readonly ConsoleRoute[] = [
  { path: '/console/users/{user_id}', get: userPage },
  actionRoute({
    path: '/console/users/{user_id}/forget',
    operation: ({ user_id = '' }) => `/operator/v1/users/${user_id}/forget`,
    async describe(visit) {
      const { user_id = '' } = visit.params;
      const found = await findObject(visit, COLLECTIONS.users, user_id, 'user');
      if (isProblem(found)) return found;
      const back = `/console/users/${user_id}`;
      return {
        title: 'Forget a person',
        section: 'ledger',
        crumbs: [...bookCrumbs(found.place), { label: 'user', href: back }],
        intro: html`<p>
            The key that seals this person’s data is destroyed. Name, e-mail, phone, identity and account
            owners read as nothing from then on, everywhere and for good. Amounts and the history stay whole.
          </p>
          <p>${id(user_id)} ${environmentBadge(found.place.environment)}</p>`,
        fields: [
          { name: 'reason', label: 'Reason', hint: 'Kept with the event, for later.', kind: 'reason' },
        ],
        submit: 'Forget the person',
        danger: true,
        back,
      };
    },
    body: (form) => ({ reason: form.get('reason') }),
    done: ({ params }) => ({
      to: `/console/users/${params['user_id'] ?? ''}`,
      flash: { tone: 'ok', text: 'The person is forgotten.' },
    }),
  }),
];
