/** The status of a user's onboarding, as the user sees it. */
import type { User } from '../../ledger/users/user.ts';
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import { TEST_MODE_NOTICE, notice } from '../notice-pages.ts';
import type { Notice } from '../notice-pages.ts';
import { isSandboxRequest } from './onboarding-request.ts';
import type { OnboardingRequest } from './onboarding-request.ts';
import type { Page } from '../page.ts';

const KYC_STEP = {
  not_started: 'To do',
  under_review: 'In review',
  incomplete: 'More information needed',
  approved: 'Confirmed',
  rejected: 'Not confirmed',
} as const satisfies Record<User['kyc_status'], string>;

/** Shown above the content of every page: the test mode notice and the two steps. */
export function onboardingSteps(guest: OnboardingRequest): Html {
  const { kyc_status, terms_status } = guest.link.user.user;
  const accepted = terms_status === 'approved';
  const step = (name: string, state: string, done: boolean, here: boolean): Html =>
    html`<li data-state="${done ? 'done' : 'open'}" ${here && html`aria-current="step"`}>
      ${name}<small>${state}</small>
    </li>`;
  return html`${isSandboxRequest(guest) && TEST_MODE_NOTICE}
    <ol class="steps" aria-label="Steps">
      ${step('1. Identity', KYC_STEP[kyc_status], kyc_status === 'approved', guest.page === 'kyc')}
      ${step('2. Terms', accepted ? 'Accepted' : 'To do', accepted, guest.page === 'terms')}
    </ol>`;
}

/** The result of a page. */
export function statusPage(guest: OnboardingRequest): Page {
  const { user } = guest.link.user;
  const shown = guest.page === 'kyc' ? kycNotice(user) : ACCEPTED;
  const { redirect_url } = guest.link.links;
  return {
    status: 200,
    title: shown.title,
    preamble: onboardingSteps(guest),
    content: html`${notice(shown)}
    ${
      redirect_url === null
        ? html`<p class="after">You can close this page.</p>`
        : html`<div class="actions"><a class="button" href="${redirect_url}">Continue</a></div>`
    }`,
  };
}

const ACCEPTED: Notice = {
  tone: 'good',
  title: 'You’ve accepted the terms',
  text: 'Thank you. You’re done with this step.',
};

const NEW_LINK_HINT = 'Ask the company that sent you this link for a new one, then try again.';

function kycNotice(user: User): Notice {
  switch (user.kyc_status) {
    case 'approved':
      return {
        tone: 'good',
        title: 'Your identity is confirmed',
        text:
          user.terms_status === 'approved'
            ? 'Thank you. You’re all set.'
            : 'Thank you. One step is left: open your second link to accept the terms.',
      };
    case 'incomplete':
      return {
        tone: 'stop',
        title: 'We need more information',
        text: NEW_LINK_HINT,
        details: rejectionReasons(user),
      };
    case 'rejected':
      return {
        tone: 'stop',
        title: 'We couldn’t confirm your identity',
        text: NEW_LINK_HINT,
        details: rejectionReasons(user),
      };
    case 'under_review':
    case 'not_started':
      return {
        tone: 'wait',
        title: 'We’re checking your details',
        text: 'Thank you. This may take a while. You can close this page.',
      };
  }
}

/** The reasons why the last submission was not accepted. */
export const rejectionReasons = ({ rejection_reasons: reasons }: User): Html | undefined =>
  reasons.length === 0
    ? undefined
    : html`<ul class="reasons" aria-label="Reasons">
        ${reasons.map(({ message }) => html`<li>${message}</li>`)}
      </ul>`;
