/** Paths of the hosted onboarding pages. */
import type { OnboardingPage } from '../../../ledger/users/onboarding-link.ts';

/** The path of an onboarding page. The user ID finds the book; the token grants access. */
export const onboardingPath = (userId: string, page: OnboardingPage, token: string): string =>
  `/onboarding/${userId}/${page}/${token}`;
