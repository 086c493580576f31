import { hash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { createFingerprint } from '../../../src/api/operations/idempotency.ts';

const KEY = new Uint8Array(32).fill(7);

describe('The fingerprint of a request', () => {
  it('is the same on every node with the same master key and for any member order', () => {
    const [one, other] = [createFingerprint(KEY), createFingerprint(KEY)];
    expect(one('POST', '/v1/users', { a: 1, b: { c: '2', d: [3] } })).to.equal(
      other('POST', '/v1/users', { b: { d: [3], c: '2' }, a: 1 }),
    );
  });

  it('depends on method, path, and value', () => {
    const fingerprint = createFingerprint(KEY);
    const requests = [
      fingerprint('POST', '/v1/users', { a: '1' }),
      fingerprint('PATCH', '/v1/users', { a: '1' }),
      fingerprint('POST', '/v1/user', { a: '1' }),
      fingerprint('POST', '/v1/users', { a: 1 }),
      fingerprint('POST', '/v1/users', { a: ['1'] }),
    ];
    expect(new Set(requests).size).to.equal(requests.length);
  });

  it('reveals nothing about the body without the master key', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const mine = createFingerprint(KEY)('POST', '/p', body);
        expect(mine).to.not.equal(createFingerprint(new Uint8Array(32))('POST', '/p', body));
        expect(mine).to.not.equal(hash('sha256', `POST /p\n${JSON.stringify(body)}`, 'base64url'));
      }),
    );
  });
});
