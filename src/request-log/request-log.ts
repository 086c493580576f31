/**
 * The request log: what integrators sent and were answered, for their own debugging. It is not part of any answer, so
 * nothing waits for it: entries are collected in memory, with a bound, and written together. Entries of a process that
 * crashes, and those of a documents store that is lost, are lost (docs/architecture.md).
 */

import { createRateLimiter } from '../async/rate-limiter.ts';
import { withDeadline } from '../async/wait.ts';
import type { DocumentStore, DocumentWrite } from '../read-models/port.ts';
import { clearTimeout, setTimeout, nextTurn as yieldToEventLoop } from '../system/runtime.ts';
import { entryOf, entryWrite, type AnsweredRequest } from './entry.ts';
import type { KnownRails } from './mask.ts';

// Decides which requests are logged. All are, up to a rate that costs the service no more than about one percent of its
// time. Above it, each book keeps a share of its own, so that one book cannot displace the entries of others, and errors
// have a further share.

/** Entries of a process, in total. */
const TOTAL = { perSecond: 100, burst: 1_000 } as const;
/** Of each book, and of the errors of each book. */
const SHARE = { perSecond: 10, burst: 100 } as const;
/** What no book has used up, for those that need more than their share. */
const SPARE = { perSecond: 40, burst: 400 } as const;
/** After a success was omitted, the next ones of that book are omitted without a further look for this time. */
const PAUSE_MS = 20;
const PAUSED_BOOKS_MAX = 1_000;

type Sampler = {
  /** Whether to log a request that was answered at `now`, in milliseconds of a monotonic clock. */
  admits(stream: string, isError: boolean, now: number): boolean;
};

/** `isBusy`: whether the service has other work to catch up with. Then each book has only its share. */
export function createSampler(isBusy: () => boolean): Sampler {
  const total = createRateLimiter(TOTAL);
  const shares = createRateLimiter(SHARE);
  const errors = createRateLimiter(SHARE);
  const spare = createRateLimiter(SPARE);
  const pausedUntil = new Map<string, number>();

  const isWithinShare = (stream: string, isError: boolean): boolean =>
    shares.take(stream).granted ||
    (isError && errors.take(stream).granted) ||
    (!isBusy() && spare.take('').granted);

  return {
    admits(stream, isError, now) {
      if (!isError && now < (pausedUntil.get(stream) ?? 0)) return false;
      if (isWithinShare(stream, isError) && total.take('').granted) return true;
      if (pausedUntil.size >= PAUSED_BOOKS_MAX) pausedUntil.clear();
      if (!isError) pausedUntil.set(stream, now + PAUSE_MS);
      return false;
    },
  };
}

export type RequestLog = {
  /**
   * Logs a request, or counts it as omitted. It does not wait and does not throw; `request` is called only if the request
   * is logged. `now` is in milliseconds of `monotonicTime`.
   */
  add(stream: string, isError: boolean, now: number, request: () => AnsweredRequest): void;
  /** Writes what this process has collected, and waits for it for at most a second. */
  flush(): Promise<void>;
  /** Writes once more, and stops. */
  stop(): Promise<void>;
};

/** `rate`: more requests than are logged. `buffer`: the documents store is slow or unavailable. */
export type RequestLogOutcome = 'logged' | 'omitted_rate' | 'omitted_buffer';

type RequestLogOptions = {
  readonly documents: Pick<DocumentStore, 'write'>;
  readonly rails: KnownRails;
  /** Whether the service has other work to catch up with. */
  readonly isBusy: () => boolean;
  readonly onOutcome?: (outcome: RequestLogOutcome) => void;
  /** A write failed and is repeated, or a request could not be logged. */
  readonly onFault?: (error: unknown) => void;
  /** How long entries are collected before they are written. */
  readonly lingerMs?: number;
};

const LINGER_MS = 1_000;
const BATCH_ENTRIES = 50;
/** Entries that are masked without letting other work run in between. */
const TURN_ENTRIES = 5;
const ENTRIES_MAX = 1_000;
/** Of the bodies of all collected requests, in UTF-16 units. */
const LENGTH_MAX = 8 * 1024 * 1024;
const FLUSH_TIMEOUT_MS = 1_000;
const NO_CHECKPOINTS: ReadonlyMap<string, bigint> = new Map();

type Collected = {
  readonly request: AnsweredRequest;
  readonly omittedBefore: number;
  readonly length: number;
};

/** Logs nothing: `requests.retention_days` is 0. */
export const NO_REQUEST_LOG: RequestLog = {
  add: () => undefined,
  flush: () => Promise.resolve(),
  stop: () => Promise.resolve(),
};

export class StoredRequestLog implements RequestLog {
  readonly #options: RequestLogOptions;
  readonly #onOutcome: NonNullable<RequestLogOptions['onOutcome']>;
  readonly #onFault: NonNullable<RequestLogOptions['onFault']>;
  readonly #lingerMs: NonNullable<RequestLogOptions['lingerMs']>;
  readonly #sampler: Sampler;
  readonly #collected: Collected[] = [];
  readonly #omitted = new Map<string, number>();
  #length = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  constructor(options: RequestLogOptions) {
    this.#options = options;
    this.#onOutcome = options.onOutcome ?? (() => undefined);
    this.#onFault = options.onFault ?? (() => undefined);
    this.#lingerMs = options.lingerMs ?? LINGER_MS;
    this.#sampler = createSampler(options.isBusy);
  }

  /**
   * Logs a request, or counts it as omitted. It does not wait and does not throw; `request` is called only if the request
   * is logged. `now` is in milliseconds of `monotonicTime`.
   */
  add(stream: string, isError: boolean, now: number, request: () => AnsweredRequest): void {
    if (this.#collected.length >= ENTRIES_MAX || this.#length >= LENGTH_MAX) {
      this.#omit(stream, 'omitted_buffer');
      return;
    }
    if (!this.#sampler.admits(stream, isError, now)) {
      this.#omit(stream, 'omitted_rate');
      return;
    }
    const added = this.#describe(request);
    if (added === undefined) return;
    const size = added.requestLength + (added.responseBody?.length ?? 0);
    this.#collected.push({ request: added, omittedBefore: this.#takeOmitted(stream), length: size });
    this.#length += size;
    this.#onOutcome('logged');
    this.#schedule();
  }

  /** Writes what this process has collected, and waits for it for at most a second. */
  async flush(): Promise<void> {
    // A write that is under way may have begun before the newest entries were collected.
    const all = async (): Promise<void> => {
      await this.#writing;
      if (this.#collected.length > 0) await this.#write();
    };
    await withDeadline(all(), FLUSH_TIMEOUT_MS).catch(this.#onFault);
  }

  /** Writes once more, and stops. */
  async stop(): Promise<void> {
    await this.flush();
    clearTimeout(this.#timer);
  }

  #omit(stream: string, outcome: RequestLogOutcome): void {
    this.#omitted.set(stream, (this.#omitted.get(stream) ?? 0) + 1);
    this.#onOutcome(outcome);
  }

  /** The response was sent already, so a fault of the log must not become one of the request. */
  #describe(request: () => AnsweredRequest): AnsweredRequest | undefined {
    try {
      return request();
    } catch (error) {
      this.#onFault(error);
      return undefined;
    }
  }

  #takeOmitted(stream: string): number {
    const count = this.#omitted.get(stream);
    if (count === undefined) return 0;
    this.#omitted.delete(stream);
    return count;
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#write().catch(this.#onFault);
    }, this.#lingerMs).unref();
  }

  /** Masks and writes everything that is collected now. */
  #write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
      if (this.#collected.length > 0) this.#schedule();
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    for (let rest = this.#collected.length; rest > 0; rest -= BATCH_ENTRIES) {
      const batch = this.#collected.slice(0, BATCH_ENTRIES);
      await this.#options.documents.write(await this.#writesOf(batch), NO_CHECKPOINTS);
      this.#collected.splice(0, batch.length);
      for (const each of batch) this.#length -= each.length;
    }
  }

  async #writesOf(batch: readonly Collected[]): Promise<DocumentWrite[]> {
    const writes: DocumentWrite[] = [];
    for (const [index, { request, omittedBefore }] of batch.entries()) {
      if (index % TURN_ENTRIES === 0) await yieldToEventLoop();
      try {
        writes.push(entryWrite(request.stream, entryOf(request, omittedBefore, this.#options.rails)));
      } catch (error) {
        // One request that cannot be masked must not keep the others from being written.
        this.#onFault(error);
      }
    }
    return writes;
  }
}
