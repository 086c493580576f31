/**
 * Storage limit: how many bytes of events an integrator may add within a day, in each environment. Events are kept forever, and
 * documents take about three times as much. A budget refills evenly, so the wait is short. It is counted in each process, which at
 * its start takes over what the metrics say about the last day.
 */
import { createRateLimiter } from '../../async/rate-limiter.ts';
import { problem, type Problem } from '../../http/errors.ts';
import { parseBookStream, type BookName, type EnvironmentName } from '../../ledger/ids.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** `null`: no limit. */
export type StorageLimits = Readonly<Record<EnvironmentName, number | null>>;

/** A record of the metrics. */
type StoredMinute = {
  readonly minute: number;
  readonly stored?: readonly { readonly book: string; readonly bytes: number }[];
};

type Limiter = ReturnType<typeof createRateLimiter>;

export class StorageLimit {
  readonly #limiters: Readonly<Record<EnvironmentName, Limiter | undefined>>;

  readonly #limits: StorageLimits;

  constructor(limits: StorageLimits) {
    const { sandbox, production } = limits;
    this.#limits = limits;
    const limiterOf = (bytes: number | null): Limiter | undefined =>
      bytes === null ? undefined : createRateLimiter({ perSecond: bytes / DAY_SECONDS, burst: bytes });
    this.#limiters = { sandbox: limiterOf(sandbox), production: limiterOf(production) };
  }

  /** Counts what was added to the stream. A reset sandbox has the same budget as before. */
  record(stream: string, bytes: number): void {
    const book = parseBookStream(stream);
    if (book !== undefined) this.#limiters[book.environment]?.charge(book.integrator_id, bytes);
  }

  /**
   * Takes over what all processes added before, oldest first, in shares of this size. `now` and minutes are in milliseconds since
   * 1970. What the metrics lost, at most a minute before a crash, is granted again.
   */
  async restore(records: AsyncIterable<StoredMinute>, share: number, now: number): Promise<void> {
    const used = new Map<string, { readonly book: BookName; bytes: number; at: number }>();
    for await (const { minute, stored = [] } of records)
      for (const { book: stream, bytes } of stored) {
        const book = parseBookStream(stream);
        if (book === undefined) continue;
        const key = `${book.integrator_id} ${book.environment}`;
        const before = used.get(key) ?? { book, bytes: 0, at: minute };
        used.set(key, { book, bytes: this.#left(before, minute) + bytes * share, at: minute });
      }
    for (const each of used.values())
      this.#limiters[each.book.environment]?.charge(each.book.integrator_id, this.#left(each, now));
  }

  /** What of these bytes the budget has not refilled until a time. */
  #left({ book, bytes, at }: { book: BookName; bytes: number; at: number }, time: number): number {
    const perDay = this.#limits[book.environment] ?? Infinity;
    return Math.max(0, bytes - ((time - at) / (DAY_SECONDS * 1_000)) * perDay);
  }

  /** The refusal of a write; undefined if it is allowed. The last write may exceed the budget, and delays the next one. */
  refusal(integratorId: string, environment: EnvironmentName): Problem | undefined {
    const waitMs = this.#limiters[environment]?.waitMs(integratorId) ?? 0;
    return waitMs === 0
      ? undefined
      : problem('storage_limit_reached', undefined, { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
  }
}
