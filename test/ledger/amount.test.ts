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
  it('come back from their decimal string, whatever the sign and the decimals', () => {
    fc.assert(
      fc.property(anyAmount, decimals, (amount, places) => {
        expect(parseStoredAmount(formatAmount(amount, places))).to.equal(amount);
      }),
    );
  });

  it('are written with exactly the decimals of their unit', () => {
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

  it('are read from a request with as many decimals as it gives', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n }), decimals, (amount, places) => {
        const text = formatAmount(amount, places);
        expect(parseAmount(text, places)).to.equal(amount);
        const shorter = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
        expect(parseAmount(shorter, places)).to.equal(amount);
      }),
    );
  });

  it('are not read when they are finer than the unit', () => {
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
    it(`are not read from ${JSON.stringify(text)}`, () => {
      expect(parseAmount(text, 2)).to.equal(undefined);
    });
  }

  it('belong to one of two assets, and to no inherited name', () => {
    expect(isAsset('svc-points')).to.equal(true);
    expect(isAsset('svc-coin')).to.equal(true);
    expect(isAsset('toString')).to.equal(false);
    expect(isAsset('__proto__')).to.equal(false);
  });

  it('know no unit of more than 18 decimals', () => {
    expect(powerOfTen(0)).to.equal(1n);
    expect(powerOfTen(18)).to.equal(10n ** 18n);
    expect(() => powerOfTen(19)).to.throw(RangeError);
  });

  it('compare as numbers', () => {
    expect(minAmount(2n, 10n)).to.equal(2n);
    expect(minAmount(-1n, -2n)).to.equal(-2n);
  });
});
