/**
 * The identity page and the terms page. What a page shows and does is decided on the book, by the link's token: the page
 * itself keeps nothing.
 */
import { COLLECTIONS } from '../../projections/collections.ts';
import type { Command } from '../keeper/command.ts';
import { findLink, isPageDone } from '../ledger/onboarding.ts';
import type { LinkState } from '../ledger/onboarding.ts';
import { bookWith } from './books.ts';
import { NO_ERRORS } from './fields.ts';
import { isCrossSite, readForm } from './form.ts';
import type { Form } from './form.ts';
import type { Draft, Guest, Target } from './guest.ts';
import { kycForm, sendKyc } from './kyc.ts';
import { expiredLink, notAForm, notNow, otherSite, tooLarge, unknownLink, usedLink } from './notices.ts';
import { above, statusPage } from './onboarding-status.ts';
import type { Page, Redirect } from './page.ts';
import { sendTerms, termsForm } from './terms.ts';
import { formToken, hashToken, isFormToken } from './token.ts';
import type { Visit } from './visit.ts';

export async function serveOnboarding(visit: Visit, target: Target): Promise<Page | Redirect> {
  const guest = await welcome(visit, target);
  if ('status' in guest) return guest;
  if (target.done) return isDone(guest) ? statusPage(guest) : { location: `../${target.token}` };
  if (visit.req.method === 'POST') return take(guest);
  if (guest.link.state === 'used') return usedLink();
  return isDone(guest) ? statusPage(guest) : formPage(guest);
}

const isDone = ({ link, page }: Guest): boolean => link.state === 'used' || isPageDone(link.user.user, page);

/** Finds the book by the user's document, and in the book the link by its token. */
async function welcome(visit: Visit, target: Target): Promise<Guest | Page> {
  const { keepers, documents } = visit.services;
  const { user_id, page, token } = target;
  const stream = await bookWith(documents, COLLECTIONS.users, 'usr', user_id);
  if (stream === undefined) return unknownLink();
  const token_hash = hashToken(token);
  let link: LinkState = { state: 'unknown' };
  // Looked up like a decision, so that it rests on all that was written, by other nodes too.
  const look: Command['decide'] = (book, { now }) => {
    link = findLink(book, { user_id, page, token_hash }, now);
    return { events: [] };
  };
  await keepers.preview(stream, look);
  return guestBy(link, { ...target, visit, stream, token_hash });
}

function guestBy(link: LinkState, rest: Omit<Guest, 'link'>): Guest | Page {
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

function formPage(guest: Guest, { form, errors }: Draft = { form: EMPTY, errors: NO_ERRORS }): Page {
  const draft = { form, errors };
  const token = formToken(guest.token, guest.page);
  const { title, content } =
    guest.page === 'kyc' ? kycForm(guest, draft, token) : termsForm(guest, draft, token);
  return {
    status: errors.size > 0 ? 422 : 200,
    title: errors.size > 0 ? `Error: ${title}` : title,
    content,
    above: above(guest),
    redirectUrl: guest.link.links.redirect_url,
  };
}

/** Takes a form. One that is sent again, by a second click or the back button, sees what came of the first. */
async function take(guest: Guest): Promise<Page | Redirect> {
  const { req } = guest.visit;
  if (isCrossSite(req)) return otherSite();
  const form = await readForm(req);
  if (form === 'too_large') return tooLarge();
  if (form === 'not_a_form' || form === 'cut_off') return notAForm();
  if (!isFormToken(form.get('form_token'), guest.token, guest.page)) return otherSite();
  const done = { location: `${guest.token}/done` };
  if (isDone(guest)) return done;
  const sending = await (guest.page === 'kyc' ? sendKyc(guest, form) : sendTerms(guest, form));
  if (sending === 'sent') return { location: guest.link.links.redirect_url ?? done.location };
  if (sending !== 'refused') return formPage(guest, { form, errors: sending.errors });
  // The link was used, replaced or has run out since it was looked up: look again.
  const now = await welcome(guest.visit, guest);
  if ('status' in now) return now;
  return isDone(now) ? done : notNow();
}
