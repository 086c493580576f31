import { BrokenHashChain } from '../event-store/codec.ts';
import { UnauthenticatedEvent } from '../event-store/event-macs.ts';
import { EventsNotKept, StoreUnavailable } from '../event-store/port.ts';
import type { ErrorCode, ErrorDetail } from '../generated/api.ts';
import { ERRORS } from '../generated/errors.ts';
import { UnknownEventVersion } from '../ledger/event.ts';
import type { Refusal } from '../ledger/refusal.ts';
import { messageOf } from '../ledger/violations.ts';
import { ProviderUnavailable } from '../rails/port.ts';
import type { Freshness } from '../read-models/projection-backlog.ts';
import { BookLoading, BookNotOpen, Overloaded } from '../writer/command.ts';

// The errors of the API and their JSON format.

/** A refusal or failure. It becomes an error response when it is sent. */
export type Problem = {
  readonly problem: ErrorCode;
  /** Begins with the message of the code. Never contains a stack trace, a query, or data of other integrators. */
  readonly message: string;
  readonly details?: readonly ErrorDetail[];
  readonly existing_id?: string;
  /** The Retry-After header. */
  readonly retryAfterSeconds?: number;
  /** The Allow header. */
  readonly allowedMethods?: string;
  /** The rest of the request was not read, so the connection cannot be reused. */
  readonly closeConnection?: true;
  /** Decided on documents that may be behind. */
  readonly freshness?: Freshness | undefined;
  /** Not decided by this request, so it is not stored for repeated requests. */
  readonly isTransient?: true;
};

/** `specifics` are whole sentences that follow the message of the code; there may be none. */
export const problem = (
  code: ErrorCode,
  specifics = '',
  more: Omit<Problem, 'problem' | 'message'> = {},
): Problem => ({ problem: code, message: messageOf(code, specifics), ...more });

export const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'problem' in value;

export const malformedRequest = (specifics?: string): Problem => problem('malformed_request', specifics);

export const notFoundProblem = (what: string): Problem => problem('not_found', `Unknown ${what}.`);

/** Invalid fields of a body, one detail for each field. */
export const invalidFields = (details: readonly ErrorDetail[]): Problem =>
  problem('validation_failed', '', { details });

/** The problem for a refusal of the ledger. */
export const fromRefusal = ({ code, ...rest }: Refusal): Problem => ({ problem: code, ...rest });

export const statusOf = ({ problem: code }: Problem): number => ERRORS[code].status;

/** The body of an error response. `baseUrl` is the address of the service, whose docs have a page for each code. */
export function errorBody(found: Problem, requestId: string, baseUrl?: string): string {
  const { problem: code, message, details, existing_id } = found;
  const doc_url = baseUrl === undefined ? undefined : `${baseUrl}/docs/errors/${code}`;
  // JSON.stringify omits undefined members.
  return JSON.stringify({
    error: { type: ERRORS[code].type, code, message, request_id: requestId, doc_url, details, existing_id },
  });
}

/** The read model does not include the caller's own writes yet. */
export class ReadModelBehind extends Error {
  override readonly name = 'ReadModelBehind';
}

/** A write was not admitted, because the projections are too far behind. */
export class ProjectionsBehind extends Error {
  override readonly name = 'ProjectionsBehind';
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super('the projections are behind');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const RETRY_AFTER_SECONDS = 1;
/** Somebody has to look at the event store first. */
const DAMAGED_RETRY_AFTER_SECONDS = 30;
/** Estimates are rough. */
const LOAD_RETRY_AFTER_SECONDS_MAX = 60;
/** Providers usually stay unavailable for a while. */
const PROVIDER_RETRY_AFTER_SECONDS = 30;

/** Refuses a write to a book that a reset has closed. */
export const resetProblem = (): Problem => problem('not_found', 'Its sandbox was reset.');

/** The problem for an expected failure, such as an unavailable store. Undefined for unexpected ones, which are 500. */
export function problemForFault(fault: unknown): Problem | undefined {
  if (fault instanceof ProviderUnavailable) {
    return problem('provider_unavailable', '', { retryAfterSeconds: PROVIDER_RETRY_AFTER_SECONDS });
  }
  if (fault instanceof BookNotOpen) return resetProblem();
  if (fault instanceof ProjectionsBehind) {
    const { retryAfterSeconds } = fault;
    return problem('service_unavailable', 'It is overloaded.', { retryAfterSeconds });
  }
  if (fault instanceof UnknownEventVersion) {
    const specifics = 'A newer release wrote to this book, and this process was not upgraded yet.';
    return problem('service_unavailable', specifics, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  if (fault instanceof UnauthenticatedEvent || fault instanceof BrokenHashChain) {
    const specifics =
      'Stored events are missing or were changed. Nothing is decided until an operator has acted.';
    return problem('service_unavailable', specifics, { retryAfterSeconds: DAMAGED_RETRY_AFTER_SECONDS });
  }
  if (fault instanceof EventsNotKept) {
    const specifics =
      'Settings of the event store would delete events. Nothing is written until an operator has acted.';
    return problem('service_unavailable', specifics, { retryAfterSeconds: DAMAGED_RETRY_AFTER_SECONDS });
  }
  if (fault instanceof BookLoading) {
    const retryAfterSeconds = Math.min(fault.secondsLeft, LOAD_RETRY_AFTER_SECONDS_MAX);
    return problem(
      'service_unavailable',
      `It reads its events, for about ${fault.secondsLeft} more seconds.`,
      {
        retryAfterSeconds,
      },
    );
  }
  if (fault instanceof StoreUnavailable || fault instanceof Overloaded || fault instanceof ReadModelBehind) {
    return problem('service_unavailable', '', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  return undefined;
}

export const internalError = (): Problem => problem('internal_error');
