/** The way in and out: an operator's token for a session of its own. The token itself is kept nowhere. */
import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { problemForFault } from '../../api/server/errors.ts';
import { readForm } from '../../web/form-body.ts';
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import { newToken } from '../../vault/link-token.ts';
import { formToken, isValidFormToken } from '../../web/form-token.ts';
import { freshPlatform } from '../../operator/services.ts';
import type { OperatorServices } from '../../operator/services.ts';
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
  /** Who sends this request. Throws StoreUnavailable. */
  sessionOf(req: IncomingMessage): Promise<Session | undefined>;
  /** Where to sign in, and come back from to this page. */
  signInUrl(req: IncomingMessage, path: string, search: string): string;
  /** Serves signing in and out; gives the status. */
  serve(asked: ConsoleRequest): Promise<number>;
  /** Answers when not even the session could be looked up. */
  sendUnavailable(
    res: ServerResponse,
    out: Omit<ResponseOptions, 'status'>,
    fault: unknown,
  ): { route: string; status: number };
};

/** What is known of a request before its page is looked for. */
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
  /** Ties the form for signing in to the browser that it was shown in. */
  readonly formCookie: Cookie;
  readonly assets: Assets;
  readonly attempts: SignInAttempts;
};

const SIGN_IN = '/console/sign-in';
const TOKEN = /^svc_op_[A-Za-z0-9_-]{43}$/;
/** A page of the console to go to after signing in, as it was narrowed down: never another site's. */
const BACK = /^\/console(?:\/[\w-][\w.-]*)*\/?(?:\?[\w.%+&=~*:-]*)?$/;

const BACK_MAX = 1000;

type Message = { readonly status: number; readonly text: string; readonly wait?: number };

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
      ...(message?.wait === undefined ? {} : { 'Retry-After': String(message.wait) }),
    };
    const shown = signInForm(to, formToken(form, 'sign-in'), message?.text);
    const body = renderSignedOutPage('Sign in', shown, { assets, nonce: out.nonce });
    sendText(res, { ...out, status, headers }, 'text/html', body);
    return status;
  }

  /** `known`: only a token that this node has heard of is worth a look at what the others know. */
  async function tokenOf(text: string, known: boolean): Promise<OperatorToken | undefined> {
    if (!TOKEN.test(text)) return undefined;
    const digest = hash('sha256', text);
    if (known && services.platform().findToken(digest) === undefined) return undefined;
    return (await freshPlatform(services)).findToken(digest);
  }

  async function signIn(asked: ConsoleRequest): Promise<number> {
    const { req, res, out } = asked;
    const address = req.socket.remoteAddress ?? 'unknown';
    const form = isCrossOrigin(req, services.publicUrl()) ? 'foreign' : await readForm(req);
    if (typeof form === 'string')
      return show(asked, '', { status: form === 'foreign' ? 403 : 400, text: UNREAD });
    const to = form.get('to');
    if (!isValidFormToken(form.get('csrf'), formCookie.read(req) ?? '', 'sign-in'))
      return show(asked, to, { status: 403, text: UNREAD });
    // Nobody can guess a token, so a right one is always let in: whoever fails on purpose, perhaps behind the same
    // proxy, only spares us the work for more of the same and locks nobody out.
    const wait = attempts.retryAfterSeconds(address);
    const token = await tokenOf(form.get('token'), wait > 0);
    if (token === undefined && wait > 0) return show(asked, to, { status: 429, text: tooOften(wait), wait });
    if (token === undefined) {
      attempts.recordFailure(address);
      services.log.warn({ request_id: out.requestId }, 'somebody could not sign in to the console');
      return show(asked, to, { status: 401, text: UNKNOWN });
    }
    const before = await sessionOf(req);
    if (before !== undefined) await sessions.end(before);
    const secret = await sessions.create(token);
    services.log.info({ request_id: out.requestId, operator: token.id }, 'signed in to the console');
    const headers = { 'Set-Cookie': cookie.set(secret) };
    sendRedirect(res, { ...out, headers }, BACK.test(to) ? to : '/console');
    return 303;
  }

  async function signOut({ req, res, out }: ConsoleRequest): Promise<number> {
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
    if (session !== undefined) await sessions.end(session);
    const headers = { 'Set-Cookie': cookie.clear(), 'Clear-Site-Data': '"cache"' };
    sendRedirect(res, { ...out, headers }, SIGN_IN);
    return 303;
  }

  return {
    sessionOf,
    signInUrl(req, path, search) {
      const to = [search === '' ? path : `${path}?${search}`, path].find(
        (each) => each.length <= BACK_MAX && BACK.test(each),
      );
      const isPage = req.method === 'GET' || req.method === 'HEAD';
      return isPage && to !== undefined && to !== '/console'
        ? `${SIGN_IN}?${new URLSearchParams({ to }).toString()}`
        : SIGN_IN;
    },
    async serve(asked) {
      const { req, res, path, search, out } = asked;
      if (req.method === 'POST') return path === SIGN_IN ? signIn(asked) : signOut(asked);
      if (path !== SIGN_IN) {
        sendRedirect(res, out, '/console');
        return 303;
      }
      return show(asked, new URLSearchParams(search).get('to') ?? '');
    },
    sendUnavailable(res, out, fault) {
      const foreseen = problemForFault(fault) !== undefined;
      if (!foreseen) services.log.error({ request_id: out.requestId, err: fault }, 'a page failed');
      const status = foreseen ? 503 : 500;
      const title = foreseen ? 'Not just now' : 'Something broke';
      if (!res.headersSent) {
        const headers = foreseen ? { 'Retry-After': '1' } : {};
        const body = renderSignedOutPage(title, notNowHtml(title), { assets, nonce: out.nonce });
        sendText(res, { ...out, status, headers }, 'text/html', body);
      }
      return { route: 'none', status };
    },
  };
}

const UNKNOWN = 'That is no valid operator token. It starts with svc_op_ and works until it is revoked.';
const UNREAD = 'The form did not arrive as it was sent from here. Try again.';
const tooOften = (wait: number): string =>
  `Too many attempts from here. Try again in ${wait > 90 ? `${Math.ceil(wait / 60)} minutes` : `${wait} seconds`}.`;

const notNowHtml = (title: string): Html =>
  html`<h1>${title}</h1>
    <p>The service can’t show this page at the moment. Nothing is lost; try again shortly.</p>
    <p><a class="button main" href="/console">Try again</a></p>`;

const signInForm = (to: string, csrf: string, message: string | undefined): Html =>
  html`<h1>Sign in</h1>
    <p class="muted">
      With your operator token. It is checked and not kept; the session ends after half an hour without use.
    </p>
    <form method="post" action="${SIGN_IN}">
      <input type="hidden" name="csrf" value="${csrf}" />
      ${BACK.test(to) && html`<input type="hidden" name="to" value="${to}" />`}
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
