/** Where the hosted pages are. */
import type { OnboardingPage } from '../../../ledger/users/onboarding-link.ts';

/** The path of an onboarding page. The user's ID finds the book; the token is what opens the page. */
export const onboardingPath = (userId: string, page: OnboardingPage, token: string): string =>
  `/onboarding/${userId}/${page}/${token}`;
