/**
 * Converts errors of the EventStoreDB client to errors of the port. The `type` identifies them: names and messages may be
 * empty, and some errors of an unavailable server have no type.
 */
import { ErrorType } from '@eventstore/db-client';
import { withDeadline } from '../../async/deadline.ts';
import { errorMessage } from '../../system/errors.ts';
import { StoreUnavailable } from '../port.ts';

/** A retry would fail the same way. */
const PERMANENT: ReadonlySet<unknown> = new Set([
  ErrorType.ACCESS_DENIED,
  ErrorType.INVALID_ARGUMENT,
  ErrorType.INVALID_TRANSACTION,
  ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
  ErrorType.MISSING_REQUIRED_METADATA_PROPERTY,
  ErrorType.STREAM_DELETED,
  ErrorType.UNSUPPORTED,
]);

export function errorTypeOf(error: unknown): unknown {
  return error instanceof Error && 'type' in error ? error.type : undefined;
}

/**
 * Waits for the result of a call. Throws StoreUnavailable after `deadlineMs` or when the store is unavailable, and Error
 * for a permanent failure. Errors whose type `isExpected` are rethrown unchanged.
 */
export async function withStoreErrors<Answer>(
  work: Promise<Answer>,
  deadlineMs: number,
  isExpected: (type: unknown) => boolean = () => false,
): Promise<Answer> {
  const late = (): Error => new StoreUnavailable(`EventStoreDB did not answer within ${deadlineMs} ms`);
  try {
    return await withDeadline(work, deadlineMs, late);
  } catch (error) {
    if (error instanceof StoreUnavailable || isExpected(errorTypeOf(error))) throw error;
    throw toStoreError(error);
  }
}

function toStoreError(error: unknown): Error {
  const type = errorTypeOf(error);
  const code = error instanceof Error && 'code' in error ? `code ${String(error.code)}` : undefined;
  // The client appends a label without text.
  const message = errorMessage(error).replace(/\.? Resolution note:\s*$/, '');
  const details = [type, code, message].filter((part) => part !== undefined && part !== '').join(', ');
  if (PERMANENT.has(type)) return new Error(`EventStoreDB rejected the call: ${details}`, { cause: error });
  return new StoreUnavailable(`EventStoreDB is unavailable: ${details}`, { cause: error });
}
