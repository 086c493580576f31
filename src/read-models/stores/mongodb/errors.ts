/** Classifies MongoDB errors: the server is unavailable, a key is a duplicate, or something else is wrong. */
import {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoNotConnectedError,
  MongoWriteConcernError,
} from 'mongodb';
import { StoreUnavailable } from '../../../event-store/port.ts';

const DUPLICATE_KEY = 11_000;

/** Codes of servers that shut down, are not primary, lost their peers, timed out, or ran out of disk space. */
const UNAVAILABLE_CODES = new Set<unknown>([
  6, 7, 50, 64, 89, 91, 100, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436, 14_031,
]);

/** A StoreUnavailable if the server is unavailable; any other error unchanged. */
export const toStoreError = (error: unknown): unknown =>
  isUnavailable(error)
    ? new StoreUnavailable(`MongoDB is unavailable: ${error.message}`, { cause: error })
    : error;

function isUnavailable(error: unknown): error is Error {
  if (error instanceof MongoBulkWriteError && isUnavailable(driverErrorOf(error))) return true;
  return (
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    error instanceof MongoTopologyClosedError ||
    error instanceof MongoClientClosedError ||
    error instanceof MongoNotConnectedError ||
    error instanceof MongoWriteConcernError ||
    (error instanceof MongoBulkWriteError && error.result.getWriteConcernError() !== undefined) ||
    (error instanceof MongoServerError && UNAVAILABLE_CODES.has(error.code)) ||
    (error instanceof MongoError && error.hasErrorLabel('RetryableWriteError'))
  );
}

/** If the driver could not send a batch or got no response, the batch error wraps the driver's own error. */
function driverErrorOf(error: MongoBulkWriteError): Error | undefined {
  // The declared type covers server responses only.
  const response: unknown = error.errorResponse;
  return response instanceof Error ? response : undefined;
}

/** Whether a document with the same ID exists. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/** The indexes of the writes of a batch that failed with a duplicate key; undefined if anything else failed. */
export function duplicateKeyIndexes(error: unknown): number[] | undefined {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError() !== undefined)
    return undefined;
  const writeErrors = error.result.getWriteErrors();
  const areDuplicates = writeErrors.length > 0 && writeErrors.every(({ code }) => code === DUPLICATE_KEY);
  return areDuplicates ? writeErrors.map(({ index }) => index) : undefined;
}
