/** A refusal is an expected no: a business rule that was not met. It is returned, never thrown. */
export type Refusal = {
  readonly code: RefusalCode;
  /** One plain sentence that says what to do. */
  readonly message: string;
  readonly details?: readonly { field: string; code: string; message: string }[];
  readonly existing_id?: string;
};

/** Every refusal the ledger can give, and the HTTP status it answers with. */
export const REFUSAL_STATUS = {
  not_found: 404,
  user_not_approved: 403,
  external_reference_exists: 409,
  wallet_exists: 409,
  wallet_frozen: 409,
  user_deactivated: 409,
  user_has_balance: 409,
  user_has_open_transfers: 409,
  deposit_account_state_conflict: 409,
  transfer_state_conflict: 409,
  quote_used: 409,
  transfer_not_cancelable: 409,
  user_state_conflict: 409,
  payout_account_in_use: 409,
  payout_account_deleted: 409,
  webhook_endpoint_disabled: 409,
  webhook_endpoint_limit_reached: 409,
  validation_failed: 422,
  price_risk_not_acknowledged: 422,
  unsupported_route: 422,
  amount_below_minimum: 422,
  amount_above_maximum: 422,
  insufficient_balance: 422,
  amount_exceeds_cashable: 422,
  user_limit_exceeded: 422,
  quote_mismatch: 422,
  quote_expired: 422,
  insufficient_liquidity: 422,
  provider_unavailable: 503,
} as const;
export type RefusalCode = keyof typeof REFUSAL_STATUS;

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
