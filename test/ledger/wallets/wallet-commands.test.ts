import { expect } from 'chai';
import { deactivateUser } from '../../../src/ledger/user.ts';
import { openWallet, setComplianceHold, type OpenWallet } from '../../../src/ledger/wallet.ts';
import type { Decide } from '../../support/ledger-commands.ts';
import { given, onlyOne } from '../../support/ledger.ts';

const open =
  (user_id: string, more: Partial<OpenWallet> = {}): Decide =>
  (book, context) =>
    openWallet(
      book,
      { user_id, asset: 'svc-points', acknowledge_price_risk: false, metadata: {}, ...more },
      context,
    );
const hold =
  (wallet_id: string, on: boolean): Decide =>
  (book) =>
    setComplianceHold(book, { wallet_id, hold: on, reason: 'A check.' });

describe('Opening a wallet', () => {
  it('opens a points wallet without acknowledging price risk', () => {
    const ledger = given();
    const user_id = ledger.approvedUser();
    const metadata = { shelf: 'top' };
    const { data } = onlyOne(
      ledger.when(open(user_id, { metadata, acknowledge_price_risk: true })).then('wallet.opened'),
      'wallet.opened',
    );
    expect(data).to.include({ user_id, asset: 'svc-points', price_risk_acknowledged: false });
    expect(ledger.book.wallets.get(data.wallet_id)).to.deep.include({
      decimals: 2,
      status: 'active',
      price_risk_acknowledged_at: null,
      metadata,
      version: 1,
    });
    expect(ledger.walletBalances(data.wallet_id)).to.deep.equal({
      available: '0.00',
      pending: '0.00',
      cashable: '0.00',
    });
  });

  it('stores when the price risk of coin was acknowledged', () => {
    const ledger = given();
    const user_id = ledger.approvedUser();
    ledger.advanceClock(1_000);
    const events = ledger.run(open(user_id, { asset: 'svc-coin', acknowledge_price_risk: true }));
    const { wallet_id } = onlyOne(events, 'wallet.opened').data;
    expect(ledger.book.wallets.get(wallet_id)).to.include({
      decimals: 8,
      price_risk_acknowledged_at: '2026-03-01T09:00:01.000Z',
    });
  });

  it('is refused for coin if the price risk is not acknowledged', () => {
    const ledger = given();
    ledger
      .when(open(ledger.approvedUser(), { asset: 'svc-coin' }))
      .thenRefused('price_risk_not_acknowledged');
  });

  it('is refused for an unknown asset, including names of object properties', () => {
    const ledger = given();
    const user_id = ledger.approvedUser();
    for (const asset of ['svc-gold', 'toString', 'constructor', '__proto__', '']) {
      ledger.when(open(user_id, { asset })).thenRefused('validation_failed', 'asset');
    }
  });

  it('is refused a second time for the same asset, and names the existing wallet', () => {
    const ledger = given();
    const user_id = ledger.approvedUser();
    const first = ledger.wallet(user_id);
    ledger.wallet(user_id, 'svc-coin');
    expect(ledger.when(open(user_id)).thenRefused('wallet_exists').existing_id).to.equal(first);
  });

  it('is refused for unknown, unapproved and deactivated users', () => {
    const ledger = given();
    ledger.when(open(`usr_${'0'.repeat(26)}`)).thenRefused('not_found');
    const unchecked = ledger.user();
    ledger.when(open(unchecked)).thenRefused('user_not_approved');
    ledger.kyc(unchecked, 'approved', 'pending');
    ledger.when(open(unchecked)).thenRefused('user_not_approved');
    const closed = ledger.approvedUser();
    ledger.run((book) => deactivateUser(book, { user_id: closed }));
    ledger.when(open(closed)).thenRefused('user_deactivated');
  });

  it('reports an unapproved user before any other error', () => {
    const ledger = given();
    ledger.when(open(ledger.user(), { asset: 'svc-gold' })).thenRefused('user_not_approved');
  });
});

describe('A compliance hold', () => {
  it('freezes and unfreezes the wallet, incrementing its version each time', () => {
    const ledger = given();
    const wallet_id = ledger.wallet();
    const data = { wallet_id, reason: 'A check.' };
    ledger.when(hold(wallet_id, true)).then({ type: 'wallet.frozen', data });
    expect(ledger.book.wallets.get(wallet_id)).to.include({ status: 'frozen', version: 2 });
    ledger.when(hold(wallet_id, false)).then({ type: 'wallet.unfrozen', data });
    expect(ledger.book.wallets.get(wallet_id)).to.include({ status: 'active', version: 3 });
  });

  it('records no event if the wallet already has that status', () => {
    const ledger = given();
    const wallet_id = ledger.wallet();
    ledger.when(hold(wallet_id, false)).then();
    ledger.run(hold(wallet_id, true));
    ledger.when(hold(wallet_id, true)).then();
  });

  it('cannot be placed or lifted after the owner is deactivated', () => {
    const ledger = given();
    const wallet_id = ledger.wallet();
    ledger.run((book) => deactivateUser(book, { user_id: ledger.ownerOf(wallet_id) }));
    ledger.when(hold(wallet_id, false)).thenRefused('user_deactivated');
    ledger.when(hold(wallet_id, true)).thenRefused('user_deactivated');
  });

  it('is refused for an unknown wallet', () => {
    given()
      .when(hold(`wal_${'0'.repeat(26)}`, true))
      .thenRefused('not_found');
  });
});
