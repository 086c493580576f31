/**
 * Replays the answer of an earlier request with the same idempotency key (docs/contract-notes.md, "Idempotency").
 *
 * The book records successes in the append that made them. Refusals change no book, so they are stored as records for 24
 * hours. A refusal that cannot be stored is not given: the answer is 503. A repeated request waits for a running one with
 * the same key. A success takes precedence over a refusal, because a refused key can succeed later while the documents
 * store is unavailable.
 */
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { RecordCalls } from '../../read-models/authenticated-records.ts';
import { errorBody, isProblem, malformedRequest, problem, statusOf } from '../server/errors.ts';
import type { Problem } from '../server/errors.ts';
import type { BookCaller } from './operation.ts';
import type { Reply, StreamReply } from '../server/reply.ts';
import { createStoredRefusals } from './stored-refusals.ts';
import type { StoredRefusal } from './stored-refusals.ts';

const KEY_LENGTH_MAX = 255;
const STORED_STATUSES: ReadonlySet<number> = new Set([403, 404, 409, 422]);

/** The key of a request: 1 to 255 characters, in a single header. */
export function readIdempotencyKey(req: IncomingMessage): string | Problem {
  const key = req.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return malformedRequest('Send an Idempotency-Key header.');
  if (isTooLong(key)) return malformedRequest('The Idempotency-Key must not be longer than 255 characters.');
  // Node joins repeated headers with a comma, which would look like a single key.
  if (key.includes(',') && timesSent(req, 'idempotency-key') > 1)
    return malformedRequest('Send the Idempotency-Key header only once.');
  return key;
}

/** Node decodes each byte of a header as one character. */
const isTooLong = (key: string): boolean =>
  key.length > KEY_LENGTH_MAX && Buffer.from(key, 'latin1').toString().length > KEY_LENGTH_MAX;

const timesSent = (req: IncomingMessage, name: string): number =>
  req.rawHeaders.filter((header, i) => i % 2 === 0 && header.toLowerCase() === name).length;

export const idempotencyKeyReused = (): Problem =>
  problem('idempotency_key_reused', 'Use a new Idempotency-Key.', {
    isTransient: true,
  });

export type Idempotency = {
  /**
   * Returns a stored refusal, or does the work and stores its refusal. Without an idempotency key it only does the
   * work. Throws StoreUnavailable if a refusal cannot be stored.
   */
  run<Done extends Reply | StreamReply>(
    caller: BookCaller,
    work: () => Done | Promise<Done>,
  ): Promise<Done | Reply>;
};

export type IdempotencyOptions = {
  readonly records: Pick<RecordCalls, 'getRecord' | 'putRecord'>;
  readonly log: Logger;
  readonly clock: () => number;
  /** Whether a success is recorded under the key in the stream. */
  readonly hasUsed: (stream: string, key: string) => Promise<boolean>;
  /** Called when the documents store did not answer a lookup of a refusal. */
  readonly onUnavailable: () => void;
};

export function createIdempotency({ hasUsed, ...options }: IdempotencyOptions): Idempotency {
  const refusals = createStoredRefusals(options);
  const running = new Map<string, Promise<unknown>>();

  async function decide<Done extends Reply | StreamReply>(
    name: string,
    caller: BookCaller,
    fingerprint: string,
    work: () => Done | Promise<Done>,
  ): Promise<Done | Reply> {
    const stored = await refusals.find(name);
    if (stored !== undefined && !(await hasSucceeded(caller))) return replay(stored, fingerprint);
    const reply = await work();
    if (!isProblem(reply) || reply.isTransient === true || !STORED_STATUSES.has(statusOf(reply)))
      return reply;
    const body = errorBody(reply, caller.requestId, caller.services.baseUrl(caller.host));
    const refusal = { fingerprint, status: statusOf(reply), body };
    const kept = await refusals.store(name, refusal);
    return kept === refusal ? refusal : replay(kept, fingerprint);
  }

  const hasSucceeded = async ({ stream, idempotency }: BookCaller): Promise<boolean> =>
    idempotency !== undefined && hasUsed(stream, idempotency.key);

  return {
    async run(caller, work) {
      const { stream, idempotency } = caller;
      if (idempotency === undefined) return work();
      const name = `${stream}|${idempotency.key}`;
      for (let other = running.get(name); other !== undefined; other = running.get(name)) {
        // The other request reports its own error. Afterward there is an answer to replay, or the key is free.
        await other.catch(() => undefined);
      }
      const current = decide(name, caller, idempotency.fingerprint, work);
      running.set(name, current);
      try {
        return await current;
      } finally {
        running.delete(name);
      }
    },
  };
}

const replay = ({ fingerprint, status, body }: StoredRefusal, wanted: string): Reply =>
  fingerprint === wanted ? { status, body, replayed: true } : idempotencyKeyReused();
