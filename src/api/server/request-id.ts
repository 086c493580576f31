/** Request IDs: `req_` and a ULID, so that they sort by time in a log. */
import { randomFillSync } from 'node:crypto';
import { monotonicFactory } from 'ulid';

// The library draws one random number per character. Drawn one by one from the system they would cost more than the
// rest of a simple request, so they come out of a pool.
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
