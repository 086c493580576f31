/** How operators sign in to the console, from the configuration file. */
/** The names that lead to a claim: more than one for a claim within another one. */
type ClaimPath = readonly string[];
type RoleName = 'admin' | 'treasury' | 'reviewer' | 'viewer';

/** An OpenID Connect provider, and what its claims mean. */
type ProviderConfig = {
  readonly issuer: string;
  readonly client_id: string;
  /** `null` for a public client. */
  readonly client_secret: string | null;
  readonly label: string;
  readonly scopes: readonly string[];
  readonly name_claim: ClaimPath;
  readonly role_claim: ClaimPath;
  readonly roles: Readonly<Record<RoleName, readonly string[]>>;
  readonly acr_values: readonly string[];
  readonly session_minutes: number;
};

export type SignInConfig = { readonly token_sign_in: boolean; readonly oidc: ProviderConfig | null };

type Claim = string | ClaimPath;

/** The part of the file, with its defaults. */
export type GivenSignIn = {
  readonly token_sign_in?: boolean;
  readonly oidc:
    | (Omit<ProviderConfig, 'name_claim' | 'role_claim'> & {
        readonly name_claim: Claim;
        readonly role_claim: Claim;
      })
    | null;
};

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const VARIABLE = 'env:';

/** Throws an Error that names the wrong key. */
export function resolveSignIn(
  { token_sign_in, oidc }: GivenSignIn,
  readVariable: (name: string) => string | undefined,
): SignInConfig {
  if (oidc === null) {
    if (token_sign_in === false)
      throw new Error('console.token_sign_in must not be false without console.oidc: nobody could sign in');
    return { token_sign_in: true, oidc };
  }
  const { client_secret, name_claim, role_claim } = oidc;
  if (!isTrustworthy(oidc.issuer))
    throw new Error('console.oidc.issuer must start with https:// unless the provider runs on this machine');
  if (Object.values(oidc.roles).every((values) => values.length === 0))
    throw new Error('console.oidc.roles must have a value for at least one role');
  const provider = {
    ...oidc,
    client_secret:
      client_secret === null ? null : readSecret('console.oidc.client_secret', client_secret, readVariable),
    name_claim: toPath(name_claim),
    role_claim: toPath(role_claim),
  };
  return { token_sign_in: token_sign_in ?? false, oidc: provider };
}

const toPath = (claim: Claim): ClaimPath => (typeof claim === 'string' ? [claim] : claim);

/** Whether nobody else reads what is sent to this URL. */
export function isTrustworthy(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || LOOPBACK.test(hostname);
}

/** The text itself, or the environment variable for `env:NAME`. */
export function readSecret(
  key: string,
  text: string,
  readVariable: (name: string) => string | undefined,
): string {
  if (!text.startsWith(VARIABLE)) return text;
  const name = text.slice(VARIABLE.length);
  const secret = readVariable(name);
  if (secret === undefined || secret === '')
    throw new Error(`${key}: the environment variable ${name} is not set`);
  return secret;
}
