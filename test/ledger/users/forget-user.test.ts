import { expect } from 'chai';
import { deactivateUser, forgetUser, updateUser } from '../../../src/ledger/user.ts';
import { arrival, onramp, type Decide } from '../../support/ledger-commands.ts';
import { expectRule, given } from '../../support/ledger.ts';

const forget =
  (user_id: string): Decide =>
  (book) =>
    forgetUser(book, { user_id });
const deactivate =
  (user_id: string): Decide =>
  (book) =>
    deactivateUser(book, { user_id });
const SEALED = 'AAAAAAAAAAAAAAAA-and-more';

describe('Forgetting a user', () => {
  it('records the destroyed keys and the affected payout accounts, and keeps the user', () => {
    const ledger = given();
    const wallet = ledger.wallet();
    const user = ledger.ownerOf(wallet);
    ledger.run((book) => updateUser(book, { user_id: user, reseal: () => SEALED }));
    const account = ledger.payoutAccount(wallet);
    ledger.run(deactivate(user));
    const kept = ledger.book.payoutAccounts.get(account);
    const key_ids = [
      ...new Set([SEALED, kept?.sealed, kept?.sealed_details].map((text) => text?.slice(0, 16))),
    ];
    ledger.when(forget(user)).then({
      type: 'user.forgotten',
      data: {
        user_id: user,
        key_ids: key_ids.filter((id) => id !== undefined),
        payout_account_ids: [account],
      },
    });
    const { user: after, sealed, forgotten } = ledger.book.users.get(user) ?? {};
    expect({ status: after?.status, sealed, forgotten }).to.deep.equal({
      status: 'deactivated',
      sealed: null,
      forgotten: true,
    });
    expect(ledger.when(forget(user)).then()).to.deep.equal([]);
  });

  it('is refused for an unknown or active user', () => {
    const ledger = given();
    ledger.when(forget('usr_none')).thenRefused('not_found');
    ledger.when(forget(ledger.user())).thenRefused('user_state_conflict');
  });

  it('is refused while a transfer is open, such as a deposit after deactivation', () => {
    const ledger = given();
    const wallet = ledger.wallet();
    const user = ledger.ownerOf(wallet);
    const account = ledger.depositAccount(wallet);
    ledger.run(deactivate(user));
    ledger.run(arrival(account, '7.00'));
    ledger.when(forget(user)).thenRefused('user_has_open_transfers');
    ledger.when(onramp(wallet, '7.00')).thenRefused('user_deactivated');
  });

  it('cannot be recorded for an active user, or twice', () => {
    const ledger = given();
    const user = ledger.user();
    const event = {
      type: 'user.forgotten',
      data: { user_id: user, key_ids: [], payout_account_ids: [] },
    } as const;
    expectRule(() => ledger.record(event), 'user_active');
    const other = given();
    const deactivated = other.user();
    other.run(deactivate(deactivated));
    const again = { ...event, data: { ...event.data, user_id: deactivated } };
    other.record(again);
    expectRule(() => other.record(again), 'user_forgotten');
  });
});
