/**
 * A lease lets one of several nodes run the tasks: a record with an expiry that its holder renews. Two nodes may both
 * believe for a moment that they hold it. That is allowed: a task may be run twice, and only wastes time then.
 */
import { randomUUID } from 'node:crypto';
import type { DocumentStore } from '../read-models/port.ts';

export type Lease = {
  /** Whether this node holds it now; takes it when nobody does. Throws when the store can't be asked. */
  isHeld(): Promise<boolean>;
  /** Gives it up, so that another node need not wait for its end. */
  release(): Promise<void>;
};

/** Of a node that shares its documents with no other. */
export const UNSHARED_LEASE: Lease = {
  isHeld: () => Promise.resolve(true),
  release: () => Promise.resolve(),
};

/**
 * The lease is not asked for before what its holder goes by has come as far as the events were. Documents that are still
 * made anew tell of what was so once: of tasks that are done, and of endpoints that are not enabled any more.
 */
export function leaseWhenReady(lease: Lease, isReady: () => Promise<boolean>): Lease {
  let ready = false;
  return {
    async isHeld() {
      ready ||= await isReady();
      return ready && lease.isHeld();
    },
    release: () => lease.release(),
  };
}

const LASTS_MS = 5_000;

type Records = Pick<DocumentStore, 'putRecord' | 'getRecord' | 'deleteRecord'>;

/**
 * The lease of this name, for one holder of its own. `now` is in milliseconds since 1970, `elapsed` those of a clock that is
 * never put back: whoever went by the other one would take a lease for held long after another node has it.
 */
export function createLease(
  documents: Records,
  name: string,
  now: () => number = Date.now,
  lastsMs: number = LASTS_MS,
  elapsed: () => number = () => performance.now(),
): Lease {
  const holder = randomUUID();
  /** Each time it is put, the value is another one: so others see that it is renewed, whatever the clocks say. */
  let puts = 0;
  /** While it is surely held, nobody has to be asked: in the first half of its time. */
  let renewAt = -Infinity;
  /** What another node has put there, and since when it was seen to be just that. */
  let seen: { readonly value: string; readonly since: number } | undefined;

  const put = (ifAbsent: boolean): Promise<string> => {
    puts += 1;
    const expiresAt = new Date(now() + lastsMs);
    return documents.putRecord('leases', name, `${holder} ${puts}`, { ifAbsent, expiresAt });
  };

  const isOwn = (value: string | undefined): boolean => value?.startsWith(holder) === true;

  /** Whether it was not renewed for all its time. By the clock of a node that is gone it may not be over for long. */
  const isLeft = (value: string): boolean => {
    const time = elapsed();
    if (seen?.value !== value) seen = { value, since: time };
    return time - seen.since >= lastsMs;
  };

  return {
    async isHeld() {
      const askedAt = elapsed();
      if (askedAt < renewAt) return true;
      renewAt = -Infinity;
      const found = await documents.getRecord('leases', name);
      if (isOwn(found)) await put(false);
      else {
        if (found !== undefined && isLeft(found)) await documents.deleteRecord('leases', name);
        if (!isOwn(await put(true))) return false;
      }
      renewAt = askedAt + lastsMs / 2;
      return true;
    },
    async release() {
      renewAt = -Infinity;
      if (isOwn(await documents.getRecord('leases', name))) await documents.deleteRecord('leases', name);
    },
  };
}
