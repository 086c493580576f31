/** Creates integrators, keys, and tokens: the event to record, and the secret, which is shown only once. */

import { createHash, hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ulid } from 'ulid';
import type { PlatformEvent } from '../generated/events.ts';
import type { EnvironmentName } from '../ledger/ids.ts';
import { currentTime, randomBytes } from '../system/runtime.ts';
import type { KeyRecord, OperatorRole, OperatorToken, Platform } from './platform.ts';

// The text of an API key: `svc_test_` or `svc_live_`, an 8-character ID, `_`, 32 random bytes in 43 base-62 digits, and
// a checksum of 6 base-62 digits (CRC-32 of everything before it). With the prefix and the checksum, a leak scanner can
// recognize a key, and the service can reject a mistyped one without a look-up.
//
// The first two characters of the ID are the tag of the integrator: the same for all its keys, so that a proxy can send
// the requests of one book to one process without knowing any key (docs/adr/0040-book-tags-in-api-keys.md). Keys of
// earlier releases have random characters there, and nothing in the service reads the tag.

type NewApiKey = {
  /** The 8-character ID in the key. Not a secret. */
  readonly id: string;
  /** The whole key. Shown once and never stored. */
  readonly text: string;
  /** SHA-256 of the whole key, in hex. Stored, and used to find the key. */
  readonly hash: string;
};

type ParsedApiKey = {
  readonly id: string;
  readonly environment: EnvironmentName;
  readonly hash: string;
};

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const TAG_DIGITS = 2;
const RANDOM_DIGITS = 6;
const ID_DIGITS = TAG_DIGITS + RANDOM_DIGITS;
const SECRET_BYTES = 32;
const SECRET_DIGITS = 43;
const CHECKSUM_DIGITS = 6;
const FORMAT = /^svc_(test|live)_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}$/;
const ID_START = 'svc_test_'.length;

/** Creates a random key of an integrator. */
export function createApiKey(integratorId: string, environment: EnvironmentName): NewApiKey {
  const tag = base62(toInteger(Buffer.from(hashOf(integratorId), 'hex')), TAG_DIGITS);
  // 6 digits are 36 bits. They are the lower digits of 6 random bytes, which are 48 bits.
  const id = tag + base62(toInteger(randomBytes(6)), RANDOM_DIGITS);
  const secret = base62(toInteger(randomBytes(SECRET_BYTES)), SECRET_DIGITS);
  const unchecked = `svc_${environment === 'sandbox' ? 'test' : 'live'}_${id}_${secret}`;
  const text = unchecked + checksum(unchecked);
  return { id, text, hash: hashOf(text) };
}

/** Undefined when the format or the checksum is wrong. */
export function parseApiKey(text: string): ParsedApiKey | undefined {
  if (!FORMAT.test(text)) return undefined;
  const end = text.length - CHECKSUM_DIGITS;
  if (text.slice(end) !== checksum(text.slice(0, end))) return undefined;
  return {
    id: text.slice(ID_START, ID_START + ID_DIGITS),
    environment: text.startsWith('svc_test') ? 'sandbox' : 'production',
    hash: hashOf(text),
  };
}

const hashOf = (text: string): string => hash('sha256', text);

function checksum(text: string): string {
  let digits = '';
  for (let rest = crc32(text), i = 0; i < CHECKSUM_DIGITS; i++) {
    digits = DIGITS.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

const toInteger = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);

/** The lowest `length` digits of a number. */
function base62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value, i = 0; i < length; i++) {
    digits = DIGITS.charAt(Number(rest % 62n)) + digits;
    rest /= 62n;
  }
  return digits;
}

/** From 0 up to 1, as the library expects it. */
const random = (): number => randomBytes(2).readUInt16LE() / 65_536;

export function newIntegrator(name: string): { id: string; event: PlatformEvent } {
  const id = `int_${ulid(currentTime(), random).toLowerCase()}`;
  return { id, event: { type: 'integrator.created', data: { integrator_id: id, name } } };
}

export type NewKey = {
  readonly key: NewApiKey;
  readonly event: PlatformEvent;
  /** The key's record, except for its creation time. */
  readonly record: Omit<KeyRecord, 'created_at'>;
};

type KeyOptions = { readonly expires_at?: string | null; readonly rotated_from?: string };

export function newKey(
  integratorId: string,
  environment: EnvironmentName,
  permissions: 'read' | 'read_write',
  name: string | null,
  { expires_at = null, rotated_from }: KeyOptions = {},
): NewKey {
  const key = createApiKey(integratorId, environment);
  const id = `key_${key.id}`;
  const about = { integrator_id: integratorId, environment, permissions, name, expires_at };
  const from = rotated_from === undefined ? {} : { rotated_from };
  return {
    key,
    event: { type: 'key.issued', data: { key_id: id, ...about, secret_hash: key.hash, ...from } },
    record: { id, ...about, revoked: false, revoked_at: null },
  };
}

export function newOperatorToken(
  name: string,
  role: OperatorToken['role'],
): { id: string; text: string; event: PlatformEvent } {
  const text = `svc_op_${randomBytes(32).toString('base64url')}`;
  const token_id = `opt_${ulid(currentTime(), random).toLowerCase()}`;
  return {
    id: token_id,
    text,
    event: {
      type: 'operator_token.issued',
      data: { token_id, name, role, secret_hash: hash('sha256', text) },
    },
  };
}

// Operators. A token identifies its operator by name; a provider identifies a person by issuer and subject, and the ID
// derives from both, so every node knows it without a look-up.

/** A person as identified by the provider. The pair (issuer, subject) is unique. */
type ProviderIdentity = { readonly issuer: string; readonly subject: string };

/** The caller of the operator API, or the user of the console. */
export type Operator = {
  /** `opt_…` for a token, `opr_…` for a person whom a provider identified. */
  readonly id: string;
  readonly name: string;
  readonly role: OperatorRole;
  /** Absent for tokens. */
  readonly identity?: ProviderIdentity;
};

/** A person whom a provider identified, with the name of the newest sign-in. */
export type IdentifiedOperator = ProviderIdentity & {
  readonly id: string;
  readonly name: string;
  /** The first sign-in. */
  readonly created_at: string;
};

const OPERATOR_ID_DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const ISSUER_DIGITS = 6;
const SUBJECT_DIGITS = 20;

/** `opr_`, 6 digits for the issuer, and 20 for the subject: operators of one provider have the same first digits. */
export const operatorIdOf = ({ issuer, subject }: ProviderIdentity): string =>
  `opr_${digitsOf([issuer], ISSUER_DIGITS)}${digitsOf([issuer, subject], SUBJECT_DIGITS)}`;

const digitsOf = (texts: readonly string[], count: number): string =>
  [...createHash('sha256').update(JSON.stringify(texts)).digest().subarray(0, count)]
    .map((byte) => OPERATOR_ID_DIGITS.charAt(byte % OPERATOR_ID_DIGITS.length))
    .join('');

type Known = Pick<Platform, 'tokens' | 'operators'>;

/** The name of a token's operator, or of a person; undefined if the ID is unknown. */
export const nameOfOperator = ({ tokens, operators }: Known, id: string): string | undefined =>
  (tokens.get(id) ?? operators.get(id))?.name;
