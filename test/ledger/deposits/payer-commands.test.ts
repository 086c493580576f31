import { expect } from 'chai';
import { approvePayment, declinePayment } from '../../../src/ledger/onramp.ts';
import { CAD, onramp, type Decide } from '../../support/ledger-commands.ts';
import { given, idIn, type Ledger } from '../../support/ledger.ts';
import { INSTRUCTIONS, START_TIME } from '../../support/policy.ts';

const NOTHING = `trf_${'0'.repeat(26)}`;
const pay =
  (transfer_id: string): Decide =>
  (book, context) =>
    approvePayment(book, { transfer_id, rail_reference: 'EP-1' }, context);
const decline =
  (transfer_id: string): Decide =>
  (book, context) =>
    declinePayment(book, { transfer_id }, context);

const HOUR_MS = 60 * 60 * 1000;
const expires_at = new Date(START_TIME + HOUR_MS).toISOString();
const provider = { instructions: { ...INSTRUCTIONS, ...CAD, expires_at } };

const request = (ledger: Ledger, wallet: string): string =>
  idIn(ledger.run(onramp(wallet, '30.00', CAD, { provider })), 'transfer_id');

describe('The payer of an on-ramp', () => {
  it('can approve, which credits the full amount', () => {
    const ledger = given();
    const wallet = ledger.wallet();
    const id = request(ledger, wallet);
    ledger.run(pay(id));
    expect(ledger.walletBalances(wallet).available).to.equal('1000.00');
  });

  it('can decline, which cancels the transfer with a reason', () => {
    const ledger = given();
    const id = request(ledger, ledger.wallet());
    const [event] = ledger.when(decline(id)).then('transfer.state_changed');
    expect(event?.data).to.deep.include({ state: 'canceled' });
    expect(JSON.stringify(event?.data)).to.contain('"code":"declined"');
  });

  it('can decide once, before the deadline', () => {
    const ledger = given();
    const paid = request(ledger, ledger.wallet());
    ledger.run(pay(paid));
    for (const again of [pay(paid), decline(paid), pay(NOTHING), decline(NOTHING)])
      ledger.when(again).thenRefused('not_found');
    const late = request(ledger, ledger.wallet());
    ledger.advanceClock(HOUR_MS);
    for (const tooLate of [pay(late), decline(late)])
      ledger.when(tooLate).thenRefused('transfer_state_conflict');
  });
});
