import { COLLECTIONS } from '../../../projections/collections.ts';
import type { ErrorDetail, HostedLink, OnboardingLinks } from '../../generated/api.ts';
import { invalidFields, isProblem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import type { ReadonlyBook } from '../../ledger/book.ts';
import { isPageCompleted, issueOnboardingLinks, type OnboardingPage } from '../../ledger/onboarding.ts';
import { hashToken, newToken } from '../../vault/link-token.ts';
import type { Answer } from '../../writer/command.ts';
import type { Caller, Handlers } from '../operations/operation.ts';
import { waitForDocument } from '../operations/read.ts';
import { submitUserCommand } from './users.ts';

// Paths of the hosted onboarding pages.

/** The path of an onboarding page. The user ID finds the book; the token grants access. */
const onboardingPath = (userId: string, page: OnboardingPage, token: string): string =>
  `/onboarding/${userId}/${page}/${token}`;

// Links to the hosted pages (docs/contract-notes.md, "Hosted pages").

const LINK_LIFETIME_MS = 24 * 60 * 60 * 1000;

export const onboardingLinkHandlers = {
  createOnboardingLinks: (call) => issue(call, call.params.user_id, call.body.redirect_url),
} satisfies Partial<Handlers>;

/**
 * Rejects redirect URLs that no environment allows: invalid URLs, URLs with a password, and HTTP except for loopback.
 */
export function checkRedirectUrl(body: unknown): readonly ErrorDetail[] {
  if (typeof body !== 'object' || body === null || !('redirect_url' in body)) return [];
  const { redirect_url: url } = body;
  return typeof url !== 'string' || isRedirect(url, { loopback: true }) ? [] : [BAD_REDIRECT];
}

const BAD_REDIRECT: ErrorDetail = {
  field: 'redirect_url',
  code: 'invalid_format',
  message: 'Must be an HTTPS URL; HTTP is allowed only for loopback addresses in the sandbox.',
};

/** Other characters of a URL are invisible, or encoded for the header that the URL is sent in. */
const PRINTABLE = /^[!-~]+$/;
const INVISIBLE = /[\p{C}\p{Z}]/u;

/** The URL as headers can contain it. */
const headerUrl = (url: string): string => (PRINTABLE.test(url) ? url : new URL(url).href);

/** The origin becomes part of the page's Content-Security-Policy, where other characters have a special meaning. */
const HOST = /^(?:[a-z0-9_.-]+|\[[0-9a-f:]+\])$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function isRedirect(text: string, { loopback }: { loopback: boolean }): boolean {
  // Browsers treat a backslash as a slash, so the URL would lead elsewhere.
  if (!URL.canParse(text) || INVISIBLE.test(text) || text.includes('\\')) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '' || !HOST.test(hostname)) return false;
  return protocol === 'https:' || (protocol === 'http:' && loopback && LOOPBACK.test(hostname));
}

async function issue(caller: Caller, user_id: string, redirect_url: string | undefined): Promise<Reply> {
  const loopback = caller.key.environment === 'sandbox';
  if (redirect_url !== undefined && !isRedirect(redirect_url, { loopback }))
    return { ...invalidFields([BAD_REDIRECT]), isTransient: true };
  const tokens = { kyc: newToken(), terms: newToken() };
  const reply = await submitUserCommand(caller, {
    user_id,
    mayCreateKey: true,
    decide: (book, context) =>
      issueOnboardingLinks(
        book,
        {
          user_id,
          kyc_token_hash: hashToken(tokens.kyc),
          terms_token_hash: hashToken(tokens.terms),
          redirect_url: redirect_url === undefined ? null : headerUrl(redirect_url),
          lifetimeMs: LINK_LIFETIME_MS,
        },
        context,
      ),
    render: (book) =>
      linksAnswer(
        book,
        user_id,
        (page) => caller.services.publicUrl() + onboardingPath(user_id, page, tokens[page]),
      ),
  });
  // The hosted pages find the book through the user's document, so it must exist when the link is opened.
  if (!isProblem(reply)) await waitForDocument(caller, COLLECTIONS.users, user_id);
  return reply;
}

function linksAnswer(book: ReadonlyBook, user_id: string, urlOf: (page: OnboardingPage) => string): Answer {
  const links = book.onboardingLinks.get(user_id);
  const user = book.users.get(user_id)?.user;
  if (links === undefined || user === undefined)
    throw new Error('onboarding links not found after they were issued');
  const shown = (page: OnboardingPage): HostedLink => ({
    url: urlOf(page),
    status: isPageCompleted(user, page) ? 'completed' : 'open',
    expires_at: links.expires_at,
  });
  const answer: OnboardingLinks = {
    object: 'onboarding_links',
    user_id,
    kyc: shown('kyc'),
    terms: shown('terms'),
  };
  return { status: 201, body: JSON.stringify(answer) };
}
