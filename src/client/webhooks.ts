/**
 * Verifies webhook requests and returns typed events.
 *
 * At run time this file imports only node:crypto, so that it can also be copied into another project.
 */
import { createPublicKey, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { PublicEvent, PublicEventType } from '../generated/api.ts';

export type {
  DepositAccount,
  PublicEvent,
  PublicEventType,
  Transfer,
  User,
  WebhookEndpoint,
} from '../generated/api.ts';

/** The documented event by its type. */
type Documented = { [Event in PublicEvent as Event['type']]: Event };

/** An event of one type. */
export type WebhookEventOf<Type extends PublicEventType> = Omit<
  Documented[Type],
  'type' | 'previous_attributes'
> & {
  readonly type: Type;
  /** The previous values of the fields that changed. */
  readonly previous_attributes: Partial<Documented[Type]['data']>;
};

/**
 * Any event, discriminated by `type`. New types may be added: accept an unknown type with a 2xx status and
 * ignore it.
 */
export type WebhookEvent = { [Type in PublicEventType]: WebhookEventOf<Type> }[PublicEventType];

export type WebhookErrorCode =
  /** The Svc-Signature header is missing. */
  | 'signature_missing'
  /** The header is malformed. */
  | 'signature_malformed'
  /** The time of the signature is too far in the past or in the future. */
  | 'timestamp_out_of_tolerance'
  /** No signature matches this body and the given keys. */
  | 'signature_wrong'
  /** The signature is valid, but the body is not an event. */
  | 'body_malformed'
  /** The given key is not an Ed25519 public key. */
  | 'key_malformed';

/** The request is not authentic: respond with 400 and ignore it. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: WebhookErrorCode;
  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The headers of a request: from Node.js, from fetch, or a plain object with names in any case. */
export type WebhookHeaders =
  { get(name: string): string | null } | { readonly [name: string]: string | readonly string[] | undefined };

export type VerifyOptions = {
  /** Maximum difference between the time of the signature and now, in either direction; 300 by default. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since 1970; the current time by default. */
  readonly now?: number;
};

const TOLERANCE_SECONDS = 300;

/**
 * Returns the event of a request that the service signed. `rawBody` is the body exactly as received, before
 * parsing. `publicKeyPem` is the endpoint's `public_key_pem`; pass both keys during a key rotation. Throws a
 * WebhookError.
 */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  publicKeyPem: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }: VerifyOptions = {},
): WebhookEvent {
  const body = bytesOf(rawBody);
  const keys = keysOf(publicKeyPem);
  const { t, signatures } = readSignature(headerOf(headers, 'svc-signature'));
  const signed = Buffer.concat([Buffer.from(`${t}.`), body]);
  // Every signature is checked with every key before the time is checked.
  const results = signatures.flatMap((signature) => keys.map((key) => verify(null, signed, key, signature)));
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

function bytesOf(rawBody: unknown): Buffer {
  if (typeof rawBody === 'string') return Buffer.from(rawBody);
  if (rawBody instanceof Uint8Array)
    return Buffer.from(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
  throw new TypeError('rawBody must be the request body as a string or bytes, before parsing.');
}

/** In plain JavaScript the value may be anything, such as an environment variable that is not set. */
const keysOf = (given: unknown): KeyObject[] => (Array.isArray(given) ? given.map(keyOf) : [keyOf(given)]);

function keyOf(pem: unknown): KeyObject {
  let key: KeyObject | undefined;
  try {
    if (typeof pem === 'string') key = createPublicKey(pem);
  } catch {
    // The error below is more helpful than Node's.
  }
  if (key?.asymmetricKeyType === 'ed25519') return key;
  throw new WebhookError('key_malformed', 'publicKeyPem must be the public_key_pem of the webhook endpoint.');
}

function headerOf(headers: WebhookHeaders, wanted: string): string | undefined {
  if (typeof headers !== 'object') throw new TypeError('headers must be the headers of the request.');
  if (isFetched(headers)) return headers.get(wanted) ?? undefined;
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() === wanted) return typeof value === 'string' ? value : value?.join(',');
  }
  return undefined;
}

const isFetched = (headers: WebhookHeaders): headers is { get(name: string): string | null } =>
  typeof headers['get'] === 'function';

/**
 * `t=<seconds>,v1=<hex>`, with a second `v1` during a key rotation. Other parts are reserved for later
 * versions.
 */
function readSignature(header: string | undefined): { t: string; signatures: Buffer[] } {
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
  return { t, signatures: signatures.map((hex) => Buffer.from(hex, 'hex')) };
}

/** The service sends at most two. */
const SIGNATURES_MAX = 10;

function eventIn(body: Buffer): WebhookEvent {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString());
  } catch {
    // Reported below.
  }
  const isEvent =
    typeof parsed === 'object' && parsed !== null && 'object' in parsed && parsed.object === 'event';
  if (!isEvent) throw new WebhookError('body_malformed', 'The body is not an event.');
  // The service signed it, and its events have this shape.
  return parsed as WebhookEvent;
}
