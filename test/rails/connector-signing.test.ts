import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import nacl from 'tweetnacl';
import { createConnectorSigning } from '../../src/rails/connector-protocol.ts';
import type { SigningSettings } from '../../src/rails/settings.ts';

const NOW = Date.parse('2026-03-01T09:00:00.500Z');
const BODY = Buffer.from('{"type":"deposit.arrived"}');

/** Two sides that know each other, and a third that neither knows. */
const SCHEMES: Readonly<Record<SigningSettings['scheme'], () => SigningSettings[]>> = {
  'hmac-sha256': () => {
    const shared = [randomBytes(32)];
    return [
      { scheme: 'hmac-sha256', secrets: shared },
      { scheme: 'hmac-sha256', secrets: [randomBytes(32), ...shared] },
      { scheme: 'hmac-sha256', secrets: [randomBytes(32)] },
    ];
  },
  ed25519: () => {
    const [a, b, c] = [randomBytes(32), randomBytes(32), randomBytes(32)];
    const publicOf = (seed: Buffer) => nacl.sign.keyPair.fromSeed(new Uint8Array(seed)).publicKey;
    return [
      { scheme: 'ed25519', private_key: a, connector_keys: [publicOf(b)] },
      { scheme: 'ed25519', private_key: b, connector_keys: [publicOf(c), publicOf(a)] },
      { scheme: 'ed25519', private_key: c, connector_keys: [publicOf(a)] },
    ];
  },
};

for (const [scheme, make] of Object.entries(SCHEMES)) {
  describe(`Connector signatures with ${scheme}`, () => {
    const [ours, theirs, stranger] = make().map((settings) => createConnectorSigning(settings));
    if (ours === undefined || theirs === undefined || stranger === undefined) throw new Error('three sides');
    const header = ours.sign('callbacks', BODY.toString(), NOW);

    it('are verified with any key of the other side', () => {
      expect(header).to.match(/^t=1772355600,v1=[0-9a-f]{64,128}$/);
      expect(theirs.verify(header, 'callbacks', BODY, NOW)).to.equal(true);
    });

    it('are valid for five minutes in both directions', () => {
      for (const [at, is] of [
        [NOW + 299_000, true],
        [NOW - 299_000, true],
        [NOW + 301_000, false],
        [NOW - 301_000, false],
      ] as const) {
        expect(theirs.verify(header, 'callbacks', BODY, at), String(at - NOW)).to.equal(is);
      }
    });

    it('cover the body and the operation', () => {
      expect(theirs.verify(header, 'payouts', BODY, NOW)).to.equal(false);
      expect(theirs.verify(header, 'callbacks', Buffer.concat([BODY, BODY]), NOW)).to.equal(false);
      expect(theirs.verify(header, 'callbacks', Buffer.alloc(0), NOW)).to.equal(false);
    });

    it('are refused from an unknown key, unless another one matches', () => {
      const strange = stranger.sign('callbacks', BODY.toString(), NOW);
      expect(theirs.verify(strange, 'callbacks', BODY, NOW)).to.equal(scheme === 'ed25519');
      const unknown = createConnectorSigning(
        make()[0] ?? { scheme: 'hmac-sha256', secrets: [randomBytes(32)] },
      );
      const foreign = unknown.sign('callbacks', BODY.toString(), NOW);
      expect(theirs.verify(foreign, 'callbacks', BODY, NOW)).to.equal(false);
      const both = `${foreign},${header.split(',')[1] ?? ''}`;
      expect(theirs.verify(both, 'callbacks', BODY, NOW)).to.equal(true);
    });

    it('are refused if missing or malformed', () => {
      const [t = '', v1 = ''] = header.split(',');
      for (const bad of [
        undefined,
        '',
        t,
        v1,
        `${v1},${t}`,
        header.toUpperCase(),
        `${header} `,
        `${t},v1=00`,
      ]) {
        expect(theirs.verify(bad, 'callbacks', BODY, NOW), String(bad)).to.equal(false);
      }
      expect(theirs.verify(`${t}${`,${v1}`.repeat(5)}`, 'callbacks', BODY, NOW)).to.equal(false);
    });
  });
}
