import { expect } from 'chai';
import fc from 'fast-check';
import { deactivateDepositAccount } from '../../../src/ledger/deposit-account.ts';
import { runs } from '../../support/effort.ts';
import { arrival, onramp, review } from '../../support/ledger-commands.ts';
import { createLedger, given, idIn, type Ledger } from '../../support/ledger.ts';
import { STREAM } from '../../support/policy.ts';
import { listBodies, project, storedEvents } from '../../support/project-book.ts';
import { randomCommands } from '../../support/random-commands.ts';
import { runCommands } from '../../support/random-ledger.ts';
import { expectMatchesDefinition } from '../../support/schema-definitions.ts';

type Deposit = { readonly id: string; readonly transfer_id: string; readonly state: string };

async function depositsOf(ledger: Ledger): Promise<Deposit[]> {
  const data = await listBodies<Deposit>(await project(storedEvents(ledger.events)), 'deposits', STREAM);
  expectMatchesDefinition('DepositPage', { data, has_more: false });
  return data;
}

/** A deposit account and the activity entry of its only payment. */
async function onlyDeposit(act: (ledger: Ledger, account: string) => void): Promise<Deposit | undefined> {
  const ledger = given();
  act(ledger, ledger.depositAccount(ledger.wallet()));
  const deposits = await depositsOf(ledger);
  expect(deposits.length).to.equal(1);
  return deposits[0];
}

describe('The activity of a deposit account', () => {
  it('shows a credited payment', async () => {
    const deposit = await onlyDeposit((ledger, account) => ledger.run(arrival(account, '12.34')));
    expect(deposit).to.include({
      object: 'deposit',
      state: 'completed',
      amount_received: '12.34',
      currency: 'usd',
      rate: '100',
      amount_credited: '1234.00',
      rail_reference: 'RAIL-1',
      return_reason: null,
    });
  });

  it('shows a payment in review with nothing credited', async () => {
    const deposit = await onlyDeposit((ledger, account) =>
      ledger.run(arrival(account, '12.34', 'in_review')),
    );
    expect(deposit).to.include({ state: 'in_review', amount_credited: '0.00' });
  });

  it('follows the review of a payment', async () => {
    for (const [outcome, state, amount_credited, return_reason] of [
      ['approved', 'completed', '1234.00', null],
      ['rejected', 'returned', '0.00', 'review_rejected'],
    ] as const) {
      const deposit = await onlyDeposit((ledger, account) => {
        const events = ledger.run(arrival(account, '12.34', 'in_review'));
        ledger.run(review(idIn(events, 'transfer_id'), outcome));
      });
      expect(deposit).to.include({ state, amount_credited, return_reason });
    }
  });

  it('shows why a payment was returned', async () => {
    const tooSmall = await onlyDeposit((ledger, account) => ledger.run(arrival(account, '0.50')));
    expect(tooSmall).to.include({
      state: 'returned',
      return_reason: 'below_minimum',
      amount_credited: '0.00',
    });
    const closed = await onlyDeposit((ledger, deposit_account_id) => {
      const user_id = ledger.book.depositAccounts.get(deposit_account_id)?.user_id ?? '';
      ledger.run((book) => deactivateDepositAccount(book, { user_id, deposit_account_id }));
      ledger.run(arrival(deposit_account_id, '50.00'));
    });
    expect(closed).to.include({ state: 'returned', return_reason: 'deposit_account_deactivated' });
  });

  it('omits payments for a one-off on-ramp', async () => {
    const ledger = given();
    ledger.run(arrival(idIn(ledger.run(onramp(ledger.wallet(), '50.00')), 'transfer_id'), '50.00'));
    expect(await depositsOf(ledger)).to.deep.equal([]);
  });

  it('contains one deposit for each payment, in the state of its transfer', async () => {
    await fc.assert(
      fc.asyncProperty(randomCommands(), async (commands) => {
        const ledger = runCommands(createLedger(), commands);
        const states = new Map<string, string>();
        for (const event of ledger.events) {
          if (event.type === 'transfer.state_changed') states.set(event.data.transfer_id, event.data.state);
        }
        const paid = ledger.events.flatMap((event) =>
          event.type === 'deposit.arrived' && event.data.deposit_account_id !== undefined
            ? [event.data.deposit_id]
            : [],
        );
        const deposits = await depositsOf(ledger);
        expect(deposits.map(({ id }) => id)).to.deep.equal(paid);
        for (const { transfer_id, state } of deposits) expect(state).to.equal(states.get(transfer_id));
      }),
      { numRuns: runs(40) },
    );
  });
});
