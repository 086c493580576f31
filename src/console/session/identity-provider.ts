/**
 * The OpenID Connect provider at which operators sign in: discovery, authorization code with PKCE, claims, and sign-out. What
 * the provider states is verified by the library.
 */
import { createHash } from 'node:crypto';
import * as oidc from 'openid-client';
import type { ProviderSettings } from '../../operator/operations/services.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** What a provider stated about somebody. */
export type ProviderSignIn = { readonly subject: string; readonly claims: Claims; readonly idToken: string };

/** One attempt to sign in. Everything that binds the response to the browser derives from the secret in its cookie. */
type Attempt = { readonly secret: string; readonly redirectUri: string };

export type IdentityProvider = {
  readonly settings: ProviderSettings;
  /** Where the browser signs in. Throws SignInFault. */
  authorizationUrl(attempt: Attempt): Promise<string>;
  /** Redeems the code in the query that the provider sent. Throws SignInFault. */
  redeem(attempt: Attempt, search: string): Promise<ProviderSignIn>;
  /** Where the browser signs out at the provider, too; undefined if it offers that nowhere, or does not respond. */
  signOutUrl(idToken: string, returnTo: string): Promise<string | undefined>;
};

/**
 * - unavailable: the provider does not respond
 * - misconfigured: the provider rejects the configuration, or is not what it names
 * - expired: the code is not valid any more, or belongs to another browser
 * - declined: the provider did not sign the person in
 * - invalid: the response of the provider cannot be trusted
 */
export type SignInFaultKind = 'unavailable' | 'misconfigured' | 'expired' | 'declined' | 'invalid';

export class SignInFault extends Error {
  override readonly name = 'SignInFault';
  readonly kind: SignInFaultKind;
  constructor(kind: SignInFaultKind, cause: unknown) {
    super(`sign-in at the provider failed: ${kind}`, { cause });
    this.kind = kind;
  }
}

const TIMEOUT_SECONDS = 10;
const CLOCK_TOLERANCE_SECONDS = 30;
const METADATA_AGE_MAX_MS = 60 * 60 * 1_000;

export function createIdentityProvider(
  settings: ProviderSettings,
  { clock }: { readonly clock: () => number },
): IdentityProvider {
  let discovered: { readonly at: number; readonly client: Promise<oidc.Configuration> } | undefined;

  /** What discovery found, for an hour. A failure is forgotten at once. */
  const client = async (): Promise<oidc.Configuration> => {
    if (discovered === undefined || clock() - discovered.at > METADATA_AGE_MAX_MS)
      discovered = { at: clock(), client: discover(settings) };
    const current = discovered;
    return current.client.catch((error: unknown) => {
      if (discovered === current) discovered = undefined;
      throw new SignInFault(isOutage(error) ? 'unavailable' : 'misconfigured', error);
    });
  };

  return {
    settings,
    async authorizationUrl({ secret, redirectUri }) {
      const url = oidc.buildAuthorizationUrl(await client(), {
        redirect_uri: redirectUri,
        scope: settings.scopes.join(' '),
        state: derive('state', secret),
        nonce: derive('nonce', secret),
        code_challenge: await oidc.calculatePKCECodeChallenge(derive('verifier', secret)),
        code_challenge_method: 'S256',
        ...(settings.acrValues.length === 0 ? {} : { acr_values: settings.acrValues.join(' ') }),
      });
      return url.href;
    },
    async redeem({ secret, redirectUri }, search) {
      const configuration = await client();
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, new URL(`${redirectUri}?${search}`), {
          pkceCodeVerifier: derive('verifier', secret),
          expectedState: derive('state', secret),
          expectedNonce: derive('nonce', secret),
          idTokenExpected: true,
        });
        const stated = tokens.claims();
        if (stated === undefined || tokens.id_token === undefined)
          throw new SignInFault('invalid', 'no ID token');
        const isOffered = configuration.serverMetadata().userinfo_endpoint !== undefined;
        const userInfo = isOffered
          ? await oidc.fetchUserInfo(configuration, tokens.access_token, stated.sub)
          : {};
        // The ID token is signed, so its claims are preferred.
        return { subject: stated.sub, claims: { ...userInfo, ...stated }, idToken: tokens.id_token };
      } catch (error) {
        throw error instanceof SignInFault ? error : new SignInFault(kindOf(error), error);
      }
    },
    async signOutUrl(idToken, returnTo) {
      const configuration = await client().catch(() => undefined);
      if (configuration?.serverMetadata().end_session_endpoint === undefined) return undefined;
      return oidc.buildEndSessionUrl(configuration, {
        id_token_hint: idToken,
        post_logout_redirect_uri: returnTo,
      }).href;
    },
  };
}

/** 43 characters of base64url, as PKCE requires. */
const derive = (purpose: string, secret: string): string =>
  createHash('sha256').update(`${purpose} ${secret}`).digest('base64url');

async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<oidc.Configuration> {
  // The configuration accepts plain HTTP only for a provider on this machine.
  // oxlint-disable-next-line typescript/no-deprecated -- the library marks it to make it stand out
  const execute = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
  const options = { execute, timeout: TIMEOUT_SECONDS };
  const found = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), options);
  const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = found.serverMetadata();
  const authentication =
    clientSecret === null
      ? oidc.None()
      : methods.includes('client_secret_basic')
        ? oidc.ClientSecretBasic(clientSecret)
        : oidc.ClientSecretPost(clientSecret);
  const metadata = { [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  const client = new oidc.Configuration(found.serverMetadata(), clientId, metadata, authentication);
  client.timeout = TIMEOUT_SECONDS;
  // Otherwise the library trusts every ID token that comes from the token endpoint.
  oidc.enableNonRepudiationChecks(client);
  for (const allow of execute as ((client: oidc.Configuration) => void)[]) allow(client);
  return client;
}

function kindOf(error: unknown): SignInFaultKind {
  if (error instanceof oidc.AuthorizationResponseError) return 'declined';
  if (isOutage(error)) return 'unavailable';
  if (error instanceof oidc.ResponseBodyError)
    return error.error === 'invalid_grant' ? 'expired' : 'misconfigured';
  return 'invalid';
}

/** No response, or one that says that the provider itself has failed. */
function isOutage(error: unknown): boolean {
  const { name, code, cause } = error as { name?: string; code?: string; cause?: unknown };
  if (name === 'TypeError' && (error as Error).message === 'fetch failed') return true;
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT' || name === 'TimeoutError') return true;
  const status = cause instanceof Response ? cause.status : (error as { status?: number }).status;
  if (status !== undefined) return status >= 500 || status === 429;
  return cause instanceof Error && isOutage(cause);
}
