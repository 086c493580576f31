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

function errorTypeOf(error: unknown): unknown {
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
  const reason = reasonOf(error);
  if (PERMANENT.has(type)) return new Error(`EventStoreDB rejected the call: ${reason}`, { cause: error });
  return new StoreUnavailable(`EventStoreDB is unavailable: ${reason}`, { cause: error });
}

/** What the client and gRPC add around the text of the network or the server. */
const WRAPPERS: readonly RegExp[] = [
  /^\d+ [A-Z_]+:\s*/,
  /^No connection established\.?\s*(?:Last error:\s*)?/,
  /^Error:\s*/,
  /\.?\s*Resolution note:\s*$/,
];
/** OpenSSL's own format: `error:<code>:<library>:<function>:<reason>:<file>:<line>:`. */
const TLS_ERROR = /\berror:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/;

/** The cause in a few words, without the texts around it. The same cause has the same text in every call. */
function reasonOf(error: unknown): string {
  let text = errorMessage(error).replaceAll(/\s+/g, ' ').trim();
  const tls = TLS_ERROR.exec(text)?.[1];
  if (tls !== undefined) return `TLS: ${tls}`;
  for (const wrapper of WRAPPERS) text = text.replace(wrapper, '');
  text = text.replace(/\.$/, '');
  if (text !== '') return text;
  // Some errors have only a type, or not even that.
  const type = errorTypeOf(error);
  return typeof type === 'string' ? type.replaceAll('-', ' ') : 'no connection';
}
