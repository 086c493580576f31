/** A refusal: a business rule is not met. Decisions return refusals and never throw them. */
import { messageOf } from './violations.ts';

export type Refusal = {
  readonly code: RefusalCode;
  /** States what is wrong and what to do. */
  readonly message: string;
  readonly details?: readonly { field: string; code: string; message: string }[];
  readonly existing_id?: string;
};

/** Every refusal of the ledger. `schemas/errors.json` maps error codes to HTTP statuses. */
export type RefusalCode =
  | 'not_found'
  | 'user_not_approved'
  | 'external_reference_exists'
  | 'wallet_exists'
  | 'wallet_frozen'
  | 'user_deactivated'
  | 'user_has_balance'
  | 'user_has_open_transfers'
  | 'deposit_account_state_conflict'
  | 'transfer_state_conflict'
  | 'quote_used'
  | 'transfer_not_cancelable'
  | 'user_state_conflict'
  | 'proposal_state_conflict'
  | 'second_operator_required'
  | 'statement_exists'
  | 'break_state_conflict'
  | 'breaks_open'
  | 'day_state_conflict'
  | 'payout_account_in_use'
  | 'payout_account_deleted'
  | 'webhook_endpoint_disabled'
  | 'webhook_endpoint_limit_reached'
  | 'validation_failed'
  | 'price_risk_not_acknowledged'
  | 'unsupported_route'
  | 'amount_below_minimum'
  | 'amount_above_maximum'
  | 'insufficient_balance'
  | 'amount_exceeds_cashable'
  | 'user_limit_exceeded'
  | 'quote_mismatch'
  | 'quote_expired'
  | 'insufficient_liquidity'
  | 'provider_unavailable';

/**
 * The message of the code, followed by what is specific to this case: whole sentences, or nothing. `more` has the optional
 * fields of the refusal.
 */
export const refuse = (
  code: RefusalCode,
  specifics = '',
  more: Omit<Refusal, 'code' | 'message'> = {},
): { refusal: Refusal } => ({
  refusal: { code, message: messageOf(code, specifics), ...more },
});

/** Refuses one field of the request for a reason that only the ledger knows. */
export const refuseField = (field: string, code: string, message: string): { refusal: Refusal } =>
  refuse('validation_failed', '', {
    details: [{ field, code, message }],
  });

/** Refuses an amount with more decimals than its unit. */
export const refuseTooPrecise = (decimals: number, field = 'amount'): { refusal: Refusal } =>
  refuseField(field, 'too_precise', `${field} must have at most ${decimals} decimals.`);

/** Also used for objects of others, so that their existence is not revealed. */
export const refuseNotFound = (what: string): { refusal: Refusal } => refuse('not_found', `Unknown ${what}.`);

/** What a misplaced ID identifies, by its prefix. */
const NOUNS_BY_PREFIX: ReadonlyMap<string, string> = new Map([
  ['usr', 'user'],
  ['wal', 'wallet'],
  ['pa', 'payout account'],
  ['da', 'deposit account'],
  ['trf', 'transfer'],
  ['int', 'integrator'],
]);

/** Says which field of the request names an unknown object, and what its ID identifies if that is something else. */
export function refuseUnknownId(field: string, id: string, noun: string): { refusal: Refusal } {
  const found = NOUNS_BY_PREFIX.get(id.slice(0, Math.max(0, id.indexOf('_'))));
  return found === undefined || found === noun
    ? refuse('not_found', `Unknown ${noun} in \`${field}\`.`)
    : refuse('not_found', `\`${field}\` is the ID of a ${found}, not of a ${noun}.`);
}
