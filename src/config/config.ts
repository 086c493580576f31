/** Configuration: environment variables, and one YAML or JSON file for what the ledger decides by. The only reader of process.env. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import type { ConfigFile, Limits } from './config-file.ts';
import { errorMessage } from '../system/errors.ts';
import schema from '../../schemas/config.json' with { type: 'json' };
import { parseAmount } from '../ledger/amount.ts';
import type { Amount } from '../ledger/amount.ts';
import type { LimitByKind, Policy, Price, Route } from '../ledger/policy.ts';
import { moneyRoutes } from './money-routes.ts';
import { resolveRails } from '../rails/settings.ts';
import type { RailsInput, RailsSettings } from '../rails/settings.ts';

const ROLES = ['api', 'projector', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export type Config = {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly eventStoreUrl: string | undefined;
  readonly mongoUrl: string | undefined;
  readonly roles: readonly Role[];
  /** Where integrators reach the service; derived from host and port when not set. */
  readonly publicUrl: string | undefined;
  /** 32 bytes; undefined where the embedded service makes and keeps its own. */
  readonly masterKey: Uint8Array | undefined;
  readonly logLevel: string;
  /** Whether the standard variables of OpenTelemetry ask for traces. */
  readonly tracing: boolean;
  /** Where signed checkpoints go; undefined: none are written. */
  readonly checkpoints: { readonly folder: string; readonly everySeconds: number } | undefined;
  readonly file: ConfigFile;
};

/** The start can't go on with this configuration; the message says what to change. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and checks everything. Throws a ConfigError with one sentence for the first thing that is wrong. */
export function readConfig(env: Environment = process.env): Config {
  // Compose files and the like hand on variables that nobody has set as empty ones.
  const given = (name: string): string | undefined => (env[name] === '' ? undefined : env[name]);
  const logLevel = given('LOG_LEVEL') ?? 'info';
  if (!['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'].includes(logLevel)) {
    throw new ConfigError('LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent.');
  }
  return {
    host: given('HOST') ?? '127.0.0.1',
    port: portOf(given('PORT') ?? '3000'),
    dataDir: resolve(given('DATA_DIR') ?? './data'),
    eventStoreUrl: urlOf('EVENTSTORE_URL', env['EVENTSTORE_URL'], ['esdb:', 'esdb+discover:']),
    mongoUrl: urlOf('MONGODB_URL', env['MONGODB_URL'], ['mongodb:', 'mongodb+srv:']),
    roles: rolesOf(env['ROLES']),
    publicUrl: publicUrlOf(env['PUBLIC_URL']),
    masterKey: masterKeyOf(env['MASTER_KEY']),
    logLevel,
    tracing: tracingOf(env),
    checkpoints: checkpointsOf(env['CHECKPOINT_DIR'], env['CHECKPOINT_EVERY_SECONDS']),
    file: readConfigFile(given('CONFIG_FILE'), env),
  };
}

/** Where traces are sent to, and how many, the SDK reads by itself. It sends them by OTLP over HTTP, or not at all. */
function tracingOf(env: Environment): boolean {
  if (env['OTEL_SDK_DISABLED'] === 'true') return false;
  const exporter = env['OTEL_TRACES_EXPORTER'] ?? '';
  if (!['', 'otlp', 'none'].includes(exporter))
    throw new ConfigError('OTEL_TRACES_EXPORTER must be otlp or none.');
  if (exporter !== '') return exporter === 'otlp';
  const endpoints = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
  return endpoints.some((name) => (env[name] ?? '') !== '');
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new ConfigError('PORT must be a number from 0 to 65535.');
  return port;
}

function urlOf(name: string, text: string | undefined, protocols: readonly string[]): string | undefined {
  if (text === undefined || text === '') return undefined;
  if (!protocols.some((protocol) => text.startsWith(`${protocol}//`))) {
    throw new ConfigError(
      `${name} must start with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
    );
  }
  return text;
}

/** Paths are put behind it, so it has nothing else behind it, and no password for everybody to read. */
function publicUrlOf(text: string | undefined): string | undefined {
  const given = urlOf('PUBLIC_URL', text, ['http:', 'https:']);
  if (given === undefined) return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || `${url.username}${url.password}${url.search}${url.hash}` !== '')
    throw new ConfigError(
      'PUBLIC_URL must be a host with or without a path, such as https://ledger.example.',
    );
  return given.replace(/\/$/, '');
}

function rolesOf(text: string | undefined): readonly Role[] {
  if (text === undefined || text === '') return ROLES;
  const wanted = text.split(',').map((role) => role.trim());
  const roles = ROLES.filter((role) => wanted.includes(role));
  if (roles.length !== wanted.length)
    throw new ConfigError('ROLES must be a list of api, projector and worker.');
  return roles;
}

const CHECKPOINT_SECONDS = '300';

function checkpointsOf(folder: string | undefined, every: string | undefined): Config['checkpoints'] {
  const text = every === undefined || every === '' ? CHECKPOINT_SECONDS : every;
  const everySeconds = Number(text);
  if (!/^\d{1,5}$/.test(text) || everySeconds < 1 || everySeconds > 86_400)
    throw new ConfigError('CHECKPOINT_EVERY_SECONDS must be a number from 1 to 86400.');
  return folder === undefined || folder === '' ? undefined : { folder: resolve(folder), everySeconds };
}

function masterKeyOf(text: string | undefined): Uint8Array | undefined {
  if (text === undefined || text === '') return undefined;
  // What Node passes over in base64 may be a slip.
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) throw new ConfigError('MASTER_KEY must be 32 bytes in base64.');
  return Buffer.from(text, 'base64');
}

/** The file's settings with defaults. Unknown and wrong keys are named. `env` has the secrets that the file only names. */
export function readConfigFile(path: string | undefined, env: Environment = {}): ConfigFile {
  const content = path === undefined || path === '' ? {} : parseFile(path);
  const check = new Ajv2020({ useDefaults: true, allErrors: false }).compile(schema);
  if (!check(content)) {
    const [error] = check.errors ?? [];
    const unknown =
      error?.keyword === 'additionalProperties' ? `.${String(error.params['additionalProperty'])}` : '';
    const where = `${(error?.instancePath ?? '').replaceAll('/', '.')}${unknown}`.slice(1);
    throw new ConfigError(
      `CONFIG_FILE: ${where === '' ? 'it' : where} ${unknown === '' ? (error?.message ?? '') : 'is not a known key'}.`,
    );
  }
  // The schema that was just passed describes this type.
  const file = content as Omit<ConfigFile, 'rails'> & { readonly rails: RailsInput };
  return { ...file, rails: checkedRails(file.rails, env) };
}

function checkedRails(given: RailsInput, env: Environment): RailsSettings {
  try {
    return resolveRails(given, (name) => env[name]);
  } catch (error) {
    throw new ConfigError(`CONFIG_FILE: ${errorMessage(error)}.`);
  }
}

function parseFile(path: string): unknown {
  try {
    return parse(readFileSync(path, 'utf8')) ?? {};
  } catch (error) {
    throw new ConfigError(`CONFIG_FILE: ${path} can't be read: ${errorMessage(error)}`);
  }
}

/** What the ledger decides by, from what the operator wrote. */
export function policyOf(file: ConfigFile): Policy {
  const { user_to_user, onramp, offramp } = file.reviews.amount_at_least;
  const routes = moneyRoutes(file, amount);
  const closed = routes.find(({ min, max }) => min > max);
  if (closed !== undefined)
    throw new ConfigError(`CONFIG_FILE: a route of kind ${nameOf(closed)} has a minimum above its maximum.`);
  return {
    routes,
    standingRails: new Set(Object.keys(file.rails).filter((rail) => file.rails[rail]?.standing_details)),
    pointPrices: new Map(
      Object.entries(file.points.prices).map(([currency, price]) => [currency, priceOf(price)]),
    ),
    reviewThreshold: {
      user_to_user: amount(user_to_user, 2),
      onramp: amount(onramp, 2),
      offramp: amount(offramp, 2),
    },
    quotes: {
      lifetimeMs: file.quotes.lifetime_seconds * 1_000,
      spreadBps: file.quotes.spread_bps,
    },
    userLimits: {
      per24h: limitsOf(file.user_limits.per_24h),
      per30d: limitsOf(file.user_limits.per_30d),
    },
  };
}

/** A route by what the file has limits for: its kind, and that of an on-ramp for each currency of each rail. */
const nameOf = ({ kind, source }: Route): string =>
  source.type === 'wallet' ? kind : `${kind} (${source.rail}, ${source.currency})`;

const limitsOf = ({ user_to_user, offramp }: Limits): LimitByKind => ({
  user_to_user: amount(user_to_user, 2),
  offramp: amount(offramp, 2),
});

function amount(text: string, decimals: number, key?: string): Amount {
  const value = parseAmount(text, decimals);
  const where = key === undefined ? '' : `${key}: `;
  if (value === undefined)
    throw new ConfigError(`CONFIG_FILE: ${where}${text} has more than ${decimals} decimals.`);
  return value;
}

function priceOf(text: string): Price {
  const [whole = '0', fraction = ''] = text.split('.');
  return { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) };
}
