import type { ErrorCode } from '../generated/api.ts';
import { ERRORS } from '../generated/errors.ts';

/**
 * The rules of the ledger that an event or a book can break. Audits classify findings by rule, so a new rule needs a
 * finding (`src/audit/finding.ts`), and no code may parse messages.
 */
export const LEDGER_RULES = [
  'revision_sequence',
  'time_order',
  'book_state',
  'object_exists',
  'object_missing',
  'transition_not_allowed',
  'user_inactive',
  'user_active',
  'user_forgotten',
  'link_unusable',
  'payout_account_deleted',
  'approval_unexpected',
  'proposal_unusable',
  'endpoint_not_enabled',
  'quote_exists',
  'quote_unusable',
  'allocation_sequence',
  'posting_unbalanced',
  'balance_mismatch',
  'negative_balance',
  'unit_mismatch',
  'unknown_asset',
  'hold_without_transfer',
  'batch_mismatch',
  'inconsistent_book',
] as const;
export type LedgerRule = (typeof LEDGER_RULES)[number];

/** An event breaks a rule of the ledger, or a book contradicts itself. The book must not be used any more. */
export class LedgerViolation extends Error {
  override readonly name = 'LedgerViolation';
  readonly rule: LedgerRule;
  constructor(rule: LedgerRule, message: string) {
    super(message);
    this.rule = rule;
  }
}

// The messages of errors. Every message of a code begins with the same sentence, from `schemas/errors.json`.

/** The message of a code, and what is specific to this case, if anything. */
export const messageOf = (code: ErrorCode, specifics = ''): string =>
  specifics === '' ? ERRORS[code].message : `${ERRORS[code].message} ${specifics}`;
