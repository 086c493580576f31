// Generated from schemas/ by `npm run generate`. Do not edit.

import type { ErrorCode, ErrorType } from './api.ts';

/** The HTTP status, the error type, and the message of every error code. */
export const ERRORS = {
  malformed_request: { status: 400, type: 'invalid_request', message: 'The request is malformed.' },
  invalid_api_key: {
    status: 401,
    type: 'authentication_error',
    message: 'The credentials are missing or invalid.',
  },
  permission_denied: {
    status: 403,
    type: 'permission_error',
    message: 'The credentials do not have the required permission.',
  },
  sandbox_only: { status: 403, type: 'permission_error', message: 'This operation requires a sandbox key.' },
  user_not_approved: {
    status: 403,
    type: 'permission_error',
    message: 'The user must complete identity verification and accept the terms first.',
  },
  not_found: { status: 404, type: 'not_found', message: 'The object or path does not exist.' },
  method_not_allowed: {
    status: 405,
    type: 'invalid_request',
    message: 'The path does not support this method.',
  },
  idempotency_key_reused: {
    status: 409,
    type: 'conflict',
    message: 'This idempotency key was used for another request.',
  },
  external_reference_exists: {
    status: 409,
    type: 'conflict',
    message: 'A user with this external_reference already exists.',
  },
  wallet_exists: { status: 409, type: 'conflict', message: 'The user already has a wallet for this asset.' },
  wallet_frozen: {
    status: 409,
    type: 'conflict',
    message: 'The wallet is frozen. No money can move in or out.',
  },
  user_deactivated: {
    status: 409,
    type: 'conflict',
    message: 'The user is deactivated and cannot be changed.',
  },
  user_state_conflict: {
    status: 409,
    type: 'conflict',
    message: "The user's status does not allow this now.",
  },
  user_has_balance: {
    status: 409,
    type: 'conflict',
    message: 'A wallet of the user holds money. Empty it first.',
  },
  user_has_open_transfers: {
    status: 409,
    type: 'conflict',
    message: 'The user has an open transfer. Try again after it is final.',
  },
  deposit_account_state_conflict: {
    status: 409,
    type: 'conflict',
    message: 'The deposit account is already in this state.',
  },
  transfer_state_conflict: {
    status: 409,
    type: 'conflict',
    message: "The transfer's state does not allow this now.",
  },
  transfer_not_cancelable: {
    status: 409,
    type: 'conflict',
    message: 'The transfer can no longer be canceled.',
  },
  quote_used: { status: 409, type: 'conflict', message: 'The quote was already used. Create a new one.' },
  payout_account_in_use: {
    status: 409,
    type: 'conflict',
    message: 'An off-ramp to the payout account is not submitted yet. Try again later.',
  },
  payout_account_deleted: {
    status: 409,
    type: 'conflict',
    message: 'The payout account is deleted. Register another one.',
  },
  webhook_endpoint_disabled: {
    status: 409,
    type: 'conflict',
    message: 'The webhook endpoint is disabled. Enable it first.',
  },
  webhook_endpoint_limit_reached: {
    status: 409,
    type: 'conflict',
    message: 'The maximum number of webhook endpoints is reached. Delete one first.',
  },
  projection_state_conflict: {
    status: 409,
    type: 'conflict',
    message: "The projection's state does not allow this now.",
  },
  key_state_conflict: {
    status: 409,
    type: 'conflict',
    message: 'The API key is revoked or expired. Issue a new key instead.',
  },
  proposal_state_conflict: {
    status: 409,
    type: 'conflict',
    message: 'The state of the proposal does not allow this now.',
  },
  statement_exists: { status: 409, type: 'conflict', message: 'This bank statement was imported before.' },
  break_state_conflict: { status: 409, type: 'conflict', message: 'This is not an open break.' },
  breaks_open: { status: 409, type: 'conflict', message: 'Breaks are open.' },
  day_state_conflict: { status: 409, type: 'conflict', message: 'The day cannot be closed.' },
  second_operator_required: {
    status: 403,
    type: 'permission_error',
    message: 'Another operator must approve this proposal.',
  },
  payload_too_large: { status: 413, type: 'invalid_request', message: 'The body is too large.' },
  unsupported_media_type: {
    status: 415,
    type: 'invalid_request',
    message: 'The body must be uncompressed UTF-8 with the header "Content-Type: application/json".',
  },
  validation_failed: {
    status: 422,
    type: 'invalid_request',
    message: 'The request has invalid fields. See details.',
  },
  unsupported_route: {
    status: 422,
    type: 'invalid_request',
    message: 'No route moves money this way. See GET /v1/routes.',
  },
  price_risk_not_acknowledged: {
    status: 422,
    type: 'invalid_request',
    message: 'A coin wallet requires acknowledge_price_risk to be true.',
  },
  amount_below_minimum: { status: 422, type: 'invalid_request', message: 'The amount is too small.' },
  amount_above_maximum: { status: 422, type: 'invalid_request', message: 'The amount is too large.' },
  insufficient_balance: {
    status: 422,
    type: 'invalid_request',
    message: 'The balance of the source wallet is too low.',
  },
  amount_exceeds_cashable: {
    status: 422,
    type: 'invalid_request',
    message: 'The cashable balance of the source wallet is too low.',
  },
  user_limit_exceeded: {
    status: 422,
    type: 'invalid_request',
    message: 'The transfer would exceed a limit of the user.',
  },
  quote_mismatch: {
    status: 422,
    type: 'invalid_request',
    message: 'The quote is for different wallets or a different amount.',
  },
  quote_expired: {
    status: 422,
    type: 'invalid_request',
    message: 'The quote has expired. Create a new one.',
  },
  insufficient_liquidity: {
    status: 422,
    type: 'invalid_request',
    message: 'The service has too little coin or backing for this amount.',
  },
  rate_limited: {
    status: 429,
    type: 'rate_limited',
    message: 'Too many requests. Retry after the number of seconds in Retry-After.',
  },
  storage_limit_reached: {
    status: 429,
    type: 'rate_limited',
    message: 'Too much was stored within a day. Retry after the number of seconds in Retry-After.',
  },
  internal_error: {
    status: 500,
    type: 'api_error',
    message: 'Internal error. It is safe to retry with the same idempotency key.',
  },
  not_implemented: {
    status: 501,
    type: 'not_implemented',
    message: 'This operation is disabled in this deployment.',
  },
  provider_unavailable: {
    status: 503,
    type: 'provider_unavailable',
    message: 'The provider is unavailable. Try again later.',
  },
  service_unavailable: {
    status: 503,
    type: 'api_error',
    message: 'The service is temporarily unavailable. Retry after the number of seconds in Retry-After.',
  },
} as const satisfies Record<
  ErrorCode,
  { readonly status: number; readonly type: ErrorType; readonly message: string }
>;
