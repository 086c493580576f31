import { expect } from 'chai';
import fc from 'fast-check';
import {
  formatAmount,
  isAsset,
  parseAmount,
  powerOfTen,
  minAmount,
  parseStoredAmount,
} from '../../src/ledger/amount.ts';

const decimals = fc.integer({ min: 0, max: 18 });
const anyAmount = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });

describe('Amounts', () => {
  it('survive a round trip through decimal strings', () => {
    fc.assert(
      fc.property(anyAmount, decimals, (amount, places) => {
        expect(parseStoredAmount(formatAmount(amount, places))).to.equal(amount);
      }),
    );
  });

  it('are formatted with exactly the decimals of their unit', () => {
    fc.assert(
      fc.property(anyAmount, decimals, (amount, places) => {
        const text = formatAmount(amount, places);
        expect(text).to.match(
          places === 0 ? /^-?(0|[1-9][0-9]*)$/ : new RegExp(`^-?(0|[1-9][0-9]*)\\.[0-9]{${String(places)}}$`),
        );
      }),
    );
    expect(formatAmount(0n, 2)).to.equal('0.00');
    expect(formatAmount(-5n, 2)).to.equal('-0.05');
    expect(formatAmount(150n, 8)).to.equal('0.00000150');
    expect(formatAmount(-12n, 0)).to.equal('-12');
  });

  it('are parsed from requests with fewer decimals', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n }), decimals, (amount, places) => {
        const text = formatAmount(amount, places);
        expect(parseAmount(text, places)).to.equal(amount);
        const shorter = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
        expect(parseAmount(shorter, places)).to.equal(amount);
      }),
    );
  });

  it('are not parsed if they have too many decimals', () => {
    expect(parseAmount('0.01', 2)).to.equal(1n);
    expect(parseAmount('0.010', 2)).to.equal(undefined);
    expect(parseAmount('1.0', 0)).to.equal(undefined);
  });

  for (const text of [
    '',
    '.',
    '.5',
    '5.',
    '01',
    '00.1',
    '-1',
    '+1',
    '1e3',
    '1,5',
    ' 1',
    '1 ',
    '0x1',
    '١',
    'NaN',
    '1\n',
  ]) {
    it(`are not parsed from ${JSON.stringify(text)}`, () => {
      expect(parseAmount(text, 2)).to.equal(undefined);
    });
  }

  it('have one of two assets, and no inherited property name', () => {
    expect(isAsset('svc-points')).to.equal(true);
    expect(isAsset('svc-coin')).to.equal(true);
    expect(isAsset('toString')).to.equal(false);
    expect(isAsset('__proto__')).to.equal(false);
  });

  it('support at most 18 decimals', () => {
    expect(powerOfTen(0)).to.equal(1n);
    expect(powerOfTen(18)).to.equal(10n ** 18n);
    expect(() => powerOfTen(19)).to.throw(RangeError);
  });

  it('are compared numerically', () => {
    expect(minAmount(2n, 10n)).to.equal(2n);
    expect(minAmount(-1n, -2n)).to.equal(-2n);
  });
});
