/** A minimal API client: an API key, an idempotency key per POST, and JSON. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Access = { readonly baseUrl: string; readonly apiKey: string };

/** An unvalidated JSON object. */
export type Json = Readonly<Record<string, unknown>>;

export type Answer = { readonly status: number; readonly body: Json; readonly replayed: boolean };

export type Client = {
  get(path: string): Promise<Answer>;
  post(path: string, body: Json, idempotencyKey?: string): Promise<Answer>;
};

/** Reads BASE_URL and API_KEY, or credentials.json of the first start. Undefined if there is neither. */
export function findAccess(): Access | undefined {
  const { BASE_URL, API_KEY, DATA_DIR = './data' } = process.env;
  if (BASE_URL !== undefined && API_KEY !== undefined)
    return { baseUrl: BASE_URL.replace(/\/$/, ''), apiKey: API_KEY };
  try {
    const written: unknown = JSON.parse(readFileSync(join(DATA_DIR, 'credentials.json'), 'utf8'));
    const credentials = isJson(written) ? written : {};
    return {
      baseUrl: BASE_URL ?? text(credentials, 'base_url'),
      apiKey: API_KEY ?? text(credentials, 'sandbox_api_key'),
    };
  } catch {
    return undefined;
  }
}

export function createClient({ baseUrl, apiKey }: Access): Client {
  async function call(path: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(`${baseUrl}${path}`, init);
    const body: unknown = await response.json();
    if (!isJson(body)) throw new Error(`${path} returned status ${response.status} without a JSON object`);
    return { status: response.status, body, replayed: response.headers.has('Idempotent-Replayed') };
  }
  const key = { 'Api-Key': apiKey };
  return {
    get: (path) => call(path, { headers: key }),
    post: (path, body, idempotencyKey = randomUUID()) =>
      call(path, {
        method: 'POST',
        headers: { ...key, 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
        body: JSON.stringify(body),
      }),
  };
}

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a dotted path, such as `source.rail`. */
export function at(body: unknown, path: string): unknown {
  let value = body;
  for (const name of path.split('.')) value = isJson(value) ? value[name] : undefined;
  return value;
}

export function text(body: unknown, path: string): string {
  const value = at(body, path);
  if (typeof value !== 'string') throw new Error(`expected a string at ${path}`);
  return value;
}

/** The objects in a list. */
export function listed(body: unknown, path = 'data'): Json[] {
  const value = at(body, path);
  return Array.isArray(value) ? value.filter(isJson) : [];
}

/** Hundredths of a point, so that sums are exact. */
export const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));

export function points(amount: bigint): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
