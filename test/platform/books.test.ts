import { expect } from 'chai';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import { allBooks, currentBook, currentBooks, formerBooks, isFormerBook } from '../../src/platform/books.ts';

const NEVER_RESET = { sandboxes: new Map() };
/** The sandbox of int_b was reset twice. */
const RESET = { sandboxes: new Map([['int_b', { generation: 3, resetTimes: [] }]]) };

describe('books of integrators', () => {
  it('are one in each environment, in the order of the integrators', () => {
    expect([...currentBooks(NEVER_RESET, ['int_b', 'int_a'])]).to.deep.equal([
      [bookStreamOf('int_b', 'sandbox'), { integrator_id: 'int_b', environment: 'sandbox' }],
      [bookStreamOf('int_b', 'production'), { integrator_id: 'int_b', environment: 'production' }],
      [bookStreamOf('int_a', 'sandbox'), { integrator_id: 'int_a', environment: 'sandbox' }],
      [bookStreamOf('int_a', 'production'), { integrator_id: 'int_a', environment: 'production' }],
    ]);
  });

  it('can be limited to an environment', () => {
    expect([...currentBooks(NEVER_RESET, ['int_a', 'int_b'], ['production']).values()]).to.deep.equal([
      { integrator_id: 'int_a', environment: 'production' },
      { integrator_id: 'int_b', environment: 'production' },
    ]);
  });

  it('are none without integrators', () => {
    expect(currentBooks(NEVER_RESET, []).size).to.equal(0);
  });

  it('are replaced in the sandbox by a reset, and in no other environment', () => {
    expect(currentBook(RESET, 'int_b', 'sandbox')).to.equal('book-int_b.3-sandbox');
    expect(currentBook(RESET, 'int_b', 'production')).to.equal('book-int_b-production');
    expect(currentBook(RESET, 'int_a', 'sandbox')).to.equal('book-int_a-sandbox');
    expect(formerBooks(RESET, 'int_b')).to.deep.equal(['book-int_b-sandbox', 'book-int_b.2-sandbox']);
    expect(formerBooks(RESET, 'int_a')).to.deep.equal([]);
  });

  it('are former ones once they are replaced', () => {
    const former = ['book-int_b-sandbox', 'book-int_b.2-sandbox'];
    const others = [
      'book-int_b.3-sandbox',
      'book-int_b.4-sandbox',
      'book-int_b-production',
      'book-int_a-sandbox',
      'platform',
    ];
    expect([...former, ...others].filter((stream) => isFormerBook(RESET, stream))).to.deep.equal(former);
  });

  it('include the former ones where all are meant', () => {
    const integrators = new Map(['int_a', 'int_b'].map((id) => [id, { id, name: id, created_at: '' }]));
    expect(allBooks({ ...RESET, integrators })).to.have.members([
      'book-int_a-sandbox',
      'book-int_a-production',
      'book-int_b-sandbox',
      'book-int_b.2-sandbox',
      'book-int_b.3-sandbox',
      'book-int_b-production',
    ]);
  });
});
