/**
 * Storage limit: how many bytes of events an integrator may add within a day, in each environment. Events are kept forever, and
 * documents take about three times as much. A budget refills evenly, so the wait is short; it is counted in each process.
 */
import { createRateLimiter } from '../../async/rate-limiter.ts';
import { problem, type Problem } from '../../http/errors.ts';
import { parseBookStream, type EnvironmentName } from '../../ledger/ids.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** `null`: no limit. */
export type StorageLimits = Readonly<Record<EnvironmentName, number | null>>;

type Limiter = ReturnType<typeof createRateLimiter>;

export class StorageLimit {
  readonly #limiters: Readonly<Record<EnvironmentName, Limiter | undefined>>;

  constructor({ sandbox, production }: StorageLimits) {
    const limiterOf = (bytes: number | null): Limiter | undefined =>
      bytes === null ? undefined : createRateLimiter({ perSecond: bytes / DAY_SECONDS, burst: bytes });
    this.#limiters = { sandbox: limiterOf(sandbox), production: limiterOf(production) };
  }

  /** Counts what was added to the stream. A reset sandbox has the same budget as before. */
  record(stream: string, bytes: number): void {
    const book = parseBookStream(stream);
    if (book !== undefined) this.#limiters[book.environment]?.charge(book.integrator_id, bytes);
  }

  /** The refusal of a write; undefined if it is allowed. The last write may exceed the budget, and delays the next one. */
  refusal(integratorId: string, environment: EnvironmentName): Problem | undefined {
    const waitMs = this.#limiters[environment]?.waitMs(integratorId) ?? 0;
    return waitMs === 0
      ? undefined
      : problem('storage_limit_reached', undefined, { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
  }
}
