/** Review pages: transfers in review and identities under review, and their decisions. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import type { KycReview, Transfer, TransferReview, User, UserIdentity } from '../../../generated/api.ts';
import { isProblem } from '../../../api/server/errors.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { mask } from '../../../operator/operations/personal-data.ts';
import { actionRoute } from '../../action-form.ts';
import type { ActionForm } from '../../action-form.ts';
import { userName } from '../ledger/books.ts';
import type { FormField } from '../../ui/form-fields.ts';
import { environmentBadge, findObject, bookLink, bookOwnerHtml } from '../../book-location.ts';
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

async function transferReviews(context: PageContext): Promise<PageResult> {
  const search = pageQuery(context.query);
  if (isProblem(search)) return search;
  const found = await getFromApi<ListPage<TransferReview>>(context, '/operator/v1/reviews', search);
  if (isProblem(found)) return found;
  const shown = pagedTable(context, found, {
    caption: 'Transfers in review',
    columns: [
      { label: 'Transfer', isRowHeader: true, cell: (each) => rowIdHtml(each.id) },
      { label: 'Integrator', cell: (each) => bookOwnerHtml(context, each) },
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
      { label: 'In review since', cell: ({ transfer }) => timestampHtml(transfer.updated_at, context.now) },
      { label: 'Decide', cell: (each) => decisionLinks(context, each.id) },
    ],
    emptyState: emptyState(
      'No transfers in review',
      'Transfers that a rule sends to review will appear here.',
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

const decisionLinks = (context: PageContext, transfer: string): Html => {
  const call = `/operator/v1/transfers/${transfer}/review`;
  const here = `/console/transfers/${transfer}`;
  return isAllowed(context, 'POST', call)
    ? html`<span class="row-actions"
        >${actionLink(context, call, `${here}/approve`, 'Approve')}${actionLink(context, call, `${here}/reject`, 'Reject')}</span
      >`
    : html`<span class="muted">requires the reviewer role</span>`;
};

async function kycReviews(context: PageContext): Promise<PageResult> {
  const search = pageQuery(context.query);
  if (isProblem(search)) return search;
  const found = await getFromApi<ListPage<KycReview>>(context, '/operator/v1/kyc_reviews', search);
  if (isProblem(found)) return found;
  const shown = pagedTable(context, found, {
    caption: 'Identities under review',
    columns: [
      { label: 'User', isRowHeader: true, cell: (each) => rowIdHtml(each.id) },
      { label: 'Integrator', cell: (each) => bookOwnerHtml(context, each) },
      { label: 'Name', cell: ({ user }) => textHtml(mask('name', userName(user))) },
      { label: 'Kind', cell: ({ user }) => html`${user.type}` },
      { label: 'Country', cell: ({ user }) => textHtml(user.country) },
      { label: 'Created', cell: ({ user }) => timestampHtml(user.created_at, context.now) },
      {
        label: 'Decide',
        cell: (each) =>
          isAllowed(context, 'POST', `/operator/v1/users/${each.id}/kyc_review`)
            ? actionLink(
                context,
                `/operator/v1/users/${each.id}/kyc_review`,
                `/console/users/${each.id}/identity`,
                'Review',
              )
            : html`<span class="muted">requires the reviewer role</span>`,
      },
    ],
    emptyState: emptyState('No identities under review', 'Users who submit identity data will appear here.'),
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

async function transferForm(
  context: PageContext,
  shown: Pick<ActionForm, 'title' | 'fields' | 'submit'> & {
    readonly isDestructive?: boolean;
    readonly explanation: string;
  },
): Promise<ActionForm | PageResult> {
  const found = await findObject(
    context,
    COLLECTIONS.transfers,
    context.params['transfer_id'] ?? '',
    'transfer',
  );
  if (isProblem(found)) return found;
  // The transfers projection wrote it.
  const transfer = JSON.parse(found.body) as Transfer;
  const { explanation: says, ...rest } = shown;
  return {
    ...rest,
    section: 'reviews',
    breadcrumbs: [REVIEWS],
    intro: html`<p>${says}</p>
      <p>${idHtml(transfer.id)} ${bookLink(found.book)} ${badge(transfer.state)}</p>
      ${transferFacts(context, transfer)}`,
    cancelHref: '/console/reviews',
  };
}

const reviewPath = ({ transfer_id = '' }: PageContext['params']): string =>
  `/operator/v1/transfers/${transfer_id}/review`;

const REJECTION_CODE: FormField = {
  name: 'code',
  label: 'Reason code',
  kind: 'select',
  bodyFields: ['reason.code'],
  options: [
    ['compliance', 'Compliance'],
    ['suspected_fraud', 'Suspected fraud'],
    ['wrong_details', 'Wrong details'],
    ['requested_by_user', 'Requested by the user'],
    ['other', 'Other'],
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
    ['Submitted', timestampHtml(identity.submitted_at, now)],
  ]);
};

const OUTCOME: FormField = {
  name: 'outcome',
  label: 'Decision',
  kind: 'choice',
  options: [
    ['approved', 'Approve'],
    ['incomplete', 'Request more information'],
    ['rejected', 'Reject'],
  ],
};

const KYC_CODE: FormField = {
  name: 'code',
  label: 'Reason code',
  hint: 'Required unless you approve. The integrator sees it.',
  kind: 'select',
  isOptional: true,
  bodyFields: ['rejection_reasons'],
  options: [
    ['', 'None'],
    ['document_unreadable', 'A document is unreadable'],
    ['document_expired', 'A document has expired'],
    ['details_mismatch', 'The details do not match'],
    ['address_unverified', 'The address could not be verified'],
    ['other', 'Other'],
  ],
};

async function identityForm(context: PageContext): Promise<ActionForm | PageResult> {
  const found = await findObject(context, COLLECTIONS.users, context.params['user_id'] ?? '', 'user');
  if (isProblem(found)) return found;
  // The users projection wrote it.
  const user = JSON.parse(found.body) as User;
  const sent = await getFromApi<UserIdentity>(context, `/operator/v1/users/${user.id}/identity`);
  return {
    title: 'Review an identity',
    section: 'reviews',
    breadcrumbs: [IDENTITIES],
    intro: html`${userFacts(context, user, found.book)}
      <h2>Submitted identity data</h2>
      ${
        isProblem(sent)
          ? html`<p class="muted">
              The user submitted nothing through the hosted page. Decide based on other information.
            </p>`
          : identityHtml(sent, context.now)
      }`,
    fields: [
      OUTCOME,
      KYC_CODE,
      {
        name: 'message',
        label: 'Explanation',
        kind: 'reason',
        isOptional: true,
        bodyFields: ['rejection_reasons.0.message'],
      },
    ],
    submit: 'Submit decision',
    cancelHref: '/console/reviews/identities',
  };
}

const userFacts = (context: PageContext, user: User, book: BookLocation): Html =>
  factList([
    ['User', idHtml(user.id)],
    ['Integrator', html`${book.name} ${environmentBadge(book.environment)}`],
    ['Name', textHtml(canSeePersonalData(context) ? userName(user) : mask('name', userName(user)))],
    ['Reference', html`<span class="clip">${user.external_reference}</span>`],
    ['Identity status', badge(user.kyc_status)],
  ]);

export const reviewsPages: readonly ConsoleRoute[] = [
  { path: '/console/reviews', get: transferReviews },
  { path: '/console/reviews/identities', get: kycReviews },
  actionRoute({
    path: '/console/transfers/{transfer_id}/approve',
    apiPath: reviewPath,
    buildForm: (context) =>
      transferForm(context, {
        title: 'Approve a transfer',
        explanation:
          'The transfer continues immediately. The usual checks run again: users approved, wallets not frozen, rail enabled.',
        fields: [
          {
            name: 'message',
            label: 'Reason',
            hint: 'Recorded with the event.',
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
    onSuccess: () => ({ to: '/console/reviews', flash: { tone: 'ok', text: 'The transfer was approved.' } }),
  }),
  actionRoute({
    path: '/console/transfers/{transfer_id}/reject',
    apiPath: reviewPath,
    buildForm: (context) =>
      transferForm(context, {
        title: 'Reject a transfer',
        explanation:
          'The reserved amount returns to its source. This cannot be undone. The reason is shown with the transfer.',
        fields: [
          REJECTION_CODE,
          {
            name: 'message',
            label: 'Explanation',
            kind: 'reason',
            bodyFields: ['reason.message', 'reason'],
          },
        ],
        submit: 'Reject the transfer',
        isDestructive: true,
      }),
    toRequestBody: (form) => ({
      outcome: 'rejected',
      reason: { code: form.get('code'), message: form.get('message') },
    }),
    onSuccess: () => ({ to: '/console/reviews', flash: { tone: 'ok', text: 'The transfer was rejected.' } }),
  }),
  actionRoute({
    path: '/console/users/{user_id}/identity',
    apiPath: ({ user_id = '' }) => `/operator/v1/users/${user_id}/kyc_review`,
    buildForm: identityForm,
    toRequestBody(form) {
      const [outcome, code, message] = ['outcome', 'code', 'message'].map((name) => form.get(name));
      const reasons =
        outcome === 'approved' || code === '' ? [] : [{ code, message: message === '' ? code : message }];
      return { outcome, rejection_reasons: reasons };
    },
    onSuccess: (_context, { kyc_status }) => ({
      to: '/console/reviews/identities',
      flash: { tone: 'ok', text: `The identity status is now: ${String(kyc_status).replaceAll('_', ' ')}.` },
    }),
  }),
];
