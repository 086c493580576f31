/** Findings of an audit: one violated rule of one event. */

import { decodeIdOrigin } from '../ledger/ids.ts';
import { LedgerViolation, type LedgerRule } from '../ledger/violations.ts';
import { errorMessage } from '../system/errors.ts';

/** Rule codes of the audit. docs/auditors.md describes each. */
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
  | 'dual_control'
  | 'idempotency_key'
  | 'allocation'
  | 'late_movement'
  | 'supply'
  | 'platform'
  | 'generation'
  | 'treasury'
  | 'reconciliation'
  | 'checkpoint'
  | 'state'
  | 'mac'
  | 'key_hand_over'
  | 'sealed_details'
  | 'snapshot'
  | 'fold';

/** The location of an event, without its content. */
export type EventLocation = {
  readonly stream: string;
  readonly revision: number;
  readonly id: string | null;
  readonly type: string | null;
};

export type Finding = {
  readonly stream: string;
  /** The first invalid event, or the first missing event of a truncated stream. */
  readonly revision: number;
  /** Null if the event is missing. */
  readonly event_id: string | null;
  readonly type: string | null;
  readonly rule: AuditRule;
  readonly reason: string;
};

/** A check failed. The caller, which knows the event, turns it into a finding. */
export class RuleViolation extends Error {
  override readonly name = 'RuleViolation';
  readonly rule: AuditRule;
  constructor(rule: AuditRule, reason: string) {
    super(reason);
    this.rule = rule;
  }
}

/** Throws RuleViolation unless the condition holds. */
export function requireRule(holds: boolean, rule: AuditRule, reason: string): void {
  if (!holds) throw new RuleViolation(rule, reason);
}

/** The finding that each broken rule of the ledger leads to. */
const FINDING_RULES = {
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
} as const satisfies Record<LedgerRule, AuditRule>;

/** Converts an error of a check into a finding. Only the type and the rule of the error decide, never its message. */
export function toFinding({ stream, revision, id, type }: EventLocation, error: unknown): Finding {
  return { stream, revision, event_id: id, type, rule: findingRule(error), reason: errorMessage(error) };
}

function findingRule(error: unknown): AuditRule {
  if (error instanceof RuleViolation) return error.rule;
  return error instanceof LedgerViolation ? FINDING_RULES[error.rule] : 'fold';
}

/** The first finding of each stream, sorted by stream. Of two findings about the same event, the earlier one in the list wins. */
export function firstPerStream(findings: readonly Finding[]): Finding[] {
  const first = new Map<string, Finding>();
  for (const finding of findings) {
    const known = first.get(finding.stream);
    if (known === undefined || finding.revision < known.revision) first.set(finding.stream, finding);
  }
  return [...first.values()].sort((a, b) => (a.stream < b.stream ? -1 : 1));
}

// Object IDs encode the revision and time of the event that created them (docs/architecture.md).

type EventOrigin = { readonly stream: string; readonly revision: number; readonly time: string };

/** Revision and time that an ID encodes. Undefined if the text is not an ID of this stream. */
export function originOfId(id: string, stream: string): ReturnType<typeof decodeIdOrigin> {
  return /^[a-z]{2,3}_[0-9a-hjkmnp-tv-z]{26}$/.test(id) ? decodeIdOrigin(id, stream) : undefined;
}

/** Throws RuleViolation unless the ID encodes the revision and time of its event. `member` names it in the message. */
export function checkObjectId(member: string, id: string, { stream, revision, time }: EventOrigin): void {
  const origin = originOfId(id, stream);
  if (origin?.revision !== revision || origin.time !== Date.parse(time))
    throw new RuleViolation('object_id', `${member} ${id} does not match the revision and time of its event`);
}
