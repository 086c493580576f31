/** What waits for somebody's decision: transfers in review, and people whose identity was checked. */
import { COLLECTIONS } from '../../projections/collections.ts';
import type { KycReview, Transfer, TransferReview, User, UserIdentity } from '../generated/api.ts';
import { isProblem } from '../http/errors.ts';
import { html } from '../hosted/html.ts';
import type { Html } from '../hosted/html.ts';
import { masked } from '../operator/persons.ts';
import { actionRoute } from './actions.ts';
import type { Described } from './actions.ts';
import { nameOf } from './books.ts';
import type { Field } from './fields.ts';
import { environmentBadge, findObject, placeOfStream, whose } from './places.ts';
import type { BookPlace } from './places.ts';
import { unitOf, kindWords, endpoint } from './transfer-list.ts';
import { about } from './transfers.ts';
import { action, badge, empty, facts, id, list, money, rowId, text, when } from './ui.ts';
import { ask, may, pageSearch, seesPersons } from './visit.ts';
import type { ConsoleRoute, Found, ListPage, Visit } from './visit.ts';

const tabs = (current: 'transfers' | 'identities'): Html =>
  html`<nav class="tabs" aria-label="Reviews">
    <a href="/console/reviews" ${current === 'transfers' ? html`aria-current="page"` : undefined}
      >transfers</a
    >
    <a href="/console/reviews/identities" ${current === 'identities' ? html`aria-current="page"` : undefined}
      >identities</a
    >
  </nav>`;

type Of = { readonly integrator_id: string; readonly environment: string };

const ofHtml = (visit: Visit, { integrator_id, environment }: Of): Html => {
  const place = placeOfStream(visit, `book-${integrator_id}-${environment}`);
  return place === undefined ? text(integrator_id) : whose(place);
};

async function transferReviews(visit: Visit): Promise<Found> {
  const search = pageSearch(visit.query);
  if (isProblem(search)) return search;
  const found = await ask<ListPage<TransferReview>>(visit, '/operator/v1/reviews', search);
  if (isProblem(found)) return found;
  const shown = list(visit, found, {
    caption: 'Transfers in review',
    columns: [
      { label: 'Transfer', heads: true, cell: (each) => rowId(each.id) },
      { label: 'Of', cell: (each) => ofHtml(visit, each) },
      { label: 'Kind', cell: ({ transfer }) => html`${kindWords(transfer.kind)}` },
      { label: 'Amount', numeric: true, cell: ({ transfer }) => money(transfer.amount, unitOf(transfer)) },
      {
        label: 'From, to',
        cell: ({ transfer: { source, destination } }) =>
          html`${endpoint(source)}<br />${endpoint(destination)}`,
      },
      { label: 'Waits since', cell: ({ transfer }) => when(transfer.updated_at, visit.now) },
      { label: 'Decide', cell: (each) => decide(visit, each.id) },
    ],
    none: empty(
      'Nothing waits for a decision',
      'Transfers that a rule holds up stand here until somebody decides.',
    ),
  });
  return {
    kind: 'page',
    title: 'Transfers in review',
    section: 'reviews',
    lead: tabs('transfers'),
    content: html`<section class="panel">${shown}</section>`,
  };
}

const decide = (visit: Visit, transfer: string): Html => {
  const call = `/operator/v1/transfers/${transfer}/review`;
  const here = `/console/transfers/${transfer}`;
  return may(visit, 'POST', call)
    ? html`<span class="row-actions"
        >${action(visit, call, `${here}/approve`, 'Approve')}${action(visit, call, `${here}/reject`, 'Reject')}</span
      >`
    : html`<span class="muted">for reviewers</span>`;
};

async function kycReviews(visit: Visit): Promise<Found> {
  const search = pageSearch(visit.query);
  if (isProblem(search)) return search;
  const found = await ask<ListPage<KycReview>>(visit, '/operator/v1/kyc_reviews', search);
  if (isProblem(found)) return found;
  const shown = list(visit, found, {
    caption: 'People under review',
    columns: [
      { label: 'User', heads: true, cell: (each) => rowId(each.id) },
      { label: 'Of', cell: (each) => ofHtml(visit, each) },
      { label: 'Name', cell: ({ user }) => text(masked('name', nameOf(user))) },
      { label: 'Kind', cell: ({ user }) => html`${user.type}` },
      { label: 'Country', cell: ({ user }) => text(user.country) },
      { label: 'User since', cell: ({ user }) => when(user.created_at, visit.now) },
      {
        label: 'Decide',
        cell: (each) =>
          may(visit, 'POST', `/operator/v1/users/${each.id}/kyc_review`)
            ? action(
                visit,
                `/operator/v1/users/${each.id}/kyc_review`,
                `/console/users/${each.id}/identity`,
                'Look at it',
              )
            : html`<span class="muted">for reviewers</span>`,
      },
    ],
    none: empty(
      'Nobody waits for a decision',
      'People whose identity data came in stand here until somebody decides.',
    ),
  });
  return {
    kind: 'page',
    title: 'Identities under review',
    section: 'reviews',
    lead: tabs('identities'),
    content: html`<section class="panel">${shown}</section>`,
  };
}

const REVIEWS = { label: 'Reviews', href: '/console/reviews' };
const IDENTITIES = { label: 'Identities', href: '/console/reviews/identities' };

async function describeTransfer(
  visit: Visit,
  shown: Pick<Described, 'title' | 'fields' | 'submit'> & {
    readonly danger?: boolean;
    readonly says: string;
  },
): Promise<Described | Found> {
  const found = await findObject(visit, COLLECTIONS.transfers, visit.params['transfer_id'] ?? '', 'transfer');
  if (isProblem(found)) return found;
  // The transfers' projection wrote it.
  const transfer = JSON.parse(found.body) as Transfer;
  const { says, ...rest } = shown;
  return {
    ...rest,
    section: 'reviews',
    crumbs: [REVIEWS],
    intro: html`<p>${says}</p>
      <p>${id(transfer.id)} ${whose(found.place)} ${badge(transfer.state)}</p>
      ${about(visit, transfer)}`,
    back: '/console/reviews',
  };
}

const reviewCall = ({ transfer_id = '' }: Visit['params']): string =>
  `/operator/v1/transfers/${transfer_id}/review`;

const CODE: Field = {
  name: 'code',
  label: 'Kind of reason',
  kind: 'select',
  fills: ['reason.code'],
  options: [
    ['compliance', 'Compliance'],
    ['suspected_fraud', 'Suspected fraud'],
    ['wrong_details', 'Wrong details'],
    ['requested_by_user', 'Asked for by the user'],
    ['other', 'Another reason'],
  ],
};

const identityHtml = (identity: UserIdentity, now: number): Html => {
  const { line1, line2, city, region, postal_code } = identity.address;
  return facts([
    identity.first_name === undefined ? undefined : ['First name', html`${identity.first_name}`],
    identity.last_name === undefined ? undefined : ['Last name', html`${identity.last_name}`],
    identity.business_name === undefined ? undefined : ['Registered name', html`${identity.business_name}`],
    identity.date_of_birth === undefined ? undefined : ['Date of birth', html`${identity.date_of_birth}`],
    identity.registration_number === undefined
      ? undefined
      : ['Registration number', html`${identity.registration_number}`],
    ['Address', html`${[line1, line2, city, region, postal_code].filter((part) => part !== '').join(', ')}`],
    ['Country', html`${identity.country}`],
    ['Sent', when(identity.submitted_at, now)],
  ]);
};

const OUTCOME: Field = {
  name: 'outcome',
  label: 'Decision',
  kind: 'choice',
  options: [
    ['approved', 'Approve'],
    ['incomplete', 'Ask for more: something is missing'],
    ['rejected', 'Reject'],
  ],
};

const KYC_CODE: Field = {
  name: 'code',
  label: 'Kind of reason',
  hint: 'Unless you approve. It is told to the integrator.',
  kind: 'select',
  optional: true,
  fills: ['rejection_reasons'],
  options: [
    ['', 'None'],
    ['document_unreadable', 'A document can’t be read'],
    ['document_expired', 'A document has expired'],
    ['details_mismatch', 'The details don’t match'],
    ['address_unverified', 'The address could not be confirmed'],
    ['other', 'Another reason'],
  ],
};

async function describeIdentity(visit: Visit): Promise<Described | Found> {
  const found = await findObject(visit, COLLECTIONS.users, visit.params['user_id'] ?? '', 'user');
  if (isProblem(found)) return found;
  // The users' projection wrote it.
  const user = JSON.parse(found.body) as User;
  const sent = await ask<UserIdentity>(visit, `/operator/v1/users/${user.id}/identity`);
  return {
    title: 'Review an identity',
    section: 'reviews',
    crumbs: [IDENTITIES],
    intro: html`${whichUser(visit, user, found.place)}
      <h2>What the user sent</h2>
      ${
        isProblem(sent)
          ? html`<p class="muted">
              Nothing was sent through the hosted page. Decide on what you know otherwise.
            </p>`
          : identityHtml(sent, visit.now)
      }`,
    fields: [
      OUTCOME,
      KYC_CODE,
      {
        name: 'message',
        label: 'Reason in words',
        kind: 'reason',
        optional: true,
        fills: ['rejection_reasons.0.message'],
      },
    ],
    submit: 'Decide',
    back: '/console/reviews/identities',
  };
}

const whichUser = (visit: Visit, user: User, place: BookPlace): Html =>
  facts([
    ['User', id(user.id)],
    ['Of', html`${place.name} ${environmentBadge(place.environment)}`],
    ['Known as', text(seesPersons(visit) ? nameOf(user) : masked('name', nameOf(user)))],
    ['Reference', html`<span class="clip">${user.external_reference}</span>`],
    ['Now', badge(user.kyc_status)],
  ]);

export const reviewsPages: readonly ConsoleRoute[] = [
  { path: '/console/reviews', get: transferReviews },
  { path: '/console/reviews/identities', get: kycReviews },
  actionRoute({
    path: '/console/transfers/{transfer_id}/approve',
    operation: reviewCall,
    describe: (visit) =>
      describeTransfer(visit, {
        title: 'Approve a transfer',
        says: 'It goes on at once. What such a transfer needs is asked again: users approved, wallets not frozen, its rail in use.',
        fields: [
          {
            name: 'message',
            label: 'Reason',
            hint: 'Kept with the event, for later.',
            kind: 'reason',
            fills: ['reason'],
          },
        ],
        submit: 'Approve the transfer',
      }),
    body: (form) => ({ outcome: 'approved', reason: { code: 'reviewed', message: form.get('message') } }),
    done: () => ({ to: '/console/reviews', flash: { tone: 'ok', text: 'The transfer is approved.' } }),
  }),
  actionRoute({
    path: '/console/transfers/{transfer_id}/reject',
    operation: reviewCall,
    describe: (visit) =>
      describeTransfer(visit, {
        title: 'Reject a transfer',
        says: 'What was held goes back where it came from. This can’t be taken back, and the reason is shown with the transfer.',
        fields: [
          CODE,
          { name: 'message', label: 'Reason in words', kind: 'reason', fills: ['reason.message', 'reason'] },
        ],
        submit: 'Reject the transfer',
        danger: true,
      }),
    body: (form) => ({
      outcome: 'rejected',
      reason: { code: form.get('code'), message: form.get('message') },
    }),
    done: () => ({ to: '/console/reviews', flash: { tone: 'ok', text: 'The transfer is rejected.' } }),
  }),
  actionRoute({
    path: '/console/users/{user_id}/identity',
    operation: ({ user_id = '' }) => `/operator/v1/users/${user_id}/kyc_review`,
    describe: describeIdentity,
    body(form) {
      const [outcome, code, message] = ['outcome', 'code', 'message'].map((name) => form.get(name));
      const reasons =
        outcome === 'approved' || code === '' ? [] : [{ code, message: message === '' ? code : message }];
      return { outcome, rejection_reasons: reasons };
    },
    done: (_visit, { kyc_status }) => ({
      to: '/console/reviews/identities',
      flash: { tone: 'ok', text: `The identity is ${String(kyc_status).replaceAll('_', ' ')}.` },
    }),
  }),
];
