import { expect } from 'chai';
import {
  bookStreamOf,
  environmentOf,
  integratorOf,
  isBookStream,
  parseBookStream,
} from '../../src/ledger/ids.ts';

describe('the names of books', () => {
  it('do not number the first book, whose events may be older than generations', () => {
    expect(bookStreamOf('int_01', 'sandbox')).to.equal('book-int_01-sandbox');
    expect(bookStreamOf('int_01', 'production')).to.equal('book-int_01-production');
  });

  it('number each further generation of a sandbox book', () => {
    expect(bookStreamOf('int_01', 'sandbox', 2)).to.equal('book-int_01.2-sandbox');
  });

  it('lead back to the integrator, the environment, and the generation', () => {
    for (const [environment, generation] of [
      ['sandbox', 1],
      ['production', 1],
      ['sandbox', 2],
      ['sandbox', 36_500],
    ] as const) {
      const stream = bookStreamOf('int_01', environment, generation);
      expect(parseBookStream(stream)).to.deep.equal({ integrator_id: 'int_01', environment, generation });
      expect(integratorOf(stream)).to.equal('int_01');
      expect(environmentOf(stream)).to.equal(environment);
      expect(isBookStream(stream)).to.equal(true);
    }
  });

  it('have one form each, so no two names mean the same book', () => {
    for (const stream of [
      'book-int_01.1-sandbox',
      'book-int_01.0-sandbox',
      'book-int_01.02-sandbox',
      'book-int_01.-sandbox',
      'book-int_01.2.3-sandbox',
      'book-int_01.2-production',
      'book-.2-sandbox',
      'book--sandbox',
      'book-int_01-staging',
      'book-int_01',
      'treasury-sandbox',
      'platform',
    ]) {
      expect(parseBookStream(stream), stream).to.equal(undefined);
      expect(integratorOf(stream), stream).to.equal(undefined);
    }
  });
});
