import { expect } from 'chai';
import {
  add,
  asCoin,
  asFiat,
  asPoints,
  type Coin,
  type FiatAmount,
  type Points,
} from '../../src/ledger/amount.ts';
import { createBook, type ReadonlyBook } from '../../src/ledger/book.ts';
import type { RecordedBookEvent } from '../../src/ledger/event.ts';
import { evolve } from '../../src/ledger/evolve.ts';
import { deriveId, isId, type TransferId, type UserId, type WalletId } from '../../src/ledger/ids.ts';
import { coinToPoints, fiatToPoints, pointsToFiat } from '../../src/ledger/quote.ts';
import { PRICE } from '../support/ledger-commands.ts';
import { START_TIME, STREAM } from '../support/policy.ts';

// These functions are never called. The compiler reports an expected error that does not occur.

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

export function mixIds(book: ReadonlyBook, user: UserId, wallet: WalletId, transfer: TransferId): void {
  book.users.get(user);
  // @ts-expect-error A wallet ID is not a user ID.
  book.users.get(wallet);
  // @ts-expect-error A user ID is not a wallet ID.
  book.wallets.get(user);
  // @ts-expect-error A transfer ID is not a quote ID.
  book.quotes.get(transfer);
  // @ts-expect-error A derived ID keeps its prefix.
  book.users.get(deriveId('wal', 0, STREAM, 0));
  const text = String(transfer);
  // @ts-expect-error A checked ID keeps its prefix.
  if (isId('trf', text)) book.users.get(text);
}

export function mixAmounts(points: Points, coin: Coin, fiat: FiatAmount): void {
  // @ts-expect-error Points are not fiat.
  fiatToPoints(points, 2, PRICE);
  // @ts-expect-error Fiat is not points.
  pointsToFiat(fiat, 2, PRICE);
  // @ts-expect-error Points are not coin.
  coinToPoints(points, PRICE);
  // @ts-expect-error An amount without a unit is not coin.
  coinToPoints(1n, PRICE);
  // @ts-expect-error Coin cannot be added to points.
  add(points, coin);
  // @ts-expect-error A sum of two units has no unit.
  pointsToFiat(points + coin, 2, PRICE);
}

describe('The types of the ledger', () => {
  it('make a read-only book a view of the book', () => {
    const book = createBook(STREAM);
    const view: ReadonlyBook = book;
    book.references.set('ref-1', 'usr_1');
    expect(view.references.get('ref-1')).to.equal('usr_1');
  });

  it('do not change amounts or IDs at run time', () => {
    expect([asPoints(1n), asCoin(2n), asFiat(3n)]).to.deep.equal([1n, 2n, 3n]);
    expect(deriveId('usr', START_TIME, STREAM, 0)).to.match(/^usr_[0-9a-z]{26}$/);
  });
});
