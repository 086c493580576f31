/**
 * A lease lets one of several nodes run the jobs: a record with an expiry that its holder renews. Two nodes
 * may briefly both believe that they hold it. That is safe: every job may run twice, which only wastes time.
 */
import { currentTime, monotonicTime, randomUUID } from '../system/runtime.ts';
import type { DocumentStore } from '../read-models/port.ts';

export type Lease = {
  /** Whether this node holds the lease. Takes it if it is free. Throws when the store is unavailable. */
  tryAcquire(): Promise<boolean>;
  /** Releases the lease, so that another node need not wait for its expiry. */
  release(): Promise<void>;
};

type ConfirmedLease = Lease & {
  /** Like `tryAcquire`, but always asks the store, which may have lost the record. */
  confirm(): Promise<boolean>;
};

/** For a node that shares its documents with no other. */
export const UNSHARED_LEASE: Lease = {
  tryAcquire: () => Promise.resolve(true),
  release: () => Promise.resolve(),
};

/** A lease is needed only between nodes that share their documents. */
export const leaseBetweenNodes = (isShared: boolean, documents: Records, name: string): Lease =>
  isShared ? createLease(documents, name) : UNSHARED_LEASE;

/**
 * Asks for the lease only while `isReady` resolves to true. Otherwise projections are still catching up, and show
 * finished tasks as open and disabled endpoints as enabled.
 */
export const leaseWhenReady = (lease: Lease, isReady: () => Promise<boolean>): Lease => ({
  tryAcquire: async () => (await isReady()) && lease.tryAcquire(),
  release: () => lease.release(),
});

const LEASE_MS = 5_000;

type Records = Pick<DocumentStore, 'putRecord' | 'getRecord' | 'deleteRecord'>;

/**
 * Creates a holder of the named lease. `now` is in milliseconds since 1970. `elapsed` is a monotonic clock:
 * with a clock that can be set back, a node would believe it held the lease after another node took it.
 */
export function createLease(
  documents: Records,
  name: string,
  now: () => number = currentTime,
  leaseMs: number = LEASE_MS,
  elapsed: () => number = monotonicTime,
): ConfirmedLease {
  const holder = randomUUID();
  /**
   * Part of the stored value, so that each renewal changes it and other nodes notice renewals regardless of
   * their clocks.
   */
  let renewals = 0;
  /** Until this time the lease is certainly held and the store need not be asked. */
  let renewAt = -Infinity;
  /** The value stored by another node, and since when this node has observed it unchanged. */
  let observed: { readonly value: string; readonly since: number } | undefined;

  const put = (ifAbsent: boolean): Promise<string> => {
    renewals += 1;
    const expiresAt = new Date(now() + leaseMs);
    return documents.putRecord('leases', name, `${holder} ${renewals}`, { ifAbsent, expiresAt });
  };

  const isOurs = (value: string | undefined): boolean => value?.startsWith(holder) === true;

  /**
   * Whether the holder has not renewed for a whole lease time. The stored expiry may be far ahead if the
   * holder's clock is.
   */
  const isAbandoned = (value: string): boolean => {
    const time = elapsed();
    if (observed?.value !== value) observed = { value, since: time };
    return time - observed.since >= leaseMs;
  };

  const acquire = async (): Promise<boolean> => {
    const checkedAt = elapsed();
    renewAt = -Infinity;
    const found = await documents.getRecord('leases', name);
    if (isOurs(found)) await put(false);
    else {
      if (found !== undefined) {
        if (!isAbandoned(found)) return false;
        await documents.deleteRecord('leases', name);
      }
      if (!isOurs(await put(true))) return false;
    }
    renewAt = checkedAt + leaseMs / 2;
    return true;
  };

  /** Jobs that share a lease often ask at the same time. */
  let asking: Promise<boolean> | undefined;

  return {
    tryAcquire: async () => elapsed() < renewAt || (asking ??= acquire().finally(() => (asking = undefined))),
    confirm: acquire,
    async release() {
      renewAt = -Infinity;
      if (isOurs(await documents.getRecord('leases', name))) await documents.deleteRecord('leases', name);
    },
  };
}
