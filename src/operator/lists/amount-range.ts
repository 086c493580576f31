/** Ranges of amounts: the index has a term for the number of digits, and each document has its amount. */
import { COLLECTIONS } from '../../../projections/collections.ts';
import { magnitudeOf, searchTerms } from '../../../projections/search/search-terms.ts';
import { parseBody } from '../../read-models/collection.ts';
import type { Condition } from '../../read-models/filtered/filtered-list.ts';

/** Amounts have at most so many digits before the point, also as sums of several. */
const MAGNITUDE_MAX = 18;

export function amountRange(min: string | undefined, max: string | undefined): Condition {
  const from = min === undefined ? 0 : magnitudeOf(min);
  const to = max === undefined ? MAGNITUDE_MAX : magnitudeOf(max);
  const magnitudes = Array.from({ length: Math.max(1, to - from + 1) }, (_, index) => from + index);
  return {
    anyOf: magnitudes.map(searchTerms.magnitude),
    test(document) {
      const { amount } = parseBody(COLLECTIONS.search, document);
      return (
        amount !== undefined &&
        (min === undefined || compareAmounts(amount, min) >= 0) &&
        (max === undefined || compareAmounts(amount, max) <= 0)
      );
    },
  };
}

/** Compares decimal strings without a sign, which may have different decimals. Negative if `a` is smaller. */
export function compareAmounts(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.');
  const [wholeB = '', fractionB = ''] = b.split('.');
  if (wholeA.length !== wholeB.length) return wholeA.length - wholeB.length;
  const decimals = Math.max(fractionA.length, fractionB.length);
  const [textA, textB] = [wholeA + fractionA.padEnd(decimals, '0'), wholeB + fractionB.padEnd(decimals, '0')];
  return textA === textB ? 0 : textA < textB ? -1 : 1;
}
