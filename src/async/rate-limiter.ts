/** Limits a rate by key, with a token bucket for each key. */
import { TokenBucket } from 'limiter';

/** The state of the bucket after a request, for the RateLimit headers. */
export type Allowance = {
  /** Whether the request is allowed. */
  readonly granted: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the bucket is full again. */
  readonly resetSeconds: number;
  /** Seconds until the next request is allowed; 0 if this one is. */
  readonly retryAfterSeconds: number;
};

type RateLimit = { readonly perSecond: number; readonly burst: number };

type RateLimiter = {
  /** Takes a token. Without one it takes nothing. */
  take(key: string): Allowance;
  /**
   * Takes further tokens for the work that a granted request causes. They may be missing: later requests wait until the
   * debt is repaid. It takes nothing if the debt has reached the burst.
   */
  charge(key: string, tokens: number): Allowance;
  /** Milliseconds until a token is available; 0 if one is. */
  waitMs(key: string): number;
};

const BUCKETS_MAX = 10_000;

export function createRateLimiter({ perSecond, burst }: RateLimit): RateLimiter {
  const buckets = new Map<string, TokenBucket>();

  function bucketOf(key: string): TokenBucket {
    const found = buckets.get(key);
    if (found !== undefined) return found;
    if (buckets.size >= BUCKETS_MAX) removeFullBuckets(buckets);
    const bucket = new TokenBucket({ bucketSize: burst, tokensPerInterval: perSecond, interval: 'second' });
    bucket.content = burst;
    buckets.set(key, bucket);
    return bucket;
  }

  /** `content` is the number of tokens that the next request finds. */
  const allowance = (granted: boolean, { content }: TokenBucket): Allowance => ({
    granted,
    limit: burst,
    remaining: Math.max(0, Math.floor(content)),
    resetSeconds: Math.ceil((burst - content) / perSecond),
    retryAfterSeconds: granted ? 0 : Math.max(1, Math.ceil((1 - content) / perSecond)),
  });

  return {
    take(key) {
      const bucket = bucketOf(key);
      return allowance(bucket.tryRemoveTokens(1), bucket);
    },
    charge(key, tokens) {
      const bucket = bucketOf(key);
      bucket.drip();
      const granted = bucket.content > -burst;
      if (granted) bucket.content -= tokens;
      return allowance(granted, bucket);
    },
    waitMs(key) {
      return buckets.get(key)?.getWaitTime(1) ?? 0;
    },
  };
}

/** Removes full buckets, which are equivalent to new ones. */
function removeFullBuckets(buckets: Map<string, TokenBucket>): void {
  for (const [key, bucket] of buckets) {
    bucket.drip();
    if (bucket.content >= bucket.bucketSize) buckets.delete(key);
  }
}
