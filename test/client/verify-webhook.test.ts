import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { WebhookError, verifyWebhook } from '../../src/client/webhooks.ts';
import type {
  VerifyOptions,
  WebhookErrorCode,
  WebhookEvent,
  WebhookHeaders,
} from '../../src/client/webhooks.ts';
import { createWebhookSigningKeys } from '../../src/vault/webhook-signing-keys.ts';

const NOW = Date.parse('2026-11-21T09:30:00.000Z');
const T = NOW / 1_000;
const EVENT = {
  id: 'evt_1',
  object: 'event',
  type: 'transfer.created',
  previous_attributes: {},
  data: { id: 'trf_1', state: 'pending', note: 'früh 🧾' },
};
const BODY = JSON.stringify(EVENT);

const signingKeys = createWebhookSigningKeys(randomBytes(32));
const key = signingKeys.generate('endpoint');
const other = signingKeys.generate('endpoint');
const signed = (body: string | Buffer, t: string | number, { sealed } = key): string =>
  signingKeys.sign(sealed, 'endpoint', Buffer.concat([Buffer.from(`${t}.`), Buffer.from(body)]));
const headerFor = (body: string | Buffer = BODY, t: string | number = T): string =>
  `t=${t},v1=${signed(body, t)}`;

type Given = {
  readonly body?: string | Uint8Array;
  readonly pem?: string | readonly string[];
  readonly now?: number;
  readonly more?: VerifyOptions;
};

const verifying = (
  header: string | undefined,
  { body = BODY, pem = key.publicKeyPem, now = NOW, more = {} }: Given = {},
): WebhookEvent => verifyWebhook(body, { 'svc-signature': header }, pem, { now, ...more });

function expectRefused(work: () => unknown, code: WebhookErrorCode): void {
  try {
    work();
  } catch (error) {
    expect(error).to.be.instanceOf(WebhookError);
    expect(error).to.include({ name: 'WebhookError', code });
    return;
  }
  expect.fail(`it was taken, and ${code} was expected`);
}

describe('verifyWebhook', () => {
  it('returns the event of a signed request', () => {
    expect(verifying(headerFor())).to.deep.equal(EVENT);
  });

  it('accepts the body as a string, a Buffer, or other bytes', () => {
    const bytes = Buffer.from(BODY);
    const within = new Uint8Array([0, ...bytes, 0]).subarray(1, bytes.length + 1);
    for (const body of [BODY, bytes, new Uint8Array(bytes), within])
      expect(verifying(headerFor(), { body })).to.deep.equal(EVENT);
  });

  it('accepts headers in any case, from Node.js, from fetch, and as lists', () => {
    const header = headerFor();
    const kinds: WebhookHeaders[] = [
      { 'Svc-Signature': header },
      { 'SVC-SIGNATURE': header },
      { 'svc-signature': [header] },
      { 'svc-signature': header.split(',') },
      new Headers({ 'Svc-Signature': header }),
    ];
    for (const headers of kinds)
      expect(verifyWebhook(BODY, headers, key.publicKeyPem, { now: NOW })).to.deep.equal(EVENT);
  });

  it('accepts two signatures or two keys if one pair matches', () => {
    const both = `t=${T},v1=${signed(BODY, T, other)},v1=${signed(BODY, T)}`;
    for (const pem of [key.publicKeyPem, other.publicKeyPem, [other.publicKeyPem, key.publicKeyPem]])
      expect(verifying(both, { pem })).to.deep.equal(EVENT);
    const stranger = signingKeys.generate('endpoint').publicKeyPem;
    expectRefused(() => verifying(both, { pem: stranger }), 'signature_wrong');
    expect(verifying(headerFor(), { pem: [stranger, key.publicKeyPem] })).to.deep.equal(EVENT);
    expectRefused(() => verifying(headerFor(), { pem: [] }), 'signature_wrong');
  });

  it('ignores unknown parts and blanks in the header', () => {
    for (const header of [`${headerFor()},v2=abc`, `v0=1, ${headerFor().replace(',', ' , ')}`])
      expect(verifying(header)).to.deep.equal(EVENT);
  });

  it('rejects any change of the body, the time, or the signature', () => {
    const bytes = Buffer.from(BODY);
    fc.assert(
      fc.property(fc.nat({ max: bytes.length * 8 - 1 }), (bit) => {
        const body = Buffer.from(bytes);
        body[bit >> 3] = (body[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expectRefused(() => verifying(headerFor(), { body }), 'signature_wrong');
      }),
    );
    for (const body of ['', `${BODY} `, JSON.stringify(EVENT, null, 1)])
      expectRefused(() => verifying(headerFor(), { body }), 'signature_wrong');
    expectRefused(() => verifying(`t=${T + 1},v1=${signed(BODY, T)}`), 'signature_wrong');
    expectRefused(
      () => verifying(`t=${T},v1=${signed(BODY, T).replace(/^./, (c) => (c === '0' ? '1' : '0'))}`),
      'signature_wrong',
    );
  });

  it('rejects a time too far in the past or in the future', () => {
    for (const [shift, tolerance] of [
      [301, {}],
      [-301, {}],
      [11, { toleranceSeconds: 10 }],
      [1, { toleranceSeconds: 0 }],
      [1, { toleranceSeconds: NaN }],
    ] as const)
      expectRefused(
        () => verifying(headerFor(), { now: NOW + shift * 1_000, more: tolerance }),
        'timestamp_out_of_tolerance',
      );
    for (const shift of [300, -300])
      expect(verifying(headerFor(), { now: NOW + shift * 1_000 })).to.deep.equal(EVENT);
    // The default clock is that of the machine.
    expectRefused(
      () => verifyWebhook(BODY, { 'svc-signature': headerFor(BODY, 1_000_000) }, key.publicKeyPem),
      'timestamp_out_of_tolerance',
    );
  });

  it('rejects a missing or malformed header', () => {
    expectRefused(() => verifying(undefined), 'signature_missing');
    expectRefused(() => verifyWebhook(BODY, {}, key.publicKeyPem), 'signature_missing');
    expectRefused(() => verifyWebhook(BODY, new Headers(), key.publicKeyPem), 'signature_missing');
    const v1 = signed(BODY, T);
    for (const header of [
      '',
      'x',
      `t=${T}`,
      `v1=${v1}`,
      `t=,v1=${v1}`,
      `t=x,v1=${v1}`,
      `t=-1,v1=${v1}`,
      `t=1e9,v1=${v1}`,
      `t=${T},t=${T},v1=${v1}`,
      `t=${T},v1=`,
      `t=${T},v1=${v1.slice(2)}`,
      `t=${T},v1=${v1.toUpperCase()}`,
      `t=${T},v1=${v1},v1=zz`,
      `t=${'9'.repeat(13)},v1=${v1}`,
      `t=${T}${`,v1=${v1}`.repeat(11)}`,
    ])
      expectRefused(() => verifying(header), 'signature_malformed');
  });

  it('rejects an invalid key and a key of another type', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({
      type: 'spki',
      format: 'pem',
    });
    for (const pem of ['', 'x', String(rsa), key.publicKeyPem.replace('MCow', 'MCox')])
      expectRefused(() => verifying(headerFor(), { pem }), 'key_malformed');
  });

  it('rejects missing keys and missing headers', () => {
    // What JavaScript lets through, and types do not.
    const header = { 'svc-signature': headerFor() };
    for (const pem of [undefined, null, [undefined], 7] as unknown[] as string[])
      expectRefused(() => verifyWebhook(BODY, header, pem), 'key_malformed');
    const none = undefined as unknown as Headers;
    expect(() => verifyWebhook(BODY, none, key.publicKeyPem)).to.throw(TypeError, 'the headers');
  });

  it('rejects a signed body that is not an event', () => {
    for (const body of ['', 'x', 'null', '[]', '7', '{}', '{"object":"user"}'])
      expectRefused(() => verifying(headerFor(body), { body }), 'body_malformed');
  });

  it('rejects a parsed body with a helpful error', () => {
    // What JavaScript lets through, and types do not.
    const parsed = EVENT as unknown as string;
    expect(() => verifying(headerFor(), { body: parsed })).to.throw(
      TypeError,
      'rawBody must be the request body',
    );
  });

  it('throws only WebhookError for untrusted input', () => {
    fc.assert(
      fc.property(fc.string(), fc.uint8Array(), (header, body) => {
        expect(() => verifying(header, { body })).to.throw(WebhookError);
      }),
    );
  });

  it('has a type for every event', () => {
    const stateOf = (event: WebhookEvent): string => {
      switch (event.type) {
        case 'user.created':
        case 'user.kyc_status_changed':
        case 'user.terms_status_changed':
        case 'user.deactivated':
          return event.data.external_reference;
        case 'transfer.created':
        case 'transfer.state_changed':
        case 'deposit.received':
        case 'deposit.returned':
        case 'payout.returned':
          return event.previous_attributes.state ?? event.data.state;
        case 'deposit_account.deactivated':
          return event.data.status;
        case 'webhook_endpoint.test':
          return event.data.url;
      }
    };
    expect(stateOf(verifying(headerFor()))).to.equal('pending');
  });
});
