/** The status of a user's onboarding, as the user sees it. */

import type { OnboardingLinkState, OnboardingPage, SimulateKyc } from '../../ledger/onboarding.ts';
import type { User } from '../../ledger/user.ts';
import { choiceField, selectField, textField, type FieldErrors } from '../../web/fields.ts';
import type { Form } from '../../web/forms.ts';
import { html, type Html } from '../../web/html.ts';
import { inEnglish, type Language } from '../languages/language.ts';
import { notice, testModeNotice, type Notice } from '../notice-pages.ts';
import { isSandboxStream, type PageRequest } from '../page-request.ts';
import type { Page } from '../page.ts';

// A request for an onboarding page, and the result of its form.

export type OnboardingTarget = {
  readonly user_id: string;
  readonly page: OnboardingPage;
  /** The form posts to this relative URL, because a redirect would otherwise carry on the fragment of the page. */
  readonly token: string;
  /** Whether this is the page after the form. */
  readonly isDonePage: boolean;
};

/** A request with a link that exists. */
export type OnboardingRequest = OnboardingTarget & {
  readonly request: PageRequest;
  readonly stream: string;
  readonly token_hash: string;
  readonly link: Extract<OnboardingLinkState, { state: 'open' | 'used' }>;
};

/** An empty form, or the submitted values with their errors. */
export type FormDraft = { readonly form: Form; readonly errors: FieldErrors };

/** `sent` once the book has recorded the form, with any outcome of the check. */
export type SubmitResult = 'sent' | 'refused' | { readonly errors: FieldErrors };

export const isSandboxRequest = ({ stream }: Pick<OnboardingRequest, 'stream'>): boolean =>
  isSandboxStream(stream);

// Why an identity was not accepted: the usual reasons, which the pages show in the reader's language.

type Reason = User['rejection_reasons'][number];

const REASON_CODES = [
  'document_expired',
  'document_unreadable',
  'details_mismatch',
  'address_unverified',
  'other',
] as const;
type ReasonCode = (typeof REASON_CODES)[number];

const isReasonCode = (code: string): code is ReasonCode => REASON_CODES.some((each) => each === code);

/** Undefined for another code. */
const parseReasonCode = (code: string): ReasonCode | undefined => (isReasonCode(code) ? code : undefined);

/** The reason as an event records it. */
const usualReason = (code: ReasonCode): Reason => ({ code, message: inEnglish(`reason.${code}`) });

/** A usual reason in the reader's language, and a message of a reviewer as it is. */
const reasonText = ({ text }: Language, { code, message }: Reason): string =>
  isReasonCode(code) && message === inEnglish(`reason.${code}`) ? text(`reason.${code}`) : message;

/** Shown above the content of every page: the test mode notice and the two steps. */
export function onboardingSteps(guest: OnboardingRequest): Html {
  const { language } = guest.request;
  const { text } = language;
  const { kyc_status, terms_status } = guest.link.user.user;
  const identity = kyc_status === 'not_started' ? 'to_do' : kyc_status;
  const accepted = terms_status === 'approved';
  const step = (name: string, state: string, done: boolean, here: boolean): Html =>
    html`<li data-state="${done ? 'done' : 'open'}" ${here && html`aria-current="step"`}>
      ${name}<small>${state}</small>
    </li>`;
  return html`${isSandboxRequest(guest) && testModeNotice(language)}
    <ol class="steps" aria-label="${text('steps.label')}">
      ${step(text('steps.identity'), text(`steps.${identity}`), kyc_status === 'approved', guest.page === 'kyc')}
      ${step(text('steps.terms'), text(accepted ? 'steps.accepted' : 'steps.to_do'), accepted, guest.page === 'terms')}
    </ol>`;
}

/** The result of a page. */
export function statusPage(guest: OnboardingRequest): Page {
  const { user } = guest.link.user;
  const { language } = guest.request;
  const { text } = language;
  const accepted = { tone: 'good', title: text('status.terms'), text: text('status.terms_text') } as const;
  const shown = guest.page === 'kyc' ? kycNotice(language, user) : accepted;
  const { redirect_url } = guest.link.links;
  return {
    status: 200,
    title: shown.title,
    preamble: onboardingSteps(guest),
    content: html`${notice(shown)}
    ${
      redirect_url === null
        ? html`<p class="after">${text('after.close')}</p>`
        : html`<div class="actions">
            <a class="button" href="${redirect_url}">${text('after.continue')}</a>
          </div>`
    }`,
  };
}

function kycNotice(language: Language, user: User): Notice {
  const { text } = language;
  switch (user.kyc_status) {
    case 'approved':
      return {
        tone: 'good',
        title: text('status.approved'),
        text: text(user.terms_status === 'approved' ? 'status.approved_text' : 'status.approved_terms_left'),
      };
    case 'incomplete':
    case 'rejected':
      return {
        tone: 'stop',
        title: text(`status.${user.kyc_status}`),
        text: text('status.new_link'),
        details: rejectionReasons(language, user),
      };
    case 'under_review':
    case 'not_started':
      return { tone: 'wait', title: text('status.checking'), text: text('status.checking_text') };
  }
}

/** The reasons why the last submission was not accepted. */
export const rejectionReasons = (
  language: Language,
  { rejection_reasons: reasons }: User,
): Html | undefined =>
  reasons.length === 0
    ? undefined
    : html`<ul class="reasons" aria-label="${language.text('status.reasons')}">
        ${reasons.map((reason) => html`<li>${reasonText(language, reason)}</li>`)}
      </ul>`;

// The sandbox's identity form: the tester chooses the outcome of the check.

type Outcome = SimulateKyc['outcome'];

const OUTCOMES = ['approved', 'under_review', 'incomplete', 'rejected'] as const satisfies readonly Outcome[];

/** The outcome for a last name or business name, if the form is sent without a choice. docs/sandbox.md lists these names. */
const OUTCOMES_BY_NAME: Readonly<
  Record<string, { readonly outcome: Outcome; readonly reason?: ReasonCode }>
> = {
  approved: { outcome: 'approved' },
  pending: { outcome: 'under_review' },
  incomplete: { outcome: 'incomplete', reason: 'document_unreadable' },
  rejected: { outcome: 'rejected', reason: 'details_mismatch' },
};

/** Undefined for all other names. */
export function testedOutcome(name: string): Pick<SimulateKyc, 'outcome' | 'reasons'> | undefined {
  const word = name.trim().toLowerCase();
  const found = Object.hasOwn(OUTCOMES_BY_NAME, word) ? OUTCOMES_BY_NAME[word] : undefined;
  if (found === undefined) return undefined;
  const { outcome, reason } = found;
  return { outcome, reasons: reason === undefined ? [] : [usualReason(reason)] };
}

const MESSAGE_LENGTH_MAX = 500;

export const sandboxOutcomeFields = ({ text }: Language, form: Form, errors: FieldErrors): Html =>
  html`${choiceField(
      {
        name: 'outcome',
        label: text('sandbox.outcome'),
        value: form.get('outcome'),
        error: errors.get('outcome'),
      },
      OUTCOMES.map((value) => ({
        value,
        label: text(`sandbox.${value}`),
        hint: text(`sandbox.${value}_hint`),
      })),
    )}
    <fieldset class="why">
      <legend>${text('sandbox.why')}</legend>
      ${selectField(
        {
          name: 'reason_code',
          label: text('sandbox.reason'),
          value: form.get('reason_code'),
          error: errors.get('reason_code'),
        },
        REASON_CODES.map((code) => ({ value: code, label: text(`reason.${code}`) })),
        text('sandbox.reason_missing'),
      )}
      ${textField({
        name: 'reason_message',
        label: text('sandbox.message'),
        hint: text('sandbox.message_hint'),
        value: form.get('reason_message'),
        error: errors.get('reason_message'),
        optional: text('form.optional'),
      })}
    </fieldset>`;

export function parseSandboxOutcome(
  language: Language,
  form: Form,
): Pick<SimulateKyc, 'outcome' | 'reasons'> | { errors: FieldErrors } {
  const { text } = language;
  const outcome = OUTCOMES.find((value) => value === form.get('outcome'));
  if (outcome === undefined) return { errors: new Map([['outcome', text('sandbox.outcome_missing')]]) };
  if (outcome === 'approved' || outcome === 'under_review') return { outcome, reasons: [] };
  const errors = new Map<string, string>();
  const code = parseReasonCode(form.get('reason_code'));
  if (code === undefined) errors.set('reason_code', text('sandbox.reason_missing'));
  const message = form.get('reason_message');
  const label = text('sandbox.message');
  if (message.length > MESSAGE_LENGTH_MAX)
    errors.set('reason_message', text('form.too_long', { label, max: MESSAGE_LENGTH_MAX }));
  if (/\p{Cc}/u.test(message)) errors.set('reason_message', text('form.unprintable', { label }));
  if (code === undefined || errors.size > 0) return { errors };
  return { outcome, reasons: [message === '' ? usualReason(code) : { code, message }] };
}
