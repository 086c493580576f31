/**
 * Passes answered requests to the request log, and counts them for the metrics of each minute. Requests without a valid key
 * belong to nobody.
 */
import type { IncomingMessage } from 'node:http';
import { monotonicTime } from '../../system/runtime.ts';
import type { ApiKey } from '../../platform/platform.ts';
import type { CausedEvents, LoggedError } from '../../request-log/entry.ts';
import { isProblem, statusOf } from '../server/errors.ts';
import { isStreamReply } from '../server/reply.ts';
import type { Reply, StreamReply } from '../server/reply.ts';
import type { RequestContext } from '../server/request-handler.ts';
import type { OperationId } from '../../generated/operations.ts';
import type { ReceivedBody } from './input.ts';
import type { Services } from './services.ts';

export type LoggedContext = RequestContext &
  ReceivedBody & {
    readonly key?: ApiKey;
    readonly stream?: string;
    readonly route?: { readonly id: OperationId; readonly path: string };
    readonly caused?: CausedEvents | undefined;
  };

/** Requests to the log itself would fill it while a client follows it. */
const UNLOGGED: ReadonlySet<OperationId> = new Set(['listRequests', 'getRequest']);

export const observeRequests =
  ({ requestLog, countRequest }: Pick<Services, 'requestLog' | 'countRequest'>) =>
  (context: LoggedContext, reply: Reply | StreamReply, durationMs: number): void => {
    const { key, stream, route } = context;
    if (key === undefined || stream === undefined) return;
    const error = errorOf(reply);
    countRequest(stream, error?.code);
    if (route !== undefined && UNLOGGED.has(route.id)) return;
    const status = isProblem(reply) ? statusOf(reply) : reply.status;
    requestLog.add(stream, status >= 400, monotonicTime(), () => ({
      requestId: context.requestId,
      stream,
      keyId: key.id,
      method: context.method,
      path: context.path,
      search: context.search,
      operation: route?.id,
      idempotencyKey: idempotencyKeyOf(context.req),
      status,
      error,
      isReplayed: 'replayed' in reply && reply.replayed,
      durationMs,
      requestBody: context.body,
      requestLength: bodyLengthOf(context.req),
      responseBody: isProblem(reply) || isStreamReply(reply) || status >= 400 ? undefined : reply.body,
      caused: context.caused,
    }));
  };

const KEY_LENGTH_MAX = 255;

function idempotencyKeyOf({ headers }: IncomingMessage): string | undefined {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && key.length <= KEY_LENGTH_MAX ? key : undefined;
}

/** A chunked body has no announced length; this is the largest one that is read. */
const UNKNOWN_LENGTH = 128 * 1024;

const bodyLengthOf = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : UNKNOWN_LENGTH;

function errorOf(reply: Reply | StreamReply): LoggedError | undefined {
  if (isProblem(reply)) return { code: reply.problem, message: reply.message, details: reply.details };
  if (isStreamReply(reply) || reply.status < 400) return undefined;
  // Only this service stores responses with errors.
  const { error } = JSON.parse(reply.body) as { error: LoggedError };
  return error;
}
