import { expect } from 'chai';
import fc from 'fast-check';
import { decimal } from '../../packages/client/src/index.ts';

const { add, subtract, compare, format } = decimal;

/** Amounts as the API writes them, with 0 to 8 decimals. */
const amounts = fc
  .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.nat({ max: 8 }))
  .map(([units, decimals]) => {
    const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
    const point = digits.length - decimals;
    return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${decimals === 0 ? '' : `.${digits.slice(point)}`}`;
  });

const isEqual = (a: string, b: string): boolean => compare(a, b) === 0;
const always = (law: (a: string, b: string, c: string) => unknown): void =>
  fc.assert(fc.property(amounts, amounts, amounts, (a, b, c) => law(a, b, c) === true));

describe('decimal', () => {
  it('adds and subtracts exactly, where floating-point numbers do not', () => {
    expect(add('0.1', '0.2')).to.equal('0.3');
    expect(add('9007199254740993.00', '0.00000001')).to.equal('9007199254740993.00000001');
    expect(subtract('12.50', '12.5')).to.equal('0.00');
    expect(subtract('1', '2.25')).to.equal('-1.25');
    expect(add('-0.05', '0')).to.equal('-0.05');
  });

  it('compares values, not texts', () => {
    expect([compare('10', '9'), compare('1.5', '1.50'), compare('-2', '-1')]).to.deep.equal([1, 0, -1]);
    expect(['10', '9.99', '-1', '0'].sort(compare)).to.deep.equal(['-1', '0', '9.99', '10']);
  });

  it('formats with a number of decimals, and never rounds', () => {
    expect(format('12.5', 2)).to.equal('12.50');
    expect(format('12.500', 1)).to.equal('12.5');
    expect(format('-0.10', 8)).to.equal('-0.10000000');
    expect(format('7.000', 0)).to.equal('7');
    expect(() => format('12.345', 2)).to.throw(RangeError, 'more than 2 decimals');
    expect(() => format('1', -1)).to.throw(RangeError, 'whole number');
    expect(() => format('1', 1.5)).to.throw(RangeError, 'whole number');
  });

  it('rejects everything that is not a plain decimal string', () => {
    for (const text of ['', ' 1', '1.', '.5', '1e3', '+1', '0x10', 'NaN', '1,5', '١'])
      expect(() => add(text, '0'), text).to.throw(RangeError, 'decimal string');
    // What JavaScript lets through, and types do not.
    expect(() => add(0.1 as unknown as string, '0')).to.throw(RangeError, 'decimal string');
  });

  it('adds in any order, with zero as the neutral element', () => {
    always((a, b) => add(a, b) === add(b, a));
    always((a, b, c) => isEqual(add(add(a, b), c), add(a, add(b, c))));
    always((a) => isEqual(add(a, '0'), a));
  });

  it('subtracts what it added', () => {
    always((a, b) => isEqual(subtract(add(a, b), b), a));
    always((a, b) => isEqual(subtract(a, b), subtract('0', subtract(b, a))));
  });

  it('orders all amounts, and keeps the order when the same amount is added', () => {
    always((a, b) => compare(a, b) + compare(b, a) === 0);
    always((a, b, c) => compare(a, b) === compare(add(a, c), add(b, c)));
  });

  it('formats without a change of the value', () => {
    always((a) => isEqual(format(a, 8), a) && /\.\d{8}$/.test(format(a, 8)));
  });
});
