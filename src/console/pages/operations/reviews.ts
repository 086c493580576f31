/** What waits for somebody's decision: transfers in review, and people whose identity was checked. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import type { KycReview, Transfer, TransferReview, User, UserIdentity } from '../../../generated/api.ts';
import { isProblem } from '../../../api/server/errors.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { mask } from '../../../operator/personal-data.ts';
import { actionRoute } from '../../action-form.ts';
import type { ActionForm } from '../../action-form.ts';
import { userName } from '../ledger/books.ts';
import type { FormField } from '../../ui/form-fields.ts';
import { environmentBadge, findObject, locateStream, bookLink } from '../../book-location.ts';
import type { BookLocation } from '../../book-location.ts';
import { transferUnit, transferKindLabel, endpointHtml } from '../ledger/transfer-table.ts';
import { transferFacts } from '../ledger/transfers.ts';
import {
  actionLink,
  badge,
  emptyState,
  factList,
  idHtml,
  pagedTable,
  amountHtml,
  rowIdHtml,
  textHtml,
  timestampHtml,
} from '../../ui/components.ts';
import { getFromApi, isAllowed, pageQuery, canSeePersonalData } from '../../page-context.ts';
import type { ConsoleRoute, PageResult, ListPage, PageContext } from '../../page-context.ts';

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

const ofHtml = (visit: PageContext, { integrator_id, environment }: Of): Html => {
  const place = locateStream(visit, `book-${integrator_id}-${environment}`);
  return place === undefined ? textHtml(integrator_id) : bookLink(place);
};

async function transferReviews(visit: PageContext): Promise<PageResult> {
  const search = pageQuery(visit.query);
  if (isProblem(search)) return search;
  const found = await getFromApi<ListPage<TransferReview>>(visit, '/operator/v1/reviews', search);
  if (isProblem(found)) return found;
  const shown = pagedTable(visit, found, {
    caption: 'Transfers in review',
    columns: [
      { label: 'Transfer', isRowHeader: true, cell: (each) => rowIdHtml(each.id) },
      { label: 'Of', cell: (each) => ofHtml(visit, each) },
      { label: 'Kind', cell: ({ transfer }) => html`${transferKindLabel(transfer.kind)}` },
      {
        label: 'Amount',
        isNumeric: true,
        cell: ({ transfer }) => amountHtml(transfer.amount, transferUnit(transfer)),
      },
      {
        label: 'From, to',
        cell: ({ transfer: { source, destination } }) =>
          html`${endpointHtml(source)}<br />${endpointHtml(destination)}`,
      },
      { label: 'Waits since', cell: ({ transfer }) => timestampHtml(transfer.updated_at, visit.now) },
      { label: 'Decide', cell: (each) => decide(visit, each.id) },
    ],
    emptyState: emptyState(
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

const decide = (visit: PageContext, transfer: string): Html => {
  const call = `/operator/v1/transfers/${transfer}/review`;
  const here = `/console/transfers/${transfer}`;
  return isAllowed(visit, 'POST', call)
    ? html`<span class="row-actions"
        >${actionLink(visit, call, `${here}/approve`, 'Approve')}${actionLink(visit, call, `${here}/reject`, 'Reject')}</span
      >`
    : html`<span class="muted">for reviewers</span>`;
};

async function kycReviews(visit: PageContext): Promise<PageResult> {
  const search = pageQuery(visit.query);
  if (isProblem(search)) return search;
  const found = await getFromApi<ListPage<KycReview>>(visit, '/operator/v1/kyc_reviews', search);
  if (isProblem(found)) return found;
  const shown = pagedTable(visit, found, {
    caption: 'People under review',
    columns: [
      { label: 'User', isRowHeader: true, cell: (each) => rowIdHtml(each.id) },
      { label: 'Of', cell: (each) => ofHtml(visit, each) },
      { label: 'Name', cell: ({ user }) => textHtml(mask('name', userName(user))) },
      { label: 'Kind', cell: ({ user }) => html`${user.type}` },
      { label: 'Country', cell: ({ user }) => textHtml(user.country) },
      { label: 'User since', cell: ({ user }) => timestampHtml(user.created_at, visit.now) },
      {
        label: 'Decide',
        cell: (each) =>
          isAllowed(visit, 'POST', `/operator/v1/users/${each.id}/kyc_review`)
            ? actionLink(
                visit,
                `/operator/v1/users/${each.id}/kyc_review`,
                `/console/users/${each.id}/identity`,
                'Look at it',
              )
            : html`<span class="muted">for reviewers</span>`,
      },
    ],
    emptyState: emptyState(
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
  visit: PageContext,
  shown: Pick<ActionForm, 'title' | 'fields' | 'submit'> & {
    readonly danger?: boolean;
    readonly says: string;
  },
): Promise<ActionForm | PageResult> {
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
      <p>${idHtml(transfer.id)} ${bookLink(found.book)} ${badge(transfer.state)}</p>
      ${transferFacts(visit, transfer)}`,
    back: '/console/reviews',
  };
}

const reviewCall = ({ transfer_id = '' }: PageContext['params']): string =>
  `/operator/v1/transfers/${transfer_id}/review`;

const CODE: FormField = {
  name: 'code',
  label: 'Kind of reason',
  kind: 'select',
  bodyFields: ['reason.code'],
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
  return factList([
    identity.first_name === undefined ? undefined : ['First name', html`${identity.first_name}`],
    identity.last_name === undefined ? undefined : ['Last name', html`${identity.last_name}`],
    identity.business_name === undefined ? undefined : ['Registered name', html`${identity.business_name}`],
    identity.date_of_birth === undefined ? undefined : ['Date of birth', html`${identity.date_of_birth}`],
    identity.registration_number === undefined
      ? undefined
      : ['Registration number', html`${identity.registration_number}`],
    ['Address', html`${[line1, line2, city, region, postal_code].filter((part) => part !== '').join(', ')}`],
    ['Country', html`${identity.country}`],
    ['Sent', timestampHtml(identity.submitted_at, now)],
  ]);
};

const OUTCOME: FormField = {
  name: 'outcome',
  label: 'Decision',
  kind: 'choice',
  options: [
    ['approved', 'Approve'],
    ['incomplete', 'Ask for more: something is missing'],
    ['rejected', 'Reject'],
  ],
};

const KYC_CODE: FormField = {
  name: 'code',
  label: 'Kind of reason',
  hint: 'Unless you approve. It is told to the integrator.',
  kind: 'select',
  isOptional: true,
  bodyFields: ['rejection_reasons'],
  options: [
    ['', 'None'],
    ['document_unreadable', 'A document can’t be read'],
    ['document_expired', 'A document has expired'],
    ['details_mismatch', 'The details don’t match'],
    ['address_unverified', 'The address could not be confirmed'],
    ['other', 'Another reason'],
  ],
};

async function describeIdentity(visit: PageContext): Promise<ActionForm | PageResult> {
  const found = await findObject(visit, COLLECTIONS.users, visit.params['user_id'] ?? '', 'user');
  if (isProblem(found)) return found;
  // The users' projection wrote it.
  const user = JSON.parse(found.body) as User;
  const sent = await getFromApi<UserIdentity>(visit, `/operator/v1/users/${user.id}/identity`);
  return {
    title: 'Review an identity',
    section: 'reviews',
    crumbs: [IDENTITIES],
    intro: html`${whichUser(visit, user, found.book)}
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
        isOptional: true,
        bodyFields: ['rejection_reasons.0.message'],
      },
    ],
    submit: 'Decide',
    back: '/console/reviews/identities',
  };
}

const whichUser = (visit: PageContext, user: User, place: BookLocation): Html =>
  factList([
    ['User', idHtml(user.id)],
    ['Of', html`${place.name} ${environmentBadge(place.environment)}`],
    ['Known as', textHtml(canSeePersonalData(visit) ? userName(user) : mask('name', userName(user)))],
    ['Reference', html`<span class="clip">${user.external_reference}</span>`],
    ['Now', badge(user.kyc_status)],
  ]);

export const reviewsPages: readonly ConsoleRoute[] = [
  { path: '/console/reviews', get: transferReviews },
  { path: '/console/reviews/identities', get: kycReviews },
  actionRoute({
    path: '/console/transfers/{transfer_id}/approve',
    apiPath: reviewCall,
    buildForm: (visit) =>
      describeTransfer(visit, {
        title: 'Approve a transfer',
        says: 'It goes on at once. What such a transfer needs is asked again: users approved, wallets not frozen, its rail in use.',
        fields: [
          {
            name: 'message',
            label: 'Reason',
            hint: 'Kept with the event, for later.',
            kind: 'reason',
            bodyFields: ['reason'],
          },
        ],
        submit: 'Approve the transfer',
      }),
    toRequestBody: (form) => ({
      outcome: 'approved',
      reason: { code: 'reviewed', message: form.get('message') },
    }),
    onSuccess: () => ({ to: '/console/reviews', flash: { tone: 'ok', text: 'The transfer is approved.' } }),
  }),
  actionRoute({
    path: '/console/transfers/{transfer_id}/reject',
    apiPath: reviewCall,
    buildForm: (visit) =>
      describeTransfer(visit, {
        title: 'Reject a transfer',
        says: 'What was held goes back where it came from. This can’t be taken back, and the reason is shown with the transfer.',
        fields: [
          CODE,
          {
            name: 'message',
            label: 'Reason in words',
            kind: 'reason',
            bodyFields: ['reason.message', 'reason'],
          },
        ],
        submit: 'Reject the transfer',
        danger: true,
      }),
    toRequestBody: (form) => ({
      outcome: 'rejected',
      reason: { code: form.get('code'), message: form.get('message') },
    }),
    onSuccess: () => ({ to: '/console/reviews', flash: { tone: 'ok', text: 'The transfer is rejected.' } }),
  }),
  actionRoute({
    path: '/console/users/{user_id}/identity',
    apiPath: ({ user_id = '' }) => `/operator/v1/users/${user_id}/kyc_review`,
    buildForm: describeIdentity,
    toRequestBody(form) {
      const [outcome, code, message] = ['outcome', 'code', 'message'].map((name) => form.get(name));
      const reasons =
        outcome === 'approved' || code === '' ? [] : [{ code, message: message === '' ? code : message }];
      return { outcome, rejection_reasons: reasons };
    },
    onSuccess: (_visit, { kyc_status }) => ({
      to: '/console/reviews/identities',
      flash: { tone: 'ok', text: `The identity is ${String(kyc_status).replaceAll('_', ' ')}.` },
    }),
  }),
];
