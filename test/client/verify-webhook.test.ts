import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { WebhookError, verifyWebhook } from '../../packages/client/src/index.ts';
import type {
  VerifyOptions,
  WebhookErrorCode,
  WebhookEvent,
  WebhookHeaders,
} from '../../packages/client/src/index.ts';
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
): Promise<WebhookEvent> => verifyWebhook(body, { 'svc-signature': header }, pem, { now, ...more });

async function expectRefused(work: () => Promise<unknown>, code: WebhookErrorCode): Promise<void> {
  try {
    await work();
  } catch (error) {
    expect(error).to.be.instanceOf(WebhookError);
    expect(error).to.include({ name: 'WebhookError', code });
    return;
  }
  expect.fail(`it was taken, and ${code} was expected`);
}

describe('verifyWebhook', () => {
  it('returns the event of a signed request', async () => {
    expect(await verifying(headerFor())).to.deep.equal(EVENT);
  });

  it('accepts the body as a string, a Buffer, or other bytes', async () => {
    const bytes = Buffer.from(BODY);
    const within = new Uint8Array([0, ...bytes, 0]).subarray(1, bytes.length + 1);
    for (const body of [BODY, bytes, new Uint8Array(bytes), within])
      expect(await verifying(headerFor(), { body })).to.deep.equal(EVENT);
  });

  it('accepts headers in any case, from Node.js, from fetch, and as lists', async () => {
    const header = headerFor();
    const kinds: WebhookHeaders[] = [
      { 'Svc-Signature': header },
      { 'SVC-SIGNATURE': header },
      { 'svc-signature': [header] },
      { 'svc-signature': header.split(',') },
      new Headers({ 'Svc-Signature': header }),
    ];
    for (const headers of kinds)
      expect(await verifyWebhook(BODY, headers, key.publicKeyPem, { now: NOW })).to.deep.equal(EVENT);
  });

  it('accepts two signatures or two keys if one pair matches', async () => {
    const both = `t=${T},v1=${signed(BODY, T, other)},v1=${signed(BODY, T)}`;
    for (const pem of [key.publicKeyPem, other.publicKeyPem, [other.publicKeyPem, key.publicKeyPem]])
      expect(await verifying(both, { pem })).to.deep.equal(EVENT);
    const stranger = signingKeys.generate('endpoint').publicKeyPem;
    await expectRefused(() => verifying(both, { pem: stranger }), 'signature_wrong');
    expect(await verifying(headerFor(), { pem: [stranger, key.publicKeyPem] })).to.deep.equal(EVENT);
    await expectRefused(() => verifying(headerFor(), { pem: [] }), 'signature_wrong');
  });

  it('accepts a key whose line breaks are escaped, as in an environment variable', async () => {
    for (const lineBreak of ['\\n', '\\r\\n'])
      expect(
        await verifying(headerFor(), { pem: key.publicKeyPem.replaceAll('\n', lineBreak) }),
      ).to.deep.equal(EVENT);
  });

  it('ignores unknown parts and blanks in the header', async () => {
    for (const header of [`${headerFor()},v2=abc`, `v0=1, ${headerFor().replace(',', ' , ')}`])
      expect(await verifying(header)).to.deep.equal(EVENT);
  });

  it('rejects any change of the body, the time, or the signature', async () => {
    const bytes = Buffer.from(BODY);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length * 8 - 1 }), async (bit) => {
        const body = Buffer.from(bytes);
        body[bit >> 3] = (body[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        await expectRefused(() => verifying(headerFor(), { body }), 'signature_wrong');
      }),
    );
    for (const body of ['', `${BODY} `, JSON.stringify(EVENT, null, 1)])
      await expectRefused(() => verifying(headerFor(), { body }), 'signature_wrong');
    await expectRefused(() => verifying(`t=${T + 1},v1=${signed(BODY, T)}`), 'signature_wrong');
    await expectRefused(
      () => verifying(`t=${T},v1=${signed(BODY, T).replace(/^./, (c) => (c === '0' ? '1' : '0'))}`),
      'signature_wrong',
    );
  });

  it('rejects a time too far in the past or in the future', async () => {
    for (const [shift, tolerance] of [
      [301, {}],
      [-301, {}],
      [11, { toleranceSeconds: 10 }],
      [1, { toleranceSeconds: 0 }],
      [1, { toleranceSeconds: NaN }],
    ] as const)
      await expectRefused(
        () => verifying(headerFor(), { now: NOW + shift * 1_000, more: tolerance }),
        'timestamp_out_of_tolerance',
      );
    for (const shift of [300, -300])
      expect(await verifying(headerFor(), { now: NOW + shift * 1_000 })).to.deep.equal(EVENT);
    // The default clock is that of the machine.
    await expectRefused(
      () => verifyWebhook(BODY, { 'svc-signature': headerFor(BODY, 1_000_000) }, key.publicKeyPem),
      'timestamp_out_of_tolerance',
    );
  });

  it('rejects a missing or malformed header', async () => {
    await expectRefused(() => verifying(undefined), 'signature_missing');
    await expectRefused(() => verifyWebhook(BODY, {}, key.publicKeyPem), 'signature_missing');
    await expectRefused(() => verifyWebhook(BODY, new Headers(), key.publicKeyPem), 'signature_missing');
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
      await expectRefused(() => verifying(header), 'signature_malformed');
  });

  it('rejects an invalid key and a key of another type', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({
      type: 'spki',
      format: 'pem',
    });
    for (const pem of ['', 'x', String(rsa), key.publicKeyPem.replace('MCow', 'MCox')])
      await expectRefused(() => verifying(headerFor(), { pem }), 'key_malformed');
  });

  it('rejects missing keys and missing headers', async () => {
    // What JavaScript lets through, and types do not.
    const header = { 'svc-signature': headerFor() };
    for (const pem of [undefined, null, [undefined], 7] as unknown[] as string[])
      await expectRefused(() => verifyWebhook(BODY, header, pem), 'key_malformed');
    const none = undefined as unknown as Headers;
    const error: unknown = await verifyWebhook(BODY, none, key.publicKeyPem).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(TypeError).with.property('message').that.includes('the headers');
  });

  it('rejects a signed body that is not an event', async () => {
    for (const body of ['', 'x', 'null', '[]', '7', '{}', '{"object":"user"}'])
      await expectRefused(() => verifying(headerFor(body), { body }), 'body_malformed');
  });

  it('rejects a parsed body with a helpful error', async () => {
    // What JavaScript lets through, and types do not.
    const parsed = EVENT as unknown as string;
    const error: unknown = await verifying(headerFor(), { body: parsed }).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(TypeError).with.property('message').that.includes('rawBody must be');
  });

  it('throws only WebhookError for untrusted input', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.uint8Array(), async (header, body) => {
        const error: unknown = await verifying(header, { body }).catch((thrown: unknown) => thrown);
        expect(error).to.be.instanceOf(WebhookError);
      }),
    );
  });

  it('has a type for every event', async () => {
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
        case 'payout.returned_late':
        case 'deposit.reversed':
          return event.data.receivable;
        case 'deposit_account.deactivated':
        case 'wallet.created':
        case 'wallet.frozen':
        case 'wallet.unfrozen':
          return event.data.status;
        case 'reward.granted':
        case 'receivable.repaid':
          return event.data.bucket;
        case 'webhook_endpoint.test':
        case 'webhook_endpoint.disabled':
          return event.data.url;
      }
    };
    expect(stateOf(await verifying(headerFor()))).to.equal('pending');
  });
});
