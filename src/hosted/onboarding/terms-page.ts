/** The terms page: the text and a checkbox. */
import { NO_ANSWER } from '../../writer/command.ts';
import { acceptTerms } from '../../ledger/users/onboarding-commands.ts';
import { errorSummary } from '../../web/fields.ts';
import type { Form } from '../../web/form-body.ts';
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import type { FormDraft, OnboardingRequest, SubmitResult } from './onboarding-request.ts';

const TITLE = 'Read and accept the terms';

export function termsForm(
  onboarding: OnboardingRequest,
  { errors }: FormDraft,
  token: string,
): { title: string; content: Html } {
  const { content, sha256 } = onboarding.request.terms;
  const error = errors.get('accept');
  return {
    title: TITLE,
    content: html`<h1>${TITLE}</h1>
      <p class="lead">Please read the terms. After you accept them, you can have a wallet.</p>
      ${errorSummary(errors)}
      <div class="terms">${content}</div>
      <form method="post" action="${onboarding.token}" novalidate>
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
            <label for="accept">I have read and accept the terms</label>
          </div>
        </div>
        <div class="actions"><button class="button">Accept the terms</button></div>
      </form>`,
  };
}

export async function submitTermsForm(
  { request, stream, user_id, token_hash }: OnboardingRequest,
  form: Form,
): Promise<SubmitResult> {
  const { sha256: terms_sha256 } = request.terms;
  // The user can only accept the version that the page showed.
  if (form.get('terms') !== terms_sha256)
    return { errors: new Map([['accept', 'The terms have changed. Read them again, then check the box']]) };
  if (form.get('accept') !== 'yes')
    return { errors: new Map([['accept', 'Check the box to accept the terms']]) };
  const outcome = await request.services.writers.submit(stream, {
    decide: (book, context) => acceptTerms(book, { user_id, token_hash, terms_sha256 }, context),
    answer: NO_ANSWER,
    actor: 'hosted:terms',
    requestId: request.requestId,
  });
  return outcome.kind === 'done' ? 'sent' : 'refused';
}
