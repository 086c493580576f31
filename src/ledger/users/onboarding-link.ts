/** The hosted links of a user, as the book keeps them: one pair per user, the newest, known by hashes of their tokens. */
import type { RecordedBookEvent } from '../event.ts';
import { LedgerViolation } from '../violations.ts';
import type { UserId } from '../ids.ts';

/** Which hosted page a link leads to. */
export type OnboardingPage = 'kyc' | 'terms';

export type OnboardingLinks = {
  readonly user_id: UserId;
  /** ISO 8601. Of both. */
  readonly expires_at: string;
  readonly redirect_url: string | null;
  readonly kyc: OnboardingLink;
  readonly terms: OnboardingLink;
};

export type OnboardingLink = {
  /** SHA-256 in lower-case hex. */
  readonly token_hash: string;
  /** When the page had done its work; null while it can be used. */
  readonly completed_at: string | null;
};

/** Fresh links, which take the place of all that the user had. */
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

/** The links after one of them was used. Throws when it can't have been. */
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
