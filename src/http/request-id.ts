import { monotonicFactory } from 'ulid';
import { currentTime, oncePerRuntime, randomBytes } from '../system/runtime.ts';

// Request IDs: `req_` and a ULID, so they sort by time.

// The library requests one random number per character. System calls for each would cost more than the rest of a simple
// request, so the numbers come from a pool.
const POOL_BYTES = 4_096;

function createRandom(): () => number {
  let pool: Buffer = Buffer.alloc(0);
  let next = 0;
  return () => {
    if (next === pool.length) {
      pool = randomBytes(POOL_BYTES);
      next = 0;
    }
    const value = pool.readUInt16LE(next);
    next += 2;
    return value / 65_536;
  };
}

const ulid = oncePerRuntime(() => monotonicFactory(createRandom()));

export const newRequestId = (): string => `req_${ulid()(currentTime()).toLowerCase()}`;
