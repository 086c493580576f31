/** The forms that approve or reject a transfer in review, and that decide an identity under review. */
import type { User, UserIdentity } from '../../../generated/api.ts';
import { isProblem } from '../../../http/errors.ts';
import type { Form } from '../../../web/forms.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute, type ActionForm } from '../../action-form.ts';
import { bookBadge, bookLink, findObject } from '../../book-location.ts';
import { personalText, tryRead, type ConsoleRoute, type PageContext } from '../../page-context.ts';
import { displayName, partiesText, userName } from '../../parties.ts';
import { reviewSentence } from '../../sentences/transfers.ts';
import { facts, show } from '../../ui/tables.ts';
import type { FormField } from '../../ui/form-fields.ts';
import { amountText, badge, idHtml, toWords } from '../../ui/text.ts';
import { loadTransferParties, transferUnit } from '../ledger/transfer-table.ts';
import { transferFacts } from '../ledger/transfers.ts';
import { REJECTION_CODES, reviewIntro, screeningHtml, tryReadReview } from './review-case.ts';

/** A transfer in review: what a form about it begins with. */
export async function transferCase(context: PageContext) {
  const { transfer_id } = context.params;
  const { value: transfer, book } = await findObject(context, 'transfer', transfer_id);
  const { user_id, payout_account_id } = transfer.destination;
  const review = await tryReadReview(context, transfer.id);
  const parties = await loadTransferParties(context, [transfer]);
  const { source, destination, amount } = transfer;
  return {
    environment: book.environment,
    title: `${amountText(amount, transferUnit(transfer))}: ${partiesText(parties, source, destination)}`,
    sentence: isProblem(review) ? undefined : reviewSentence(review, context.now),
    intro: html`<p>${idHtml(transfer.id)} ${bookLink(book)} ${badge(transfer.state)}</p>
      ${await transferFacts(context, transfer)} ${await reviewIntro(context, review)}
      ${user_id !== undefined && transfer.kind === 'offramp' && (await screeningHtml(context, user_id, payout_account_id))}`,
  };
}

async function transferForm(
  context: PageContext,
  explanation: string,
  { verb, ...shown }: Pick<ActionForm, 'fields' | 'submit' | 'isDestructive'> & { readonly verb: string },
): Promise<ActionForm> {
  const { title, sentence, intro, environment } = await transferCase(context);
  return {
    ...shown,
    environment,
    title: `${verb} ${title}`,
    section: 'reviews',
    breadcrumbs: [{ label: 'Reviews', href: '/console/reviews' }],
    sentence,
    intro: html`<p>${explanation}</p>
      ${intro}`,
  };
}

const REJECTION_CODE: FormField = {
  name: 'code',
  label: 'Reason code',
  kind: 'select',
  bodyFields: ['reason.code'],
  options: REJECTION_CODES,
};

export const transferReviewsPages: readonly ConsoleRoute[] = [
  actionRoute({
    path: '/console/transfers/{transfer_id}/approve',
    operation: 'reviewTransfer',
    mayBeProposed: true,
    form: (context) =>
      transferForm(
        context,
        'The transfer continues immediately. The usual checks run again: users approved, wallets not frozen, rail enabled.',
        {
          verb: 'Approve',
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
        },
      ),
    body: (form) => ({
      outcome: 'approved',
      reason: { code: 'reviewed', message: form.get('message') },
    }),
    done: 'The transfer was approved.',
  }),
  actionRoute({
    path: '/console/transfers/{transfer_id}/reject',
    operation: 'reviewTransfer',
    form: (context) =>
      transferForm(
        context,
        'The reserved amount returns to its source. This cannot be undone. The reason is shown with the transfer.',
        {
          verb: 'Reject',
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
        },
      ),
    body: (form) => ({
      outcome: 'rejected',
      reason: { code: form.get('code'), message: form.get('message') },
    }),
    done: 'The transfer was rejected.',
  }),
];

// The form that decides an identity under review.

function identityHtml(context: PageContext, identity: UserIdentity): Html {
  const { line1, line2, city, region, postal_code } = identity.address;
  const { representative } = identity;
  const given = (label: string, value: string | undefined) =>
    value !== undefined && show.text<UserIdentity>(label, () => value);
  return facts(context, identity, [
    given('First name', identity.first_name),
    given('Last name', identity.last_name),
    given('Registered name', identity.business_name),
    given('Date of birth', identity.date_of_birth),
    given('Registration number', identity.registration_number),
    show.text('Address', () =>
      [line1, line2, city, region, postal_code].filter((part) => part !== '').join(', '),
    ),
    show.text('Country', 'country'),
    representative !== undefined &&
      show.html(
        'Representative',
        () =>
          html`${representative.first_name} ${representative.last_name}, ${representative.position}, born
          ${representative.date_of_birth}`,
      ),
    show.time('Submitted', 'submitted_at'),
  ]);
}

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

/** An identity under review: what a form about it begins with. */
export async function identityCase(context: PageContext) {
  const { user_id } = context.params;
  const { value: user, book } = await findObject(context, 'user', user_id);
  const screening = await screeningHtml(context, user.id);
  const sent = await tryRead(context, 'getUserIdentity');
  const review = await tryReadReview(context, user.id);
  return {
    environment: book.environment,
    title: `Review the identity of ${displayName(context, user)}`,
    sentence: isProblem(review) ? undefined : reviewSentence(review, context.now),
    intro: html`${facts<User>(context, user, [
        show.id('User', 'id'),
        show.html('Integrator', () => html`${book.name} ${bookBadge(book)}`),
        show.text('Name', (each) => personalText(context, 'name', userName(each))),
        show.clipped('Reference', 'external_reference'),
        show.badge('Identity status', 'kyc_status'),
      ])}
      ${await reviewIntro(context, review)}
      <h2>Submitted identity data</h2>
      ${
        isProblem(sent)
          ? html`<p class="muted">
              The user submitted nothing through the hosted page. Decide based on other information.
            </p>`
          : identityHtml(context, sent)
      }
      ${screening}`,
  };
}

export const IDENTITY_FIELDS: readonly FormField[] = [
  KYC_CODE,
  {
    name: 'message',
    label: 'Explanation',
    kind: 'reason',
    isOptional: true,
    bodyFields: ['rejection_reasons.0.message', 'reason'],
  },
];

export const identityDone = ({ kyc_status }: User): string =>
  `The identity status is now: ${toWords(kyc_status)}.`;

/** The decision about an identity that a form makes. */
export function identityBody(form: Form): object {
  const [outcome, code, message] = ['outcome', 'code', 'message'].map((name) => form.get(name));
  const reasons =
    outcome === 'approved' || code === '' ? [] : [{ code, message: message === '' ? code : message }];
  // The reason of an approval is for the record only.
  const why = outcome === 'approved' && message !== '' ? { reason: message } : {};
  return { outcome, rejection_reasons: reasons, ...why };
}

export const identityReviewsPages: readonly ConsoleRoute[] = [
  actionRoute({
    path: '/console/users/{user_id}/identity',
    operation: 'reviewKyc',
    form: async (context) => ({
      ...(await identityCase(context)),
      section: 'reviews',
      breadcrumbs: [{ label: 'Identities', href: '/console/reviews/identities' }],
      fields: [OUTCOME, ...IDENTITY_FIELDS],
      submit: 'Submit decision',
    }),
    body: identityBody,
    done: identityDone,
  }),
];
