import { WebhookError } from './errors.ts';

/** The headers of a request: from Node.js, from fetch, or a plain object with names in any case. */
export type WebhookHeaders =
  { get(name: string): string | null } | { readonly [name: string]: string | readonly string[] | undefined };

export type SignatureHeader = {
  /** Seconds since 1970, as the header has them. */
  readonly t: string;
  readonly signatures: readonly Uint8Array<ArrayBuffer>[];
};

/** The service sends at most two. */
const SIGNATURES_MAX = 10;

/**
 * Reads `t=<seconds>,v1=<hex>`, with a second `v1` during a key rotation. Other parts are reserved for later
 * versions. Throws a WebhookError.
 */
export function readSignatureHeader(headers: WebhookHeaders): SignatureHeader {
  const header = headerOf(headers, 'svc-signature');
  if (header === undefined)
    throw new WebhookError('signature_missing', 'The Svc-Signature header is missing.');
  const parts = header.split(',').map((part) => part.trim());
  const valuesOf = (name: string): string[] =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  const [t, ...moreTimes] = valuesOf('t');
  const signatures = valuesOf('v1');
  const isWellFormed =
    t !== undefined &&
    moreTimes.length === 0 &&
    /^[0-9]{1,12}$/.test(t) &&
    signatures.length > 0 &&
    signatures.length <= SIGNATURES_MAX &&
    signatures.every((hex) => /^[0-9a-f]{128}$/.test(hex));
  if (!isWellFormed) {
    throw new WebhookError(
      'signature_malformed',
      'The Svc-Signature header must have the form t=<seconds>,v1=<hex>.',
    );
  }
  return { t, signatures: signatures.map(fromHex) };
}

const fromHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

function headerOf(headers: WebhookHeaders, wanted: string): string | undefined {
  // In plain JavaScript, the headers may be missing.
  if (typeof (headers as unknown) !== 'object' || (headers as unknown) === null)
    throw new TypeError('headers must be the headers of the request.');
  if (isFetched(headers)) return headers.get(wanted) ?? undefined;
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() === wanted) return typeof value === 'string' ? value : value?.join(',');
  }
  return undefined;
}

const isFetched = (headers: WebhookHeaders): headers is { get(name: string): string | null } =>
  typeof headers['get'] === 'function';
