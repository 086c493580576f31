import { WebhookError } from './errors.ts';
import type { WebhookEvent } from './events.ts';
import { readSignatureHeader } from './signature-header.ts';
import type { WebhookHeaders } from './signature-header.ts';

export type VerifyOptions = {
  /** Maximum difference between the time of the signature and now, in either direction; 300 by default. */
  readonly toleranceSeconds?: number | undefined;
  /** Milliseconds since 1970; the current time by default. */
  readonly now?: number | undefined;
};

const TOLERANCE_SECONDS = 300;
const ALGORITHM = 'Ed25519';

type Bytes = Uint8Array<ArrayBuffer>;
type PublicKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/**
 * Resolves with the event of a request that the service signed. `rawBody` is the body exactly as received, before
 * parsing. `publicKeys` is the endpoint's `public_key_pem`; pass both keys during a key rotation. Rejects with a
 * WebhookError.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  publicKeys: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const body = bytesOf(rawBody);
  // In plain JavaScript the value may be anything, such as an environment variable that is not set.
  const keys = await Promise.all([publicKeys as unknown].flat().map(importKey));
  const { t, signatures } = readSignatureHeader(headers);
  const signed = concatenate(new TextEncoder().encode(`${t}.`), body);
  // Every signature is checked with every key before the time is checked.
  const results = await Promise.all(
    signatures.flatMap((signature) =>
      keys.map((key) => crypto.subtle.verify(ALGORITHM, key, signature, signed)),
    ),
  );
  if (!results.includes(true)) {
    throw new WebhookError(
      'signature_wrong',
      'No signature matches this body and key. Pass the raw body and the public key of this endpoint.',
    );
  }
  if (!(Math.abs(now / 1_000 - Number(t)) <= toleranceSeconds)) {
    throw new WebhookError(
      'timestamp_out_of_tolerance',
      `The signature time differs from now by more than ${toleranceSeconds} seconds.`,
    );
  }
  return eventIn(body);
}

function bytesOf(rawBody: unknown): Uint8Array {
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody);
  if (rawBody instanceof Uint8Array) return rawBody;
  throw new TypeError('rawBody must be the request body as a string or bytes, before parsing.');
}

function concatenate(start: Uint8Array, end: Uint8Array): Bytes {
  const bytes = new Uint8Array(start.length + end.length);
  bytes.set(start);
  bytes.set(end, start.length);
  return bytes;
}

async function importKey(pem: unknown): Promise<PublicKey> {
  try {
    if (typeof pem === 'string')
      return await crypto.subtle.importKey('spki', derOf(pem), ALGORITHM, false, ['verify']);
  } catch {
    // The error below is more helpful than that of the platform.
  }
  throw new WebhookError(
    'key_malformed',
    'publicKeys must be the public_key_pem of the webhook endpoint, or a list of them.',
  );
}

/** Environment variables often have the two characters `\n` instead of line breaks. */
function derOf(pem: string): Bytes {
  const [, base64 = ''] =
    /-----BEGIN PUBLIC KEY-----([^-]+)-----END PUBLIC KEY-----/.exec(pem.replaceAll(/\\r|\\n/g, '\n')) ?? [];
  return Uint8Array.from(atob(base64.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0));
}

function eventIn(body: Uint8Array): WebhookEvent {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder().decode(body));
  } catch {
    // Reported below.
  }
  const isEvent =
    typeof parsed === 'object' && parsed !== null && 'object' in parsed && parsed.object === 'event';
  if (!isEvent) throw new WebhookError('body_malformed', 'The body is not an event.');
  // The service signed it, and its events have this shape.
  return parsed as WebhookEvent;
}
