/** The status of a user's onboarding, as the user sees it. */
import type { User } from '../../ledger/users/user.ts';
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import { testModeNotice, notice } from '../notice-pages.ts';
import type { Notice } from '../notice-pages.ts';
import { isSandboxRequest } from './onboarding-request.ts';
import { reasonText } from './rejection-reason.ts';
import type { Language } from '../languages/language.ts';
import type { OnboardingRequest } from './onboarding-request.ts';
import type { Page } from '../page.ts';

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
