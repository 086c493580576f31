/**
 * For receivers of webhooks: checks that a request is what the service sent, and gives the event with its type.
 *
 * This file imports nothing at run time but node:crypto, so that it can also be taken over as it is.
 */
import { createPublicKey, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type {
  DepositAccount,
  PublicEvent,
  PublicEventType,
  Transfer,
  User,
  WebhookEndpoint,
} from '../generated/api.ts';

export type {
  DepositAccount,
  PublicEvent,
  PublicEventType,
  Transfer,
  User,
  WebhookEndpoint,
} from '../generated/api.ts';

/** What the events of a type are about. */
type ObjectOf<Type extends PublicEventType> = Type extends `user.${string}`
  ? User
  : Type extends `deposit_account.${string}`
    ? DepositAccount
    : Type extends `webhook_endpoint.${string}`
      ? WebhookEndpoint
      : Transfer;

/** An event of one type. */
export type WebhookEventOf<Type extends PublicEventType> = Omit<
  PublicEvent,
  'type' | 'object_type' | 'data' | 'previous_attributes'
> & {
  readonly type: Type;
  readonly object_type: ObjectOf<Type>['object'];
  readonly data: ObjectOf<Type>;
  /** What the fields that changed were before. */
  readonly previous_attributes: Partial<ObjectOf<Type>>;
};

/**
 * Any event, to be told apart by its `type`. More types may be added: take one that you do not know, answer 2xx, and do
 * nothing.
 */
export type WebhookEvent = { [Type in PublicEventType]: WebhookEventOf<Type> }[PublicEventType];

export type WebhookErrorCode =
  /** There is no Svc-Signature header. */
  | 'signature_missing'
  /** The header is not as it should be. */
  | 'signature_malformed'
  /** It was signed too long ago, or too far in the future. */
  | 'timestamp_out_of_tolerance'
  /** No signature is of this body by this key. */
  | 'signature_wrong'
  /** The body is signed, and no event. */
  | 'body_malformed'
  /** What was given as a key is no Ed25519 public key. */
  | 'key_malformed';

/** The request is not to be believed: answer 400, and do nothing. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: WebhookErrorCode;
  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The headers of a request: of Node, of fetch, or a plain object with names in any case. */
export type WebhookHeaders =
  { get(name: string): string | null } | { readonly [name: string]: string | readonly string[] | undefined };

export type VerifyOptions = {
  /** How far the time of the signature may be from now, in either direction; 300 when left out. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since 1970; the clock of this machine when left out. */
  readonly now?: number;
};

const TOLERANCE_SECONDS = 300;

/**
 * The event of a request, if the service signed it. `rawBody` is the body exactly as it came, before anything parsed it.
 * `publicKeyPem` is the endpoint's `public_key_pem`; while a key is being changed both can be given. Throws a WebhookError.
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
  // Each signature is tried with each key, whichever is right, and the time is looked at only then.
  const tried = signatures.flatMap((signature) => keys.map((key) => verify(null, signed, key, signature)));
  if (!tried.includes(true)) {
    throw new WebhookError('signature_wrong', 'No signature is of this body by this key.');
  }
  if (!(Math.abs(now / 1_000 - Number(t)) <= toleranceSeconds)) {
    throw new WebhookError(
      'timestamp_out_of_tolerance',
      'The request was signed too long ago, or in the future.',
    );
  }
  return eventIn(body);
}

function bytesOf(rawBody: unknown): Buffer {
  if (typeof rawBody === 'string') return Buffer.from(rawBody);
  if (rawBody instanceof Uint8Array)
    return Buffer.from(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
  throw new TypeError(
    'verifyWebhook needs the body as it came, as text or bytes, and not what was parsed from it.',
  );
}

/** What is given may be anything where nobody checks types: a variable of the environment that is not set, say. */
const keysOf = (given: unknown): KeyObject[] => (Array.isArray(given) ? given.map(keyOf) : [keyOf(given)]);

function keyOf(pem: unknown): KeyObject {
  let key: KeyObject | undefined;
  try {
    if (typeof pem === 'string') key = createPublicKey(pem);
  } catch {
    // Node's own words would tell no more.
  }
  if (key?.asymmetricKeyType === 'ed25519') return key;
  throw new WebhookError('key_malformed', 'The key must be the public_key_pem of the webhook endpoint.');
}

function headerOf(headers: WebhookHeaders, wanted: string): string | undefined {
  if (typeof headers !== 'object') throw new TypeError('verifyWebhook needs the headers of the request.');
  if (isFetched(headers)) return headers.get(wanted) ?? undefined;
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() === wanted) return typeof value === 'string' ? value : value?.join(',');
  }
  return undefined;
}

const isFetched = (headers: WebhookHeaders): headers is { get(name: string): string | null } =>
  typeof headers['get'] === 'function';

/** `t=<seconds>,v1=<hex>`, with a second `v1` while a key is being changed. Other parts are for later versions. */
function readSignature(header: string | undefined): { t: string; signatures: Buffer[] } {
  if (header === undefined) throw new WebhookError('signature_missing', 'There is no Svc-Signature header.');
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
    throw new WebhookError('signature_malformed', 'The Svc-Signature header is not t=<seconds>,v1=<hex>.');
  }
  return { t, signatures: signatures.map((hex) => Buffer.from(hex, 'hex')) };
}

/** The service never sends more than two. */
const SIGNATURES_MAX = 10;

function eventIn(body: Buffer): WebhookEvent {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString());
  } catch {
    // It is told below.
  }
  const isEvent =
    typeof parsed === 'object' && parsed !== null && 'object' in parsed && parsed.object === 'event';
  if (!isEvent) throw new WebhookError('body_malformed', 'The body is no event.');
  // It was signed by the service, whose events have this shape.
  return parsed as WebhookEvent;
}
