import { expect } from 'chai';
import { InstructionsRefused, ProviderUnavailable } from '../../src/rails/port.ts';
import { createRails } from '../../src/rails/rails.ts';
import {
  REFUSED_AMOUNT,
  createBankSimulator,
  createEmailpaySimulator,
  simulatedRailReference,
} from '../../src/rails/simulators.ts';

const bank = createBankSimulator();
const details = (currency: string, reference = 'a') =>
  bank.issueStandingDetails({ reference, currency, rail: 'bank_eft' });

describe('The bank simulator', () => {
  it('issues the same details for the same request only', async () => {
    for (const currency of ['usd', 'cad', 'eur']) {
      expect(await details(currency)).to.deep.equal(await details(currency));
      const [one, other] = [await details(currency, 'a'), await details(currency, 'b')];
      expect(one.reference)
        .to.match(/^SVC-[0-9A-Z]{12}$/)
        .and.not.equal(other.reference);
      expect(one.account_number).to.not.equal(other.account_number);
    }
    expect(simulatedRailReference('a'))
      .to.equal(simulatedRailReference('a'))
      .and.not.equal(simulatedRailReference('b'));
  });

  it('issues details that pass the checks of real ones', async () => {
    const { routing_code = '' } = await details('usd');
    const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1];
    const sum = Array.from(routing_code, Number).reduce(
      (total, digit, i) => total + digit * (weights[i] ?? 0),
      0,
    );
    expect([routing_code.length, sum % 10]).to.deep.equal([9, 0]);
    expect((await details('cad')).routing_code).to.match(/^0\d{8}$/);
    for (const reference of ['a', 'b', 'c', 'd', 'e']) {
      const { account_number: iban = '', swift_bic } = await details('eur', reference);
      expect(iban).to.match(/^DE\d{20}$/);
      expect(BigInt(`${iban.slice(4)}1314${iban.slice(2, 4)}`) % 97n).to.equal(1n);
      expect(swift_bic).to.match(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/);
    }
  });

  it('adds the amount and the expiry to details for one payment', async () => {
    const expires_at = '2026-01-01T00:00:00.000Z';
    const issued = await bank.issueInstructions({
      reference: 'a',
      currency: 'usd',
      rail: 'bank_eft',
      amount: '5.00',
      expires_at,
    });
    expect(issued).to.deep.equal({ ...(await details('usd')), amount: '5.00', expires_at });
  });
});

describe('The emailpay simulator', () => {
  const emailpay = createEmailpaySimulator();
  const asked = { reference: 'a', currency: 'cad', rail: 'emailpay', amount: '5.00' };
  const expires_at = '2026-01-01T00:00:00.000Z';

  it('issues instructions without an approval URL, because the service hosts the page', async () => {
    const { reference } = await bank.issueStandingDetails({
      reference: 'a',
      currency: 'cad',
      rail: 'bank_eft',
    });
    expect(await emailpay.issueInstructions({ ...asked, expires_at })).to.deep.equal({
      type: 'emailpay',
      currency: 'cad',
      rail: 'emailpay',
      reference,
      amount: '5.00',
      expires_at,
    });
  });

  it('issues no standing details and refuses the test amount', async () => {
    const standing = await emailpay.issueStandingDetails(asked).catch((error: unknown) => error);
    expect(standing).to.be.instanceOf(ProviderUnavailable);
    for (const provider of [emailpay, bank]) {
      const refused = await provider
        .issueInstructions({ ...asked, amount: REFUSED_AMOUNT, expires_at })
        .catch((error: unknown) => error);
      expect(refused).to.be.instanceOf(InstructionsRefused);
    }
  });
});

describe('Rails', () => {
  it('are simulated in the sandbox and unavailable in production by default', () => {
    const rails = createRails();
    for (const rail of ['bank_eft', 'emailpay']) expect(rails.isAvailable('sandbox', rail)).to.equal(true);
    for (const [environment, rail] of [
      ['production', 'bank_eft'],
      ['production', 'emailpay'],
      ['sandbox', 'constructor'],
    ] as const) {
      expect(rails.isAvailable(environment, rail)).to.equal(false);
      expect(() => rails.provider(environment, rail)).to.throw(ProviderUnavailable);
    }
  });

  it('are unavailable while disabled by an operator', () => {
    const rails = createRails({ isEnabled: () => false });
    expect(() => rails.provider('sandbox', 'bank_eft')).to.throw(ProviderUnavailable);
  });
});
