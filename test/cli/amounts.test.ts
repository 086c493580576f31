import { expect } from 'chai';
import { withUnits } from '../../scripts/cli/amounts.ts';

const POINTS_WALLET = { type: 'wallet', asset: 'svc-points' };

describe('Amounts in the CLI', () => {
  it('end with the unit of the source and destination of a transfer', () => {
    const review = withUnits({
      object: 'transfer_review',
      transfer: {
        object: 'transfer',
        source: POINTS_WALLET,
        destination: { type: 'payout_account', currency: 'usd' },
        amount: '5000.00',
        receipt: { amount_debited: '5000.00', amount_paid_out: '50.00', rate: '0.01', fees: [] },
      },
    });
    expect(review['transfer']).to.deep.include({
      amount: '5000.00 points',
      receipt: { amount_debited: '5000.00 points', amount_paid_out: '50.00 USD', rate: '0.01', fees: [] },
    });
  });

  it('end with the asset of a wallet', () => {
    const balance = {
      object: 'wallet_balance',
      asset: 'svc-coin',
      available: '0.5',
      pending: '0',
      cashable: '0',
    };
    expect(withUnits({ object: 'wallet', asset: 'svc-coin', balance })['balance']).to.include({
      available: '0.5 coin',
      pending: '0 coin',
      cashable: '0 coin',
    });
  });

  it('of trades, allocations, and rewards have fixed units', () => {
    expect(withUnits({ object: 'trade', coin_amount: '1', price: '2500.00' })).to.include({
      coin_amount: '1 coin',
      price: '2500.00 points per coin',
    });
    expect(withUnits({ object: 'allocation', coin_stock: '1', points_backing: null })).to.include({
      coin_stock: '1 coin',
      points_backing: null,
    });
    expect(withUnits({ object: 'wallet_history_entry', amount: '12.50', balance_after: '20.00' })).to.include(
      {
        amount: '12.50 points',
        balance_after: '20.00 points',
      },
    );
  });

  it('of other objects stay unchanged', () => {
    expect(withUnits({ object: 'key', amount: '1', data: [1] })).to.deep.equal({
      object: 'key',
      amount: '1',
      data: [1],
    });
  });
});
