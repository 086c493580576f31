/**
 * What the EventStoreDB client throws, in the port's words. Its errors are told apart by `type`: names and messages
 * may be empty, and some errors of a server that is away have no type at all.
 */
import { ErrorType } from '@eventstore/db-client';
import { withDeadline } from '../../async/deadline.ts';
import { errorMessage } from '../../system/errors.ts';
import { StoreUnavailable } from '../port.ts';

/** The server understood, and will say the same next time. */
const LASTING: ReadonlySet<unknown> = new Set([
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
 * Waits for an answer for so long. Throws a StoreUnavailable when none came or the store is away, and another error
 * for what will not get better. `isExpected` tells the errors that are thrown on as they are.
 */
export async function withStoreErrors<Answer>(
  work: Promise<Answer>,
  deadlineMs: number,
  isExpected: (type: unknown) => boolean = () => false,
): Promise<Answer> {
  const late = (): Error => new StoreUnavailable(`EventStoreDB gave no answer for ${deadlineMs} ms.`);
  try {
    return await withDeadline(work, deadlineMs, late);
  } catch (error) {
    if (error instanceof StoreUnavailable || isExpected(errorTypeOf(error))) throw error;
    throw asFault(error);
  }
}

function asFault(error: unknown): Error {
  const type = errorTypeOf(error);
  const code = error instanceof Error && 'code' in error ? `code ${String(error.code)}` : undefined;
  const message = errorMessage(error);
  const words = [type, code, message].filter((word) => word !== undefined && word !== '').join(', ');
  if (LASTING.has(type)) return new Error(`EventStoreDB refused: ${words}`, { cause: error });
  return new StoreUnavailable(`EventStoreDB is unavailable: ${words}`, { cause: error });
}
