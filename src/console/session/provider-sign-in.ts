/**
 * Signing in at the OpenID Connect provider. The browser that returns must have the cookie of the one that left: state, nonce,
 * and the PKCE verifier derive from it. So nothing is stored for browsers that never return.
 */

import { consoleOrigin } from '../../activity/activity-log.ts';
import {
  freshPlatform,
  type ClaimPath,
  type OperatorServices,
  type ProviderSettings,
} from '../../operator/operations/services.ts';
import { operatorIdOf, type Operator } from '../../platform/credentials.ts';
import type { OperatorRole } from '../../platform/platform.ts';
import { newToken } from '../../vault/link-token.ts';
import { html, type Html } from '../../web/html.ts';
import {
  SignInFault,
  type Claims,
  type IdentityProvider,
  type ProviderSignIn,
  type SignInFaultKind,
} from './identity-provider.ts';
import type { Cookie } from './sessions.ts';
import type { ConsoleRequest } from './sign-in.ts';

// What the claims of a provider say about an operator: the name, the role, and how the provider authenticated the person.

/** A person with several roles gets the first one. */
const ROLES_IN_ORDER: readonly OperatorRole[] = ['admin', 'treasury', 'reviewer', 'viewer'];
const NAME_LENGTH_MAX = 100;

/** The first role that a value of the role claim gives; undefined: no access. */
export function roleIn(
  claims: Claims,
  { roleClaim, roles }: Pick<ProviderSettings, 'roleClaim' | 'roles'>,
): OperatorRole | undefined {
  const value = claimAt(claims, roleClaim);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return ROLES_IN_ORDER.find((role) => roles[role].some((each) => values.includes(each)));
}

/** The name, without control characters; the subject if the provider states none. */
export function nameIn(claims: Claims, { nameClaim }: Pick<ProviderSettings, 'nameClaim'>): string {
  const value = claimAt(claims, nameClaim);
  const name = typeof value === 'string' ? cleaned(value) : '';
  return name === '' ? cleaned(String(claims['sub'])) : name;
}

/** Whether the provider used one of the required authentication contexts. */
export const isAuthenticatedAsRequired = (
  claims: Claims,
  { acrValues }: Pick<ProviderSettings, 'acrValues'>,
): boolean => acrValues.length === 0 || acrValues.some((each) => each === claims['acr']);

function claimAt(claims: Claims, path: ClaimPath): unknown {
  let value: unknown = claims;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Claims)[name];
  }
  return value;
}

const cleaned = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, NAME_LENGTH_MAX)
    // Halves of a character, which the cut may leave.
    .replace(/\p{Cs}/gu, '');

/** What the sign-in page says when somebody could not sign in. */
export type Message = { readonly status: number; readonly text: string; readonly retryAfterSeconds?: number };

/** An operator whom the provider has identified, and the page that was asked for. */
type Identified = { readonly operator: Operator; readonly idToken: string; readonly to: string };

export type ProviderSignInFlow = {
  /** Where the provider signs people in, with the headers of the redirect. */
  start(
    to: string,
  ): Promise<{ readonly location: string; readonly headers: Readonly<Record<string, string>> } | Message>;
  /** The operator who returned from the provider, once that is recorded. Throws StoreUnavailable. */
  finish(request: ConsoleRequest): Promise<Identified | Message>;
  /** Ends the attempt of this browser. */
  clearCookie(): string;
};

export const CALLBACK = '/console/sign-in/callback';
/** Concurrent calls of the provider. Anyone who can open the sign-in page can cause them. */
const CALLS_MAX = 32;
const SUBJECT_LENGTH_MAX = 255;
const COOKIE = /^([\w-]{43})\.([\w-]*)$/;

export function createProviderSignIn(
  services: OperatorServices,
  provider: IdentityProvider,
  cookie: Cookie,
): ProviderSignInFlow {
  const { label, issuer } = provider.settings;
  const redirectUri = (): string => `${services.publicUrl()}${CALLBACK}`;
  let calls = 0;

  /** Limits the calls, and turns what can go wrong into a message. */
  async function ask<T>(requestId: string, call: () => Promise<T>): Promise<T | Message> {
    if (calls >= CALLS_MAX) return { status: 503, text: TOO_MANY, retryAfterSeconds: 5 };
    calls += 1;
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof SignInFault)) throw error;
      const { kind, cause } = error;
      services.log.warn({ request_id: requestId, kind, err: cause }, 'sign-in at the provider failed');
      return messageFor(kind, label);
    } finally {
      calls -= 1;
    }
  }

  const recordDenied = async ({ req, requestId }: ConsoleRequest, target?: string): Promise<void> =>
    services.activity.record({
      operation: 'signIn',
      operator: undefined,
      origin: consoleOrigin(req),
      requestId,
      result: 'denied',
      code: target === undefined ? 'invalid_api_key' : 'permission_denied',
      target: target ?? null,
    });

  /** Records the name of an operator who is new or has another name. */
  async function remember({ id, name, identity }: Operator, requestId: string): Promise<void> {
    if (identity === undefined) return;
    const platform = await freshPlatform(services);
    if (platform.operators.get(id)?.name === name) return;
    await platform.submit({
      decide: () => ({
        events: [{ type: 'operator.identified', data: { operator_id: id, ...identity, name } }],
        answer: { status: 200, body: '{}' },
      }),
      actor: `operator:${id}`,
      requestId,
    });
  }

  async function admit(
    request: ConsoleRequest,
    { subject, claims, idToken }: ProviderSignIn,
    to: string,
  ): Promise<Identified | Message> {
    const identity = { issuer, subject };
    const id = operatorIdOf(identity);
    const role = roleIn(claims, provider.settings);
    if (subject.length > SUBJECT_LENGTH_MAX) return messageFor('invalid', label);
    if (role === undefined || !isAuthenticatedAsRequired(claims, provider.settings)) {
      await recordDenied(request, id);
      return { status: 403, text: role === undefined ? NO_ROLE : TOO_WEAK };
    }
    const operator: Operator = { id, name: nameIn(claims, provider.settings), role, identity };
    await remember(operator, request.requestId);
    return { operator, idToken, to };
  }

  return {
    clearCookie: () => cookie.clear(),
    async start(to) {
      const secret = newToken();
      const location = await ask('none', () =>
        provider.authorizationUrl({ secret, redirectUri: redirectUri() }),
      );
      if (typeof location !== 'string') return location;
      const value = `${secret}.${Buffer.from(to).toString('base64url')}`;
      return { location, headers: { 'Set-Cookie': cookie.set(value) } };
    },
    async finish(request) {
      const [, secret, to = ''] = COOKIE.exec(cookie.read(request.req) ?? '') ?? [];
      if (secret === undefined) return messageFor('expired', label);
      const found = await ask(request.requestId, () =>
        provider.redeem({ secret, redirectUri: redirectUri() }, request.search),
      );
      if (!('subject' in found)) {
        if (found.status < 500) await recordDenied(request);
        return found;
      }
      return admit(request, found, Buffer.from(to, 'base64url').toString());
    },
  };
}

const TOO_MANY = 'Many people sign in right now. Try again in a moment.';
const NO_ROLE =
  'You are signed in at the provider, but your account has no access to this console. Ask an administrator for a role.';
const TOO_WEAK =
  'The provider did not use the required authentication, such as a second factor. Sign in again with it.';

function messageFor(kind: SignInFaultKind, label: string): Message {
  switch (kind) {
    case 'unavailable':
      return {
        status: 503,
        text: `${capitalized(label)} does not respond. Try again in a moment.`,
        retryAfterSeconds: 10,
      };
    case 'misconfigured':
      return {
        status: 503,
        text: `Sign-in with ${label} is not configured correctly. The log of the service says why.`,
      };
    case 'expired':
      return {
        status: 400,
        text: 'The sign-in took too long, or was started in another browser or tab. Try again.',
      };
    case 'declined':
      return { status: 403, text: `${capitalized(label)} did not sign you in. Try again.` };
    case 'invalid':
      return { status: 403, text: `The response of ${label} is not valid. Try again.` };
  }
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The page from which the browser continues: a redirect from another site would not send the session's cookie. */
export const continueHtml = (title: string, to: string, label: string): Html =>
  html`<h1>${title}</h1>
    <p><a class="button main" href="${to}">${label}</a></p>`;
