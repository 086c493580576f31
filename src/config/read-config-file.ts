/** Reads and checks CONFIG_FILE, in YAML or JSON. */
import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import schema from '../../schemas/config.json' with { type: 'json' };
import { parse } from 'yaml';
import { resolveRails, type RailsInput } from '../rails/settings.ts';
import { errorMessage } from '../system/errors.ts';
import { ConfigError, type ConfigFile } from './config-file.ts';
import { resolveSignIn, type GivenSignIn } from './sign-in.ts';

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
  const { allow_loopback = isLocal } = file.webhooks;
  const { webhook_endpoint_test = isLocal ? 'sandbox' : false } = file.features;
  try {
    return {
      ...file,
      rails: resolveRails(file.rails, (name) => env[name]),
      webhooks: { ...file.webhooks, allow_loopback },
      features: { ...file.features, webhook_endpoint_test },
      console: resolveSignIn(file.console, (name) => env[name]),
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
