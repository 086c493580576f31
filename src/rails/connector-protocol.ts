import { createHmac, createPrivateKey, createPublicKey, sign, timingSafeEqual, verify } from 'node:crypto';
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import schema from '../../schemas/rails.json' with { type: 'json' };
import nacl from 'tweetnacl';
import type { DepositInstructions } from '../ledger/deposit-account.ts';
import type { Reason } from '../ledger/user.ts';
import type { NameCheckAnswer, RailType } from './port.ts';
import type { SigningSettings } from './settings.ts';

// Validates messages from connectors against schemas/rails.json.

export type DepositArrived = {
  readonly type: 'deposit.arrived';
  /** The reference of the instructions request. */
  readonly reference: string;
  /** The rail's ID of this payment. A repeated ID is the same payment. */
  readonly rail_reference: string;
  readonly amount: string;
  readonly currency: string;
  readonly outcome?: 'credited' | 'in_review' | 'returned';
};
export type PaymentDeclined = { readonly type: 'payment.declined'; readonly reference: string };
export type PayoutSettled = {
  readonly type: 'payout.settled';
  readonly transfer_id: string;
  readonly outcome: 'completed' | 'returned' | 'undeliverable';
  readonly reason?: Reason;
};
/** A completed payout came back, or the bank took a credited deposit back. The amount is that of the whole payment. */
export type CameBack = {
  readonly type: 'payout.returned' | 'deposit.reversed';
  readonly transfer_id: string;
  readonly amount: string;
  readonly currency: string;
  readonly return_reference?: string;
  readonly reason?: Reason;
};
export type Callback = DepositArrived | PaymentDeclined | PayoutSettled | CameBack;

let loaded: Ajv2020 | undefined;

/** Loaded by the first message: it takes a tenth of the time that a start needs. */
function loadSchema(): Ajv2020 {
  const ajv = new Ajv2020({ discriminator: true });
  addFormats.default(ajv, ['uri']);
  ajv.addSchema(schema);
  return ajv;
}

/** Returns the value typed as the definition; undefined if it does not match. */
type Parser<T> = (value: unknown) => T | undefined;

function parser<T>(definition: string): Parser<T> {
  let check: ValidateFunction<T> | undefined;
  return (value) => {
    check ??= (loaded ??= loadSchema()).compile<T>({ $ref: `rails.json#/$defs/${definition}` });
    return check(value) ? value : undefined;
  };
}

type Issued = { readonly instructions: Omit<DepositInstructions, 'type' | 'currency' | 'rail'> };

const issuedByEmailpay = parser<Issued>('emailpay');

export const parseInstructionsByType: Readonly<Record<RailType, Parser<Issued>>> = {
  bank: parser('bank'),
  mobile_money: parser('mobile_money'),
  emailpay(value) {
    const issued = issuedByEmailpay(value);
    // The `uri` format of the schema accepts URLs without a host or with an invalid port.
    return URL.canParse(issued?.instructions.approval_url ?? '') ? issued : undefined;
  },
};
export const parseRefusal = parser<{ readonly error: Reason }>('refusal');
export const parsePayoutAccepted = parser<{ readonly rail_reference: string }>('payout_taken');
export const parseNameCheck = parser<{ readonly result: NameCheckAnswer }>('name_checked');
export const parseCallback = parser<Callback>('callback');

/** Length limit of a reason message in the API. */
const MESSAGE_MAX = 500;

/**
 * Converts a connector's reason for the API: one line, truncated to the limit. A refusal or a return is not
 * rejected because its message is too long.
 */
export const displayableReason = ({ code, message }: Reason): Reason => ({
  code,
  message: Array.from(message.replace(/\p{Cc}+/gu, ' '))
    .slice(0, MESSAGE_MAX)
    .join(''),
});

// Signs messages between the service and a connector, in both directions. The signed text is
// `<t>.<operation>.<raw body>`: the time prevents replays of old messages, and the operation prevents the use
// of a message for another purpose.

export const SIGNATURE_HEADER = 'svc-rail-signature';

/** Maximum difference between the time of a signature and now. */
const TOLERANCE_SECONDS = 300;

export type ConnectorSigning = {
  /** The header's value: `t=<seconds since 1970>,v1=<lower-case hex>`. */
  sign(operation: string, body: string, nowMs: number): string;
  /** Whether the header contains a recent signature of this operation and body by the connector. */
  verify(header: string | undefined, operation: string, body: Uint8Array, nowMs: number): boolean;
};

export function createConnectorSigning(settings: SigningSettings): ConnectorSigning {
  const { signatureOf, isValid } = settings.scheme === 'ed25519' ? ed25519(settings) : hmac(settings);
  return {
    sign(operation, body, nowMs) {
      const t = Math.floor(nowMs / 1_000);
      return `t=${t},v1=${signatureOf(signed(t, operation, Buffer.from(body))).toString('hex')}`;
    },
    verify(header, operation, body, nowMs) {
      const parsed = parse(header);
      if (parsed === undefined || Math.abs(nowMs / 1_000 - parsed.t) > TOLERANCE_SECONDS) return false;
      const message = signed(parsed.t, operation, body);
      // The connector sends two signatures while it rotates keys.
      return parsed.signatures.some((signature) => isValid(message, signature));
    },
  };
}

const signed = (t: number, operation: string, body: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${t}.${operation}.`), body]);

const SIGNATURES_MAX = 4;

function parse(header = ''): { t: number; signatures: Buffer[] } | undefined {
  const match = /^t=([0-9]{1,12})((?:,v1=[0-9a-f]{64,128})+)$/.exec(header);
  if (match === null) return undefined;
  const signatures = (match[2] ?? '')
    .split(',v1=')
    .slice(1)
    .map((hex) => Buffer.from(hex, 'hex'));
  return signatures.length > SIGNATURES_MAX ? undefined : { t: Number(match[1]), signatures };
}

type Scheme = {
  readonly signatureOf: (message: Buffer) => Buffer;
  readonly isValid: (message: Buffer, signature: Buffer) => boolean;
};

function hmac({ secrets }: Extract<SigningSettings, { scheme: 'hmac-sha256' }>): Scheme {
  const of = (secret: Uint8Array, message: Buffer): Buffer =>
    createHmac('sha256', secret).update(message).digest();
  return {
    signatureOf: (message) => of(secrets[0] ?? new Uint8Array(), message),
    isValid: (message, signature) =>
      secrets.some((secret) => {
        const expected = of(secret, message);
        return signature.length === expected.length && timingSafeEqual(signature, expected);
      }),
  };
}

const ED25519_SIGNATURE_BYTES = 64;

function ed25519(settings: Extract<SigningSettings, { scheme: 'ed25519' }>): Scheme {
  const seed = new Uint8Array(settings.private_key);
  const jwk = (key: Uint8Array) => ({
    kty: 'OKP',
    crv: 'Ed25519',
    x: Buffer.from(key).toString('base64url'),
  });
  const own = {
    ...jwk(nacl.sign.keyPair.fromSeed(seed).publicKey),
    d: Buffer.from(seed).toString('base64url'),
  };
  const privateKey = createPrivateKey({ key: own, format: 'jwk' });
  const keys = settings.connector_keys.map((key) => createPublicKey({ key: jwk(key), format: 'jwk' }));
  return {
    signatureOf: (message) => sign(null, message, privateKey),
    isValid: (message, signature) =>
      signature.length === ED25519_SIGNATURE_BYTES &&
      keys.some((key) => verify(null, message, key, signature)),
  };
}
