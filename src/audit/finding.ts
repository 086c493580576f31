/** What an audit finds: one wrong event, named so that anybody can look it up. */
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

/** What a check threw, as a finding. Whatever is no Wrong comes from the ledger's own fold. */
export function toFinding({ stream, revision, id, type }: EventLocation, error: unknown): Finding {
  const reason = errorMessage(error);
  return {
    stream,
    revision,
    event_id: id,
    type,
    rule: error instanceof RuleViolation ? error.rule : ruleOfFault(reason),
    reason,
  };
}

/** The fold says in words what it does not take; most of it are steps that can't follow. */
function ruleOfFault(reason: string): AuditRule {
  if (/sum to zero/.test(reason)) return 'posting_sum';
  if (/balance it states/.test(reason)) return 'balance_after';
  if (/less than nothing/.test(reason)) return 'negative';
  if (/quote/.test(reason)) return 'quote';
  if (/allocation/.test(reason)) return 'allocation';
  if (/can't go from|can't follow|exists already|does not exist|deactivated|not active/.test(reason))
    return 'transition';
  return 'fold';
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
