/** Reads and checks CONFIG_FILE, in YAML or JSON. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { resolveRails } from '../rails/settings.ts';
import type { RailsInput } from '../rails/settings.ts';
import { errorMessage } from '../system/errors.ts';
import schema from '../../schemas/config.json' with { type: 'json' };
import { ConfigError } from './config-error.ts';
import type { ConfigFile } from './config-file.ts';

/**
 * Fills in the defaults. `env` holds the secrets that the file refers to by name. Throws a ConfigError for unknown keys and
 * invalid values.
 */
export function readConfigFile(
  path: string | undefined,
  env: Readonly<Record<string, string | undefined>> = {},
): ConfigFile {
  const content = path === undefined ? {} : parseFile(path);
  const isValid = new Ajv2020({ useDefaults: true, allErrors: false }).compile(schema);
  if (!isValid(content)) throw new ConfigError(`CONFIG_FILE: ${describe(isValid.errors?.[0])}.`);
  // The schema that the content has just passed describes this type.
  const file = content as Omit<ConfigFile, 'rails'> & { readonly rails: RailsInput };
  try {
    return { ...file, rails: resolveRails(file.rails, (name) => env[name]) };
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
