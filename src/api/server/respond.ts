/** Writes an answer: status, headers and body in one go. */
import type { ServerResponse } from 'node:http';
import { errorBody, isProblem, statusOf } from './errors.ts';
import type { Allowance } from './rate-limiter.ts';
import type { Reply } from './reply.ts';

/**
 * Sends the reply and gives its status. Every answer carries the Request-Id, those to a valid key the RateLimit headers.
 * The headers go out as one flat list: on the way of every request, and nothing else may have set any.
 */
export function sendReply(
  res: ServerResponse,
  requestId: string,
  reply: Reply,
  allowance?: Allowance,
): number {
  const refused = isProblem(reply);
  const status = refused ? statusOf(reply) : reply.status;
  const body = refused ? errorBody(reply, requestId) : reply.body;
  const headers = [
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(Buffer.byteLength(body)),
    'Cache-Control',
    'no-store',
    'Request-Id',
    requestId,
  ];
  if (allowance !== undefined) addAllowance(headers, allowance);
  if (refused) {
    if (reply.retryAfterSeconds !== undefined) headers.push('Retry-After', String(reply.retryAfterSeconds));
    if (reply.allowedMethods !== undefined) headers.push('Allow', reply.allowedMethods);
    if (reply.closeConnection === true) headers.push('Connection', 'close');
  } else if (reply.replayed === true) {
    headers.push('Idempotent-Replayed', 'true');
  }
  res.writeHead(status, headers);
  res.end(body);
  return status;
}

function addAllowance(headers: string[], { limit, remaining, resetSeconds }: Allowance): void {
  headers.push('RateLimit-Limit', String(limit));
  headers.push('RateLimit-Remaining', String(remaining));
  headers.push('RateLimit-Reset', String(resetSeconds));
}
