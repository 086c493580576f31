import { expect } from 'chai';
import { RuleViolation } from '../../../src/audit/finding.ts';
import { streamKindOf } from '../../../src/audit/rules/event-decoder.ts';
import { bookStreamOf } from '../../../src/ledger/ids.ts';

describe('an audit of stream names', () => {
  it('knows the streams of the service, with every generation of a book', () => {
    expect(streamKindOf('platform')).to.equal('platform');
    expect(streamKindOf('treasury-sandbox')).to.equal('treasury');
    expect(streamKindOf(bookStreamOf('int_01', 'production'))).to.equal('book');
    expect(streamKindOf(bookStreamOf('int_01', 'sandbox', 2))).to.equal('book');
  });

  it('reports names that no book can have', () => {
    for (const stream of [
      'book-int_01.1-sandbox',
      'book-int_01.2-production',
      'book-int_01',
      'treasury-int_01',
    ])
      expect(() => streamKindOf(stream), stream).to.throw(RuleViolation);
  });
});
