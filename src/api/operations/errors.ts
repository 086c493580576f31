/** Everything the API can say no with: one table of codes, and the envelope that all of them arrive in. */
import type { ErrorCode, ErrorDetail, ErrorType } from '../../generated/api.ts';
import { StoreUnavailable } from '../../event-store/port.ts';
import { Overloaded } from '../../writer/command.ts';
import type { Refusal } from '../../ledger/refusal.ts';
import { ProviderUnavailable } from '../../rails/port.ts';

/** A no of any kind, before it is written down for one request. */
export type Problem = {
  readonly problem: ErrorCode;
  /** One plain sentence that says what to do. Never a stack, a query, or somebody else's data. */
  readonly message: string;
  readonly details?: readonly ErrorDetail[];
  readonly existing_id?: string;
  /** Seconds to wait, for the Retry-After header. */
  readonly retryAfterSeconds?: number;
  /** Methods that the path has, for the Allow header. */
  readonly allowedMethods?: string;
  /** The rest of the request was not read, so the connection can't be used again. */
  readonly closeConnection?: true;
  /** Not the outcome of this request's own decision, so it is not kept for repeats. */
  readonly isTransient?: true;
};

/** Status and type of every code; schemas/errors.json describes them for readers. */
export const ERRORS = {
  malformed_request: { status: 400, type: 'invalid_request' },
  invalid_api_key: { status: 401, type: 'authentication_error' },
  permission_denied: { status: 403, type: 'permission_error' },
  sandbox_only: { status: 403, type: 'permission_error' },
  user_not_approved: { status: 403, type: 'permission_error' },
  not_found: { status: 404, type: 'not_found' },
  method_not_allowed: { status: 405, type: 'invalid_request' },
  idempotency_key_reused: { status: 409, type: 'conflict' },
  external_reference_exists: { status: 409, type: 'conflict' },
  wallet_exists: { status: 409, type: 'conflict' },
  wallet_frozen: { status: 409, type: 'conflict' },
  user_deactivated: { status: 409, type: 'conflict' },
  user_state_conflict: { status: 409, type: 'conflict' },
  user_has_balance: { status: 409, type: 'conflict' },
  user_has_open_transfers: { status: 409, type: 'conflict' },
  deposit_account_state_conflict: { status: 409, type: 'conflict' },
  transfer_state_conflict: { status: 409, type: 'conflict' },
  transfer_not_cancelable: { status: 409, type: 'conflict' },
  quote_used: { status: 409, type: 'conflict' },
  payout_account_in_use: { status: 409, type: 'conflict' },
  payout_account_deleted: { status: 409, type: 'conflict' },
  webhook_endpoint_disabled: { status: 409, type: 'conflict' },
  webhook_endpoint_limit_reached: { status: 409, type: 'conflict' },
  projection_state_conflict: { status: 409, type: 'conflict' },
  key_state_conflict: { status: 409, type: 'conflict' },
  payload_too_large: { status: 413, type: 'invalid_request' },
  unsupported_media_type: { status: 415, type: 'invalid_request' },
  validation_failed: { status: 422, type: 'invalid_request' },
  unsupported_route: { status: 422, type: 'invalid_request' },
  price_risk_not_acknowledged: { status: 422, type: 'invalid_request' },
  amount_below_minimum: { status: 422, type: 'invalid_request' },
  amount_above_maximum: { status: 422, type: 'invalid_request' },
  insufficient_balance: { status: 422, type: 'invalid_request' },
  amount_exceeds_cashable: { status: 422, type: 'invalid_request' },
  user_limit_exceeded: { status: 422, type: 'invalid_request' },
  quote_mismatch: { status: 422, type: 'invalid_request' },
  quote_expired: { status: 422, type: 'invalid_request' },
  insufficient_liquidity: { status: 422, type: 'invalid_request' },
  rate_limited: { status: 429, type: 'rate_limited' },
  internal_error: { status: 500, type: 'api_error' },
  not_implemented: { status: 501, type: 'not_implemented' },
  provider_unavailable: { status: 503, type: 'provider_unavailable' },
  service_unavailable: { status: 503, type: 'api_error' },
} as const satisfies Record<ErrorCode, { status: number; type: ErrorType }>;

export const problem = (
  code: ErrorCode,
  message: string,
  more: Omit<Problem, 'problem' | 'message'> = {},
): Problem => ({ problem: code, message, ...more });

export const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'problem' in value;

export const malformedRequest = (message: string): Problem => problem('malformed_request', message);

export const notFoundProblem = (what: string): Problem => problem('not_found', `There is no such ${what}.`);

/** Fields of a body are at fault: one entry for each. */
export const invalidFields = (details: readonly ErrorDetail[]): Problem =>
  problem('validation_failed', 'Correct the fields listed in details and send the request again.', {
    details,
  });

/** The ledger's no, as the API says it. */
export const fromRefusal = ({ code, ...rest }: Refusal): Problem => ({ problem: code, ...rest });

export const statusOf = ({ problem: code }: Problem): number => ERRORS[code].status;

/** The body of an error answer. */
export function errorBody(found: Problem, requestId: string): string {
  const { problem: code, message, details, existing_id } = found;
  // Members without a value are left out of JSON.
  return JSON.stringify({
    error: { type: ERRORS[code].type, code, message, request_id: requestId, details, existing_id },
  });
}

/** The projections are too far behind to show the caller's own writes. */
export class ReadModelBehind extends Error {
  override readonly name = 'ReadsBehind';
}

const RETRY_AFTER_SECONDS = 1;
/** A provider that is down stays so for a while. */
const PROVIDER_RETRY_AFTER_SECONDS = 30;

/** What a fault looks like from outside. Undefined for those nobody foresaw, which answer 500. */
export function problemForFault(fault: unknown): Problem | undefined {
  if (fault instanceof ProviderUnavailable) {
    return problem(
      'provider_unavailable',
      'The provider of this rail is not available now; try again later.',
      {
        retryAfterSeconds: PROVIDER_RETRY_AFTER_SECONDS,
      },
    );
  }
  if (fault instanceof StoreUnavailable || fault instanceof Overloaded || fault instanceof ReadModelBehind) {
    return problem('service_unavailable', 'The service cannot take the request now; send it again shortly.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  return undefined;
}

export const internalError = (): Problem =>
  problem(
    'internal_error',
    'Something broke on our side; sending the request again with the same idempotency key is safe.',
  );
