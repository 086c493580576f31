import { expect } from 'chai';
import fc from 'fast-check';
import { createApiKey, parseApiKey } from '../../src/platform/credentials.ts';

const INTEGRATOR = 'int_01kakz3v000000000000000001';

describe('An API key', () => {
  it('contains its environment and its ID, and is found by its hash', () => {
    for (const environment of ['sandbox', 'production'] as const) {
      const { id, text, hash } = createApiKey(INTEGRATOR, environment);
      expect(text).to.match(/^svc_(test|live)_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}$/);
      expect(text.startsWith(environment === 'sandbox' ? 'svc_test_' : 'svc_live_')).to.equal(true);
      expect(hash).to.match(/^[0-9a-f]{64}$/);
      expect(parseApiKey(text)).to.deep.equal({ id, environment, hash });
    }
  });

  it('is unique', () => {
    const texts = Array.from({ length: 1000 }, () => createApiKey(INTEGRATOR, 'sandbox').text);
    expect(new Set(texts).size).to.equal(1000);
  });

  it('has the tag of its integrator in its ID, in both environments', () => {
    const tagOf = (integratorId: string, environment: 'sandbox' | 'production'): string =>
      createApiKey(integratorId, environment).id.slice(0, 2);
    const tag = tagOf(INTEGRATOR, 'sandbox');
    for (let i = 0; i < 20; i++) expect(tagOf(INTEGRATOR, 'production')).to.equal(tag);
    const tags = new Set(Array.from({ length: 300 }, (_, i) => tagOf(`int_${i}`, 'sandbox')));
    // Evenly distributed over 3,844 tags, about 11 of 300 share one with another.
    expect(tags.size).to.be.greaterThan(250);
  });

  it('is invalid with any one character changed', () => {
    const { text } = createApiKey(INTEGRATOR, 'sandbox');
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
        fc.pre(text[at] !== character);
        expect(parseApiKey(text.slice(0, at) + character + text.slice(at + 1))).to.equal(undefined);
      }),
    );
  });

  it('is not parsed from other texts', () => {
    fc.assert(fc.property(fc.string(), (text) => parseApiKey(text) === undefined));
    const { text } = createApiKey(INTEGRATOR, 'sandbox');
    for (const other of [`${text} `, ` ${text}`, `${text}\n`, text.slice(1), text.toLowerCase()]) {
      expect(parseApiKey(other)).to.equal(undefined);
    }
  });
});
