/** The first start on an empty data directory makes an integrator to try things with, and writes down how to reach it. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newIntegrator, newKey, newOperatorToken } from './platform/issue.ts';
import type { Platform } from './platform/platform.ts';

export type Credentials = {
  readonly base_url: string;
  readonly integrator_id: string;
  readonly sandbox_api_key: string;
  readonly production_api_key: string;
  readonly operator_token: string;
  readonly docs_url: string;
  readonly console_url: string;
};

/** The key that wraps users' keys: the configured one, or one made and kept in the data directory. */
export function masterKeyIn(dataDir: string): Uint8Array {
  const file = join(dataDir, 'master.key');
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(file))
    writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx', flush: true });
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64');
  if (key.length !== 32) throw new Error(`${file} does not hold a key of 32 bytes`);
  return key;
}

/** What an earlier first start wrote, with today's address. */
export function readCredentials(dataDir: string): Credentials | undefined {
  const file = join(dataDir, 'credentials.json');
  // This service wrote it.
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Credentials) : undefined;
}

export function writeCredentials(dataDir: string, credentials: Credentials): void {
  writeFileSync(join(dataDir, 'credentials.json'), `${JSON.stringify(credentials, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  });
}

/** Makes the demo integrator unless there is one already. The credentials are written before the events that make them valid. */
export async function makeFirstRun(
  platform: Platform,
  dataDir: string,
  baseUrl: string,
): Promise<Credentials | undefined> {
  if (platform.integrators.size > 0) return undefined;
  const integrator = newIntegrator('demo');
  const sandbox = newKey(integrator.id, 'sandbox', 'read_write', 'first run');
  const production = newKey(integrator.id, 'production', 'read_write', 'first run');
  const operator = newOperatorToken('first run', 'admin');
  const credentials: Credentials = {
    integrator_id: integrator.id,
    sandbox_api_key: sandbox.key.text,
    production_api_key: production.key.text,
    operator_token: operator.text,
    ...urls(baseUrl),
  };
  writeCredentials(dataDir, credentials);
  await platform.record(
    () =>
      platform.integrators.size > 0
        ? []
        : [integrator.event, sandbox.event, production.event, operator.event],
    'system:first_run',
  );
  return credentials;
}

export const urls = (baseUrl: string): Pick<Credentials, 'base_url' | 'docs_url' | 'console_url'> => ({
  base_url: baseUrl,
  docs_url: `${baseUrl}/docs`,
  console_url: `${baseUrl}/console`,
});
