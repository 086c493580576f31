/**
 * Onboarding: the hosted links, and what their pages decide (docs/contract-notes.md, "Hosted pages").
 *
 * A page never decides by what it showed: it comes with its link's token, and the book knows whether that link can
 * still be used. A link works once, so a form that is sent twice has one effect.
 */
import type { ReadonlyBook, BookUser, DecisionContext, Decision } from '../book.ts';
import type { BookEvent } from '../event.ts';
import type { OnboardingPage, OnboardingLinks } from './onboarding-link.ts';
import { refuseNotFound, refuse } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import type { Reason, User } from './user.ts';
import { requireActiveUser } from './user-commands.ts';
import type { UserId } from '../ids.ts';

export type IssueOnboardingLinks = {
  readonly user_id: UserId;
  /** SHA-256 of the fresh tokens, in lower-case hex. */
  readonly kyc_token_hash: string;
  readonly terms_token_hash: string;
  readonly redirect_url: string | null;
  readonly lifetimeMs: number;
};

/** Fresh links for an active user, approved or not; the user's earlier ones are void. Refuses not_found, user_deactivated. */
export function issueOnboardingLinks(
  book: ReadonlyBook,
  input: IssueOnboardingLinks,
  context: DecisionContext,
): Decision {
  const found = requireActiveUser(book, input.user_id);
  if ('refusal' in found) return found;
  const { lifetimeMs, ...data } = input;
  const expires_at = new Date(context.now + lifetimeMs).toISOString();
  return { events: [{ type: 'onboarding_links.issued', data: { ...data, expires_at } }] };
}

/**
 * Whether there is anything for the user to do on a page now. Approved users may send their identity again, since a
 * change of identity goes through a link; terms are accepted once.
 */
export const isPageCompleted = ({ kyc_status, terms_status }: User, page: OnboardingPage): boolean =>
  page === 'kyc' ? kyc_status === 'under_review' : terms_status === 'approved';

/** How a link stands; `used` for one that did its work. */
export type OnboardingLinkState =
  | { readonly state: 'unknown' | 'expired' }
  | { readonly state: 'open' | 'used'; readonly user: BookUser; readonly links: OnboardingLinks };

export type OnboardingLinkToken = {
  readonly user_id: UserId;
  readonly page: OnboardingPage;
  readonly token_hash: string;
};

/** Finds the link with this token. `now` is in milliseconds since 1970. Says nothing of the user unless it may be used. */
export function findOnboardingLink(
  book: ReadonlyBook,
  { user_id, page, token_hash }: OnboardingLinkToken,
  now: number,
): OnboardingLinkState {
  const links = book.onboardingLinks.get(user_id);
  const link = links?.[page];
  const user = book.users.get(user_id);
  if (user === undefined || links === undefined || link?.token_hash !== token_hash)
    return { state: 'unknown' };
  if (now >= Date.parse(links.expires_at)) return { state: 'expired' };
  return { state: link.completed_at === null ? 'open' : 'used', user, links };
}

type Open = { readonly found: BookUser } | { readonly refusal: Refusal };

function openLink(book: ReadonlyBook, token: OnboardingLinkToken, { now }: DecisionContext): Open {
  const link = findOnboardingLink(book, token, now);
  if (link.state === 'used') return refuse('user_state_conflict', 'The link was used already.');
  if (link.state !== 'open') return refuseNotFound('link');
  return isPageCompleted(link.user.user, token.page)
    ? refuse('user_state_conflict', 'There is nothing to do on this page now.')
    : { found: link.user };
}

export type SubmitIdentity = {
  readonly user_id: UserId;
  readonly token_hash: string;
  /** The identity data, sealed under the user's key. */
  readonly sealed: string;
  /** Given the personal fields as they are sealed now, the same with the names that were sent. */
  readonly reseal: (before: string | null) => string | null;
  readonly country: string;
};

/**
 * Identity data for a review by the operator: the user goes `under_review`, and bears the names that were sent.
 * Refuses not_found for a link that can't be used any more, user_state_conflict for one that was used, and while a
 * review is under way.
 */
export function submitIdentity(
  book: ReadonlyBook,
  input: SubmitIdentity,
  context: DecisionContext,
): Decision {
  const { user_id, token_hash, sealed, reseal, country } = input;
  const open = openLink(book, { user_id, page: 'kyc', token_hash }, context);
  if ('refusal' in open) return open;
  return {
    events: [
      { type: 'user.updated', data: { user_id, sealed: reseal(open.found.sealed), country } },
      { type: 'identity.submitted', data: { user_id, sealed } },
      underReview(user_id),
      { type: 'onboarding_link.completed', data: { user_id, link: 'kyc' } },
    ],
  };
}

export type SimulateKyc = {
  readonly user_id: UserId;
  readonly token_hash: string;
  readonly outcome: 'approved' | 'rejected' | 'incomplete' | 'under_review';
  /** Kept for `rejected` and `incomplete`. */
  readonly reasons: readonly Reason[];
};

/**
 * The sandbox's page: a submission and, unless the review is to stay open, its outcome at once. Two steps, so two events,
 * like a real review. Refuses as submitIdentity does.
 */
export function simulateKyc(book: ReadonlyBook, input: SimulateKyc, context: DecisionContext): Decision {
  const { user_id, token_hash, outcome, reasons } = input;
  const open = openLink(book, { user_id, page: 'kyc', token_hash }, context);
  if ('refusal' in open) return open;
  const events: BookEvent[] = [underReview(user_id)];
  if (outcome !== 'under_review') {
    const rejection_reasons = outcome === 'approved' ? [] : [...reasons];
    events.push({
      type: 'user.kyc_status_changed',
      data: { user_id, kyc_status: outcome, rejection_reasons },
    });
  }
  return {
    events: [...events, { type: 'onboarding_link.completed', data: { user_id, link: 'kyc' } }],
  };
}

const underReview = (user_id: UserId): BookEvent => ({
  type: 'user.kyc_status_changed',
  data: { user_id, kyc_status: 'under_review', rejection_reasons: [] },
});

export type AcceptTerms = {
  readonly user_id: UserId;
  readonly token_hash: string;
  /** Which text was shown. */
  readonly terms_sha256: string;
};

/** Refuses not_found for a link that can't be used any more, user_state_conflict when the terms are accepted already. */
export function acceptTerms(book: ReadonlyBook, input: AcceptTerms, context: DecisionContext): Decision {
  const { user_id, token_hash, terms_sha256 } = input;
  const open = openLink(book, { user_id, page: 'terms', token_hash }, context);
  if ('refusal' in open) return open;
  return {
    events: [
      { type: 'user.terms_status_changed', data: { user_id, terms_status: 'approved' } },
      { type: 'onboarding_link.completed', data: { user_id, link: 'terms', terms_sha256 } },
    ],
  };
}
