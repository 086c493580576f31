/** Finds the service URL and the secret of a call: options, environment, profiles, and credentials.json of the first start. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError, isJsonObject } from './outcome.ts';
import { DEFAULT_PROFILE, readProfiles } from './profiles.ts';
import type { Profile } from './profiles.ts';

/** `secret` is an API key or an operator token. */
export type Access = { readonly baseUrl: string; readonly secret: string };

export type GlobalOptions = {
  readonly url?: string;
  readonly token?: string;
  readonly profile?: string;
  readonly json?: true;
  readonly idempotencyKey?: string;
};

export type SecretKind = 'api_key' | 'operator_token';

const KINDS = {
  api_key: { label: 'API key', variable: 'API_KEY' },
  operator_token: { label: 'operator token', variable: 'OPERATOR_TOKEN' },
} as const;

type Source = {
  readonly url?: string | undefined;
  readonly api_key?: string | undefined;
  readonly operator_token?: string | undefined;
  /** Whether the secrets may be sent to no other URL. */
  readonly isBound?: true;
};

export function findAccess(options: GlobalOptions, kind: SecretKind): Access {
  const sources = sourcesFor(options);
  const { label, variable } = KINDS[kind];
  const url = sources.find((source) => source.url !== undefined)?.url;
  if (url === undefined)
    throw new UsageError(
      'No service URL. Run svc-ledger login, use --url, set BASE_URL, or set DATA_DIR to a folder with credentials.json.',
    );
  const baseUrl = normalUrl(url);
  const secret = sources.find(
    (source) =>
      source[kind] !== undefined && (source.isBound !== true || normalUrl(source.url ?? '') === baseUrl),
  )?.[kind];
  if (secret === undefined)
    throw new UsageError(
      `No ${label} for ${baseUrl}. Run svc-ledger login, set ${variable}, or set DATA_DIR to a folder with credentials.json.`,
    );
  // An invalid header value would appear in the error message of fetch.
  if (!/^[\x21-\x7e]+$/.test(secret)) throw new UsageError(`The ${label} contains invalid characters.`);
  return { baseUrl, secret };
}

/** Throws a UsageError unless the text is an http URL. */
export function normalUrl(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new UsageError('The service URL must start with http:// or https://.');
  return text.replace(/\/+$/, '');
}

/** In the order of precedence. A named profile replaces the environment. */
function sourcesFor({ url, token, profile }: GlobalOptions): readonly Source[] {
  const given = { url, operator_token: token };
  if (profile !== undefined) return [given, bound(profileNamed(profile))];
  const { BASE_URL, API_KEY, OPERATOR_TOKEN, DATA_DIR } = process.env;
  const environment = { url: set(BASE_URL), api_key: set(API_KEY), operator_token: set(OPERATOR_TOKEN) };
  const written = credentialsIn(set(DATA_DIR) ?? './data');
  const fallback = bound(readProfiles().get(DEFAULT_PROFILE));
  // A folder that somebody names is meant more than the default profile.
  const rest = set(DATA_DIR) === undefined ? [fallback, written] : [written, fallback];
  return [given, environment, ...rest];
}

const set = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

/** A stored secret is sent only to the URL that it was stored with. */
const bound = (profile: Profile | undefined): Source => ({ ...profile, isBound: true });

function profileNamed(name: string): Profile {
  const profiles = readProfiles();
  const profile = profiles.get(name);
  if (profile !== undefined) return profile;
  const known = profiles.size === 0 ? 'There are none yet.' : `Profiles: ${[...profiles.keys()].join(', ')}.`;
  throw new UsageError(`There is no profile ${JSON.stringify(name)}. ${known}`);
}

/** What the first start of a service wrote. The service may have another port now, so its secrets are not bound. */
function credentialsIn(dataDir: string): Source {
  try {
    const written: unknown = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'));
    return {
      url: textIn(written, 'base_url'),
      api_key: textIn(written, 'sandbox_api_key'),
      operator_token: textIn(written, 'operator_token'),
    };
  } catch {
    return {};
  }
}

function textIn(credentials: unknown, name: string): string | undefined {
  const value = isJsonObject(credentials) ? credentials[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
