import { expect } from 'chai';
import { lastAllocation, receiveAllocation, type Allocation } from '../../src/ledger/allocations.ts';
import { COIN_ALLOCATED, COIN_STOCK, POINTS_BACKED, POINTS_HEADROOM } from '../../src/ledger/posting.ts';
import { TREASURY } from '../support/ledger-commands.ts';
import { expectRule, given } from '../support/ledger.ts';

const first: Allocation = {
  allocation_id: 'alc_1',
  treasury: TREASURY,
  previous_allocation_id: null,
  coin_stock: '5.00000000',
  points_backing: '100.00',
};
const second: Allocation = {
  allocation_id: 'alc_2',
  treasury: TREASURY,
  previous_allocation_id: 'alc_1',
  points_backing: '0.50',
};

describe('An allocation to a book', () => {
  it('increases the coin stock and the points headroom', () => {
    const ledger = given();
    ledger
      .when((book) => receiveAllocation(book, first))
      .then({ type: 'allocation.received', data: first }, 'posting.recorded');
    ledger.run((book) => receiveAllocation(book, second));
    expect(ledger.balance(COIN_STOCK)).to.equal(5_00000000n);
    expect(ledger.balance(COIN_ALLOCATED)).to.equal(-5_00000000n);
    expect(ledger.balance(POINTS_HEADROOM)).to.equal(100_50n);
    expect(ledger.balance(POINTS_BACKED)).to.equal(-100_50n);
    expect(lastAllocation(ledger.book, TREASURY)).to.equal('alc_2');
  });

  it('is recorded once when it is repeated', () => {
    const ledger = given();
    ledger.run((book) => receiveAllocation(book, first));
    ledger.when((book) => receiveAllocation(book, first)).then();
    ledger.run((book) => receiveAllocation(book, second));
    ledger.when((book) => receiveAllocation(book, first)).then();
    ledger.when((book) => receiveAllocation(book, second)).then();
    expect(ledger.events.length).to.equal(4);
  });

  it('is rejected before its predecessor', () => {
    const ledger = given();
    expectRule(() => ledger.run((book) => receiveAllocation(book, second)), 'allocation_sequence');
    const data = { ...second };
    expectRule(() => ledger.record({ type: 'allocation.received', data }), 'allocation_sequence');
  });
});

describe('The stock of a book', () => {
  it('never becomes negative', () => {
    const ledger = given();
    const wallet = ledger.wallet(undefined, 'svc-coin');
    const line = { bucket: 'available' as const, unit: 'svc-coin' };
    const lines = [
      { ...line, account: COIN_STOCK, amount: '-1.00000000', balance_after: '-1.00000000' },
      { ...line, account: wallet, amount: '1.00000000', balance_after: '1.00000000' },
    ];
    const data = { transfer_id: null, description: 'Too much', lines };
    expectRule(() => ledger.record({ type: 'posting.recorded', data }), 'negative_balance');
  });
});
