/** Everything the API can say no with: one table of codes, and the envelope that all of them arrive in. */
import type { ErrorCode, ErrorDetail } from '../../generated/api.ts';
import { ERRORS } from '../../generated/errors.ts';
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
  problem('validation_failed', 'The request has invalid fields. See details.', {
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
    return problem('provider_unavailable', 'The provider of this rail is unavailable. Try again later.', {
      retryAfterSeconds: PROVIDER_RETRY_AFTER_SECONDS,
    });
  }
  if (fault instanceof StoreUnavailable || fault instanceof Overloaded || fault instanceof ReadModelBehind) {
    return problem('service_unavailable', 'The service is temporarily unavailable. Try again shortly.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  return undefined;
}

export const internalError = (): Problem =>
  problem('internal_error', 'Internal error. It is safe to retry with the same idempotency key.');
