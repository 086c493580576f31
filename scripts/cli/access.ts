/** Finds the service URL and the operator token: options, then environment, then credentials.json of the first start. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError, isJsonObject } from './outcome.ts';

export type Access = { readonly baseUrl: string; readonly token: string };

export type GlobalOptions = {
  readonly url?: string;
  readonly token?: string;
  readonly json?: true;
  readonly idempotencyKey?: string;
};

export function findAccess({ url, token }: GlobalOptions): Access {
  const { BASE_URL, OPERATOR_TOKEN, DATA_DIR = './data' } = process.env;
  const written = credentialsIn(DATA_DIR);
  const baseUrl = url ?? given(BASE_URL) ?? textIn(written, 'base_url');
  const found = token ?? given(OPERATOR_TOKEN) ?? textIn(written, 'operator_token');
  if (baseUrl === undefined) {
    throw new UsageError(
      'No service URL. Use --url, set BASE_URL, or set DATA_DIR to a folder with credentials.json.',
    );
  }
  if (!/^https?:\/\//.test(baseUrl))
    throw new UsageError('--url and BASE_URL must start with http:// or https://.');
  if (found === undefined)
    throw new UsageError(
      'No operator token. Set OPERATOR_TOKEN, or set DATA_DIR to a folder with credentials.json.',
    );
  // An invalid header value would appear in the error message of fetch.
  if (!/^[\x21-\x7e]+$/.test(found)) throw new UsageError('The operator token contains invalid characters.');
  return { baseUrl: baseUrl.replace(/\/+$/, ''), token: found };
}

const given = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

function credentialsIn(dataDir: string): unknown {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

function textIn(credentials: unknown, name: string): string | undefined {
  const value = isJsonObject(credentials) ? credentials[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
