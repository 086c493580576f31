/** Limits requests per API key: a token bucket per key, for reads and writes. */
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

export type RateLimit = { readonly requestsPerSecond: number; readonly burst: number };

export type RateLimiter = { take(keyId: string): Allowance };

const BUCKETS_MAX = 10_000;

export function createRateLimiter({ requestsPerSecond, burst }: RateLimit): RateLimiter {
  const buckets = new Map<string, TokenBucket>();

  function bucketOf(keyId: string): TokenBucket {
    const found = buckets.get(keyId);
    if (found !== undefined) return found;
    if (buckets.size >= BUCKETS_MAX) removeFullBuckets(buckets);
    const bucket = new TokenBucket({
      bucketSize: burst,
      tokensPerInterval: requestsPerSecond,
      interval: 'second',
    });
    bucket.content = burst;
    buckets.set(keyId, bucket);
    return bucket;
  }

  return {
    take(keyId) {
      const bucket = bucketOf(keyId);
      const granted = bucket.tryRemoveTokens(1);
      const missing = burst - bucket.content;
      return {
        granted,
        limit: burst,
        remaining: Math.floor(bucket.content),
        resetSeconds: Math.ceil(missing / requestsPerSecond),
        retryAfterSeconds: granted ? 0 : Math.max(1, Math.ceil((1 - bucket.content) / requestsPerSecond)),
      };
    },
  };
}

/** Removes full buckets, which are equivalent to new ones. */
function removeFullBuckets(buckets: Map<string, TokenBucket>): void {
  for (const [keyId, bucket] of buckets) {
    bucket.drip();
    if (bucket.content >= bucket.bucketSize) buckets.delete(keyId);
  }
}
