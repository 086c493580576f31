/** How much each key may ask: a token bucket per key, reads and writes alike. */
import { TokenBucket } from 'limiter';

/** What the RateLimit headers say after a request was counted. */
export type Allowance = {
  /** Whether the request may go on. */
  readonly granted: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the bucket is full again. */
  readonly resetSeconds: number;
  /** Seconds until the next request can go through, when this one was not granted. */
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
    if (buckets.size >= BUCKETS_MAX) dropFull(buckets);
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

/** A full bucket is as good as a new one. */
function dropFull(buckets: Map<string, TokenBucket>): void {
  for (const [keyId, bucket] of buckets) {
    bucket.drip();
    if (bucket.content >= bucket.bucketSize) buckets.delete(keyId);
  }
}
