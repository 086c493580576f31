/** Who visits an onboarding page, and what becomes of the form they send. */
import type { OnboardingLinkState } from '../../ledger/users/onboarding-commands.ts';
import type { OnboardingPage } from '../../ledger/users/onboarding-link.ts';
import { isSandboxStream } from '../find-book.ts';
import type { FieldErrors } from '../../web/fields.ts';
import type { Form } from '../../web/form-body.ts';
import type { PageRequest } from '../page-request.ts';

export type OnboardingTarget = {
  readonly user_id: string;
  readonly page: OnboardingPage;
  /** A form names it as the address to send itself to: the page's own, but for a fragment that redirects would carry on. */
  readonly token: string;
  /** Whether it is the page after the form. */
  readonly isDonePage: boolean;
};

/** A visit by a link that leads somewhere. */
export type OnboardingRequest = OnboardingTarget & {
  readonly request: PageRequest;
  readonly stream: string;
  readonly token_hash: string;
  readonly link: Extract<OnboardingLinkState, { state: 'open' | 'used' }>;
};

/** A form as it is shown: empty, or with what was sent and what is wrong with it. */
export type FormDraft = { readonly form: Form; readonly errors: FieldErrors };

/** What became of a form: `sent` however the book decided, as long as it did. */
export type SubmitResult = 'sent' | 'refused' | { readonly errors: FieldErrors };

export const isSandboxRequest = ({ stream }: Pick<OnboardingRequest, 'stream'>): boolean =>
  isSandboxStream(stream);
