import { createConcurrencyLimiter, type Release } from '../async/concurrency-limiter.ts';
import { isProblem, problem } from './errors.ts';
import type { Reply } from './reply.ts';

/**
 * Lets each key have one file made at a time, because a file takes longer than other answers. Refuses rate_limited. A file that is
 * sent in parts counts until its last part, or until the client is gone.
 */
export type FileLimit = (key: string, make: () => Promise<Reply>) => Promise<Reply>;

const RETRY_AFTER_SECONDS = 1;

export function createFileLimit(): FileLimit {
  const limiter = createConcurrencyLimiter();
  return async (key, make) => {
    const limits = [{ key, max: 1 }];
    if (!limiter.hasRoom(limits))
      return problem('rate_limited', 'Another file is being made for this key. Wait until it is complete.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    const release = limiter.take(limits);
    let isOpen = false;
    try {
      const reply = await make();
      if (isProblem(reply) || reply.rest === undefined) return reply;
      isOpen = true;
      return { ...reply, rest: releaseAfter(reply.rest, release) };
    } finally {
      if (!isOpen) release();
    }
  };
}

/** A generator that nobody has started runs no `finally`, so this ends an iterator that was never used, too. */
const releaseAfter = (rest: AsyncIterable<string>, release: Release): AsyncIterable<string> => ({
  [Symbol.asyncIterator]() {
    const parts = rest[Symbol.asyncIterator]();
    return {
      async next() {
        try {
          const part = await parts.next();
          if (part.done === true) release();
          return part;
        } catch (error) {
          release();
          throw error;
        }
      },
      async return() {
        release();
        await parts.return?.();
        return { done: true, value: undefined };
      },
    };
  },
});
