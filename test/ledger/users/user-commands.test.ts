import { expect } from 'chai';
import { isId } from '../../../src/ledger/ids.ts';
import {
  createUser,
  deactivateUser,
  setKyc,
  updateUser,
  type CreateUser,
  type Reason,
  type SetKyc,
  type UpdateUser,
} from '../../../src/ledger/user.ts';
import { arrival, onramp, review, transfer, type Decide } from '../../support/ledger-commands.ts';
import { given, idIn, onlyOne } from '../../support/ledger.ts';

const NOBODY = `usr_${'0'.repeat(26)}`;

const create =
  (more: Partial<CreateUser> = {}): Decide =>
  (book, context) =>
    createUser(
      book,
      {
        type: 'individual',
        external_reference: 'anna',
        country: 'CA',
        seal: () => 'sealed',
        metadata: { tier: 'gold' },
        ...more,
      },
      context,
    );
const update =
  (user_id: string, more: Omit<UpdateUser, 'user_id'>): Decide =>
  (book) =>
    updateUser(book, { user_id, ...more });
const kyc =
  (user_id: string, more: Partial<SetKyc> = {}): Decide =>
  (book) =>
    setKyc(book, {
      user_id,
      kyc_status: 'approved',
      terms_status: 'approved',
      rejection_reasons: [],
      ...more,
    });
const deactivate =
  (user_id: string): Decide =>
  (book) =>
    deactivateUser(book, { user_id });

describe('Creating a user', () => {
  it('records the user, whose ID is known when its fields are sealed', () => {
    const ledger = given();
    let named = '';
    const sealed = (id: string): string => {
      named = id;
      return 'sealed';
    };
    const events = ledger.when(create({ seal: sealed })).then('user.created');
    const { data } = onlyOne(events, 'user.created');
    expect(isId('usr', data.user_id)).to.equal(true);
    expect(named).to.equal(data.user_id);
    expect(data).to.deep.equal({
      user_id: named,
      type: 'individual',
      external_reference: 'anna',
      country: 'CA',
      sealed: 'sealed',
      metadata: { tier: 'gold' },
    });
  });

  it('starts active and unverified, at version 1', () => {
    const ledger = given();
    const id = ledger.user('anna');
    expect(ledger.book.users.get(id)?.user).to.include({
      status: 'active',
      kyc_status: 'not_started',
      terms_status: 'pending',
      version: 1,
      created_at: '2026-03-01T09:00:00.000Z',
      updated_at: '2026-03-01T09:00:00.000Z',
    });
  });

  it('is refused for an external reference in use, and names its user', () => {
    const ledger = given();
    const id = ledger.user('anna');
    const refusal = ledger.when(create()).thenRefused('external_reference_exists');
    expect(refusal.existing_id).to.equal(id);
  });

  it('keeps the external reference of a deactivated user reserved', () => {
    const ledger = given();
    ledger.run(deactivate(ledger.user('anna')));
    ledger.when(create()).thenRefused('external_reference_exists');
  });

  it('accepts external references that are property names of every object', () => {
    const ledger = given();
    for (const external_reference of ['constructor', '__proto__', 'toString', '']) {
      ledger.when(create({ external_reference })).then('user.created');
    }
  });
});

describe('Updating a user', () => {
  it('replaces all metadata', () => {
    const ledger = given();
    const id = idIn(ledger.run(create()), 'user_id');
    const data = { user_id: id, metadata: { colour: 'red' } };
    ledger.when(update(id, { metadata: { colour: 'red' } })).then({ type: 'user.updated', data });
    expect(ledger.book.users.get(id)?.user).to.deep.include({ metadata: { colour: 'red' }, version: 2 });
  });

  it('reseals personal fields on top of the sealed ones', () => {
    const ledger = given();
    const id = idIn(ledger.run(create({ seal: () => 'one' })), 'user_id');
    const reseal = (before: string | null): string => `${before ?? ''}+two`;
    ledger
      .when(update(id, { reseal }))
      .then({ type: 'user.updated', data: { user_id: id, sealed: 'one+two' } });
    expect(ledger.book.users.get(id)?.sealed).to.equal('one+two');
  });

  it('can remove all personal fields', () => {
    const ledger = given();
    const id = idIn(ledger.run(create()), 'user_id');
    ledger.run(update(id, { reseal: () => null }));
    expect(ledger.book.users.get(id)?.sealed).to.equal(null);
  });

  it('records no event if nothing changes', () => {
    const ledger = given();
    const id = idIn(ledger.run(create()), 'user_id');
    ledger.when(update(id, {})).then();
    ledger.when(update(id, { metadata: { tier: 'gold' } })).then();
    ledger.when(update(id, { metadata: { tier: 'gold' }, reseal: (before) => before })).then();
    expect(ledger.book.users.get(id)?.user.version).to.equal(1);
  });

  it('detects metadata changes that only add, remove or rename keys', () => {
    const ledger = given();
    const id = idIn(ledger.run(create({ metadata: { a: '1', b: '2' } })), 'user_id');
    ledger.when(update(id, { metadata: { a: '1' } })).then('user.updated');
    ledger.when(update(id, { metadata: { b: '1' } })).then('user.updated');
    ledger.when(update(id, { metadata: { b: '1', toString: '2' } })).then('user.updated');
    ledger.when(update(id, { metadata: {} })).then('user.updated');
  });

  it('is refused for an unknown or deactivated user', () => {
    const ledger = given();
    const id = ledger.user();
    ledger.when(update(NOBODY, {})).thenRefused('not_found');
    ledger.run(deactivate(id));
    ledger.when(update(id, {})).thenRefused('user_deactivated');
  });
});

describe('Setting KYC and terms', () => {
  const REASONS: Reason[] = [{ code: 'document_unreadable', message: 'The scan is blurred.' }];

  it('records one event for each changed status', () => {
    const ledger = given();
    const id = ledger.user();
    ledger.when(kyc(id)).then('user.kyc_status_changed', 'user.terms_status_changed');
    expect(ledger.book.users.get(id)?.user.version).to.equal(3);
  });

  it('records no event for an unchanged status', () => {
    const ledger = given();
    const id = ledger.user();
    ledger.when(kyc(id, { kyc_status: 'not_started' })).then('user.terms_status_changed');
    ledger.when(kyc(id, { kyc_status: 'under_review' })).then('user.kyc_status_changed');
    ledger.when(kyc(id, { kyc_status: 'under_review' })).then();
  });

  for (const kyc_status of ['rejected', 'incomplete'] as const) {
    it(`stores the reasons of ${kyc_status}, and clears them afterwards`, () => {
      const ledger = given();
      const id = ledger.user();
      ledger.run(kyc(id, { kyc_status, rejection_reasons: REASONS }));
      expect(ledger.book.users.get(id)?.user.rejection_reasons).to.deep.equal(REASONS);
      ledger.run(kyc(id, { rejection_reasons: REASONS }));
      expect(ledger.book.users.get(id)?.user.rejection_reasons).to.deep.equal([]);
    });
  }

  it('treats new reasons for the same status as a change', () => {
    const ledger = given();
    const id = ledger.user();
    ledger.run(kyc(id, { kyc_status: 'rejected', rejection_reasons: REASONS }));
    ledger.when(kyc(id, { kyc_status: 'rejected', rejection_reasons: [] })).then('user.kyc_status_changed');
  });

  it('is refused for an unknown or deactivated user', () => {
    const ledger = given();
    const id = ledger.user();
    ledger.when(kyc(NOBODY)).thenRefused('not_found');
    ledger.run(deactivate(id));
    ledger.when(kyc(id)).thenRefused('user_deactivated');
  });
});

describe('Deactivating a user', () => {
  it('deactivates the user and freezes every active wallet', () => {
    const ledger = given();
    const user_id = ledger.approvedUser();
    const points = ledger.wallet(user_id);
    const coin = ledger.wallet(user_id, 'svc-coin');
    ledger.record({ type: 'wallet.frozen', data: { wallet_id: coin, reason: 'A check.' } });
    ledger
      .when(deactivate(user_id))
      .then({ type: 'user.deactivated', data: { user_id, frozen_wallet_ids: [points] } });
    expect(ledger.book.wallets.get(points)).to.include({ status: 'frozen', version: 2 });
    expect(ledger.book.wallets.get(coin)).to.include({ status: 'frozen', version: 2 });
    expect(ledger.book.users.get(user_id)?.user.status).to.equal('deactivated');
  });

  it('is refused while a wallet has a bought, earned, pending or coin balance', () => {
    const ledger = given();
    const held = ledger.heldTransfer();
    for (const wallet of [
      ledger.fundedWallet('0.01'),
      ledger.fundedWallet('0.00', '0.01'),
      ledger.coinWallet('0.00000001'),
      held.from,
    ]) {
      ledger.when(deactivate(ledger.ownerOf(wallet))).thenRefused('user_has_balance');
    }
  });

  it('is refused while a transfer to the user is in review', () => {
    const ledger = given();
    const { id, to } = ledger.heldTransfer();
    ledger.when(deactivate(ledger.ownerOf(to))).thenRefused('user_has_open_transfers');
    ledger.run(review(id, 'rejected'));
    ledger.when(deactivate(ledger.ownerOf(to))).then('user.deactivated');
  });

  it('is refused while an on-ramp awaits funds', () => {
    const ledger = given();
    const wallet = ledger.wallet();
    const id = idIn(ledger.run(onramp(wallet, '50.00')), 'transfer_id');
    ledger.when(deactivate(ledger.ownerOf(wallet))).thenRefused('user_has_open_transfers');
    ledger.run(arrival(id, '50.00', 'returned'));
    ledger.when(deactivate(ledger.ownerOf(wallet))).then('user.deactivated');
  });

  it('is possible again once the wallets are empty', () => {
    const ledger = given();
    const wallet = ledger.fundedWallet('10.00');
    ledger.run(transfer(wallet, ledger.wallet(), '10.00'));
    ledger.when(deactivate(ledger.ownerOf(wallet))).then('user.deactivated');
  });

  it('is refused for an unknown user, and a second time', () => {
    const ledger = given();
    const id = ledger.user();
    ledger.when(deactivate(NOBODY)).thenRefused('not_found');
    ledger.run(deactivate(id));
    ledger.when(deactivate(id)).thenRefused('user_deactivated');
  });
});
