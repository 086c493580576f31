/** A request for an onboarding page, and the result of its form. */
import type { OnboardingLinkState, OnboardingPage } from '../../ledger/onboarding.ts';
import type { FieldErrors } from '../../web/fields.ts';
import type { Form } from '../../web/forms.ts';
import { isSandboxStream, type PageRequest } from '../page-request.ts';

export type OnboardingTarget = {
  readonly user_id: string;
  readonly page: OnboardingPage;
  /** The form posts to this relative URL, because a redirect would otherwise carry on the fragment of the page. */
  readonly token: string;
  /** Whether this is the page after the form. */
  readonly isDonePage: boolean;
};

/** A request with a link that exists. */
export type OnboardingRequest = OnboardingTarget & {
  readonly request: PageRequest;
  readonly stream: string;
  readonly token_hash: string;
  readonly link: Extract<OnboardingLinkState, { state: 'open' | 'used' }>;
};

/** An empty form, or the submitted values with their errors. */
export type FormDraft = { readonly form: Form; readonly errors: FieldErrors };

/** `sent` once the book has recorded the form, with any outcome of the check. */
export type SubmitResult = 'sent' | 'refused' | { readonly errors: FieldErrors };

export const isSandboxRequest = ({ stream }: Pick<OnboardingRequest, 'stream'>): boolean =>
  isSandboxStream(stream);
