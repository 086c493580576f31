/** The first start on an empty data directory makes an integrator to try things with, and writes down how to reach it. */
import { hash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config/config.ts';
import { createFile, moveFile, readFile, replaceFile, writeNewFile } from '../system/atomic-file.ts';
import { newIntegrator, newKey, newOperatorToken } from '../platform/credentials.ts';
import type { Platform } from '../platform/platform.ts';

export type Credentials = {
  readonly base_url: string;
  readonly integrator_id: string;
  readonly sandbox_api_key: string;
  readonly production_api_key: string;
  readonly operator_token: string;
  readonly docs_url: string;
  readonly console_url: string;
};

const FILE = 'credentials.json';
const PENDING = `${FILE}.pending-`;

/**
 * The key that wraps users' keys, made and kept in the data directory. Two that start at once get the same one. Throws a
 * ConfigError for a file that holds none.
 */
export function readOrCreateMasterKey(dataDir: string): Uint8Array {
  const file = join(dataDir, 'master.key');
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(file)) createFile(file, randomBytes(32).toString('base64'));
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64');
  if (key.length !== 32)
    throw new ConfigError(`${file} does not hold a key of 32 bytes: put it back as it was.`);
  return key;
}

/** What an earlier first start wrote. Throws a ConfigError where somebody changed it into something else. */
export function readCredentials(dataDir: string): Credentials | undefined {
  const file = join(dataDir, FILE);
  const text = readFile(file);
  try {
    // This service wrote it.
    return text === undefined ? undefined : (JSON.parse(text) as Credentials);
  } catch {
    throw new ConfigError(`${file} is not as the first start wrote it: put it back, or move it away.`);
  }
}

export function writeCredentials(dataDir: string, credentials: Credentials): void {
  replaceFile(join(dataDir, FILE), textOf(credentials));
}

/**
 * Makes the demo integrator, unless there is one already or another process is first: then it gives nothing. The
 * credentials are put down before the events that make them valid, and get their name after: whoever is cut off in
 * between has lost no secret, as the next start finds them.
 */
export async function createDemoIntegrator(
  platform: Platform,
  dataDir: string,
  baseUrl: string,
): Promise<Credentials | undefined> {
  if (platform.integrators.size > 0) {
    takeUpPending(platform, dataDir);
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
  writeNewFile(join(dataDir, PENDING + randomUUID()), textOf(credentials));
  await platform.record(
    () =>
      platform.integrators.size > 0
        ? []
        : [integrator.event, sandbox.event, production.event, operator.event],
    'system:first_run',
  );
  takeUpPending(platform, dataDir);
  return isOn(platform, credentials) ? credentials : undefined;
}

/** Of credentials that a first start put down, those that the platform knows are the ones; no other can ever become valid. */
function takeUpPending(platform: Platform, dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(PENDING))) {
    const file = join(dataDir, name);
    const credentials = readPending(file);
    if (credentials !== undefined && isOn(platform, credentials)) moveFile(file, join(dataDir, FILE));
    else rmSync(file, { force: true });
  }
}

/** Undefined for those that were cut off before they were whole, or that another process has taken up meanwhile. */
function readPending(file: string): Credentials | undefined {
  const text = readFile(file);
  // Nothing but the closing brace ends this way.
  if (text?.endsWith('}\n') !== true) return undefined;
  // This service wrote it.
  return JSON.parse(text) as Credentials;
}

const isOn = (platform: Platform, { sandbox_api_key }: Credentials): boolean =>
  platform.findKey(hash('sha256', sandbox_api_key)) !== undefined;

const textOf = (credentials: Credentials): string => `${JSON.stringify(credentials, null, 2)}\n`;

export const serviceUrls = (baseUrl: string): Pick<Credentials, 'base_url' | 'docs_url' | 'console_url'> => ({
  base_url: baseUrl,
  docs_url: `${baseUrl}/docs`,
  console_url: `${baseUrl}/console`,
});
