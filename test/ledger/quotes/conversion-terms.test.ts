import { expect } from 'chai';
import fc from 'fast-check';
import {
  ASSET_DECIMALS,
  asCoin,
  formatAmount,
  parseAmount,
  parseStoredAmount,
  powerOfTen,
  type Asset,
} from '../../../src/ledger/amount.ts';
import type { Price } from '../../../src/ledger/policy.ts';
import {
  coinToPoints,
  conversionTerms,
  formatRatio,
  parsePrice,
  type ConversionRequest,
  type ConversionTerms,
} from '../../../src/ledger/quote.ts';

const price = (text: string): Price => {
  const parsed = parsePrice(text);
  if (parsed === undefined) throw new Error(`${text} is no price`);
  return parsed;
};

function terms(from: Asset, amount: string, at: string, spreadBps = 100) {
  const to: Asset = from === 'svc-points' ? 'svc-coin' : 'svc-points';
  const value = parseAmount(amount, ASSET_DECIMALS[from]) ?? 0n;
  const found = conversionTerms({ from, to, amount: value, price: price(at), spreadBps });
  return {
    fee: formatAmount(found.fee, ASSET_DECIMALS[from]),
    rate: found.rate,
    out: formatAmount(found.amountOut, ASSET_DECIMALS[to]),
    spread: formatAmount(found.spreadPoints, 2),
    rounding: formatAmount(found.roundingPoints, 2),
  };
}

/** Amount × rate as a client calculates it from the texts, rounded down to the destination's decimals. */
function recomputed({ from, to, amount }: ConversionRequest, { rate }: ConversionTerms): bigint {
  const [whole = '', fraction = ''] = rate.split('.');
  const product = amount * BigInt(whole + fraction) * powerOfTen(ASSET_DECIMALS[to]);
  return product / (powerOfTen(ASSET_DECIMALS[from]) * 10n ** BigInt(fraction.length));
}

const conversion = (amountMax: bigint): fc.Arbitrary<ConversionRequest> =>
  fc
    .record({
      buys: fc.boolean(),
      amount: fc.bigInt({ min: 1n, max: amountMax }),
      numerator: fc.bigInt({ min: 1n, max: 10n ** 33n }),
      digits: fc.nat({ max: 18 }),
      spreadBps: fc.nat({ max: 10_000 }),
    })
    .map(({ buys, amount, numerator, digits, spreadBps }) => ({
      from: buys ? ('svc-points' as const) : ('svc-coin' as const),
      to: buys ? ('svc-coin' as const) : ('svc-points' as const),
      amount,
      price: { numerator, denominator: powerOfTen(digits) },
      spreadBps,
    }));

/** The value of the amount after the fee, rounded down. */
function fair({ to, amount, price: { numerator, denominator } }: ConversionRequest, fee: bigint): bigint {
  const net = amount - fee;
  return to === 'svc-coin'
    ? (net * denominator * 10n ** 8n) / (numerator * 100n)
    : (net * numerator * 100n) / (denominator * 10n ** 8n);
}

describe('Conversion terms', () => {
  it('apply the price minus the spread', () => {
    expect(terms('svc-points', '100.00', '2500')).to.deep.equal({
      fee: '1.00',
      rate: '0.000396',
      out: '0.03960000',
      spread: '1.00',
      rounding: '0.00',
    });
    expect(terms('svc-coin', '1.00000000', '2500.00')).to.deep.equal({
      fee: '0.01000000',
      rate: '2475',
      out: '2475.00',
      spread: '25.00',
      rounding: '0.00',
    });
    expect(terms('svc-points', '100.00', '2500', 0)).to.include({ fee: '0.00', rate: '0.0004' });
  });

  it('round the fee up and the result down, and book the remainder as rounding', () => {
    expect(terms('svc-points', '0.03', '2500')).to.deep.equal({
      fee: '0.01',
      rate: '0.000266666666666667',
      out: '0.00000800',
      spread: '0.01',
      rounding: '0.00',
    });
    // One point buys 1e-7 coin here, so up to 0.09 points buy nothing.
    expect(terms('svc-points', '1.09', '10000000', 0)).to.include({ out: '0.00000010', rounding: '0.09' });
    expect(terms('svc-coin', '0.00000399', '2500', 0)).to.include({ out: '0.00', rounding: '0.00' });
    expect(terms('svc-coin', '0.00000102', '1000000', 100)).to.include({ fee: '0.00000002', out: '1.00' });
  });

  it('let a client recompute the result exactly from amount and rate', () => {
    fc.assert(
      fc.property(conversion(10n ** 23n), (each) => {
        const found = conversionTerms(each);
        expect(found.rate).to.match(/^(0|[1-9][0-9]*)(\.[0-9]{1,18})?$/);
        expect(found.rate).not.to.match(/\.\d*0$/);
        expect(recomputed(each, found)).to.equal(found.amountOut);
        expect(found.fee).to.equal((each.amount * BigInt(each.spreadBps) + 9_999n) / 10_000n);
        expect(found.amountOut <= fair(each, found.fee)).to.equal(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('pay out every whole minor unit that the price is worth', () => {
    // Five billion coins or points. Above this, a rate of 18 digits cannot separate neighboring minor units of coin.
    fc.assert(
      fc.property(conversion(5n * 10n ** 11n), (each) => {
        const found = conversionTerms(each);
        expect(found.amountOut).to.equal(fair(each, found.fee));
      }),
      { numRuns: 5_000 },
    );
  });

  it('never create money: spread and rounding are never negative', () => {
    fc.assert(
      fc.property(conversion(10n ** 23n), (each) => {
        const { spreadPoints, roundingPoints, amountOut } = conversionTerms(each);
        expect(spreadPoints >= 0n && roundingPoints >= 0n).to.equal(true);
        const worth = coinToPoints(asCoin(each.from === 'svc-coin' ? each.amount : amountOut), each.price);
        const points = each.from === 'svc-coin' ? amountOut : each.amount;
        // Users give at least the value they get, and the service keeps the difference.
        if (each.from === 'svc-coin') expect(points + spreadPoints + roundingPoints).to.equal(worth);
        else expect(points - spreadPoints - roundingPoints >= worth).to.equal(true);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('A coin price', () => {
  it('must be positive, with at most 18 decimals', () => {
    for (const text of ['0', '0.00', '', '-1', '1e3', '.5', '1.', `0.${'0'.repeat(18)}1`])
      expect(parsePrice(text), text).to.equal(undefined);
    expect(parsePrice('2500.50')).to.deep.equal({ numerator: 250_050n, denominator: 100n });
  });

  it('is formatted as a ratio in both directions', () => {
    expect(formatRatio({ numerator: 1n, denominator: 2_500n })).to.equal('0.0004');
    expect(formatRatio({ numerator: 1n, denominator: 3n })).to.equal('0.333333333333333333');
    expect(formatRatio({ numerator: 2_500n, denominator: 1n })).to.equal('2500');
    expect(parseStoredAmount('1.00')).to.equal(100n);
  });
});
