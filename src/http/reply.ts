import type { OutgoingHttpHeaders } from 'node:http';
import type { Freshness } from '../read-models/projection-backlog.ts';
import type { Answer } from '../writer/command.ts';
import { isProblem, type Problem } from './errors.ts';
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
