import type { ErrorCode, ErrorDetail, ErrorType } from './generated/types.ts';

type CodeWithExistingId = 'external_reference_exists' | 'wallet_exists';
type CodeWithDetails = 'validation_failed';

/** The `error` member of a response, and what is known about the request. */
export type ErrorFields = {
  readonly code: ErrorCode;
  readonly type: ErrorType;
  readonly message: string;
  readonly status: number;
  readonly requestId: string;
  readonly details?: readonly ErrorDetail[] | undefined;
  readonly existingId?: string | undefined;
  readonly docUrl?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly idempotencyKey?: string | undefined;
};

class LedgerErrorOf<Code extends ErrorCode> extends Error {
  override readonly name = 'LedgerError';
  /** Decide by this. A newer service may send codes that this version does not list. */
  readonly code: Code;
  /** The category of the error. */
  readonly type: ErrorType;
  /** The HTTP status. */
  readonly status: number;
  /** Include it when you report a problem. */
  readonly requestId: string;
  /** Every invalid field, if the code is `validation_failed`. */
  readonly details: Code extends CodeWithDetails ? readonly ErrorDetail[] : undefined;
  /** The ID of the object that exists, if the code is `external_reference_exists` or `wallet_exists`. */
  readonly existingId: Code extends CodeWithExistingId ? string : undefined;
  /** The page that explains the code. */
  readonly docUrl: string | undefined;
  /** Seconds to wait before the request may be repeated. */
  readonly retryAfterSeconds: number | undefined;
  /** The key that the request was sent with. A retry with the same key never does anything twice. */
  readonly idempotencyKey: string | undefined;

  constructor(fields: ErrorFields) {
    super(fields.message);
    // The service sends `details` and `existing_id` with these codes only.
    this.code = fields.code as Code;
    this.details = fields.details as this['details'];
    this.existingId = fields.existingId as this['existingId'];
    this.type = fields.type;
    this.status = fields.status;
    this.requestId = fields.requestId;
    this.docUrl = fields.docUrl;
    this.retryAfterSeconds = fields.retryAfterSeconds;
    this.idempotencyKey = fields.idempotencyKey;
  }
}

/**
 * The service refused or failed a request. Narrow it by `code`: after `error.code === 'wallet_exists'`, `existingId` is a
 * string.
 */
export type LedgerError =
  | LedgerErrorOf<CodeWithExistingId>
  | LedgerErrorOf<CodeWithDetails>
  | LedgerErrorOf<Exclude<ErrorCode, CodeWithExistingId | CodeWithDetails>>;

// The constructor's own type would make `instanceof` yield a type that does not narrow.
export const LedgerError = LedgerErrorOf as new (fields: ErrorFields) => LedgerError;

/**
 * The position in the log of events is older than what the service keeps, so events after it may be deleted. Nothing was skipped:
 * this error is thrown instead. To rebuild a copy of the data: note the ID of the newest event, read all objects from their
 * lists (users, wallets with their history, transfers), then continue with `events.since(id)` from the noted event.
 */
export class LedgerPositionExpiredError extends LedgerErrorOf<'malformed_request'> {
  constructor(fields: ErrorFields) {
    super({ ...fields, message: `${fields.message} ${HOW_TO_REBUILD}` });
  }
}

const HOW_TO_REBUILD =
  'To rebuild: note the ID of the newest event, read users, wallets, and transfers from their lists, and continue with events.since(id).';

/** How the service begins the message of an expired position. Its code is that of other malformed requests. */
export const EXPIRED_POSITION = 'The ID is older than what is kept';

/**
 * No response of the service arrived: the connection failed or was lost, or something between answered instead. A write may
 * have happened; repeat it with `idempotencyKey` to find out.
 */
export class LedgerConnectionError extends Error {
  override readonly name: string = 'LedgerConnectionError';
  /** The status of a response that did not come from the service, such as a proxy's 502. */
  readonly status: number | undefined;
  /** The key that the request was sent with. */
  readonly idempotencyKey: string | undefined;
  constructor(
    message: string,
    options: { cause?: unknown; status?: number | undefined; idempotencyKey?: string | undefined } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : {});
    this.status = options.status;
    this.idempotencyKey = options.idempotencyKey;
  }
}

/** No complete response arrived within `timeoutMs`. */
export class LedgerTimeoutError extends LedgerConnectionError {
  override readonly name = 'LedgerTimeoutError';
}
