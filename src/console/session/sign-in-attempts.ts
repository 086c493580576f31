/** How often somebody may try to sign in: what failed counts, by address and altogether, for a while. */

export type SignInAttempts = {
  /** Seconds until this address may try again; 0 when it may now. */
  retryAfterSeconds(address: string): number;
  recordFailure(address: string): void;
};

const WINDOW_MS = 10 * 60 * 1000;
const FAILED_MAX = 10;
/** From all addresses together: whoever guesses from many is slowed down as well. */
const FAILED_MAX_ALL = 200;
const ADDRESSES_MAX = 10_000;
const ALL = 'all';

export function createSignInAttempts(clock: () => number): SignInAttempts {
  /** Times of failed attempts, oldest first. */
  const failures = new Map<string, readonly number[]>();

  function recent(address: string): readonly number[] {
    const since = clock() - WINDOW_MS;
    return (failures.get(address) ?? []).filter((time) => time > since);
  }

  function waitOf(address: string, most: number): number {
    const times = recent(address);
    const [first = 0] = times.slice(-most);
    return times.length < most ? 0 : Math.max(1, Math.ceil((first + WINDOW_MS - clock()) / 1000));
  }

  return {
    retryAfterSeconds: (address) => Math.max(waitOf(address, FAILED_MAX), waitOf(ALL, FAILED_MAX_ALL)),
    recordFailure(address) {
      for (const [each, most] of [
        [address, FAILED_MAX],
        [ALL, FAILED_MAX_ALL],
      ] as const) {
        const times = [...recent(each), clock()].slice(-most);
        // Those that failed last stand at the end, so the first one is the least recent.
        failures.delete(each);
        failures.set(each, times);
      }
      const [oldest] = failures.keys();
      if (failures.size > ADDRESSES_MAX && oldest !== undefined) failures.delete(oldest);
    },
  };
}
