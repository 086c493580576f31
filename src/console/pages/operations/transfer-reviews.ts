/** The forms that approve or reject a transfer in review. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import { isProblem } from '../../../http/errors.ts';
import { html } from '../../../web/html.ts';
import { actionRoute, nextAfter, type ActionForm } from '../../action-form.ts';
import { bookLink, findObject } from '../../book-location.ts';
import type { ConsoleRoute, PageContext, PageResult } from '../../page-context.ts';
import type { FormField } from '../../ui/form-fields.ts';
import { badge, idHtml } from '../../ui/text.ts';
import { transferFacts } from '../ledger/transfers.ts';
import { reviewIntro, screeningHtml } from './review-case.ts';

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
      ${await transferFacts(context, transfer)} ${await reviewIntro(context, transfer.id)}
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
