/** The form that decides an identity under review. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import type { User, UserIdentity } from '../../../generated/api.ts';
import { isProblem } from '../../../http/errors.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute, type ActionForm } from '../../action-form.ts';
import { bookBadge, findObject, type BookLocation } from '../../book-location.ts';
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
import { reviewIntro, screeningHtml } from './review-case.ts';

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
