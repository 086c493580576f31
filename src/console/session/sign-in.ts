/** Signing in with an operator token, and signing out. The token itself is never stored. */
import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { consoleOrigin } from '../../activity/origin.ts';
import { problemForFault } from '../../api/server/errors.ts';
import { readForm } from '../../web/form-body.ts';
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import { newToken } from '../../vault/link-token.ts';
import { formToken, isValidFormToken } from '../../web/form-token.ts';
import { freshPlatform } from '../../operator/operations/services.ts';
import type { OperatorServices } from '../../operator/operations/services.ts';
import type { OperatorToken } from '../../platform/platform.ts';
import type { Assets } from '../assets.ts';
import type { SignInAttempts } from './sign-in-attempts.ts';
import type { Cookie } from './cookie.ts';
import { isCrossOrigin } from '../../web/cross-origin.ts';
import { renderSignedOutPage } from '../layout.ts';
import { sendRedirect, sendText } from '../response.ts';
import type { ResponseOptions } from '../response.ts';
import type { Session, Sessions } from './sessions.ts';

export type SignIn = {
  /** The session of a request. Throws StoreUnavailable. */
  sessionOf(req: IncomingMessage): Promise<Session | undefined>;
  /** URL of the sign-in page that returns to this page afterwards. */
  signInUrl(req: IncomingMessage, path: string, search: string): string;
  /** Handles the sign-in and sign-out paths and returns the HTTP status. */
  serve(request: ConsoleRequest): Promise<number>;
  /** Responds when the session could not be loaded. */
  sendUnavailable(
    res: ServerResponse,
    out: Omit<ResponseOptions, 'status'>,
    fault: unknown,
  ): { route: string; status: number };
};

/** A console request before it is routed. */
export type ConsoleRequest = {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly path: string;
  readonly search: string;
  readonly out: Omit<ResponseOptions, 'status'>;
};

export type SignInDependencies = {
  readonly services: OperatorServices;
  readonly sessions: Sessions;
  readonly cookie: Cookie;
  /** Binds the sign-in form to the browser that loaded it. */
  readonly formCookie: Cookie;
  readonly assets: Assets;
  readonly attempts: SignInAttempts;
};

const SIGN_IN = '/console/sign-in';
const TOKEN = /^svc_op_[A-Za-z0-9_-]{43}$/;
/** Allowed redirect targets after sign-in: paths within the console, with their query. */
const RETURN_PATH = /^\/console(?:\/[\w-][\w.-]*)*\/?(?:\?[\w.%+&=~*:-]*)?$/;

const RETURN_PATH_LENGTH_MAX = 1000;

type Message = { readonly status: number; readonly text: string; readonly retryAfterSeconds?: number };

export function createSignIn({
  services,
  sessions,
  cookie,
  formCookie,
  assets,
  attempts,
}: SignInDependencies): SignIn {
  const sessionOf = async (req: IncomingMessage): Promise<Session | undefined> => {
    const secret = cookie.read(req);
    return secret === undefined ? undefined : sessions.find(secret);
  };

  function show({ req, res, out }: ConsoleRequest, to: string, message?: Message): number {
    const status = message?.status ?? 200;
    const form = formCookie.read(req) ?? newToken();
    const headers: Record<string, string> = {
      'Set-Cookie': formCookie.set(form),
      ...(message?.retryAfterSeconds === undefined
        ? {}
        : { 'Retry-After': String(message.retryAfterSeconds) }),
    };
    const shown = signInForm(to, formToken(form, 'sign-in'), message?.text);
    const body = renderSignedOutPage('Sign in', shown, { assets, nonce: out.nonce });
    sendText(res, { ...out, status, headers }, 'text/html', body);
    return status;
  }

  /** With `known`, skips the refresh from other nodes if this node does not know the token. */
  async function findToken(text: string, mustBeKnown: boolean): Promise<OperatorToken | undefined> {
    if (!TOKEN.test(text)) return undefined;
    const digest = hash('sha256', text);
    if (mustBeKnown && services.platform().findToken(digest) === undefined) return undefined;
    return (await freshPlatform(services)).findToken(digest);
  }

  const record = (
    { req, out }: ConsoleRequest,
    operation: 'signIn' | 'signOut',
    operator: OperatorToken | undefined,
  ): Promise<void> =>
    services.activity.record({
      ...{ operation, operator, origin: consoleOrigin(req), requestId: out.requestId },
      ...(operator === undefined
        ? { result: 'denied', code: 'invalid_api_key' }
        : { result: 'done', target: operator.id }),
    });

  async function signIn(request: ConsoleRequest): Promise<number> {
    const { req, res, out } = request;
    const address = req.socket.remoteAddress ?? 'unknown';
    const form = isCrossOrigin(req, services.publicUrl()) ? 'foreign' : await readForm(req);
    if (typeof form === 'string')
      return show(request, '', { status: form === 'foreign' ? 403 : 400, text: INVALID_FORM });
    const to = form.get('to');
    if (!isValidFormToken(form.get('csrf'), formCookie.read(req) ?? '', 'sign-in'))
      return show(request, to, { status: 403, text: INVALID_FORM });
    // Tokens cannot be guessed, so a valid one is always accepted. Failed attempts from the same proxy lock nobody out.
    const wait = attempts.retryAfterSeconds(address);
    const token = await findToken(form.get('token'), wait > 0);
    if (token === undefined && wait > 0)
      return show(request, to, { status: 429, text: throttledMessage(wait), retryAfterSeconds: wait });
    if (token === undefined) {
      attempts.recordFailure(address);
      services.log.warn({ request_id: out.requestId }, 'console sign-in failed');
      await record(request, 'signIn', undefined);
      return show(request, to, { status: 401, text: INVALID_TOKEN });
    }
    await record(request, 'signIn', token);
    const before = await sessionOf(req);
    if (before !== undefined) await sessions.end(before);
    const from = { method: 'token', address: consoleOrigin(req).address } as const;
    const secret = await sessions.create(token, from);
    services.log.info({ request_id: out.requestId, operator: token.id }, 'console sign-in succeeded');
    const headers = { 'Set-Cookie': cookie.set(secret) };
    sendRedirect(res, { ...out, headers }, RETURN_PATH.test(to) ? to : '/console');
    return 303;
  }

  async function signOut(request: ConsoleRequest): Promise<number> {
    const { req, res, out } = request;
    const session = await sessionOf(req);
    const form =
      session === undefined || isCrossOrigin(req, services.publicUrl()) ? undefined : await readForm(req);
    const isMeant =
      session !== undefined &&
      typeof form === 'object' &&
      isValidFormToken(form.get('csrf'), session.secret, 'console');
    if (session !== undefined && !isMeant) {
      sendRedirect(res, out, '/console');
      return 303;
    }
    if (session !== undefined) {
      await sessions.end(session);
      await record(request, 'signOut', session.token);
    }
    const headers = { 'Set-Cookie': cookie.clear(), 'Clear-Site-Data': '"cache"' };
    sendRedirect(res, { ...out, headers }, SIGN_IN);
    return 303;
  }

  return {
    sessionOf,
    signInUrl(req, path, search) {
      const to = [search === '' ? path : `${path}?${search}`, path].find(
        (each) => each.length <= RETURN_PATH_LENGTH_MAX && RETURN_PATH.test(each),
      );
      const isPage = req.method === 'GET' || req.method === 'HEAD';
      return isPage && to !== undefined && to !== '/console'
        ? `${SIGN_IN}?${new URLSearchParams({ to }).toString()}`
        : SIGN_IN;
    },
    async serve(request) {
      const { req, res, path, search, out } = request;
      if (req.method === 'POST') return path === SIGN_IN ? signIn(request) : signOut(request);
      if (path !== SIGN_IN) {
        sendRedirect(res, out, '/console');
        return 303;
      }
      return show(request, new URLSearchParams(search).get('to') ?? '');
    },
    sendUnavailable(res, out, fault) {
      const foreseen = problemForFault(fault) !== undefined;
      if (!foreseen) services.log.error({ request_id: out.requestId, err: fault }, 'console page failed');
      const status = foreseen ? 503 : 500;
      const title = foreseen ? 'Temporarily unavailable' : 'Internal error';
      if (!res.headersSent) {
        const headers = foreseen ? { 'Retry-After': '1' } : {};
        const body = renderSignedOutPage(title, unavailableHtml(title), { assets, nonce: out.nonce });
        sendText(res, { ...out, status, headers }, 'text/html', body);
      }
      return { route: 'none', status };
    },
  };
}

const INVALID_TOKEN = 'Invalid operator token. A token starts with svc_op_ and works until it is revoked.';
const INVALID_FORM = 'The form expired or was sent from another site. Try again.';
const throttledMessage = (wait: number): string =>
  `Too many failed attempts. Try again in ${wait > 90 ? `${Math.ceil(wait / 60)} minutes` : `${wait} seconds`}.`;

const unavailableHtml = (title: string): Html =>
  html`<h1>${title}</h1>
    <p>The service cannot show this page right now. No data was lost. Try again in a moment.</p>
    <p><a class="button main" href="/console">Try again</a></p>`;

const signInForm = (to: string, csrf: string, message: string | undefined): Html =>
  html`<h1>Sign in</h1>
    <p class="muted">Enter your operator token. The session ends after 30 minutes without activity.</p>
    <form method="post" action="${SIGN_IN}">
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
