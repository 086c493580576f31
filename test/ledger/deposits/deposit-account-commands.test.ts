import { expect } from 'chai';
import { deactivateDepositAccount, reactivateDepositAccount } from '../../../src/ledger/deposit-account.ts';
import { deactivateUser } from '../../../src/ledger/user.ts';
import { USD, depositAccount, type Decide } from '../../support/ledger-commands.ts';
import { given, onlyOne } from '../../support/ledger.ts';
import { INSTRUCTIONS } from '../../support/policy.ts';

const NO_ACCOUNT = `da_${'0'.repeat(26)}`;
const NO_WALLET = `wal_${'0'.repeat(26)}`;

const deactivate =
  (user_id: string, deposit_account_id: string): Decide =>
  (book) =>
    deactivateDepositAccount(book, { user_id, deposit_account_id });
const reactivate =
  (user_id: string, deposit_account_id: string): Decide =>
  (book) =>
    reactivateDepositAccount(book, { user_id, deposit_account_id });
const freeze = (wallet_id: string) => ({
  type: 'wallet.frozen' as const,
  data: { wallet_id, reason: 'A check.' },
});

describe('Opening a deposit account', () => {
  it('stores the instructions that the provider issued', () => {
    const ledger = given();
    const wallet = ledger.wallet();
    const user = ledger.ownerOf(wallet);
    const events = ledger.when(depositAccount(user, wallet)).then('deposit_account.opened');
    const { deposit_account_id } = onlyOne(events, 'deposit_account.opened').data;
    expect(ledger.book.depositAccounts.get(deposit_account_id)).to.deep.include({
      user_id: user,
      status: 'active',
      source: USD,
      destination: { wallet_id: wallet, asset: 'svc-points' },
      deposit_instructions: INSTRUCTIONS,
      version: 1,
    });
  });

  it('is refused if the user or wallet does not exist, or the wallet belongs to another user', () => {
    const ledger = given();
    const wallet = ledger.wallet();
    ledger.when(depositAccount(`usr_${'0'.repeat(26)}`, wallet)).thenRefused('not_found');
    ledger.when(depositAccount(ledger.ownerOf(wallet), NO_WALLET)).thenRefused('not_found');
    ledger.when(depositAccount(ledger.approvedUser(), wallet)).thenRefused('not_found');
    ledger.when(depositAccount(ledger.user(), wallet)).thenRefused('not_found');
  });

  it('reports an unapproved user before a frozen wallet', () => {
    const ledger = given();
    const wallet = ledger.wallet();
    ledger.record(freeze(wallet));
    ledger.kyc(ledger.ownerOf(wallet), 'rejected');
    ledger.when(depositAccount(ledger.ownerOf(wallet), wallet)).thenRefused('user_not_approved');
  });

  it('reports a deactivated user and a frozen wallet before an unsupported route', () => {
    const ledger = given();
    const [closed, frozen] = [ledger.wallet(), ledger.wallet()];
    ledger.run((book) => deactivateUser(book, { user_id: ledger.ownerOf(closed) }));
    ledger.when(depositAccount(ledger.ownerOf(closed), closed)).thenRefused('user_deactivated');
    ledger.record(freeze(frozen));
    const nowhere = { currency: 'gbp', rail: 'bank_eft' };
    ledger.when(depositAccount(ledger.ownerOf(frozen), frozen, nowhere)).thenRefused('wallet_frozen');
  });

  it('is refused for a rail without standing instructions, an unknown rail, and coin', () => {
    const ledger = given();
    const wallet = ledger.wallet();
    const user = ledger.ownerOf(wallet);
    for (const source of [
      { currency: 'cad', rail: 'emailpay' },
      { currency: 'usd', rail: 'emailpay' },
      { currency: 'usd', rail: 'pigeon' },
      { currency: 'gbp', rail: 'bank_eft' },
    ]) {
      ledger.when(depositAccount(user, wallet, source)).thenRefused('unsupported_route');
    }
    const coin = ledger.coinWallet();
    ledger.when(depositAccount(ledger.ownerOf(coin), coin)).thenRefused('unsupported_route');
  });
});

describe('Deactivating and reactivating a deposit account', () => {
  it('changes its status and increments its version', () => {
    const ledger = given();
    const wallet = ledger.wallet();
    const [user, id] = [ledger.ownerOf(wallet), ledger.depositAccount(wallet)];
    const data = { deposit_account_id: id };
    ledger.when(deactivate(user, id)).then({ type: 'deposit_account.deactivated', data });
    expect(ledger.book.depositAccounts.get(id)).to.include({ status: 'deactivated', version: 2 });
    ledger.when(reactivate(user, id)).then({ type: 'deposit_account.reactivated', data });
    expect(ledger.book.depositAccounts.get(id)).to.include({ status: 'active', version: 3 });
  });

  it('is refused if the account already has that status', () => {
    const ledger = given();
    const wallet = ledger.wallet();
    const [user, id] = [ledger.ownerOf(wallet), ledger.depositAccount(wallet)];
    ledger.when(reactivate(user, id)).thenRefused('deposit_account_state_conflict');
    ledger.run(deactivate(user, id));
    ledger.when(deactivate(user, id)).thenRefused('deposit_account_state_conflict');
  });

  it('is refused if the account does not exist or belongs to another user', () => {
    const ledger = given();
    const wallet = ledger.wallet();
    const id = ledger.depositAccount(wallet);
    for (const decide of [deactivate, reactivate]) {
      ledger.when(decide(ledger.ownerOf(wallet), NO_ACCOUNT)).thenRefused('not_found');
      ledger.when(decide(ledger.approvedUser(), id)).thenRefused('not_found');
    }
  });

  it('allows deactivation, but not reactivation, for an unapproved user', () => {
    const ledger = given();
    const wallet = ledger.wallet();
    const [user, id] = [ledger.ownerOf(wallet), ledger.depositAccount(wallet)];
    ledger.kyc(user, 'rejected');
    ledger.when(deactivate(user, id)).then('deposit_account.deactivated');
    ledger.when(reactivate(user, id)).thenRefused('user_not_approved');
  });

  it('is refused for a deactivated user', () => {
    const ledger = given();
    const wallet = ledger.wallet();
    const [user, id] = [ledger.ownerOf(wallet), ledger.depositAccount(wallet)];
    ledger.run((book) => deactivateUser(book, { user_id: user }));
    for (const decide of [deactivate, reactivate]) {
      ledger.when(decide(user, id)).thenRefused('user_deactivated');
    }
  });
});
