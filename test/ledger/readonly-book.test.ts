import { expect } from 'chai';
import { createBook } from '../../src/ledger/book.ts';
import type { ReadonlyBook } from '../../src/ledger/book.ts';
import { evolve } from '../../src/ledger/evolve.ts';
import type { RecordedBookEvent } from '../../src/ledger/event.ts';
import { STREAM } from '../support/policy.ts';

/** Never called: the compiler checks that a decision cannot change its book. */
export function changeReadonlyBook(book: ReadonlyBook, event: RecordedBookEvent): void {
  // @ts-expect-error A read-only table has no set.
  book.references.set('ref-1', 'usr_1');
  // @ts-expect-error A read-only table has no delete.
  book.references.delete('ref-1');
  // @ts-expect-error The revision is read-only.
  book.revision = 0;
  // @ts-expect-error Only a mutable book can evolve.
  evolve(book, event);
}

describe('A read-only book', () => {
  it('is a view of the book', () => {
    const book = createBook(STREAM);
    const view: ReadonlyBook = book;
    book.references.set('ref-1', 'usr_1');
    expect(view.references.get('ref-1')).to.equal('usr_1');
  });
});
