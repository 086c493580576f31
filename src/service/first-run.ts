/** The first start on an empty data directory creates a demo integrator and writes its credentials to a file. */
import { hash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config/config-file.ts';
import { newIntegrator, newKey, newOperatorToken } from '../platform/credentials.ts';
import type { Platform } from '../platform/platform.ts';
import { moveFile, readFile, replaceFile, writeNewFile } from '../system/atomic-file.ts';
import { randomUUID } from '../system/runtime.ts';

export type Credentials = {
  readonly base_url: string;
  readonly integrator_id: string;
  readonly sandbox_api_key: string;
  readonly production_api_key: string;
  readonly operator_token: string;
  readonly docs_url: string;
  readonly console_url: string;
};

export const CREDENTIALS_FILE_NAME = 'credentials.json';
const PENDING_PREFIX = `${CREDENTIALS_FILE_NAME}.pending-`;

/** Undefined when no first start wrote any. Throws a ConfigError when the file is not valid JSON. */
export function readCredentials(dataDir: string): Credentials | undefined {
  const file = join(dataDir, CREDENTIALS_FILE_NAME);
  const text = readFile(file);
  try {
    // Only this service writes the file.
    return text === undefined ? undefined : (JSON.parse(text) as Credentials);
  } catch {
    throw new ConfigError(`${file} is not valid JSON. Restore the original file, or move this one away.`);
  }
}

export function writeCredentials(dataDir: string, credentials: Credentials): void {
  replaceFile(join(dataDir, CREDENTIALS_FILE_NAME), serialize(credentials));
}

/**
 * Creates the demo integrator. Gives undefined when there is an integrator already, or when another process creates one
 * first. The credentials are written to a pending file before the events that make them valid, and renamed afterwards:
 * after a crash in between, the next start finds the secrets.
 */
export async function createDemoIntegrator(
  platform: Platform,
  dataDir: string,
  baseUrl: string,
): Promise<Credentials | undefined> {
  if (platform.integrators.size > 0) {
    resolvePendingFiles(platform, dataDir);
    return undefined;
  }
  const integrator = newIntegrator('demo');
  const sandbox = newKey(integrator.id, 'sandbox', 'read_write', 'first run');
  const production = newKey(integrator.id, 'production', 'read_write', 'first run');
  const operator = newOperatorToken('first run', 'admin');
  const credentials: Credentials = {
    integrator_id: integrator.id,
    sandbox_api_key: sandbox.key.text,
    production_api_key: production.key.text,
    operator_token: operator.text,
    ...serviceUrls(baseUrl),
  };
  writeNewFile(join(dataDir, PENDING_PREFIX + randomUUID()), serialize(credentials));
  await platform.record(
    () =>
      platform.integrators.size > 0
        ? []
        : [integrator.event, sandbox.event, production.event, operator.event],
    'system:first_run',
  );
  resolvePendingFiles(platform, dataDir);
  return isKnown(platform, credentials) ? credentials : undefined;
}

/** Renames the pending file whose key the platform knows. The keys in all other pending files can never become valid. */
function resolvePendingFiles(platform: Platform, dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(PENDING_PREFIX))) {
    const file = join(dataDir, name);
    const credentials = readPendingFile(file);
    if (credentials !== undefined && isKnown(platform, credentials))
      moveFile(file, join(dataDir, CREDENTIALS_FILE_NAME));
    else rmSync(file, { force: true });
  }
}

/** Undefined for an incomplete file, and for one that another process has renamed or removed. */
function readPendingFile(file: string): Credentials | undefined {
  const text = readFile(file);
  // Only a complete file ends with the closing brace.
  if (text?.endsWith('}\n') !== true) return undefined;
  // Only this service writes the file.
  return JSON.parse(text) as Credentials;
}

const isKnown = (platform: Platform, { sandbox_api_key }: Credentials): boolean =>
  platform.findKey(hash('sha256', sandbox_api_key)) !== undefined;

const serialize = (credentials: Credentials): string => `${JSON.stringify(credentials, null, 2)}\n`;

export const serviceUrls = (baseUrl: string): Pick<Credentials, 'base_url' | 'docs_url' | 'console_url'> => ({
  base_url: baseUrl,
  docs_url: `${baseUrl}/docs`,
  console_url: `${baseUrl}/console`,
});
