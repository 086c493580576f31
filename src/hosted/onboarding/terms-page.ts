/** The terms page: the text and a checkbox. */
import { NO_ANSWER } from '../../writer/command.ts';
import { acceptTerms } from '../../ledger/users/onboarding-commands.ts';
import { errorSummary } from '../../web/fields.ts';
import type { Form } from '../../web/form-body.ts';
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import type { FormDraft, OnboardingRequest, SubmitResult } from './onboarding-request.ts';

export function termsForm(
  onboarding: OnboardingRequest,
  { errors }: FormDraft,
  token: string,
): { title: string; content: Html } {
  const { terms, language, linkSuffix } = onboarding.request;
  const { text } = language;
  const { content, sha256 } = terms;
  const error = errors.get('accept');
  return {
    title: text('terms.title'),
    content: html`<h1>${text('terms.title')}</h1>
      <p class="lead">${text('terms.lead')}</p>
      ${errorSummary(text('form.problems'), errors)}
      <div class="terms">${content}</div>
      <form method="post" action="${onboarding.token}${linkSuffix}" novalidate>
        <input type="hidden" name="form_token" value="${token}" />
        <input type="hidden" name="terms" value="${sha256}" />
        <div class="field">
          ${error !== undefined && html`<span class="message" id="accept-error">${error}</span>`}
          <div class="choice">
            <input
              type="checkbox"
              id="accept"
              name="accept"
              value="yes"
              required
              ${error !== undefined && html`aria-invalid="true" aria-describedby="accept-error"`}
            />
            <label for="accept">${text('terms.checkbox')}</label>
          </div>
        </div>
        <div class="actions"><button class="button">${text('terms.submit')}</button></div>
      </form>`,
  };
}

export async function submitTermsForm(
  { request, stream, user_id, token_hash }: OnboardingRequest,
  form: Form,
): Promise<SubmitResult> {
  const { text } = request.language;
  const { sha256: terms_sha256 } = request.terms;
  // The user can only accept the version that the page showed.
  if (form.get('terms') !== terms_sha256) return { errors: new Map([['accept', text('terms.changed')]]) };
  if (form.get('accept') !== 'yes') return { errors: new Map([['accept', text('terms.unchecked')]]) };
  const outcome = await request.services.writers.submit(stream, {
    decide: (book, context) => acceptTerms(book, { user_id, token_hash, terms_sha256 }, context),
    answer: NO_ANSWER,
    actor: 'hosted:terms',
    requestId: request.requestId,
  });
  return outcome.kind === 'done' ? 'sent' : 'refused';
}
