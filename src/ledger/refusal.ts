/** A refusal is an expected no: a business rule that was not met. It is returned, never thrown. */
export type Refusal = {
  readonly code: RefusalCode;
  /** One plain sentence that says what to do. */
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

/** `message` is one plain sentence that says what to do; `more` is what only some refusals have. */
export const refuse = (
  code: RefusalCode,
  message: string,
  more: Omit<Refusal, 'code' | 'message'> = {},
): { refusal: Refusal } => ({
  refusal: { code, message, ...more },
});

/** One field of the request is at fault in a way that only the ledger can tell. */
export const refuseField = (field: string, code: string, message: string): { refusal: Refusal } =>
  refuse('validation_failed', 'Some fields are not valid; see details.', {
    details: [{ field, code, message }],
  });

/** An amount has more decimals than its unit. */
export const refuseTooPrecise = (decimals: number, field = 'amount'): { refusal: Refusal } =>
  refuseField(field, 'too_precise', `At most ${decimals} decimal places are possible here.`);

/** Also for what belongs to somebody else, which is not told apart. */
export const refuseNotFound = (what: string): { refusal: Refusal } =>
  refuse('not_found', `There is no such ${what}.`);
