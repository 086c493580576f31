import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Allowance } from '../async/rate-limiter.ts';
import { PRINTABLE_POLICY } from '../formats/printable-page.ts';
import type { Freshness } from '../read-models/projection-backlog.ts';
import type { Answer } from '../writer/command.ts';
import { errorBody, isProblem, statusOf, type Problem } from './errors.ts';
import type { EventStream } from './event-stream.ts';

// The result of a request, before it is sent.

/** What a body is that is not JSON, and the name under which it is saved. */
export type FileFormat = { readonly mediaType: 'text/csv' | 'text/html'; readonly name: string };

/**
 * An answer with its exact body, or a problem. `replayed` marks the stored answer of an earlier request, and `freshness` an
 * answer from documents that may be behind. Without `file`, the body is JSON. `rest` is the rest of a long file, which is sent
 * as the client receives it.
 */
export type Reply =
  | (Answer & {
      readonly replayed?: boolean;
      readonly freshness?: Freshness | undefined;
      readonly file?: FileFormat;
      readonly rest?: AsyncIterable<string>;
    })
  | Problem;

/** A response that stays open and sends events. */
export type StreamReply = { readonly status: 200; readonly stream: EventStream };

export const isStreamReply = (reply: AnyReply): reply is StreamReply => 'stream' in reply;

/** A response with headers of its own, such as a page. */
export type PageReply = {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  /** Absent if the client has it already (304). */
  readonly content?: string | Buffer;
  /** The rest of a long file. */
  readonly rest?: AsyncIterable<string>;
};

export const isPageReply = (reply: AnyReply): reply is PageReply => 'headers' in reply;

export type AnyReply = Reply | StreamReply | PageReply;

/** The error code of a refusal. A stored refusal is JSON text with the code near the beginning. */
export function refusalOf(reply: AnyReply): string | undefined {
  if (isProblem(reply)) return reply.problem;
  return reply.status < 400 || !('body' in reply) ? undefined : /"code":"([a-z_]+)"/.exec(reply.body)?.[1];
}

// Writes a reply to a response: status, headers, and body.

/**
 * Sends the reply and returns its status. Every response has the Request-Id header; responses to valid keys have the
 * RateLimit headers. The headers are one flat list because this code runs for every request. `baseUrl` is the address of the service in links.
 */
export function sendReply(
  res: ServerResponse,
  requestId: string,
  reply: Reply,
  { allowance, baseUrl }: { readonly allowance?: Allowance | undefined; readonly baseUrl?: string } = {},
): number {
  const refused = isProblem(reply);
  const status = refused ? statusOf(reply) : reply.status;
  const body = refused ? errorBody(reply, requestId, baseUrl) : reply.body;
  const file = refused ? undefined : reply.file;
  const headers = headersOf(`${file?.mediaType ?? 'application/json'}; charset=utf-8`, requestId, allowance);
  if (file !== undefined) headers.push(...Object.entries(fileHeaders(file)).flat());
  const rest = refused ? undefined : reply.rest;
  if (rest === undefined) headers.push('Content-Length', String(Buffer.byteLength(body)));
  if (reply.freshness !== undefined) addFreshness(headers, reply.freshness);
  if (refused) {
    if (reply.retryAfterSeconds !== undefined) headers.push('Retry-After', String(reply.retryAfterSeconds));
    if (reply.allowedMethods !== undefined) headers.push('Allow', reply.allowedMethods);
    if (reply.closeConnection === true) headers.push('Connection', 'close');
  } else if (reply.replayed === true) {
    headers.push('Idempotent-Replayed', 'true');
  }
  res.writeHead(status, headers);
  if (rest === undefined) res.end(body);
  else res.write(body);
  return status;
}

/** Sends a response with headers of its own, and returns its status. */
export function sendPage(
  res: ServerResponse,
  requestId: string,
  { status, headers, content, rest }: PageReply,
): number {
  const length =
    content === undefined || rest !== undefined ? {} : { 'Content-Length': Buffer.byteLength(content) };
  res.writeHead(status, { ...headers, 'Request-Id': requestId, ...length });
  if (rest === undefined) res.end(content);
  else if (content !== undefined) res.write(content);
  return status;
}

/**
 * Sends the rest of a long file in parts of bounded size. On an error, drops the connection, so that the client cannot mistake
 * a partial file for a complete one, and rethrows. A client that aborts the download is not an error.
 */
export async function sendRest(res: ServerResponse, rest: AsyncIterable<string>): Promise<void> {
  await pipeline(Readable.from(rest), res).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

/** CSV is saved under its name; a printable page is shown, and can load and run nothing. */
export const fileHeaders = ({ mediaType, name }: FileFormat): Readonly<Record<string, string>> =>
  mediaType === 'text/csv'
    ? { 'Content-Disposition': `attachment; filename="${name}"` }
    : { 'Content-Security-Policy': PRINTABLE_POLICY };

/** The headers of every response of an API, as a flat list. */
export function headersOf(contentType: string, requestId: string, allowance?: Allowance): string[] {
  const headers = [
    'Content-Type',
    contentType,
    'Cache-Control',
    'no-store',
    'X-Content-Type-Options',
    'nosniff',
    'Request-Id',
    requestId,
  ];
  if (allowance !== undefined) addAllowance(headers, allowance);
  return headers;
}

function addFreshness(headers: string[], { asOf, lagMs }: Freshness): void {
  headers.push('Ledger-As-Of', new Date(asOf).toISOString());
  headers.push('Ledger-Lag', (lagMs / 1_000).toFixed(3));
}

function addAllowance(headers: string[], { limit, remaining, resetSeconds }: Allowance): void {
  headers.push('RateLimit-Limit', String(limit));
  headers.push('RateLimit-Remaining', String(remaining));
  headers.push('RateLimit-Reset', String(resetSeconds));
}
