import { expect } from 'chai';
import { RuleViolation, toFinding, type AuditRule } from '../../src/audit/finding.ts';
import { LEDGER_RULES, LedgerViolation, type LedgerRule } from '../../src/ledger/violations.ts';

const LOCATION = { stream: 'book-int_1-sandbox', revision: 7, id: 'evt_1', type: 'posting.recorded' };

/** Messages that name other rules than the error has. */
const MISLEADING = [
  'does not sum to zero',
  'the balance it states',
  'less than nothing',
  'a quote that already exists',
  'the allocation does not exist',
  "can't go from pending to completed",
];

const EXPECTED: Record<LedgerRule, AuditRule> = {
  revision_sequence: 'fold',
  time_order: 'fold',
  book_state: 'generation',
  object_exists: 'transition',
  object_missing: 'transition',
  transition_not_allowed: 'transition',
  proposal_unusable: 'dual_control',
  user_inactive: 'transition',
  user_active: 'transition',
  user_forgotten: 'fold',
  link_unusable: 'fold',
  payout_account_deleted: 'fold',
  approval_unexpected: 'fold',
  endpoint_not_enabled: 'fold',
  quote_exists: 'quote',
  quote_unusable: 'quote',
  allocation_sequence: 'allocation',
  posting_unbalanced: 'posting_sum',
  balance_mismatch: 'balance_after',
  negative_balance: 'negative',
  unit_mismatch: 'fold',
  unknown_asset: 'fold',
  hold_without_transfer: 'fold',
  batch_mismatch: 'fold',
  inconsistent_book: 'fold',
};

describe('An audit finding', () => {
  for (const rule of LEDGER_RULES) {
    it(`of the ledger rule ${rule} has the rule ${EXPECTED[rule]}, with any message`, () => {
      for (const message of MISLEADING) {
        expect(toFinding(LOCATION, new LedgerViolation(rule, message))).to.deep.equal({
          stream: LOCATION.stream,
          revision: LOCATION.revision,
          event_id: LOCATION.id,
          type: LOCATION.type,
          rule: EXPECTED[rule],
          reason: message,
        });
      }
    });
  }

  it('keeps the rule of an audit check', () => {
    const error = new RuleViolation('supply', 'does not sum to zero');
    expect(toFinding(LOCATION, error).rule).to.equal('supply');
  });

  it('has the rule fold for an error without a rule', () => {
    for (const message of MISLEADING) {
      expect(toFinding(LOCATION, new Error(message)).rule).to.equal('fold');
    }
  });
});
