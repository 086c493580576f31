/** What an audit finds: one wrong event, named so that anybody can look it up. */
import { LedgerViolation } from '../ledger/violations.ts';
import type { LedgerRule } from '../ledger/violations.ts';
import { errorMessage } from '../system/errors.ts';

/** The rules of an audit by their short names; docs/auditors.md says what each of them asks. */
export type AuditRule =
  | 'revision'
  | 'position'
  | 'stored_text'
  | 'hash_chain'
  | 'event_id'
  | 'stream_name'
  | 'schema'
  | 'time'
  | 'command'
  | 'object_id'
  | 'posting_sum'
  | 'balance_after'
  | 'negative'
  | 'account'
  | 'transition'
  | 'transfer_amounts'
  | 'refund'
  | 'quote'
  | 'idempotency_key'
  | 'allocation'
  | 'supply'
  | 'platform'
  | 'treasury'
  | 'checkpoint'
  | 'fold';

/** Where an event stands, without what is in it. */
export type EventLocation = {
  readonly stream: string;
  readonly revision: number;
  readonly id: string | null;
  readonly type: string | null;
};

export type Finding = {
  readonly stream: string;
  /** Of the first event that is wrong; of the first one that is missing, where the end was cut off. */
  readonly revision: number;
  /** Null where no event stands there. */
  readonly event_id: string | null;
  readonly type: string | null;
  readonly rule: AuditRule;
  readonly reason: string;
};

/** Thrown by checks, and caught where the event is known. */
export class RuleViolation extends Error {
  override readonly name = 'Wrong';
  readonly rule: AuditRule;
  constructor(rule: AuditRule, reason: string) {
    super(reason);
    this.rule = rule;
  }
}

/** Throws a Wrong unless the condition holds. */
export function requireRule(holds: boolean, rule: AuditRule, reason: string): void {
  if (!holds) throw new RuleViolation(rule, reason);
}

/** The finding that each broken rule of the ledger leads to. */
const FINDING_RULES = {
  revision_sequence: 'fold',
  time_order: 'fold',
  object_exists: 'transition',
  object_missing: 'transition',
  transition_not_allowed: 'transition',
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
  inconsistent_book: 'fold',
} as const satisfies Record<LedgerRule, AuditRule>;

/** Converts an error of a check into a finding. Only the type and the rule of the error decide, never its message. */
export function toFinding({ stream, revision, id, type }: EventLocation, error: unknown): Finding {
  return { stream, revision, event_id: id, type, rule: findingRule(error), reason: errorMessage(error) };
}

function findingRule(error: unknown): AuditRule {
  if (error instanceof RuleViolation) return error.rule;
  return error instanceof LedgerViolation ? FINDING_RULES[error.rule] : 'fold';
}

/** Of each stream the first wrong event, by the names of streams. Where two rules name the same one, the first one given speaks. */
export function firstPerStream(findings: readonly Finding[]): Finding[] {
  const first = new Map<string, Finding>();
  for (const finding of findings) {
    const known = first.get(finding.stream);
    if (known === undefined || finding.revision < known.revision) first.set(finding.stream, finding);
  }
  return [...first.values()].sort((a, b) => (a.stream < b.stream ? -1 : 1));
}
