/** The identity page and the terms page. The book decides what they show; the pages keep no state of their own. */
import { COLLECTIONS } from '../../../projections/collections.ts';
import type { Command } from '../../writer/command.ts';
import { findOnboardingLink, isPageCompleted } from '../../ledger/users/onboarding-commands.ts';
import type { OnboardingLinkState } from '../../ledger/users/onboarding-commands.ts';
import { findBookStream } from '../find-book.ts';
import { NO_ERRORS } from '../../web/fields.ts';
import { isCrossSite } from '../../web/cross-origin.ts';
import { EMPTY_FORM, readForm } from '../../web/form-body.ts';
import { isSandboxRequest } from './onboarding-request.ts';
import type { FormDraft, OnboardingRequest, OnboardingTarget } from './onboarding-request.ts';
import { identityForm, knownIdentity, submitIdentityForm } from './identity-page.ts';
import {
  expiredLink,
  unreadableForm,
  temporarilyUnavailable,
  termsMissing,
  crossSiteRejected,
  tooLarge,
  unknownLink,
  usedLink,
} from '../notice-pages.ts';
import { onboardingSteps, statusPage } from './status-page.ts';
import type { Page, Redirect } from '../page.ts';
import { submitTermsForm, termsForm } from './terms-page.ts';
import { hashToken } from '../../vault/link-token.ts';
import { formToken, isValidFormToken } from '../../web/form-token.ts';
import { brandOfBook } from '../page-request.ts';
import type { PageRequest } from '../page-request.ts';

export async function serveOnboarding(
  request: PageRequest,
  target: OnboardingTarget,
): Promise<Page | Redirect> {
  const onboarding = await findRequest(request, target);
  if ('status' in onboarding) return onboarding;
  const reply = await replyTo(request, target, onboarding);
  return 'location' in reply ? reply : { ...reply, brand: brandOfBook(request, onboarding.stream) };
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
  const read: Command['decide'] = (book, { now }) => {
    link = findOnboardingLink(book, { user_id, page, token_hash }, now);
    return { events: [] };
  };
  await writers.dryRun(stream, read);
  return requestOrNotice(link, { ...target, request, stream, token_hash });
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
