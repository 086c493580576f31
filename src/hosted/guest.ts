/** Who visits an onboarding page, and what becomes of the form they send. */
import type { LinkState } from '../ledger/onboarding.ts';
import type { LinkPage } from '../ledger/onboarding-link.ts';
import { isSandbox } from './books.ts';
import type { FieldErrors } from './fields.ts';
import type { Form } from './form.ts';
import type { Visit } from './visit.ts';

export type Target = {
  readonly user_id: string;
  readonly page: LinkPage;
  /** A form names it as the address to send itself to: the page's own, but for a fragment that redirects would carry on. */
  readonly token: string;
  /** Whether it is the page after the form. */
  readonly done: boolean;
};

/** A visit by a link that leads somewhere. */
export type Guest = Target & {
  readonly visit: Visit;
  readonly stream: string;
  readonly token_hash: string;
  readonly link: Extract<LinkState, { state: 'open' | 'used' }>;
};

/** A form as it is shown: empty, or with what was sent and what is wrong with it. */
export type Draft = { readonly form: Form; readonly errors: FieldErrors };

/** What became of a form: `sent` however the book decided, as long as it did. */
export type Sending = 'sent' | 'refused' | { readonly errors: FieldErrors };

export const sandboxOf = ({ stream }: Pick<Guest, 'stream'>): boolean => isSandbox(stream);
