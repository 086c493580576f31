import { expect } from 'chai';
import { bookStreamOf } from '../../src/ledger/book-name.ts';
import { booksOf } from '../../src/platform/books.ts';

describe('books of integrators', () => {
  it('are one in each environment, in the order of the integrators', () => {
    expect([...booksOf(['int_b', 'int_a'])]).to.deep.equal([
      [bookStreamOf('int_b', 'sandbox'), { integrator_id: 'int_b', environment: 'sandbox' }],
      [bookStreamOf('int_b', 'production'), { integrator_id: 'int_b', environment: 'production' }],
      [bookStreamOf('int_a', 'sandbox'), { integrator_id: 'int_a', environment: 'sandbox' }],
      [bookStreamOf('int_a', 'production'), { integrator_id: 'int_a', environment: 'production' }],
    ]);
  });

  it('can be limited to an environment', () => {
    expect([...booksOf(['int_a', 'int_b'], ['production']).values()]).to.deep.equal([
      { integrator_id: 'int_a', environment: 'production' },
      { integrator_id: 'int_b', environment: 'production' },
    ]);
  });

  it('are none without integrators', () => {
    expect(booksOf([]).size).to.equal(0);
  });
});
