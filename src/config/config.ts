/** Reads the configuration from environment variables and CONFIG_FILE. Nothing else reads process.env. */

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import schema from '../../schemas/config.json' with { type: 'json' };
import { parse } from 'yaml';
import * as account from '../ledger/posting.ts';
import { resolveRails, type RailsInput } from '../rails/settings.ts';
import { errorMessage } from '../system/errors.ts';
import { isTimeZone } from '../system/calendar.ts';
import { ConfigError, type ConfigFile } from './config-file.ts';
import { readMasterKeys, type MasterKeys } from './master-keys.ts';
import { resolveNotifications } from './notifications.ts';
import { resolveSignIn, type GivenSignIn } from './sign-in.ts';

// Reads and checks CONFIG_FILE, in YAML or JSON.

/** Compiled for the first file, because that takes longer than everything else here. It adds the defaults. */
let isValid: ValidateFunction | undefined;

/**
 * Fills in the defaults; `isLocal` turns on what a developer needs in the sandbox to receive webhooks on this machine. `env`
 * holds the secrets that the file refers to by name. Throws a ConfigError for unknown keys and invalid values.
 */
export function readConfigFile(
  path: string | undefined,
  env: Readonly<Record<string, string | undefined>> = {},
  { isLocal }: { readonly isLocal: boolean } = { isLocal: false },
): ConfigFile {
  const content = path === undefined ? {} : parseFile(path);
  isValid ??= new Ajv2020({ useDefaults: true, allErrors: false }).compile(schema);
  if (!isValid(content)) throw new ConfigError(`CONFIG_FILE: ${describe(isValid.errors?.[0])}.`);
  // The schema that the content has just passed describes this type.
  const file = content as Omit<ConfigFile, 'rails' | 'webhooks' | 'features' | 'console'> & {
    readonly rails: RailsInput;
    readonly console: GivenSignIn;
    readonly webhooks: Omit<ConfigFile['webhooks'], 'allow_loopback'> & { readonly allow_loopback?: boolean };
    readonly features: { readonly transfer_cancel: boolean; readonly webhook_endpoint_test?: boolean };
  };
  for (const [environment, zone] of Object.entries(file.time_zone))
    if (!isTimeZone(zone))
      throw new ConfigError(
        `CONFIG_FILE: time_zone.${environment} must be a name of the IANA database, such as Europe/Berlin; got "${zone}".`,
      );
  const { allow_loopback = isLocal } = file.webhooks;
  const { webhook_endpoint_test = isLocal ? 'sandbox' : false } = file.features;
  try {
    return {
      ...file,
      rails: resolveRails(file.rails, (name) => env[name]),
      webhooks: { ...file.webhooks, allow_loopback },
      features: { ...file.features, webhook_endpoint_test },
      console: resolveSignIn(file.console, (name) => env[name]),
      notifications: resolveNotifications(file.notifications, (name) => env[name], allow_loopback),
    };
  } catch (error) {
    throw new ConfigError(`CONFIG_FILE: ${errorMessage(error)}.`);
  }
}

function parseFile(path: string): unknown {
  try {
    return parse(readFileSync(path, 'utf8')) ?? {};
  } catch (error) {
    throw new ConfigError(`CONFIG_FILE: cannot read ${path}: ${errorMessage(error)}`);
  }
}

/** `unknown key quotes.livetime_seconds`, or `rate_limit.burst must be integer`. */
function describe(error: ErrorObject | undefined): string {
  const path = (error?.instancePath ?? '').replaceAll('/', '.').slice(1);
  if (error?.keyword === 'additionalProperties') {
    const key = String(error.params['additionalProperty']);
    return `unknown key ${path === '' ? key : `${path}.${key}`}`;
  }
  return `${path === '' ? 'the file' : path} ${error?.message ?? 'is invalid'}`;
}

/** The files with certificates that the configuration names, of authorities and of this client. */
type Urls = { readonly eventStoreUrl: string | undefined; readonly mongoUrl: string | undefined };

/** Options of the connection strings that name a file with certificates, in small letters. */
const OPTIONS: ReadonlySet<string> = new Set(['tlscafile', 'usercertfile', 'tlscertificatekeyfile']);

/** `extra` is NODE_EXTRA_CA_CERTS, which Node.js reads itself. */
export function certificateFilesOf(urls: Urls, extra: string | undefined): readonly string[] {
  const named = [urls.eventStoreUrl, urls.mongoUrl].flatMap((url) =>
    // Not a URL of the standard, which allows one host only.
    [...new URLSearchParams(url?.split('?')[1])]
      .filter(([name]) => OPTIONS.has(name.toLowerCase()))
      .map(([, file]) => file),
  );
  return [...new Set([...named, ...(extra === undefined ? [] : [extra])])];
}

const ROLES = ['api', 'projector', 'worker'] as const;
type Role = (typeof ROLES)[number];

export type Config = MasterKeys & {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly eventStoreUrl: string | undefined;
  readonly mongoUrl: string | undefined;
  /** Others reach the service, and it would be an administrator of EventStoreDB without an explicit permission. */
  readonly isUnwantedAdministrator: boolean;
  /** Files with certificates whose expiry is announced. */
  readonly certificateFiles: readonly string[];
  readonly roles: readonly Role[];
  /** The URL under which integrators reach the service; undefined: derived from host and port. */
  readonly publicUrl: string | undefined;
  readonly logLevel: string;
  /** Who may read metrics and the details of the health report. */
  readonly monitoring: { readonly isPublic: boolean; readonly token: string | undefined };
  /** Whether the standard OpenTelemetry variables enable tracing. */
  readonly tracing: boolean;
  /** What else they have sent by OTLP. */
  readonly exports: { readonly logs: boolean; readonly metricsEveryMs: number | undefined };
  /** Where signed checkpoints are written; undefined: none are written. */
  readonly checkpoints: { readonly folder: string; readonly everySeconds: number } | undefined;
  /** Undefined without keys of an object store. */
  readonly objectStore: ObjectStoreAccess | undefined;
  readonly file: ConfigFile;
};

/** The standard variables of programs for Amazon S3. */
export type ObjectStoreAccess = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly region: string;
  /** Of another store than Amazon's. */
  readonly endpoint: string | undefined;
};

type Environment = Readonly<Record<string, string | undefined>>;

const EVENT_STORE_SCHEMES = ['esdb:', 'esdb+discover:', 'kurrentdb:', 'kurrentdb+discover:'];
/** A connection string of the user that EventStoreDB creates, who may delete and compact everything. */
const ADMINISTRATOR = /^[a-z+]+:\/\/admin(?::[^@/]*)?@/;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** Throws a ConfigError with one sentence for the first value that is wrong. */
export function readConfig(env: Environment = process.env): Config {
  // Compose files pass on unset variables as empty strings.
  const get = (name: string): string | undefined => (env[name] === '' ? undefined : env[name]);
  const logLevel = get('LOG_LEVEL') ?? 'info';
  if (!LOG_LEVELS.includes(logLevel))
    throw new ConfigError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}; got "${logLevel}".`);
  const host = get('HOST') ?? '127.0.0.1';
  const eventStoreUrl = parseUrl('EVENTSTORE_URL', get('EVENTSTORE_URL'), EVENT_STORE_SCHEMES);
  const mongoUrl = parseUrl('MONGODB_URL', get('MONGODB_URL'), ['mongodb:', 'mongodb+srv:']);
  const publicUrl = parsePublicUrl(get('PUBLIC_URL'));
  const isEmbedded = eventStoreUrl === undefined && mongoUrl === undefined;
  const dataDir = resolve(get('DATA_DIR') ?? './data');
  const isReachable =
    !isLoopback(host) || (publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname));
  // Others could reach what listens on this machine only, so the defaults are for a service that only this machine reaches.
  const file = readConfigFile(get('CONFIG_FILE'), env, { isLocal: isEmbedded && !isReachable });
  return {
    host,
    port: parsePort(get('PORT') ?? '3000'),
    dataDir,
    eventStoreUrl,
    mongoUrl,
    isUnwantedAdministrator:
      isReachable && ADMINISTRATOR.test(eventStoreUrl ?? '') && get('EVENTSTORE_ALLOW_ADMIN') !== 'true',
    certificateFiles: certificateFilesOf({ eventStoreUrl, mongoUrl }, get('NODE_EXTRA_CA_CERTS')),
    roles: parseRoles(get('ROLES')),
    publicUrl,
    ...readMasterKeys(get),
    logLevel,
    monitoring: {
      isPublic: file.monitoring.public ?? !isReachable,
      token: parseMonitoringToken(get('MONITORING_TOKEN')),
    },
    tracing: isExported(env, 'OTEL_TRACES_EXPORTER', [
      env['OTEL_EXPORTER_OTLP_ENDPOINT'],
      env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
    ]),
    exports: {
      logs: isExported(env, 'OTEL_LOGS_EXPORTER', [env['OTEL_EXPORTER_OTLP_LOGS_ENDPOINT']]),
      metricsEveryMs: isExported(env, 'OTEL_METRICS_EXPORTER', [env['OTEL_EXPORTER_OTLP_METRICS_ENDPOINT']])
        ? parseExportInterval(env['OTEL_METRIC_EXPORT_INTERVAL'])
        : undefined,
    },
    checkpoints: parseCheckpoints(
      get('CHECKPOINT_DIR') ?? (isEmbedded ? join(dataDir, 'checkpoints') : NO_CHECKPOINTS),
      get('CHECKPOINT_EVERY_SECONDS'),
    ),
    objectStore: objectStoreIn(get),
    file,
  };
}

/**
 * The OpenTelemetry SDK reads all other OTEL variables. The service exports with OTLP over HTTP, or not at all. An address for
 * everything turns on traces only: so a deployment that sends traces sends nothing else after an upgrade.
 */
function isExported(env: Environment, name: string, addresses: readonly (string | undefined)[]): boolean {
  if (env['OTEL_SDK_DISABLED'] === 'true') return false;
  const exporter = env[name] ?? '';
  if (!['', 'otlp', 'none'].includes(exporter))
    throw new ConfigError(`${name} must be otlp or none; got "${exporter}".`);
  return exporter === '' ? addresses.some((address = '') => address !== '') : exporter === 'otlp';
}

const EXPORT_EVERY_MS = 60_000;

function parseExportInterval(text = ''): number {
  if (text === '') return EXPORT_EVERY_MS;
  if (!/^[1-9]\d{2,7}$/.test(text))
    throw new ConfigError(`OTEL_METRIC_EXPORT_INTERVAL must be 100 to 99999999 milliseconds; got "${text}".`);
  return Number(text);
}

const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host);

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new ConfigError(`PORT must be a number from 0 to 65535; got "${text}".`);
  return port;
}

/** The message does not quote the URL, because it may contain a password. */
function parseUrl(name: string, text: string | undefined, protocols: readonly string[]): string | undefined {
  if (text === undefined) return undefined;
  const prefixes = protocols.map((protocol) => `${protocol}//`);
  if (!prefixes.some((prefix) => text.startsWith(prefix)))
    throw new ConfigError(`${name} must start with ${prefixes.join(' or ')}.`);
  return text;
}

/** Paths are appended to it, and everybody can read it, so it has no query, fragment, or password. */
function parsePublicUrl(text: string | undefined): string | undefined {
  const given = parseUrl('PUBLIC_URL', text, ['http:', 'https:']);
  if (given === undefined) return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || `${url.username}${url.password}${url.search}${url.hash}` !== '')
    throw new ConfigError(
      'PUBLIC_URL must be a URL of a host with an optional path, such as https://ledger.example.',
    );
  return given.replace(/\/$/, '');
}

const MONITORING_TOKEN_CHARACTERS_MIN = 20;

function parseMonitoringToken(text: string | undefined): string | undefined {
  if (text !== undefined && (text.length < MONITORING_TOKEN_CHARACTERS_MIN || !/^[\x21-\x7e]+$/.test(text)))
    throw new ConfigError(
      `MONITORING_TOKEN must be at least ${MONITORING_TOKEN_CHARACTERS_MIN} visible ASCII characters.`,
    );
  return text;
}

function parseRoles(text: string | undefined): readonly Role[] {
  if (text === undefined) return ROLES;
  const wanted = text.split(',').map((role) => role.trim());
  const roles = ROLES.filter((role) => wanted.includes(role));
  if (roles.length !== wanted.length)
    throw new ConfigError(`ROLES must be a comma-separated list of ${ROLES.join(', ')}; got "${text}".`);
  return roles;
}

function objectStoreIn(get: (name: string) => string | undefined): ObjectStoreAccess | undefined {
  const endpoint = parseUrl('AWS_ENDPOINT_URL_S3', get('AWS_ENDPOINT_URL_S3'), ['http:', 'https:']);
  const [accessKeyId, secretAccessKey] = [get('AWS_ACCESS_KEY_ID'), get('AWS_SECRET_ACCESS_KEY')];
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  const sessionToken = get('AWS_SESSION_TOKEN');
  const region = get('AWS_REGION') ?? 'us-east-1';
  return {
    accessKeyId,
    secretAccessKey,
    region,
    endpoint,
    ...(sessionToken !== undefined && { sessionToken }),
  };
}

/** The value of CHECKPOINT_DIR that turns checkpoints off. */
const NO_CHECKPOINTS = 'off';
const CHECKPOINT_EVERY_SECONDS = '300';
const CHECKPOINT_EVERY_SECONDS_MAX = 86_400;

function parseCheckpoints(folder: string, text = CHECKPOINT_EVERY_SECONDS): Config['checkpoints'] {
  const everySeconds = Number(text);
  if (!/^\d{1,5}$/.test(text) || everySeconds < 1 || everySeconds > CHECKPOINT_EVERY_SECONDS_MAX)
    throw new ConfigError(
      `CHECKPOINT_EVERY_SECONDS must be a number from 1 to ${CHECKPOINT_EVERY_SECONDS_MAX}; got "${text}".`,
    );
  return folder === NO_CHECKPOINTS ? undefined : { folder: resolve(folder), everySeconds };
}

// Where a configuration stores its data.

/** The SQLite file in the data directory. */
export const DATABASE_FILE_NAME = 'ledger.sqlite';

/** Whether any data is in the data directory. */
export const usesDataDir = ({ eventStoreUrl, mongoUrl }: Config): boolean =>
  eventStoreUrl === undefined || mongoUrl === undefined;

/** Whether other services may use the same events. The file belongs to one service. */
export const hasOtherNodes = ({ eventStoreUrl }: Config): boolean => eventStoreUrl !== undefined;

/** Whether events and documents are both in the SQLite file. */
export const isEmbedded = ({ eventStoreUrl, mongoUrl }: Config): boolean =>
  eventStoreUrl === undefined && mongoUrl === undefined;

// Codes of an accounting system for the accounts of the ledger, from the configuration file.

/** Accounts without a rail and a currency; all wallets are one. */
const SINGLE_ACCOUNTS: ReadonlySet<string> = new Set([
  'wallets',
  account.POINTS_ISSUED,
  account.REWARDS_GRANTED,
  account.PAYOUTS_IN_FLIGHT,
  account.POINTS_BACKED,
  account.POINTS_HEADROOM,
  account.COIN_ALLOCATED,
  account.COIN_STOCK,
  account.SPREAD_INCOME,
  account.ROUNDING,
]);
/** Accounts for each rail and currency. */
const RAIL_ACCOUNTS: ReadonlySet<string> = new Set(['clearing', 'bank', 'difference']);

/** By account, or by its first parts. Throws a ConfigError for an account that does not exist. */
export function accountCodesOf({
  journal,
  rails,
}: Pick<ConfigFile, 'journal' | 'rails'>): ReadonlyMap<string, string> {
  const codes = Object.entries(journal.account_codes);
  for (const [name] of codes)
    if (!isAccount(name, rails))
      throw new ConfigError(
        `CONFIG_FILE: journal.account_codes names \`${name}\`, which is no account. docs/reconciliation.md lists them.`,
      );
  return new Map(codes);
}

function isAccount(name: string, rails: ConfigFile['rails']): boolean {
  const [kind = '', first, second, ...more] = name.split(':');
  if (more.length > 0) return false;
  if (kind === 'wallets') return second === undefined && (first === undefined || first === 'pending');
  if (SINGLE_ACCOUNTS.has(kind)) return first === undefined;
  if (kind === 'fiat_held') return second === undefined && (first === undefined || hasCurrency(rails, first));
  if (!RAIL_ACCOUNTS.has(kind)) return false;
  if (first === undefined) return true;
  const rail = rails[first];
  return rail !== undefined && (second === undefined || rail.currencies[second] !== undefined);
}

const hasCurrency = (rails: ConfigFile['rails'], currency: string): boolean =>
  Object.values(rails).some(({ currencies }) => currencies[currency] !== undefined);
