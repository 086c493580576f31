import type { Freshness } from '../read-models/projection-backlog.ts';
import type { Answer } from '../writer/command.ts';
import type { Problem } from './errors.ts';
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

export const isStreamReply = (reply: Reply | StreamReply): reply is StreamReply => 'stream' in reply;
