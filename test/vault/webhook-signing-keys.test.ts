import { execFileSync } from 'node:child_process';
import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import nacl from 'tweetnacl';
import { signingKeyContext } from '../../src/ledger/sealing-context.ts';
import { deriveKey } from '../../src/system/derived-key.ts';
import { createWebhookSigningKeys } from '../../src/vault/webhook-signing-keys.ts';
import { hasOpenssl } from '../support/installed-programs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { skip } from '../support/skip.ts';

const MASTER_KEY = randomBytes(32);
const CONTEXT = signingKeyContext('book-int_one-sandbox', 'we_one');
const MESSAGE = Buffer.from('1763717400.{"id":"evt_1","note":"früh"}');

describe('Webhook signing keys', () => {
  const keys = createWebhookSigningKeys(MASTER_KEY);

  it('create signatures that Node’s crypto verifies with the PEM', () => {
    const { publicKeyPem, sealed } = keys.generate(CONTEXT);
    const signature = keys.sign(sealed, CONTEXT, MESSAGE);
    expect(signature).to.match(/^[0-9a-f]{128}$/);
    const publicKey = createPublicKey(publicKeyPem);
    expect(publicKey.asymmetricKeyType).to.equal('ed25519');
    expect(publicKey.export({ type: 'spki', format: 'pem' })).to.equal(publicKeyPem);
    const isRight = (message: Buffer) => verify(null, message, publicKey, Buffer.from(signature, 'hex'));
    expect(isRight(MESSAGE)).to.equal(true);
    expect(isRight(Buffer.from(`${MESSAGE.toString()} `))).to.equal(false);
  });

  it('create signatures that OpenSSL verifies with the PEM', async function () {
    if (!hasOpenssl()) skip(this, 'needs the openssl command');
    const { publicKeyPem, sealed } = keys.generate(CONTEXT);
    const folder = await temporaryFolder();
    const file = (name: string, content: string | Buffer): string => {
      const path = join(folder.path, name);
      writeFileSync(path, content);
      return path;
    };
    const args = ['pkeyutl', '-verify', '-pubin', '-rawin', '-inkey', file('public.pem', publicKeyPem)];
    const signature = file('signature', Buffer.from(keys.sign(sealed, CONTEXT, MESSAGE), 'hex'));
    const said = execFileSync('openssl', [
      ...args,
      '-sigfile',
      signature,
      '-in',
      file('message', MESSAGE),
    ]).toString();
    await folder.remove();
    expect(said).to.contain('Signature Verified Successfully');
  });

  it('create the same signatures as tweetnacl', () => {
    const { publicKeyPem, sealed } = keys.generate(CONTEXT);
    const raw = createPublicKey(publicKeyPem).export({ type: 'spki', format: 'der' }).subarray(-32);
    const signature = Buffer.from(keys.sign(sealed, CONTEXT, MESSAGE), 'hex');
    expect(nacl.sign.detached.verify(MESSAGE, signature, raw)).to.equal(true);
  });

  it('can be opened only with the same master key', () => {
    const { sealed } = keys.generate(CONTEXT);
    expect(createWebhookSigningKeys(MASTER_KEY).sign(sealed, CONTEXT, MESSAGE)).to.equal(
      keys.sign(sealed, CONTEXT, MESSAGE),
    );
    expect(() => createWebhookSigningKeys(randomBytes(32)).sign(sealed, CONTEXT, MESSAGE)).to.throw(
      'cannot be opened',
    );
  });

  it('cannot be opened if the sealed text was changed or truncated', () => {
    const { sealed } = keys.generate(CONTEXT);
    const bytes = Buffer.from(sealed.slice(2), 'base64url');
    bytes[30] = (bytes[30] ?? 0) ^ 1;
    for (const text of [`2.${bytes.toString('base64url')}`, sealed.slice(0, 20), sealed.slice(2), ''])
      expect(() => keys.sign(text, CONTEXT, MESSAGE)).to.throw('cannot be opened');
  });

  it('can be opened only for their own endpoint', () => {
    const { sealed } = keys.generate(CONTEXT);
    for (const other of [
      signingKeyContext('book-int_one-sandbox', 'we_two'),
      signingKeyContext('book-int_two-sandbox', 'we_one'),
    ])
      expect(() => keys.sign(sealed, other, MESSAGE)).to.throw('cannot be opened');
  });

  it('of releases without contexts can still be opened', () => {
    const nonce = randomBytes(24);
    const seed = new Uint8Array(32).fill(5);
    const box = nacl.secretbox(seed, nonce, deriveKey(MASTER_KEY, 'webhook signing keys v1'));
    const sealed = Buffer.concat([nonce, box]).toString('base64url');
    const signature = Buffer.from(keys.sign(sealed, CONTEXT, MESSAGE), 'hex');
    const { publicKey } = nacl.sign.keyPair.fromSeed(seed);
    expect(nacl.sign.detached.verify(MESSAGE, signature, publicKey)).to.equal(true);
  });

  it('are unique and do not appear in the sealed text', () => {
    const made = Array.from({ length: 5 }, () => keys.generate(CONTEXT));
    expect(new Set(made.map(({ publicKeyPem }) => publicKeyPem)).size).to.equal(5);
    expect(new Set(made.map(({ sealed }) => sealed)).size).to.equal(5);
    for (const { sealed } of made)
      expect(Buffer.from(sealed.slice(2), 'base64url')).to.have.length(24 + 16 + 32);
  });
});
