/**
 * Calls to MongoDB through a client of the driver, which is replaced when it does not recover.
 *
 * The driver waits forever to send a request whose connection closed at that moment. Such a call never ends and keeps its
 * place in the connection pool, and if it was the driver's own poll of the server, the driver never sees the server again. So:
 * - A call ends with its deadline, or shortly after the driver gave up the connections of that time.
 * - A client with a call that had to be ended is replaced, and so is one that finds no server for some seconds.
 */

import {
  MongoBulkWriteError,
  MongoClient,
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
  type Db,
} from 'mongodb';
import { withDeadline } from '../../../async/wait.ts';
import { StoreUnavailable } from '../../../event-store/port.ts';
import { monotonicTime, setTimeout } from '../../../system/runtime.ts';

// Classifies MongoDB errors: the server is unavailable, a key is a duplicate, or something else is wrong.

const DUPLICATE_KEY = 11_000;

/** Codes of servers that shut down, are not primary, lost their peers, timed out, or ran out of disk space. */
const UNAVAILABLE_CODES = new Set<unknown>([
  6, 7, 50, 64, 89, 91, 100, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436, 14_031,
]);

/** A StoreUnavailable if the server is unavailable; any other error unchanged. */
const toStoreError = (error: unknown): unknown =>
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

export type MongoConnectionOptions = {
  /** How long a call waits for a server to become available. */
  readonly selectionTimeoutMs?: number;
  /** How long one response of the server may take. */
  readonly responseTimeoutMs?: number;
  /** After how long without a server the client is replaced. */
  readonly reconnectAfterMs?: number;
  /** How long a call may continue after the driver gave up its connections. */
  readonly lostAfterMs?: number;
};

/** `Session` is what the calls work with. It belongs to one client. */
type MongoConnection<Session> = {
  /** Throws StoreUnavailable if the server is unavailable or does not answer in time. The outcome is then unknown. */
  readonly call: <Result>(work: (session: Session) => Promise<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
};

const SELECTION_TIMEOUT_MS = 2_000;
const RESPONSE_TIMEOUT_MS = 20_000;
/** A call sends several requests in sequence. Its deadline allows for this many responses. */
const RESPONSES_PER_CALL = 3;
const RECONNECT_AFTER_MS = 5_000;
const LOST_AFTER_MS = 5_000;
const CLOSE_DEADLINE_MS = 5_000;

/** A client and the calls that use it. */
type Attached<Session> = {
  readonly client: MongoClient;
  readonly session: Session;
  /** Undefined before the first attempt, and after a failed one. */
  connecting: Promise<unknown> | undefined;
  /** One function for each call whose work has not ended. It ends the call. */
  readonly pending: Set<(reason: Error) => void>;
};

/** The first call connects. */
export function createMongoConnection<Session>(
  url: string,
  openSession: (client: MongoClient) => Session,
  options: MongoConnectionOptions = {},
): MongoConnection<Session> {
  const {
    selectionTimeoutMs = SELECTION_TIMEOUT_MS,
    responseTimeoutMs = RESPONSE_TIMEOUT_MS,
    reconnectAfterMs = RECONNECT_AFTER_MS,
    lostAfterMs = LOST_AFTER_MS,
  } = options;
  const deadlineMs = selectionTimeoutMs + RESPONSES_PER_CALL * responseTimeoutMs;
  let isClosed = false;
  /** When the first of the calls that found no server failed, on a monotonic clock in milliseconds. */
  let unavailableSince: number | undefined;

  const attach = (): Attached<Session> => {
    const client = new MongoClient(url, {
      serverSelectionTimeoutMS: selectionTimeoutMs,
      connectTimeoutMS: selectionTimeoutMs,
      socketTimeoutMS: responseTimeoutMs,
    });
    const pending: Attached<Session>['pending'] = new Set();
    // Calls that started before have lost their connections, or soon will. All of them, except those that hang, end at once.
    client.on('connectionPoolCleared', () => {
      const lost = [...pending];
      setTimeout(() => {
        for (const end of lost) end(new StoreUnavailable('MongoDB is unavailable: the connection was lost'));
      }, lostAfterMs).unref();
    });
    return { client, session: openSession(client), connecting: undefined, pending };
  };
  let current = attach();

  const detach = async ({ client, pending }: Attached<Session>): Promise<void> => {
    for (const end of pending) end(new StoreUnavailable('MongoDB is unavailable: the client reconnects'));
    // It waits forever for a connection that hangs.
    await withDeadline(client.close(), CLOSE_DEADLINE_MS).catch(() => undefined);
  };

  const replace = (attached: Attached<Session>): void => {
    if (isClosed || attached !== current) return;
    current = attach();
    unavailableSince = undefined;
    void detach(attached);
  };

  const connected = (attached: Attached<Session>): Promise<unknown> =>
    (attached.connecting ??= attached.client.connect().catch((error: unknown) => {
      attached.connecting = undefined;
      throw error;
    }));

  /** Waits for the work, until its deadline or until somebody ends it. */
  const endInTime = async <Result>(attached: Attached<Session>, work: Promise<Result>): Promise<Result> => {
    let end: (reason: Error) => void = () => undefined;
    const ended = new Promise<never>((_resolve, reject) => (end = reject));
    attached.pending.add(end);
    const onSettled = (): void => void attached.pending.delete(end);
    work.then(onSettled, onSettled);
    const late = (): Error => new StoreUnavailable(`MongoDB did not answer within ${deadlineMs} ms.`);
    try {
      return await withDeadline(Promise.race([work, ended]), deadlineMs, late);
    } finally {
      // The work goes on, and occupies a connection, perhaps forever.
      if (attached.pending.delete(end)) replace(attached);
    }
  };

  return {
    async call(work) {
      if (isClosed) throw new StoreUnavailable('the document store is closed');
      if (unavailableSince !== undefined && monotonicTime() - unavailableSince >= reconnectAfterMs)
        replace(current);
      const attached = current;
      try {
        const result = await endInTime(
          attached,
          connected(attached).then(() => work(attached.session)),
        );
        unavailableSince = undefined;
        return result;
      } catch (raw) {
        const error = toStoreError(raw);
        if (attached === current)
          unavailableSince = error === raw ? undefined : (unavailableSince ?? monotonicTime());
        throw error;
      }
    },
    async close() {
      isClosed = true;
      await detach(current);
    },
  };
}

/**
 * The database that the URL names, or `ledger`. Its options override those in the URL: an acknowledged write survives the loss of
 * a server, and a read that follows a write finds it.
 */
export function databaseOf(url: string, client: MongoClient, name?: string): Db {
  const [, inUrl] = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(url) ?? [];
  return client.db(name ?? inUrl ?? 'ledger', {
    writeConcern: { w: 'majority', journal: true },
    readPreference: 'primary',
  });
}
