/**
 * Decides which requests are logged. All are, up to a rate that costs the service no more than about one percent of its
 * time. Above it, each book keeps a share of its own, so that one book cannot displace the entries of others, and errors
 * have a further share.
 */
import { createRateLimiter } from '../async/rate-limiter.ts';

/** Entries of a process, in total. */
const TOTAL = { perSecond: 100, burst: 1_000 } as const;
/** Of each book, and of the errors of each book. */
const SHARE = { perSecond: 10, burst: 100 } as const;
/** What no book has used up, for those that need more than their share. */
const SPARE = { perSecond: 40, burst: 400 } as const;
/** After a success was omitted, the next ones of that book are omitted without a further look for this time. */
const PAUSE_MS = 20;
const PAUSED_BOOKS_MAX = 1_000;

export type Sampler = {
  /** Whether to log a request that was answered at `now`, in milliseconds of a monotonic clock. */
  admits(stream: string, isError: boolean, now: number): boolean;
};

/** `isBusy`: whether the service has other work to catch up with. Then each book has only its share. */
export function createSampler(isBusy: () => boolean): Sampler {
  const total = createRateLimiter(TOTAL);
  const shares = createRateLimiter(SHARE);
  const errors = createRateLimiter(SHARE);
  const spare = createRateLimiter(SPARE);
  const pausedUntil = new Map<string, number>();

  const isWithinShare = (stream: string, isError: boolean): boolean =>
    shares.take(stream).granted ||
    (isError && errors.take(stream).granted) ||
    (!isBusy() && spare.take('').granted);

  return {
    admits(stream, isError, now) {
      if (!isError && now < (pausedUntil.get(stream) ?? 0)) return false;
      if (isWithinShare(stream, isError) && total.take('').granted) return true;
      if (pausedUntil.size >= PAUSED_BOOKS_MAX) pausedUntil.clear();
      if (!isError) pausedUntil.set(stream, now + PAUSE_MS);
      return false;
    },
  };
}
