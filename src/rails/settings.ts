/** The rail configuration with the built-in rails and all defaults, validated. */

export type ProviderSettings =
  | { readonly type: 'simulator' }
  | {
      readonly type: 'http';
      /** Without a trailing slash. */
      readonly url: string;
      readonly signing: SigningSettings;
      readonly timeout_seconds: number;
      readonly ping_seconds: number;
    };

export type SigningSettings =
  /** The first secret signs outgoing messages; any of them verifies incoming ones. */
  | { readonly scheme: 'hmac-sha256'; readonly secrets: readonly Uint8Array[] }
  | {
      readonly scheme: 'ed25519';
      /** The 32-byte seed of the service's key pair. */
      readonly private_key: Uint8Array;
      /** Public keys of the connector, 32 bytes each. */
      readonly connector_keys: readonly Uint8Array[];
    };

type RailCurrency = {
  /** `null` for a currency without a specific country. */
  readonly country: string | null;
  /** Limit per on-ramp; by default the limit of fiat in `routes`. */
  readonly min?: string;
  readonly max?: string;
};

export type RailSettings = {
  /** Determines the shape of instructions and payout destinations. */
  readonly type: 'bank' | 'mobile_money' | 'emailpay';
  /** Whether the rail issues reusable payment details. */
  readonly standing_details: boolean;
  /** Whether connectors of this rail check the names of account holders. */
  readonly checks_names: boolean;
  /** Whether connectors of this rail can refuse a payout before the debit. */
  readonly checks_payouts: boolean;
  readonly currencies: Readonly<Record<string, RailCurrency>>;
  readonly settlement_seconds: { readonly onramp: number; readonly offramp: number };
  readonly providers: {
    readonly sandbox: ProviderSettings | null;
    readonly production: ProviderSettings | null;
  };
};

export type RailsSettings = Readonly<Record<string, RailSettings>>;

/** The `rails` section of the configuration file, as validated by schemas/config.json. */
export type RailsInput = Readonly<Record<string, GivenRail | null>>;
type GivenRail = Partial<Omit<RailSettings, 'currencies' | 'settlement_seconds' | 'providers'>> & {
  readonly currencies?: Readonly<Record<string, Partial<RailCurrency>>>;
  readonly settlement_seconds?: Partial<RailSettings['settlement_seconds']>;
  readonly providers?: {
    readonly sandbox?: GivenProvider | null;
    readonly production?: GivenProvider | null;
  };
};
type GivenProvider = {
  readonly type: 'simulator' | 'http';
  readonly url?: string;
  readonly signing?: GivenSigning;
  readonly timeout_seconds?: number;
  readonly ping_seconds?: number;
};
type GivenSigning = {
  readonly scheme: 'hmac-sha256' | 'ed25519';
  readonly secrets?: readonly string[];
  readonly private_key?: string;
  readonly connector_keys?: readonly string[];
};

const SIMULATED = { sandbox: { type: 'simulator' }, production: null } as const;

const BUILT_IN: RailsSettings = {
  bank_eft: {
    type: 'bank',
    standing_details: true,
    checks_names: true,
    checks_payouts: false,
    currencies: { usd: { country: 'US' }, cad: { country: 'CA' }, eur: { country: null } },
    settlement_seconds: { onramp: 86_400, offramp: 86_400 },
    providers: SIMULATED,
  },
  emailpay: {
    type: 'emailpay',
    standing_details: false,
    checks_names: false,
    checks_payouts: false,
    currencies: { cad: { country: 'CA' } },
    settlement_seconds: { onramp: 1_800, offramp: 1_800 },
    providers: SIMULATED,
  },
};

const TIMEOUT_SECONDS = 10;
const PING_SECONDS = 5;
const SECRET_BYTES_MIN = 32;
const KEY_BYTES = 32;

/** Reads a secret: the text itself, or the environment variable for `env:NAME`. */
type ReadSecret = (text: string) => string | undefined;

/** Applies the built-in rails and the defaults. Throws an Error that names the invalid setting. */
export function resolveRails(
  given: RailsInput,
  readVariable: (name: string) => string | undefined,
): RailsSettings {
  const readSecret: ReadSecret = (text) =>
    text.startsWith('env:') ? readVariable(text.slice('env:'.length)) : text;
  const names = [...new Set([...Object.keys(BUILT_IN), ...Object.keys(given)])];
  return Object.fromEntries(
    names
      .filter((name) => given[name] !== null)
      .map((name) => [name, railOf(name, given[name] ?? {}, readSecret)]),
  );
}

function railOf(name: string, given: GivenRail, readSecret: ReadSecret): RailSettings {
  const base = Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name] : undefined;
  const type = given.type ?? base?.type;
  const currencies = given.currencies ?? base?.currencies;
  if (type === undefined) throw new Error(`rails.${name}.type must be bank, mobile_money, or emailpay`);
  if (currencies === undefined) throw new Error(`rails.${name}.currencies must name at least one currency`);
  const { sandbox = base?.providers.sandbox ?? null, production = base?.providers.production ?? null } =
    given.providers ?? {};
  const provider = (environment: string, from: GivenProvider | ProviderSettings | null) =>
    from === null ? null : providerOf(`rails.${name}.providers.${environment}`, from, readSecret);
  const rail: RailSettings = {
    type,
    standing_details: given.standing_details ?? base?.standing_details ?? type === 'bank',
    checks_names: given.checks_names ?? base?.checks_names ?? false,
    checks_payouts: given.checks_payouts ?? base?.checks_payouts ?? false,
    currencies: Object.fromEntries(
      Object.entries(currencies).map(([currency, more]) => [currency, { country: null, ...more }]),
    ),
    settlement_seconds: {
      onramp: 86_400,
      offramp: 86_400,
      ...base?.settlement_seconds,
      ...given.settlement_seconds,
    },
    providers: { sandbox: provider('sandbox', sandbox), production: provider('production', production) },
  };
  refuseSimulators(name, rail);
  return rail;
}

function refuseSimulators(name: string, { type, standing_details, providers }: RailSettings): void {
  if (providers.production?.type === 'simulator')
    throw new Error(
      `rails.${name}.providers.production must not be a simulator, because simulators move no money`,
    );
  if (providers.sandbox?.type === 'simulator' && type === 'mobile_money')
    throw new Error(`rails.${name}.providers.sandbox must not be a simulator: mobile money has none`);
  if (type === 'emailpay' && standing_details)
    throw new Error(`rails.${name}.standing_details must be false for emailpay`);
}

function providerOf(
  path: string,
  given: GivenProvider | ProviderSettings,
  readSecret: ReadSecret,
): ProviderSettings {
  if (given.type === 'simulator') return { type: 'simulator' };
  // The built-in rails have no connectors, so this comes from the file.
  const { url = '', signing, timeout_seconds, ping_seconds } = given as GivenProvider;
  if (!isSecureUrl(url))
    throw new Error(`${path}.url must start with https://, or with http:// for a loopback address`);
  if (signing === undefined) throw new Error(`${path}.signing is missing`);
  return {
    type: 'http',
    url: url.replace(/\/+$/, ''),
    signing: signingOf(`${path}.signing`, signing, readSecret),
    timeout_seconds: timeout_seconds ?? TIMEOUT_SECONDS,
    ping_seconds: ping_seconds ?? PING_SECONDS,
  };
}

/** Account numbers are sent over this connection, so the connector must be authenticated by TLS. */
function isSecureUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(url);
  if (username !== '' || password !== '' || search !== '' || hash !== '') return false;
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function signingOf(path: string, given: GivenSigning, readSecret: ReadSecret): SigningSettings {
  const bytes = (name: string, text: string, fits: (length: number) => boolean, wanted: string): Buffer => {
    const found = Buffer.from(readSecret(text) ?? '', 'base64');
    // The value is a secret, so the message does not repeat it.
    if (!fits(found.length)) throw new Error(`${path}.${name} must be ${wanted} in base64`);
    return found;
  };
  const isKey = (length: number): boolean => length === KEY_BYTES;
  const isSecret = (length: number): boolean => length >= SECRET_BYTES_MIN;
  if (given.scheme === 'hmac-sha256') {
    if (given.secrets === undefined) throw new Error(`${path}.secrets is missing`);
    const wanted = `at least ${SECRET_BYTES_MIN} bytes`;
    const secrets = given.secrets.map((text) => bytes('secrets', text, isSecret, wanted));
    return { scheme: given.scheme, secrets };
  }
  if (given.private_key === undefined || given.connector_keys === undefined)
    throw new Error(`${path} needs private_key and connector_keys`);
  return {
    scheme: given.scheme,
    private_key: bytes('private_key', given.private_key, isKey, `${KEY_BYTES} bytes`),
    connector_keys: given.connector_keys.map((text) =>
      bytes('connector_keys', text, isKey, `${KEY_BYTES} bytes`),
    ),
  };
}
