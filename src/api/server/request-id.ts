/** Request IDs: `req_` and a ULID, so they sort by time. */
import { randomFillSync } from 'node:crypto';
import { monotonicFactory } from 'ulid';

// The library requests one random number per character. System calls for each would cost more than the rest of a simple
// request, so the numbers come from a pool.
const pool = new Uint16Array(2_048);
let next = pool.length;

function random(): number {
  if (next === pool.length) {
    randomFillSync(pool);
    next = 0;
  }
  const value = pool[next] ?? 0;
  next += 1;
  return value / 65_536;
}

const ulid = monotonicFactory(random);

export const newRequestId = (): string => `req_${ulid().toLowerCase()}`;
