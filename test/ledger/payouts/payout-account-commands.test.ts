import { expect } from 'chai';
import { deletePayoutAccount, recordNameCheck, type NameCheck } from '../../../src/ledger/payout-account.ts';
import { deactivateUser } from '../../../src/ledger/user.ts';
import { offramp, payoutAccount, review, submission, type Decide } from '../../support/ledger-commands.ts';
import { given, idIn, type Ledger } from '../../support/ledger.ts';

const remove =
  (user_id: string, payout_account_id: string): Decide =>
  (book) =>
    deletePayoutAccount(book, { user_id, payout_account_id });
const nameCheck =
  (payout_account_id: string, name_check: NameCheck): Decide =>
  (book) =>
    recordNameCheck(book, { payout_account_id, name_check });
const accountIn = (ledger: Ledger, id: string) => ledger.book.payoutAccounts.get(id)?.account;

describe('A payout account', () => {
  describe('on opening', () => {
    it('is active at version 1, with an unchecked name', () => {
      const ledger = given();
      const id = ledger.payoutAccount(ledger.wallet());
      expect(accountIn(ledger, id)).to.include({
        id,
        status: 'active',
        name_check: 'not_supported',
        version: 1,
        country: 'US',
      });
    });

    it('requires an existing, approved and active user', () => {
      const ledger = given();
      ledger.when(payoutAccount('usr_none')).thenRefused('not_found');
      ledger.when(payoutAccount(ledger.user())).thenRefused('user_not_approved');
      const closed = ledger.approvedUser();
      ledger.run((book) => deactivateUser(book, { user_id: closed }));
      ledger.when(payoutAccount(closed)).thenRefused('user_deactivated');
    });

    it('requires a route for its currency, rail, type and country', () => {
      const ledger = given();
      const user = ledger.approvedUser();
      for (const more of [
        { currency: 'jpy' },
        { rail: 'pigeon' },
        { country: 'CA' },
        { rail: 'emailpay' },
        { currency: 'cad', rail: 'emailpay', country: 'CA' },
        { type: 'mobile_money' as const },
      ]) {
        ledger.when(payoutAccount(user, more)).thenRefused('unsupported_route');
      }
      ledger.when(payoutAccount(user, { currency: 'cad', country: 'FR' })).then('payout_account.opened');
    });

    it('reports invalid details after an unsupported route', () => {
      const ledger = given();
      const user = ledger.approvedUser();
      const problems = [{ field: 'account_owner_name', code: 'not_allowed', message: 'No.' }];
      ledger.when(payoutAccount(user, { problems })).thenRefused('validation_failed', 'account_owner_name');
      ledger.when(payoutAccount(user, { problems, rail: 'pigeon' })).thenRefused('unsupported_route');
    });
  });

  describe('during name checks', () => {
    it('increments its version on each of the two steps', () => {
      const ledger = given();
      const id = ledger.payoutAccount(ledger.wallet());
      ledger.when(nameCheck(id, 'pending')).then('payout_account.name_checked');
      expect(accountIn(ledger, id)).to.include({ name_check: 'pending', version: 2 });
      ledger.when(nameCheck(id, 'partial_match')).then('payout_account.name_checked');
      expect(accountIn(ledger, id)).to.include({ name_check: 'partial_match', version: 3 });
    });

    it('records each result once, and none after deletion', () => {
      const ledger = given();
      const wallet = ledger.wallet();
      const [id, other] = [ledger.payoutAccount(wallet), ledger.payoutAccount(wallet)];
      ledger.run(nameCheck(id, 'pending'));
      ledger.when(nameCheck(id, 'pending')).then();
      ledger.run(nameCheck(id, 'match'));
      ledger.when(nameCheck(id, 'pending')).then();
      ledger.when(nameCheck(id, 'no_match')).then();
      ledger.run(remove(ledger.ownerOf(wallet), other));
      ledger.when(nameCheck(other, 'pending')).then();
      ledger.when(nameCheck('pa_none', 'pending')).then();
    });
  });

  describe('on deletion', () => {
    it('stays readable, with its version incremented', () => {
      const ledger = given();
      const wallet = ledger.wallet();
      const id = ledger.payoutAccount(wallet);
      ledger.when(remove(ledger.ownerOf(wallet), id)).then({
        type: 'payout_account.deleted',
        data: { payout_account_id: id },
      });
      expect(accountIn(ledger, id)).to.include({ status: 'deleted', version: 2 });
      ledger.when(remove(ledger.ownerOf(wallet), id)).thenRefused('payout_account_deleted');
    });

    it('is refused unless it belongs to the active user', () => {
      const ledger = given();
      const wallet = ledger.wallet();
      const id = ledger.payoutAccount(wallet);
      ledger.when(remove(ledger.approvedUser(), id)).thenRefused('not_found');
      ledger.when(remove(ledger.ownerOf(wallet), 'pa_none')).thenRefused('not_found');
      ledger.run((book) => deactivateUser(book, { user_id: ledger.ownerOf(wallet) }));
      ledger.when(remove(ledger.ownerOf(wallet), id)).thenRefused('user_deactivated');
    });

    it('is refused while an off-ramp to it is pending or in review', () => {
      const ledger = given();
      const from = ledger.fundedWallet('2000000.00');
      const user = ledger.ownerOf(from);
      const [id, free] = [ledger.payoutAccount(from), ledger.payoutAccount(from)];
      const pending = idIn(ledger.run(offramp(from, id, '100.00')), 'transfer_id');
      ledger.when(remove(user, id)).thenRefused('payout_account_in_use');
      ledger.run(submission(pending));
      const held = idIn(ledger.run(offramp(from, id, '1000000.00')), 'transfer_id');
      ledger.when(remove(user, id)).thenRefused('payout_account_in_use');
      ledger.run(review(held, 'rejected'));
      ledger.when(remove(user, free)).then('payout_account.deleted');
      ledger.when(remove(user, id)).then('payout_account.deleted');
      expect(ledger.openTransfer(pending).state).to.equal('payout_submitted');
    });
  });
});
