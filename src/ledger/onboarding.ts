import type { BookUser, Decision, DecisionContext, ReadonlyBook } from './book.ts';
import type { BookEvent, RecordedBookEvent } from './event.ts';
import type { UserId } from './ids.ts';
import { refuse, refuseNotFound, type Refusal } from './refusal.ts';
import { isClosed } from './sandbox.ts';
import {
  requireActiveUser,
  userScreenedEvents,
  type Reason,
  type ScreeningRecord,
  type User,
} from './user.ts';
import { LedgerViolation } from './violations.ts';

// The newest pair of hosted links of a user, identified by token hashes.

/** The hosted page of a link. */
export type OnboardingPage = 'kyc' | 'terms';

export type OnboardingLinks = {
  readonly user_id: UserId;
  /** ISO 8601, for both links. */
  readonly expires_at: string;
  readonly redirect_url: string | null;
  readonly kyc: OnboardingLink;
  readonly terms: OnboardingLink;
};

type OnboardingLink = {
  /** SHA-256 in lower-case hex. */
  readonly token_hash: string;
  /** When the page was completed; null while the link can be used. */
  readonly completed_at: string | null;
};

/** Creates the links of an event. They replace all earlier links of the user. */
export function onboardingLinksFromEvent({
  data,
}: RecordedBookEvent<'onboarding_links.issued'>): OnboardingLinks {
  const { user_id, kyc_token_hash, terms_token_hash, expires_at, redirect_url } = data;
  return {
    user_id,
    expires_at,
    redirect_url,
    kyc: { token_hash: kyc_token_hash, completed_at: null },
    terms: { token_hash: terms_token_hash, completed_at: null },
  };
}

/** Marks a link as used. Throws a LedgerViolation if it could not be used. */
export function completeOnboardingLink(
  links: OnboardingLinks | undefined,
  { data, time }: RecordedBookEvent<'onboarding_link.completed'>,
): OnboardingLinks {
  const link = links?.[data.link];
  if (links === undefined || link === undefined)
    throw new LedgerViolation('link_unusable', `Link ${data.link} of user ${data.user_id} was never issued.`);
  if (link.completed_at !== null)
    throw new LedgerViolation('link_unusable', `Link ${data.link} of user ${data.user_id} was used twice.`);
  if (time >= links.expires_at)
    throw new LedgerViolation(
      'link_unusable',
      `Link ${data.link} of user ${data.user_id} was used after it expired.`,
    );
  return { ...links, [data.link]: { ...link, completed_at: time } };
}

// Onboarding: hosted links and the decisions of their pages (docs/contract-notes.md, "Hosted pages"). A page sends
// the token of its link, and the book decides whether the link is still valid. A link works once, so submitting a
// form twice has one effect.

type IssueOnboardingLinks = {
  readonly user_id: UserId;
  /** SHA-256 of the new tokens, in lower-case hex. */
  readonly kyc_token_hash: string;
  readonly terms_token_hash: string;
  readonly redirect_url: string | null;
  readonly lifetimeMs: number;
};

/** Issues new links for an active user and invalidates earlier ones. Refuses not_found, user_deactivated. */
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
 * Whether the page has nothing left to do. Approved users may submit their identity again to change it; terms are
 * accepted once.
 */
export const isPageCompleted = ({ kyc_status, terms_status }: User, page: OnboardingPage): boolean =>
  page === 'kyc' ? kyc_status === 'under_review' : terms_status === 'approved';

/** The state of a link; `used` after its page was completed. */
export type OnboardingLinkState =
  | { readonly state: 'unknown' | 'expired' }
  | { readonly state: 'open' | 'used'; readonly user: BookUser; readonly links: OnboardingLinks };

type OnboardingLinkToken = {
  readonly user_id: UserId;
  readonly page: OnboardingPage;
  readonly token_hash: string;
};

/**
 * Finds the link with this token. `now` is in milliseconds since 1970. Returns no user for an unknown or expired
 * link. All links of a closed book are unknown.
 */
export function findOnboardingLink(
  book: ReadonlyBook,
  { user_id, page, token_hash }: OnboardingLinkToken,
  now: number,
): OnboardingLinkState {
  const links = book.onboardingLinks.get(user_id);
  const link = links?.[page];
  const user = book.users.get(user_id);
  if (user === undefined || links === undefined || link?.token_hash !== token_hash || isClosed(book))
    return { state: 'unknown' };
  if (now >= Date.parse(links.expires_at)) return { state: 'expired' };
  return { state: link.completed_at === null ? 'open' : 'used', user, links };
}

type OpenLink = { readonly found: BookUser } | { readonly refusal: Refusal };

function requireOpenLink(book: ReadonlyBook, token: OnboardingLinkToken, { now }: DecisionContext): OpenLink {
  const link = findOnboardingLink(book, token, now);
  if (link.state === 'used') return refuse('user_state_conflict', 'The link was already used.');
  if (link.state !== 'open') return refuseNotFound('link');
  return isPageCompleted(link.user.user, token.page)
    ? refuse('user_state_conflict', 'This step is already complete.')
    : { found: link.user };
}

type SubmitIdentity = {
  readonly user_id: UserId;
  readonly token_hash: string;
  /** The identity data, sealed with the user's key. */
  readonly sealed: string;
  /** Reseals the personal fields with the submitted names. */
  readonly reseal: (before: string | null) => string | null;
  readonly country: string;
  /** The result of screening the submitted names. */
  readonly screened: ScreeningRecord;
};

/**
 * Submits identity data for review: the user becomes `under_review` with the submitted names. Refuses not_found for
 * an unknown or expired link, user_state_conflict for a used link or during a review.
 */
export function submitIdentity(
  book: ReadonlyBook,
  input: SubmitIdentity,
  context: DecisionContext,
): Decision {
  const { user_id, token_hash, sealed, reseal, country, screened } = input;
  const open = requireOpenLink(book, { user_id, page: 'kyc', token_hash }, context);
  if ('refusal' in open) return open;
  return {
    events: [
      { type: 'user.updated', data: { user_id, sealed: reseal(open.found.sealed), country } },
      { type: 'identity.submitted', data: { user_id, sealed } },
      ...userScreenedEvents(open.found, screened),
      underReviewEvent(user_id),
      { type: 'onboarding_link.completed', data: { user_id, link: 'kyc' } },
    ],
  };
}

export type SimulateKyc = {
  readonly user_id: UserId;
  readonly token_hash: string;
  readonly outcome: 'approved' | 'rejected' | 'incomplete' | 'under_review';
  /** Stored for `rejected` and `incomplete`. */
  readonly reasons: readonly Reason[];
};

/**
 * Simulates a verification in the sandbox: a submission and, unless the review stays open, its outcome. It records
 * two events, like a real review. Refuses what submitIdentity refuses.
 */
export function simulateKyc(book: ReadonlyBook, input: SimulateKyc, context: DecisionContext): Decision {
  const { user_id, token_hash, outcome, reasons } = input;
  const open = requireOpenLink(book, { user_id, page: 'kyc', token_hash }, context);
  if ('refusal' in open) return open;
  const events: BookEvent[] = [underReviewEvent(user_id)];
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

const underReviewEvent = (user_id: UserId): BookEvent => ({
  type: 'user.kyc_status_changed',
  data: { user_id, kyc_status: 'under_review', rejection_reasons: [] },
});

type AcceptTerms = {
  readonly user_id: UserId;
  readonly token_hash: string;
  /** The hash of the text that was shown. */
  readonly terms_sha256: string;
};

/** Refuses not_found for an unknown or expired link, user_state_conflict if the terms are already accepted. */
export function acceptTerms(book: ReadonlyBook, input: AcceptTerms, context: DecisionContext): Decision {
  const { user_id, token_hash, terms_sha256 } = input;
  const open = requireOpenLink(book, { user_id, page: 'terms', token_hash }, context);
  if ('refusal' in open) return open;
  return {
    events: [
      { type: 'user.terms_status_changed', data: { user_id, terms_status: 'approved' } },
      { type: 'onboarding_link.completed', data: { user_id, link: 'terms', terms_sha256 } },
    ],
  };
}
