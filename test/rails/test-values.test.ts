import { readFileSync, readdirSync } from 'node:fs';
import { expect } from 'chai';
import { payoutTestOf } from '../../src/rails/simulators.ts';

const bank = (account_number: string) =>
  ({
    type: 'bank',
    bank_name: 'First Harbour Bank',
    account_number,
    routing_code: null,
    swift_bic: null,
    account_type: null,
  }) as const;
const emailpay = (email: string | null) => ({ type: 'emailpay', email, phone: null }) as const;

describe('The test of a payout', () => {
  it('follows from the end of an account number, with or without spaces', () => {
    expect(payoutTestOf(bank('123000101'))).to.equal('undeliverable');
    expect(payoutTestOf(bank('1230 0010 2'))).to.equal('returned');
    expect(payoutTestOf(bank('000101123'))).to.equal(undefined);
    expect(payoutTestOf(bank('00101'))).to.equal(undefined);
  });

  it('follows from the recipient of an emailpay payment', () => {
    expect(payoutTestOf(emailpay('Returned@shop.example'))).to.equal('returned');
    expect(payoutTestOf(emailpay('ana.returned@shop.example'))).to.equal(undefined);
    expect(payoutTestOf(emailpay(null))).to.equal(undefined);
  });

  it('is known to the simulators only, which no configuration allows in production', () => {
    const folder = new URL('../../src/', import.meta.url);
    const importing = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.ts'))
      .filter((file) => readFileSync(new URL(file, folder), 'utf8').includes('payoutTestOf'));
    expect(importing).to.deep.equal(['rails/simulators.ts']);
  });
});
