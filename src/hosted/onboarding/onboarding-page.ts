/** The identity page and the terms page. The book decides what they show; the pages keep no state of their own. */

import { COLLECTIONS } from '../../../projections/collections.ts';
import {
  acceptTerms,
  findOnboardingLink,
  isPageCompleted,
  type OnboardingLinkState,
} from '../../ledger/onboarding.ts';
import { hashToken } from '../../vault/link-token.ts';
import { NO_ERRORS, errorSummary } from '../../web/fields.ts';
import {
  EMPTY_FORM,
  formToken,
  isCrossSite,
  isValidFormToken,
  readForm,
  type Form,
} from '../../web/forms.ts';
import { html, type Html } from '../../web/html.ts';
import { NO_ANSWER } from '../../writer/command.ts';
import {
  crossSiteRejected,
  expiredLink,
  temporarilyUnavailable,
  termsMissing,
  tooLarge,
  unknownLink,
  unreadableForm,
  usedLink,
} from '../notice-pages.ts';
import { companyOfBook, findBookStream, type PageRequest } from '../page-request.ts';
import type { Page, Redirect } from '../page.ts';
import { identityForm, knownIdentity, submitIdentityForm } from './identity.ts';
import {
  isSandboxRequest,
  onboardingSteps,
  statusPage,
  type FormDraft,
  type OnboardingRequest,
  type OnboardingTarget,
  type SubmitResult,
} from './status-page.ts';

// The terms page: the text and a checkbox.

function termsForm(
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

async function submitTermsForm(
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

export async function serveOnboarding(
  request: PageRequest,
  target: OnboardingTarget,
): Promise<Page | Redirect> {
  const onboarding = await findRequest(request, target);
  if ('status' in onboarding) return onboarding;
  const reply = await replyTo(request, target, onboarding);
  return 'location' in reply ? reply : { ...reply, company: companyOfBook(request, onboarding.stream) };
}

async function replyTo(
  request: PageRequest,
  target: OnboardingTarget,
  onboarding: OnboardingRequest,
): Promise<Page | Redirect> {
  if (target.isDonePage)
    return isDone(onboarding)
      ? statusPage(onboarding)
      : { location: `../${target.token}${request.linkSuffix}` };
  if (lacksTerms(onboarding)) return termsMissing(request.language);
  if (request.req.method === 'POST') return submit(onboarding);
  if (onboarding.link.state === 'used') return usedLink(request.language);
  return isDone(onboarding) ? statusPage(onboarding) : newForm(onboarding);
}

const isDone = ({ link, page }: OnboardingRequest): boolean =>
  link.state === 'used' || isPageCompleted(link.user.user, page);

/** Users in production must not accept the sample. */
const lacksTerms = (onboarding: OnboardingRequest): boolean =>
  onboarding.page === 'terms' &&
  onboarding.request.terms.isSample &&
  !isSandboxRequest(onboarding) &&
  !isDone(onboarding);

/** Finds the book by the user's document, and the link in the book by its token. */
async function findRequest(
  request: PageRequest,
  target: OnboardingTarget,
): Promise<OnboardingRequest | Page> {
  const { writers, documents } = request.services;
  const { user_id, page, token } = target;
  const stream = await findBookStream(documents, COLLECTIONS.users, 'usr', user_id);
  if (stream === undefined) return unknownLink(request.language);
  const token_hash = hashToken(token);
  let link: OnboardingLinkState = { state: 'unknown' };
  // A dry run includes every event, also those that other nodes have just written.
  await writers.dryRun(stream, (book, { now }) => {
    link = findOnboardingLink(book, { user_id, page, token_hash }, now);
    return { events: [] };
  });
  const shown = await withOpenReasons(request.services, link, stream);
  return requestOrNotice(shown, { ...target, request, stream, token_hash });
}

async function withOpenReasons(
  { reasons }: PageRequest['services'],
  link: OnboardingLinkState,
  stream: string,
): Promise<OnboardingLinkState> {
  if (!('user' in link)) return link;
  const { user } = link.user;
  const opened = await Promise.all(
    user.rejection_reasons.map(async (each) => ({
      ...each,
      message: await reasons.openText(each.message, stream),
    })),
  );
  return { ...link, user: { ...link.user, user: { ...user, rejection_reasons: opened } } };
}

function requestOrNotice(
  link: OnboardingLinkState,
  rest: Omit<OnboardingRequest, 'link'>,
): OnboardingRequest | Page {
  switch (link.state) {
    case 'open':
    case 'used':
      return { ...rest, link };
    case 'expired':
      return expiredLink(rest.request.language);
    case 'unknown':
      return unknownLink(rest.request.language);
  }
}

/** A form that nobody has submitted. */
async function newForm(onboarding: OnboardingRequest): Promise<Page> {
  const form = onboarding.page === 'kyc' ? await knownIdentity(onboarding) : EMPTY_FORM;
  return formPage(onboarding, { form, errors: NO_ERRORS });
}

function formPage(onboarding: OnboardingRequest, draft: FormDraft): Page {
  const { errors } = draft;
  const token = formToken(onboarding.token, onboarding.page);
  const { title, content } =
    onboarding.page === 'kyc' ? identityForm(onboarding, draft, token) : termsForm(onboarding, draft, token);
  return {
    status: errors.size > 0 ? 422 : 200,
    title: errors.size > 0 ? onboarding.request.language.text('form.error_title', { title }) : title,
    content,
    preamble: onboardingSteps(onboarding),
    redirectUrl: onboarding.link.links.redirect_url,
  };
}

/** Handles a submitted form. A form that is submitted twice shows the result of the first submission. */
async function submit(onboarding: OnboardingRequest): Promise<Page | Redirect> {
  const { req, language, linkSuffix } = onboarding.request;
  if (isCrossSite(req)) return crossSiteRejected(language);
  const form = await readForm(req);
  if (form === 'too_large') return tooLarge(language);
  if (form === 'not_a_form' || form === 'cut_off') return unreadableForm(language);
  if (!isValidFormToken(form.get('form_token'), onboarding.token, onboarding.page))
    return crossSiteRejected(language);
  const done = { location: `${onboarding.token}/done${linkSuffix}` };
  if (isDone(onboarding)) return done;
  const result = await (onboarding.page === 'kyc'
    ? submitIdentityForm(onboarding, form)
    : submitTermsForm(onboarding, form));
  if (result === 'sent') return { location: onboarding.link.links.redirect_url ?? done.location };
  if (result !== 'refused') return formPage(onboarding, { form, errors: result.errors });
  // The link was used or replaced, or has expired, since it was read.
  const now = await findRequest(onboarding.request, onboarding);
  if ('status' in now) return now;
  return isDone(now) ? done : temporarilyUnavailable(language);
}
