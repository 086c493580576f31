import { expect } from 'chai';
import { deactivateUser } from '../../../src/ledger/user.ts';
import { reward } from '../../support/ledger-commands.ts';
import { given, onlyOne } from '../../support/ledger.ts';

describe('A reward', () => {
  it('credits earned points, which are not cashable', () => {
    const ledger = given();
    const wallet = ledger.fundedWallet('10.00');
    const events = ledger.when(reward(wallet, '2.5', 'For a friend')).then('posting.recorded');
    expect(onlyOne(events, 'posting.recorded').data).to.deep.include({
      transfer_id: null,
      description: 'For a friend',
    });
    expect(ledger.walletBalances(wallet)).to.deep.equal({
      available: '12.50',
      pending: '0.00',
      cashable: '10.00',
    });
    expect(ledger.balance('rewards_granted')).to.equal(-250n);
  });

  it('is refused with the first error in contract order', () => {
    const ledger = given();
    const coin = ledger.coinWallet();
    const owner = ledger.ownerOf(coin);
    ledger.when(reward(`wal_${'0'.repeat(26)}`, '0.001')).thenRefused('not_found');
    ledger.record({ type: 'wallet.frozen', data: { wallet_id: coin, reason: 'A check.' } });
    ledger.kyc(owner, 'rejected');
    ledger.when(reward(coin, '0.001')).thenRefused('user_not_approved');
    ledger.kyc(owner, 'approved');
    ledger.when(reward(coin, '0.001')).thenRefused('wallet_frozen');
    ledger.record({ type: 'wallet.unfrozen', data: { wallet_id: coin, reason: 'Cleared.' } });
    ledger.when(reward(coin, '0.001')).thenRefused('unsupported_route');
    const points = ledger.wallet(owner);
    ledger.when(reward(points, '0.001')).thenRefused('validation_failed', 'amount');
    ledger.when(reward(points, '0.00')).thenRefused('amount_below_minimum');
    ledger.when(reward(points, '2500000.01')).thenRefused('amount_above_maximum');
    ledger.when(reward(points, '2500000.00')).then('posting.recorded');
  });

  it('is refused for a deactivated user', () => {
    const ledger = given();
    const wallet = ledger.wallet();
    ledger.run((book) => deactivateUser(book, { user_id: ledger.ownerOf(wallet) }));
    ledger.when(reward(wallet, '1.00')).thenRefused('user_deactivated');
  });
});
