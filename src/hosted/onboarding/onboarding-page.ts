/**
 * The identity page and the terms page. What a page shows and does is decided on the book, by the link's token: the page
 * itself keeps nothing.
 */
import { COLLECTIONS } from '../../../projections/collections.ts';
import type { Command } from '../../writer/command.ts';
import { findOnboardingLink, isPageCompleted } from '../../ledger/users/onboarding-commands.ts';
import type { OnboardingLinkState } from '../../ledger/users/onboarding-commands.ts';
import { findBookStream } from '../find-book.ts';
import { NO_ERRORS } from '../../web/fields.ts';
import { isCrossSite } from '../../web/cross-origin.ts';
import { readForm } from '../../web/form-body.ts';
import type { Form } from '../../web/form-body.ts';
import type { FormDraft, OnboardingRequest, OnboardingTarget } from './onboarding-request.ts';
import { identityForm, submitIdentityForm } from './identity-page.ts';
import {
  expiredLink,
  unreadableForm,
  temporarilyUnavailable,
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
import type { PageRequest } from '../page-request.ts';

export async function serveOnboarding(
  visit: PageRequest,
  target: OnboardingTarget,
): Promise<Page | Redirect> {
  const guest = await welcome(visit, target);
  if ('status' in guest) return guest;
  if (target.isDonePage) return isDone(guest) ? statusPage(guest) : { location: `../${target.token}` };
  if (visit.req.method === 'POST') return take(guest);
  if (guest.link.state === 'used') return usedLink();
  return isDone(guest) ? statusPage(guest) : formPage(guest);
}

const isDone = ({ link, page }: OnboardingRequest): boolean =>
  link.state === 'used' || isPageCompleted(link.user.user, page);

/** Finds the book by the user's document, and in the book the link by its token. */
async function welcome(request: PageRequest, target: OnboardingTarget): Promise<OnboardingRequest | Page> {
  const { writers, documents } = request.services;
  const { user_id, page, token } = target;
  const stream = await findBookStream(documents, COLLECTIONS.users, 'usr', user_id);
  if (stream === undefined) return unknownLink();
  const token_hash = hashToken(token);
  let link: OnboardingLinkState = { state: 'unknown' };
  // Looked up like a decision, so that it rests on all that was written, by other nodes too.
  const look: Command['decide'] = (book, { now }) => {
    link = findOnboardingLink(book, { user_id, page, token_hash }, now);
    return { events: [] };
  };
  await writers.dryRun(stream, look);
  return guestBy(link, { ...target, request, stream, token_hash });
}

function guestBy(link: OnboardingLinkState, rest: Omit<OnboardingRequest, 'link'>): OnboardingRequest | Page {
  switch (link.state) {
    case 'open':
    case 'used':
      return { ...rest, link };
    case 'expired':
      return expiredLink();
    case 'unknown':
      return unknownLink();
  }
}

const EMPTY: Form = { get: () => '' };

function formPage(
  guest: OnboardingRequest,
  { form, errors }: FormDraft = { form: EMPTY, errors: NO_ERRORS },
): Page {
  const draft = { form, errors };
  const token = formToken(guest.token, guest.page);
  const { title, content } =
    guest.page === 'kyc' ? identityForm(guest, draft, token) : termsForm(guest, draft, token);
  return {
    status: errors.size > 0 ? 422 : 200,
    title: errors.size > 0 ? `Error: ${title}` : title,
    content,
    preamble: onboardingSteps(guest),
    redirectUrl: guest.link.links.redirect_url,
  };
}

/** Takes a form. One that is sent again, by a second click or the back button, sees what came of the first. */
async function take(guest: OnboardingRequest): Promise<Page | Redirect> {
  const { req } = guest.request;
  if (isCrossSite(req)) return crossSiteRejected();
  const form = await readForm(req);
  if (form === 'too_large') return tooLarge();
  if (form === 'not_a_form' || form === 'cut_off') return unreadableForm();
  if (!isValidFormToken(form.get('form_token'), guest.token, guest.page)) return crossSiteRejected();
  const done = { location: `${guest.token}/done` };
  if (isDone(guest)) return done;
  const sending = await (guest.page === 'kyc'
    ? submitIdentityForm(guest, form)
    : submitTermsForm(guest, form));
  if (sending === 'sent') return { location: guest.link.links.redirect_url ?? done.location };
  if (sending !== 'refused') return formPage(guest, { form, errors: sending.errors });
  // The link was used, replaced or has run out since it was looked up: look again.
  const now = await welcome(guest.request, guest);
  if ('status' in now) return now;
  return isDone(now) ? done : temporarilyUnavailable();
}
