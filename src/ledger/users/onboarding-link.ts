/** The newest pair of hosted links of a user, identified by token hashes. */
import type { RecordedBookEvent } from '../event.ts';
import { LedgerViolation } from '../violations.ts';
import type { UserId } from '../ids.ts';

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

export type OnboardingLink = {
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
