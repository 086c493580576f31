import { COLLECTIONS } from '../../../../projections/collections.ts';
import type { User, UserIdentity } from '../../../generated/api.ts';
import { isProblem } from '../../../http/errors.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute, nextAfter, type ActionForm } from '../../action-form.ts';
import { bookBadge, bookLink, findObject, type BookLocation } from '../../book-location.ts';
import {
  getFromApi,
  personalText,
  type ConsoleRoute,
  type PageContext,
  type PageResult,
} from '../../page-context.ts';
import { userName } from '../../parties.ts';
import type { FormField } from '../../ui/form-fields.ts';
import { factList } from '../../ui/panels.ts';
import { badge, idHtml, textHtml, timestampHtml } from '../../ui/text.ts';
import { transferFacts } from '../ledger/transfers.ts';
import { reviewIntro, screeningHtml } from './review-case.ts';

// The forms that approve or reject a transfer in review.

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

// The form that decides an identity under review.

const IDENTITIES = { label: 'Identities', href: '/console/reviews/identities' };

const identityHtml = (identity: UserIdentity, now: number): Html => {
  const { line1, line2, city, region, postal_code } = identity.address;
  const { representative } = identity;
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
    representative === undefined
      ? undefined
      : [
          'Representative',
          html`${representative.first_name} ${representative.last_name}, ${representative.position}, born
          ${representative.date_of_birth}`,
        ],
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
  const user = found.value;
  const screening = await screeningHtml(context, user.id);
  const sent = await getFromApi<UserIdentity>(context, `/operator/v1/users/${user.id}/identity`);
  return {
    title: 'Review an identity',
    section: 'reviews',
    breadcrumbs: [IDENTITIES],
    intro: html`${userFacts(context, user, found.book)} ${await reviewIntro(context, user.id)}
      <h2>Submitted identity data</h2>
      ${
        isProblem(sent)
          ? html`<p class="muted">
              The user submitted nothing through the hosted page. Decide based on other information.
            </p>`
          : identityHtml(sent, context.now)
      }
      ${screening}`,
    fields: [
      OUTCOME,
      KYC_CODE,
      {
        name: 'message',
        label: 'Explanation',
        kind: 'reason',
        isOptional: true,
        bodyFields: ['rejection_reasons.0.message', 'reason'],
      },
    ],
    submit: 'Submit decision',
    cancelHref: '/console/reviews/identities',
  };
}

const userFacts = (context: PageContext, user: User, book: BookLocation): Html =>
  factList([
    ['User', idHtml(user.id)],
    ['Integrator', html`${book.name} ${bookBadge(book)}`],
    ['Name', textHtml(personalText(context, 'name', userName(user)))],
    ['Reference', html`<span class="clip">${user.external_reference}</span>`],
    ['Identity status', badge(user.kyc_status)],
  ]);

export const identityReviewsPages: readonly ConsoleRoute[] = [
  actionRoute({
    path: '/console/users/{user_id}/identity',
    apiPath: ({ user_id = '' }) => `/operator/v1/users/${user_id}/kyc_review`,
    buildForm: identityForm,
    toRequestBody(form) {
      const [outcome, code, message] = ['outcome', 'code', 'message'].map((name) => form.get(name));
      const reasons =
        outcome === 'approved' || code === '' ? [] : [{ code, message: message === '' ? code : message }];
      // The reason of an approval is for the record only.
      const why = outcome === 'approved' && message !== '' ? { reason: message } : {};
      return { outcome, rejection_reasons: reasons, ...why };
    },
    onSuccess: (_context, { kyc_status }) => ({
      to: '/console/reviews/identities',
      flash: { tone: 'ok', text: `The identity status is now: ${String(kyc_status).replaceAll('_', ' ')}.` },
    }),
  }),
];
