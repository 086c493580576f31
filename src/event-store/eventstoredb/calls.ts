/**
 * Calls of EventStoreDB with messages of our own. The client provides everything else: the connection, the search for the
 * leader, TLS, credentials, and reconnecting.
 */

import { ErrorType, type EventStoreDBClient } from '@eventstore/db-client';
import { unpackToCommandError } from '@eventstore/db-client/dist/streams/appendToStream/unpackError.js';
import { convertToCommandError } from '@eventstore/db-client/dist/utils/CommandError.js';
import { parseUUID } from '@eventstore/db-client/dist/utils/grpcUUID.js';
import { StreamsClient, StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { withDeadline } from '../../async/wait.ts';
import { errorMessage } from '../../system/errors.ts';
import { StoreUnavailable, type StoredEvent } from '../port.ts';
import { decodeReadAnswer, encodeRead, type ReadAnswer, type ReadRequest } from './messages.ts';

const asGiven = (message: Buffer): Buffer => message;

type ReadCall = {
  /** Empty for a missing stream. Rejects with an error of the client. */
  readonly events: Promise<StoredEvent[]>;
  cancel(): void;
};

export function startRead(client: EventStoreDBClient, request: ReadRequest): ReadCall {
  const message = encodeRead(request);
  const open = client['GRPCStreamCreator'](StreamsClient, 'read', (streams) =>
    streams.makeServerStreamRequest(
      StreamsService.read.path,
      asGiven,
      decodeReadAnswer,
      message,
      ...client['callArguments']({}, { deadline: Infinity }),
    ),
  );
  const call = open();
  const collect = async (): Promise<StoredEvent[]> => {
    const stream = await call;
    const events: StoredEvent[] = [];
    return new Promise((resolve, reject) => {
      stream.on('data', (answer: ReadAnswer) => {
        if (answer !== 'other') events.push(answer);
      });
      stream.on('error', (error) => reject(convertToCommandError(error)));
      stream.on('end', () => resolve(events));
    });
  };
  return {
    events: collect(),
    cancel() {
      call.then(
        (stream) => stream.cancel(),
        () => undefined,
      );
    },
  };
}

export type Success = { readonly revision: number; readonly position: bigint | undefined };

type Pending = { readonly resolve: (success: Success) => void; readonly reject: (error: Error) => void };
type AppendStream = ReturnType<typeof openAppendStream>;

/** Sends appends over one call, which is opened again after it broke. */
type AppendCalls = {
  /** Sends an encoded append. Rejects with an error of the client. */
  append(correlationId: string, message: Buffer): Promise<Success>;
};

export function createAppendCalls(client: EventStoreDBClient): AppendCalls {
  const streams: WeakMap<StreamsClient, AppendStream> = new WeakMap();
  /** Unanswered appends of each call. */
  const pendingOf = new WeakMap<AppendStream, Map<string, Pending>>();

  const open = client['GRPCStreamCreator'](
    StreamsClient,
    'append',
    (connection) => {
      const pending = new Map<string, Pending>();
      const stream = openAppendStream(connection, client, pending);
      pendingOf.set(stream, pending);
      return stream;
    },
    streams,
  );

  return {
    async append(correlationId, message) {
      const stream = await open();
      return new Promise((resolve, reject) => {
        pendingOf.get(stream)?.set(correlationId, { resolve, reject });
        stream.write(message);
      });
    },
  };
}

function openAppendStream(
  connection: StreamsClient,
  client: EventStoreDBClient,
  pending: Map<string, Pending>,
) {
  const fail = (error: Error): void => {
    for (const { reject } of pending.values()) reject(convertToCommandError(error));
    pending.clear();
  };
  const stream = connection.makeBidiStreamRequest(
    StreamsService.batchAppend.path,
    asGiven,
    StreamsService.batchAppend.responseDeserialize,
    ...client['callArguments']({}, { deadline: Infinity }),
  );
  stream.on('data', (answer: BatchAppendResp) => {
    const id = parseUUID(answer.getCorrelationId()) ?? '';
    const waiting = pending.get(id);
    pending.delete(id);
    if (waiting !== undefined) settle(waiting, answer);
  });
  stream.on('error', fail);
  stream.on('end', () => fail(new Error('EventStoreDB ended the call')));
  return stream;
}

function settle({ resolve, reject }: Pending, answer: BatchAppendResp): void {
  const success = answer.getSuccess();
  if (success === undefined) {
    reject(failureOf(answer));
    return;
  }
  const position = success.getPosition()?.getCommitPosition();
  resolve({
    revision: Number(success.getCurrentRevision()),
    position: position === undefined ? undefined : BigInt(position),
  });
}

/** Of servers from 24.10 on, and unknown to the client. */
const EVENT_TOO_LARGE = 'event_store.client.MaximumAppendEventSizeExceeded';

export function failureOf(answer: BatchAppendResp): Error {
  const error = answer.getError();
  if (error?.hasDetails() !== true)
    return new Error(error?.getMessage() ?? 'EventStoreDB answered without a result');
  if (error.getDetails()?.getTypeName() === EVENT_TOO_LARGE)
    return Object.assign(new Error('an event is larger than the setting MaxAppendEventSize of the server'), {
      type: ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
    });
  const stream = Buffer.from(answer.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString('utf8');
  return unpackToCommandError(error, stream);
}

// Converts errors of the EventStoreDB client to errors of the port. The `type` identifies them: names and messages may be
// empty, and some errors of an unavailable server have no type.

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
