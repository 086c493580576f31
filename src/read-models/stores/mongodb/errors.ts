/** Telling what went wrong with MongoDB: the server is away, somebody else was first, or something is at fault. */
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
import { withDeadline } from '../../../async/deadline.ts';
import { StoreUnavailable } from '../../../event-store/port.ts';

const DUPLICATE_KEY = 11_000;

/** Codes of servers that are going down, are no primary, can't reach others, or ran out of time or disk. */
const AWAY_CODES = new Set<unknown>([
  6, 7, 50, 64, 89, 91, 100, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436, 14_031,
]);

/**
 * Runs work on the server. Throws a StoreUnavailable when the server is away, can't serve, or did not answer in time. The
 * driver's own times end the wait for an answer, but not for a connection to take in what is sent: when one breaks that
 * is full, the driver waits for ever.
 */
export async function callMongo<Result>(work: () => Promise<Result>, deadlineMs: number): Promise<Result> {
  const late = (): Error => new StoreUnavailable(`MongoDB gave no answer for ${deadlineMs} ms.`);
  try {
    return await withDeadline(work(), deadlineMs, late);
  } catch (error) {
    throw isAway(error)
      ? new StoreUnavailable(`MongoDB can't serve: ${error.message}`, { cause: error })
      : error;
  }
}

function isAway(error: unknown): error is Error {
  if (error instanceof MongoBulkWriteError && isAway(driverFaultOf(error))) return true;
  return (
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    error instanceof MongoTopologyClosedError ||
    error instanceof MongoClientClosedError ||
    error instanceof MongoNotConnectedError ||
    error instanceof MongoWriteConcernError ||
    (error instanceof MongoBulkWriteError && error.result.getWriteConcernError() !== undefined) ||
    (error instanceof MongoServerError && AWAY_CODES.has(error.code)) ||
    (error instanceof MongoError && error.hasErrorLabel('RetryableWriteError'))
  );
}

/** A batch that the driver could not send, or got no answer to, fails with the driver's own fault wrapped into it. */
function driverFaultOf(error: MongoBulkWriteError): Error | undefined {
  // The declared type knows answers of servers only.
  const response: unknown = error.errorResponse;
  return response instanceof Error ? response : undefined;
}

/** A document with the ID is there. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/**
 * The places, in the batch, of the writes that met a document with their ID, when nothing else was wrong with the
 * batch. `undefined` for any other fault.
 */
export function duplicateKeyIndexes(error: unknown): number[] | undefined {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError() !== undefined)
    return undefined;
  const writeErrors = error.result.getWriteErrors();
  const areDuplicates = writeErrors.length > 0 && writeErrors.every(({ code }) => code === DUPLICATE_KEY);
  return areDuplicates ? writeErrors.map(({ index }) => index) : undefined;
}
