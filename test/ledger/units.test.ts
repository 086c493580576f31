import { expect } from 'chai';
import type { Policy } from '../../src/ledger/policy.ts';
import { arrival, onramp, payoutAccount, offramp } from '../support/ledger-commands.ts';
import { createLedger, idIn, onlyOne, type Ledger } from '../support/ledger.ts';
import { POLICY } from '../support/policy.ts';

const HUF = { currency: 'huf', rail: 'bank_eft' };

/** The policy with forints that have this many decimals, and cost a point each. */
function policyWith(decimals: number): Policy {
  const end = { ...HUF, country: null, decimals };
  const points = { type: 'wallet', asset: 'svc-points', decimals: 2 } as const;
  const whole = 10n ** BigInt(decimals);
  const limits = { min: whole, max: 25_000n * whole, settlementTimeSeconds: 0 };
  return {
    ...POLICY,
    routes: [
      ...POLICY.routes,
      { kind: 'onramp', source: { type: 'fiat', ...end }, destination: points, ...limits },
      {
        ...{ kind: 'offramp', source: points, ...limits, min: 100_00n, max: 2_500_000_00n },
        destination: { type: 'payout_account', ...end, accountType: 'bank' },
      },
    ],
    decimals: new Map([...POLICY.decimals, ['huf', decimals]]),
    pointPrices: new Map([...POLICY.pointPrices, ['huf', { numerator: 1n, denominator: 1n }]]),
  };
}

function deposit(ledger: Ledger, wallet: string, amount: string): string {
  const id = idIn(ledger.run(onramp(wallet, amount, HUF)), 'transfer_id');
  ledger.run(arrival(id, amount));
  return id;
}

describe('The unit of a currency', () => {
  it('has the decimals of ISO 4217 in a book that does not hold the currency', () => {
    const ledger = createLedger(policyWith(2));
    const wallet = ledger.wallet();
    deposit(ledger, wallet, '12345.50');
    expect(ledger.balance(wallet)).to.equal(12345_50n);
    ledger.when(onramp(wallet, '0.50', HUF)).thenRefused('amount_below_minimum');
  });

  it('stays whole in a book that holds whole units, on the way in and out', () => {
    const earlier = createLedger(policyWith(0));
    const wallet = earlier.wallet();
    deposit(earlier, wallet, '5000');

    const ledger = createLedger(policyWith(2));
    ledger.record(...earlier.events.map(({ type, data }) => ({ type, data }) as never));
    ledger.when(onramp(wallet, '100.50', HUF)).thenRefused('validation_failed');
    ledger.when(onramp(wallet, '25001', HUF)).thenRefused('amount_above_maximum');
    deposit(ledger, wallet, '700');
    expect(ledger.balance(wallet)).to.equal(5700_00n);
    const owner = onlyOne(earlier.events, 'wallet.opened').data.user_id;
    const account = idIn(
      ledger.run(payoutAccount(owner, { currency: 'huf', country: 'HU' })),
      'payout_account_id',
    );
    const paid = onlyOne(ledger.run(offramp(wallet, account, '150.75')), 'transfer.created');
    expect(paid.data.payout?.amount).to.equal('150');
  });
});
