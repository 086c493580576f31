/** Transfers in review: the list, and the forms that approve or reject one. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import { isProblem } from '../../../api/server/errors.ts';
import type { TransferReview } from '../../../generated/api.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import type { ActionForm } from '../../action-form.ts';
import { actionRoute } from '../../action-form.ts';
import { bookLink, bookOwnerHtml, findObject } from '../../book-location.ts';
import type { ConsoleRoute, ListPage, PageContext, PageResult } from '../../page-context.ts';
import { getFromApi, isAllowed, pageQuery } from '../../page-context.ts';
import type { FormField } from '../../ui/form-fields.ts';
import { idHtml } from '../../ui/ids.ts';
import { actionLink, emptyState } from '../../ui/panels.ts';
import { pagedTable } from '../../ui/tables.ts';
import { amountHtml, badge, timestampHtml } from '../../ui/text.ts';
import { loadTransferParties, transferHtml, transferUnit } from '../ledger/transfer-table.ts';
import { transferFacts } from '../ledger/transfers.ts';
import { nextAfter } from './proposed.ts';
import { reviewTabs } from './review-tabs.ts';
import { screeningHtml } from './screening.ts';

async function transferReviews(context: PageContext): Promise<PageResult> {
  const search = pageQuery(context.query);
  if (isProblem(search)) return search;
  const found = await getFromApi<ListPage<TransferReview>>(context, '/operator/v1/reviews', search);
  if (isProblem(found)) return found;
  const parties = await loadTransferParties(
    context,
    found.data.map(({ transfer }) => transfer),
  );
  const shown = pagedTable(context, found, {
    caption: 'Transfers in review',
    columns: [
      {
        label: 'Transfer',
        isRowHeader: true,
        cell: ({ transfer }) => transferHtml(parties, transfer),
      },
      { label: 'Integrator', cell: (each) => bookOwnerHtml(context, each) },
      {
        label: 'Amount',
        isNumeric: true,
        cell: ({ transfer }) => amountHtml(transfer.amount, transferUnit(transfer)),
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
    lead: reviewTabs('transfers'),
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

const REVIEWS = { label: 'Reviews', href: '/console/reviews' };

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
  const transfer = found.value;
  const { explanation, ...rest } = shown;
  const { user_id, payout_account_id } = transfer.destination;
  return {
    ...rest,
    section: 'reviews',
    breadcrumbs: [REVIEWS],
    intro: html`<p>${explanation}</p>
      <p>${idHtml(transfer.id)} ${bookLink(found.book)} ${badge(transfer.state)}</p>
      ${await transferFacts(context, transfer)}
      ${user_id !== undefined && transfer.kind === 'offramp' && (await screeningHtml(context, user_id, payout_account_id))}`,
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

export const transferReviewsPages: readonly ConsoleRoute[] = [
  { path: '/console/reviews', get: transferReviews },
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
    onSuccess: (_context, answer) =>
      nextAfter(answer, {
        to: '/console/reviews',
        flash: { tone: 'ok', text: 'The transfer was approved.' },
      }),
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
];
