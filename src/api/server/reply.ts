/** The result of a request, before it is sent. */
import type { Freshness } from '../../read-models/freshness.ts';
import type { Answer } from '../../writer/command.ts';
import type { Problem } from './errors.ts';
import type { EventStream } from './event-stream.ts';

/**
 * An answer with its exact body, or a problem. `replayed` marks the stored answer of an earlier request, and `freshness` an
 * answer from documents that may be behind.
 */
export type Reply =
  (Answer & { readonly replayed?: boolean; readonly freshness?: Freshness | undefined }) | Problem;

/** A response that stays open and sends events. */
export type StreamReply = { readonly status: 200; readonly stream: EventStream };

export const isStreamReply = (reply: Reply | StreamReply): reply is StreamReply => 'stream' in reply;
