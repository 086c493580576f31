/** Signing in with an operator token, and signing out. The token itself is never stored. */

import { hash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { consoleOrigin } from '../../activity/activity-log.ts';
import type { Problem } from '../../http/errors.ts';
import type { PageReply } from '../../http/reply.ts';
import type { Exchange } from '../../http/serve.ts';
import {
  freshPlatform,
  type OperatorServices,
  type SignInSettings,
} from '../../operator/operations/services.ts';
import type { OperatorToken } from '../../platform/platform.ts';
import { newToken } from '../../vault/link-token.ts';
import { formToken, isCrossOrigin, isValidFormToken, readForm } from '../../web/forms.ts';
import { html, type Html } from '../../web/html.ts';
import { renderSignedOutPage, type Assets } from '../layout.ts';
import { redirectReply, textReply } from '../response.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { CALLBACK, continueHtml, type Message, type ProviderSignInFlow } from './provider-sign-in.ts';
import type { Cookie, Session, Sessions, SignedInFrom } from './sessions.ts';

/** Limits failed sign-in attempts, per address and in total, within a time window. */

type SignInAttempts = {
  /** Seconds until this address may try again; 0 if it may try now. */
  retryAfterSeconds(address: string): number;
  recordFailure(address: string): void;
};

const WINDOW_MS = 10 * 60 * 1000;
const ADDRESS_FAILURES_MAX = 10;
/** Limit across all addresses, to slow down distributed guessing. */
const TOTAL_FAILURES_MAX = 200;
const ADDRESSES_MAX = 10_000;
const ALL = 'all';

export function createSignInAttempts(clock: () => number): SignInAttempts {
  /** Times of failed attempts by address, oldest first. */
  const failures = new Map<string, readonly number[]>();

  function recent(address: string): readonly number[] {
    const since = clock() - WINDOW_MS;
    return (failures.get(address) ?? []).filter((time) => time > since);
  }

  function waitSeconds(address: string, most: number): number {
    const times = recent(address);
    const [first = 0] = times.slice(-most);
    return times.length < most ? 0 : Math.max(1, Math.ceil((first + WINDOW_MS - clock()) / 1000));
  }

  return {
    retryAfterSeconds: (address) =>
      Math.max(waitSeconds(address, ADDRESS_FAILURES_MAX), waitSeconds(ALL, TOTAL_FAILURES_MAX)),
    recordFailure(address) {
      for (const [each, most] of [
        [address, ADDRESS_FAILURES_MAX],
        [ALL, TOTAL_FAILURES_MAX],
      ] as const) {
        const times = [...recent(each), clock()].slice(-most);
        // Reinserting keeps the map ordered by last failure, so the first key is the oldest.
        failures.delete(each);
        failures.set(each, times);
      }
      const [oldest] = failures.keys();
      if (failures.size > ADDRESSES_MAX && oldest !== undefined) failures.delete(oldest);
    },
  };
}

// The sign-in page.

/** Allowed redirect targets after sign-in: paths within the console, with their query. */
const RETURN_PATH = /^\/console(?:\/[\w-][\w.-]*)*\/?(?:\?[\w.%+&=~*:-]*)?$/;

/** The form for a token, and the link to the provider. `message` is about the last attempt. */
const signInHtml = (
  { tokens, provider }: SignInSettings,
  to: string,
  csrf: string,
  message: string | undefined,
): Html =>
  html`<h1>Sign in</h1>
    <p class="muted">The session ends after 30 minutes without activity.</p>
    ${
      provider !== null &&
      html`${!tokens && message !== undefined && html`<p class="message" role="alert">${message}</p>`}
        <p><a class="button main wide" href="${providerUrl(to)}">Sign in with ${provider.label}</a></p>`
    }
    ${tokens && tokenForm(to, csrf, message)}`;

const providerUrl = (to: string): string =>
  RETURN_PATH.test(to)
    ? `/console/sign-in/provider?${new URLSearchParams({ to }).toString()}`
    : '/console/sign-in/provider';

const tokenForm = (to: string, csrf: string, message: string | undefined): Html =>
  html`<form method="post" action="/console/sign-in">
    <input type="hidden" name="csrf" value="${csrf}" />
    ${RETURN_PATH.test(to) && html`<input type="hidden" name="to" value="${to}" />`}
    <input type="text" name="username" value="operator" autocomplete="username" hidden />
    <div class="field">
      <label for="token">Operator token</label>
      ${message !== undefined && html`<span class="message" id="token-error" role="alert">${message}</span>`}
      <input
        id="token"
        name="token"
        type="password"
        autocomplete="current-password"
        spellcheck="false"
        maxlength="100"
        required
        autofocus
        ${message === undefined ? undefined : html`aria-describedby="token-error" aria-invalid="true"`}
      />
    </div>
    <button class="button main wide">Sign in</button>
  </form>`;

/** A console request before it is routed. */
export type ConsoleRequest = Pick<Exchange, 'req' | 'path' | 'search' | 'requestId'> & {
  /** Of the scripts and styles of the response. */
  readonly nonce: string;
};

export type SignInDependencies = {
  readonly services: OperatorServices;
  readonly sessions: Sessions;
  readonly cookie: Cookie;
  /** Binds the sign-in form to the browser that loaded it. */
  readonly formCookie: Cookie;
  readonly assets: Assets;
  readonly attempts: SignInAttempts;
  /** Absent if operators sign in with tokens only. */
  readonly provider: { readonly client: IdentityProvider; readonly flow: ProviderSignInFlow } | undefined;
};

const SIGN_IN = '/console/sign-in';
const SIGN_OUT = '/console/sign-out';
/** Leads to the provider. A link, because the content security policy forbids forms to lead to another site. */
const PROVIDER = '/console/sign-in/provider';
export const SIGN_IN_PATHS: readonly string[] = [SIGN_IN, SIGN_OUT, PROVIDER, CALLBACK];
const TOKEN = /^svc_op_[A-Za-z0-9_-]{43}$/;
const RETURN_PATH_LENGTH_MAX = 1000;

/** Whether the script of a page sent the request, and nobody asked for it. */
export const isRefresh = ({ headers }: IncomingMessage): boolean => headers['svc-refresh'] !== undefined;

/** Serves the pages that sign operators in and out, and finds the session of a request. */
export class SignIn {
  readonly #parts: SignInDependencies;

  constructor(parts: SignInDependencies) {
    this.#parts = parts;
  }

  /** The session of a request. Throws StoreUnavailable. */
  async sessionOf(req: IncomingMessage): Promise<Session | undefined> {
    const { cookie, sessions } = this.#parts;
    const secret = cookie.read(req);
    return secret === undefined ? undefined : sessions.find(secret, isRefresh(req));
  }

  /** URL of the sign-in page that returns to this page afterwards. */
  signInUrl(req: IncomingMessage, path: string, search: string): string {
    const to = [search === '' ? path : `${path}?${search}`, path].find(
      (each) => each.length <= RETURN_PATH_LENGTH_MAX && RETURN_PATH.test(each),
    );
    const isPage = req.method === 'GET' || req.method === 'HEAD';
    return isPage && to !== undefined && to !== '/console'
      ? `${SIGN_IN}?${new URLSearchParams({ to }).toString()}`
      : SIGN_IN;
  }

  /** Handles the sign-in and sign-out paths. */
  async serve(request: ConsoleRequest): Promise<PageReply> {
    const { req, path, search, nonce } = request;
    if (req.method === 'POST' && path === SIGN_IN) return this.#signIn(request);
    if (req.method === 'POST' && path === SIGN_OUT) return this.#signOut(request);
    if (path === PROVIDER) return this.#goToProvider(request);
    if (path === CALLBACK) return this.#returnFromProvider(request);
    if (path !== SIGN_IN) return redirectReply({ nonce }, '/console');
    return this.#show(request, new URLSearchParams(search).get('to') ?? '');
  }

  #show({ req, nonce }: ConsoleRequest, to: string, message?: Message): PageReply {
    const { services, formCookie, assets } = this.#parts;
    const form = formCookie.read(req) ?? newToken();
    const content = signInHtml(services.signIn, to, formToken(form, 'sign-in'), message?.text);
    const headers = {
      'Set-Cookie': formCookie.set(form),
      ...(message?.retryAfterSeconds === undefined
        ? {}
        : { 'Retry-After': String(message.retryAfterSeconds) }),
    };
    const body = renderSignedOutPage('Sign in', content, { assets, nonce });
    return textReply({ status: message?.status ?? 200, nonce, headers }, 'text/html', body);
  }

  /** A page from which the browser goes on at once. */
  #continueTo(
    { nonce }: ConsoleRequest,
    { title, to, label }: { readonly title: string; readonly to: string; readonly label: string },
    headers: OutgoingHttpHeaders,
  ): PageReply {
    const { assets } = this.#parts;
    const content = continueHtml(title, to, label);
    const body = renderSignedOutPage(title, content, { assets, nonce, continueTo: to });
    return textReply({ nonce, headers }, 'text/html', body);
  }

  /** With `mustBeKnown`, skips the refresh from other nodes if this node does not know the token. */
  async #findToken(text: string, mustBeKnown: boolean): Promise<OperatorToken | undefined> {
    const { services } = this.#parts;
    if (!TOKEN.test(text)) return undefined;
    const digest = hash('sha256', text);
    if (mustBeKnown && services.platform().findToken(digest) === undefined) return undefined;
    return (await freshPlatform(services)).findToken(digest);
  }

  #record(
    { req, requestId }: ConsoleRequest,
    operation: 'signIn' | 'signOut',
    operator: OperatorToken | undefined,
  ): Promise<void> {
    return this.#parts.services.activity.record({
      operation,
      operator,
      origin: consoleOrigin(req),
      requestId,
      ...(operator === undefined
        ? { result: 'denied', code: 'invalid_api_key' }
        : { result: 'done', target: operator.id }),
    });
  }

  async #signIn(request: ConsoleRequest): Promise<PageReply> {
    const { req, requestId, nonce } = request;
    const { services, formCookie, cookie, attempts } = this.#parts;
    const address = req.socket.remoteAddress ?? 'unknown';
    const form = isCrossOrigin(req, services.publicUrl()) ? 'foreign' : await readForm(req);
    if (typeof form === 'string')
      return this.#show(request, '', { status: form === 'foreign' ? 403 : 400, text: INVALID_FORM });
    const to = form.get('to');
    if (!services.signIn.tokens) return this.#show(request, to, { status: 403, text: NO_TOKENS });
    if (!isValidFormToken(form.get('csrf'), formCookie.read(req) ?? '', 'sign-in'))
      return this.#show(request, to, { status: 403, text: INVALID_FORM });
    // Tokens cannot be guessed, so a valid one is always accepted. Failed attempts from the same proxy lock nobody out.
    const wait = attempts.retryAfterSeconds(address);
    const token = await this.#findToken(form.get('token'), wait > 0);
    if (token === undefined && wait > 0)
      return this.#show(request, to, { status: 429, text: throttledMessage(wait), retryAfterSeconds: wait });
    if (token === undefined) {
      attempts.recordFailure(address);
      services.log.warn({ request_id: requestId }, 'console sign-in failed');
      await this.#record(request, 'signIn', undefined);
      return this.#show(request, to, { status: 401, text: INVALID_TOKEN });
    }
    const secret = await this.#startSession(request, token, { method: 'token' });
    return redirectReply({ nonce, headers: { 'Set-Cookie': cookie.set(secret) } }, returnPath(to));
  }

  /** Records the sign-in, and replaces the session of the browser. Returns the value of the cookie. */
  async #startSession(
    request: ConsoleRequest,
    operator: OperatorToken,
    method: { readonly method: 'token' } | { readonly method: 'oidc'; readonly idToken: string },
  ): Promise<string> {
    const { req, requestId } = request;
    const { sessions, services } = this.#parts;
    await this.#record(request, 'signIn', operator);
    const before = await this.sessionOf(req);
    if (before !== undefined) await sessions.end(before);
    const from: SignedInFrom = { ...method, address: consoleOrigin(req).address };
    const secret = await sessions.create(operator, from);
    services.log.info({ request_id: requestId, operator: operator.id }, 'console sign-in succeeded');
    return secret;
  }

  async #goToProvider(request: ConsoleRequest): Promise<PageReply> {
    const { provider } = this.#parts;
    const to = new URLSearchParams(request.search).get('to') ?? '';
    if (provider === undefined) return this.#show(request, to);
    const started = await provider.flow.start(returnPath(to));
    if (!('location' in started)) return this.#show(request, to, started);
    return redirectReply({ nonce: request.nonce, headers: started.headers }, started.location);
  }

  async #returnFromProvider(request: ConsoleRequest): Promise<PageReply> {
    const { provider, cookie } = this.#parts;
    if (provider === undefined) return this.#show(request, '');
    const found = await provider.flow.finish(request);
    if (!('operator' in found)) return this.#show(request, '', found);
    const { operator, idToken, to } = found;
    const secret = await this.#startSession(request, operator, { method: 'oidc', idToken });
    // Another site caused this request, so a redirect would not send the new cookie.
    return this.#continueTo(
      request,
      { title: 'Signed in', to: returnPath(to), label: 'Continue' },
      { 'Set-Cookie': [cookie.set(secret), provider.flow.clearCookie()] },
    );
  }

  async #signOut(request: ConsoleRequest): Promise<PageReply> {
    const { req, nonce } = request;
    const { services, sessions } = this.#parts;
    const session = await this.sessionOf(req);
    if (session === undefined) return this.#leave(request, undefined);
    const form = isCrossOrigin(req, services.publicUrl()) ? undefined : await readForm(req);
    if (typeof form !== 'object' || !isValidFormToken(form.get('csrf'), session.secret, 'console'))
      return redirectReply({ nonce }, '/console');
    await sessions.end(session);
    await this.#record(request, 'signOut', session.token);
    return this.#leave(request, session);
  }

  /** Also signs out at the provider, if the session began there. */
  async #leave(request: ConsoleRequest, session: Session | undefined): Promise<PageReply> {
    const { cookie, provider, services } = this.#parts;
    const headers = { 'Set-Cookie': cookie.clear(), 'Clear-Site-Data': '"cache"' };
    const to =
      session?.idToken === undefined
        ? undefined
        : await provider?.client.signOutUrl(session.idToken, `${services.publicUrl()}${SIGN_IN}`);
    return to === undefined
      ? redirectReply({ nonce: request.nonce, headers }, SIGN_IN)
      : this.#continueTo(
          request,
          { title: 'Signed out', to, label: 'Sign out at the provider, too' },
          headers,
        );
  }
}

/** The response to a request that failed without a session. */
export function unavailableReply(
  { problem }: Problem,
  { assets, nonce }: { readonly assets: Assets; readonly nonce: string },
): PageReply {
  const isForeseen = problem !== 'internal_error';
  const title = isForeseen ? 'Temporarily unavailable' : 'Internal error';
  const headers = isForeseen ? { 'Retry-After': '1' } : {};
  const body = renderSignedOutPage(title, unavailableHtml(title), { assets, nonce });
  return textReply({ status: isForeseen ? 503 : 500, nonce, headers }, 'text/html', body);
}

const returnPath = (to: string): string => (RETURN_PATH.test(to) ? to : '/console');

const NO_TOKENS = 'Tokens are only for API access. Sign in with your identity provider.';
const INVALID_TOKEN =
  'Invalid operator token. A token starts with svc_op_ and works until it expires or is revoked.';
const INVALID_FORM = 'The form expired or was sent from another site. Try again.';
const throttledMessage = (wait: number): string =>
  `Too many failed attempts. Try again in ${wait > 90 ? `${Math.ceil(wait / 60)} minutes` : `${wait} seconds`}.`;

const unavailableHtml = (title: string): Html =>
  html`<h1>${title}</h1>
    <p>The service cannot show this page right now. No data was lost. Try again in a moment.</p>
    <p><a class="button main" href="/console">Try again</a></p>`;
