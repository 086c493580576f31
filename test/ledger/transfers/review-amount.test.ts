import { expect } from 'chai';
import { TESTED_AMOUNT, requiresReview } from '../../../src/ledger/limits.ts';
import { POLICY } from '../../support/policy.ts';

const [SANDBOX, PRODUCTION] = [{ stream: 'book-int_a-sandbox' }, { stream: 'book-int_a-production' }];
const KINDS = ['user_to_user', 'onramp', 'offramp'] as const;

describe('An amount', () => {
  it('requires a review from the threshold on, in both environments', () => {
    for (const book of [SANDBOX, PRODUCTION])
      for (const kind of KINDS) {
        const limit = POLICY.reviewThreshold[kind];
        expect(requiresReview(book, POLICY, kind, { points: limit, amount: undefined })).to.equal(true);
        expect(requiresReview(book, POLICY, kind, { points: limit - 1n, amount: 1n })).to.equal(false);
      }
  });

  it('that is for tests requires a review in the sandbox only', () => {
    for (const kind of KINDS) {
      const amounts = { points: 1n, amount: TESTED_AMOUNT };
      expect(requiresReview(SANDBOX, POLICY, kind, amounts)).to.equal(true);
      expect(requiresReview(PRODUCTION, POLICY, kind, amounts)).to.equal(false);
      expect(requiresReview(SANDBOX, POLICY, kind, { points: 1n, amount: TESTED_AMOUNT + 1n })).to.equal(
        false,
      );
    }
  });
});
