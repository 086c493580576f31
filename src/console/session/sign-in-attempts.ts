/** Limits failed sign-in attempts, per address and in total, within a time window. */

export type SignInAttempts = {
  /** Seconds until this address may try again; 0 if it may try now. */
  retryAfterSeconds(address: string): number;
  recordFailure(address: string): void;
};

const WINDOW_MS = 10 * 60 * 1000;
const ADDRESS_FAILURES_MAX = 10;
/** Limit across all addresses, to slow down distributed guessing. */
const TOTAL_FAILURES_MAX = 200;
const ADDRESSES_MAX = 10_000;
const ALL = 'all';

export function createSignInAttempts(clock: () => number): SignInAttempts {
  /** Times of failed attempts by address, oldest first. */
  const failures = new Map<string, readonly number[]>();

  function recent(address: string): readonly number[] {
    const since = clock() - WINDOW_MS;
    return (failures.get(address) ?? []).filter((time) => time > since);
  }

  function waitSeconds(address: string, most: number): number {
    const times = recent(address);
    const [first = 0] = times.slice(-most);
    return times.length < most ? 0 : Math.max(1, Math.ceil((first + WINDOW_MS - clock()) / 1000));
  }

  return {
    retryAfterSeconds: (address) =>
      Math.max(waitSeconds(address, ADDRESS_FAILURES_MAX), waitSeconds(ALL, TOTAL_FAILURES_MAX)),
    recordFailure(address) {
      for (const [each, most] of [
        [address, ADDRESS_FAILURES_MAX],
        [ALL, TOTAL_FAILURES_MAX],
      ] as const) {
        const times = [...recent(each), clock()].slice(-most);
        // Reinserting keeps the map ordered by last failure, so the first key is the oldest.
        failures.delete(each);
        failures.set(each, times);
      }
      const [oldest] = failures.keys();
      if (failures.size > ADDRESSES_MAX && oldest !== undefined) failures.delete(oldest);
    },
  };
}
