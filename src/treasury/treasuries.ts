/** Both treasuries: loading, coin prices, and following the events of other processes. */

import type { Logger } from 'pino';
import { repeat } from '../async/polling-loop.ts';
import type { Authentication } from '../event-store/authenticated-reader.ts';
import { StoreUnavailable, type EventStore, type StreamName } from '../event-store/port.ts';
import { lastAllocation, receiveAllocation } from '../ledger/allocations.ts';
import { ENVIRONMENTS, type EnvironmentName } from '../ledger/ids.ts';
import type { Price } from '../ledger/policy.ts';
import { errorMessage } from '../system/errors.ts';
import { NO_ANSWER, type BookWriters } from '../writer/command.ts';
import type { Allocation } from './state.ts';
import type { TreasuryLimits } from './treasury-proposals.ts';
import { loadTreasury, type CoinPrice, type Treasury } from './treasury.ts';

// Delivers allocations from a treasury's stream to the current books of integrators. A book accepts each allocation only once, so
// a delivery that was interrupted can be continued by another process or by the next start. After a reset of a sandbox, the new
// book has none of them, and receives all of them again.

export type AllocationDelivery = {
  /** Allocations that may not be in the current books yet, by integrator, oldest first. */
  undelivered(): ReadonlyMap<string, readonly Allocation[]>;
  /** Delivers all allocations recorded before the call. Throws StoreUnavailable or Overloaded; the next call then retries. */
  deliver(): Promise<void>;
  /** The same for one integrator. */
  deliverTo(integratorId: string): Promise<void>;
};

/** Finds the books of integrators. */
export type BookLocator = {
  /** The stream of the integrator's current book. */
  current(integratorId: string, environment: EnvironmentName): StreamName;
  /** Completes a reset of the integrator's sandbox, so that the current book can be written. */
  completeReset(integratorId: string): Promise<void>;
};

export function createAllocationDelivery(
  treasury: Treasury,
  writers: Pick<BookWriters, 'read' | 'submit'>,
  books: BookLocator,
): AllocationDelivery {
  const { environment } = treasury;
  /** The newest allocation that an integrator's book is known to have. */
  const delivered = new Map<string, { readonly book: StreamName; readonly newest: string }>();
  let previous: Promise<void> = Promise.resolve();

  function undelivered(): Map<string, readonly Allocation[]> {
    const found = new Map<string, readonly Allocation[]>();
    for (const [integratorId, newest] of treasury.newestAllocations()) {
      const known = delivered.get(integratorId);
      const last = known?.book === books.current(integratorId, environment) ? known.newest : '';
      if (newest > last) found.set(integratorId, allocationsAfter(integratorId, last));
    }
    return found;
  }

  const allocationsAfter = (integratorId: string, last: string): readonly Allocation[] =>
    treasury.allocations().filter(({ integrator_id, id }) => integrator_id === integratorId && id > last);

  async function deliverAll(): Promise<void> {
    const errors: unknown[] = [];
    for (const integratorId of undelivered().keys()) {
      // A failure of one book does not block the others.
      await deliverTo(integratorId).catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw errors[0];
  }

  async function deliverTo(integratorId: string): Promise<void> {
    if (environment === 'sandbox') await books.completeReset(integratorId);
    const book = books.current(integratorId, environment);
    // The book rejects repeats itself; this check only avoids useless commands.
    const last = await writers.read(book, (found) => lastAllocation(found, treasury.stream));
    for (const allocation of allocationsAfter(integratorId, last ?? ''))
      await deliverOne(writers, treasury, book, allocation);
    const newest = treasury.newestAllocations().get(integratorId);
    if (newest !== undefined) delivered.set(integratorId, { book, newest });
  }

  return {
    undelivered,
    deliver() {
      // Deliveries run one after another, each with the allocations that remain.
      const delivery = previous.catch(() => undefined).then(deliverAll);
      previous = delivery;
      return delivery;
    },
    deliverTo,
  };
}

async function deliverOne(
  writers: Pick<BookWriters, 'submit'>,
  treasury: Treasury,
  book: string,
  allocation: Allocation,
): Promise<void> {
  const { id, previous_allocation_id, coin_stock, points_backing } = allocation;
  const received = {
    allocation_id: id,
    treasury: treasury.stream,
    previous_allocation_id,
    ...(coin_stock === null ? {} : { coin_stock }),
    ...(points_backing === null ? {} : { points_backing }),
  };
  const outcome = await writers.submit(book, {
    decide: (found) => receiveAllocation(found, received),
    answer: NO_ANSWER,
    actor: 'system:treasury',
    requestId: id,
  });
  if (outcome.kind !== 'done') throw new Error(`${book} did not accept allocation ${id}`);
}

/** The maximum age of a price in hours; null for no limit. */
type PriceAgeLimits = Readonly<Record<EnvironmentName, number | null>>;

/** The current coin price. */
type CurrentPrice = CoinPrice & {
  /** When it becomes too old, in milliseconds and as ISO 8601; null for never. */
  readonly expiresAt: number | null;
  readonly expires_at: string | null;
};

export type Prices = {
  /**
   * Undefined when there is no trade, the newest one is too old, or the treasury has events that cannot be read. Throws
   * StoreUnavailable before the first load.
   */
  current(environment: EnvironmentName): CurrentPrice | undefined;
  /** The price of the newest trade, regardless of its age. */
  last(environment: EnvironmentName): CoinPrice | undefined;
  /** The highest price of the last hours, at which coin counts for limits and reviews. */
  highest(environment: EnvironmentName): Price | undefined;
};

export type Treasuries = {
  readonly prices: Prices;
  /** Throws StoreUnavailable before the first load. */
  get(environment: EnvironmentName): Treasury & AllocationDelivery;
  /** Reads both streams. Throws StoreUnavailable. */
  load(): Promise<void>;
  /** Applies events of other processes and, if `delivers`, delivers allocations to books, until the signal aborts. */
  follow(signal: AbortSignal, delivers: boolean): Promise<void>;
};

type Dependencies = {
  readonly eventStore: EventStore;
  readonly authentication: Authentication;
  readonly writers: Pick<BookWriters, 'read' | 'submit'>;
  readonly books: BookLocator;
  readonly maxAgeHours: PriceAgeLimits;
  readonly limits: TreasuryLimits;
  readonly clock: () => number;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** A treasury has become unreadable, for example because of an event of a newer release. */
  readonly onUnreadable: (environment: EnvironmentName, reason: string, error: unknown) => void;
  /** A treasury that was unreadable has been read again. */
  readonly onReadable: (environment: EnvironmentName) => void;
};

const HOUR_MS = 60 * 60 * 1000;
const POLL_MS = 250;
const RETRY_MS = 2_000;

export function createTreasuries(dependencies: Dependencies): Treasuries {
  const {
    eventStore,
    authentication,
    writers,
    books,
    maxAgeHours,
    limits,
    clock,
    log,
    onUnreadable,
    onReadable,
  } = dependencies;
  const loaded = new Map<EnvironmentName, Treasury & AllocationDelivery>();
  /** Treasuries that cannot be read to the end: they may contain a newer price. */
  const unreadable = new Set<EnvironmentName>();

  function get(environment: EnvironmentName): Treasury & AllocationDelivery {
    const treasury = loaded.get(environment);
    if (treasury === undefined) throw new StoreUnavailable('the treasury is not loaded yet');
    return treasury;
  }

  const last = (environment: EnvironmentName): CoinPrice | undefined => get(environment).lastPrice();

  function current(environment: EnvironmentName): CurrentPrice | undefined {
    const price = last(environment);
    if (price === undefined || unreadable.has(environment)) return undefined;
    const hours = maxAgeHours[environment];
    if (hours === null) return { ...price, expiresAt: null, expires_at: null };
    const expiresAt = price.tradedAt + hours * HOUR_MS;
    if (expiresAt <= clock()) return undefined;
    return { ...price, expiresAt, expires_at: new Date(expiresAt).toISOString() };
  }

  async function refresh(environment: EnvironmentName): Promise<void> {
    try {
      await get(environment).refresh();
      if (unreadable.delete(environment)) onReadable(environment);
    } catch (error) {
      if (!(error instanceof StoreUnavailable) && !unreadable.has(environment)) {
        unreadable.add(environment);
        onUnreadable(environment, errorMessage(error), error);
      }
      throw error;
    }
  }

  /** Separate loops, so that a failing book delays allocations of its own environment only. */
  async function followOne(
    environment: EnvironmentName,
    signal: AbortSignal,
    delivers: boolean,
  ): Promise<void> {
    let isStalled = false;
    const run = async (): Promise<number> => {
      const treasury = get(environment);
      await refresh(environment);
      if (delivers && treasury.undelivered().size > 0) await treasury.deliver();
      if (isStalled) log.info({ environment }, 'treasury resumed');
      isStalled = false;
      return POLL_MS;
    };
    const onError = (err: unknown): void => {
      if (!isStalled && !signal.aborted) log.warn({ err, environment }, 'treasury stalled');
      isStalled = true;
    };
    await repeat({ run, everyMs: RETRY_MS, onError }, signal);
  }

  return {
    prices: { current, last, highest: (environment) => get(environment).highestPrice() },
    get,
    async load() {
      for (const environment of ENVIRONMENTS) {
        if (loaded.has(environment)) continue;
        const treasury = await loadTreasury(eventStore, authentication, environment, clock, limits);
        loaded.set(environment, { ...treasury, ...createAllocationDelivery(treasury, writers, books) });
      }
    },
    async follow(signal, delivers) {
      await Promise.all(ENVIRONMENTS.map((environment) => followOne(environment, signal, delivers)));
    },
  };
}

// Funds the sandbox treasury on the first start, so that quotes work immediately.

const FIRST_TRADE = {
  side: 'buy',
  coin_amount: '10000',
  price: '2500.00',
  counterparty: 'First run',
  traded_at: undefined,
} as const;
const FIRST_ALLOCATION = { coin_stock: '5000', points_backing: '25000000.00' } as const;
const WRITER = { actor: 'system:first_run', requestId: 'none' };

/**
 * Records a trade and an allocation to the demo integrator, unless the treasury has events. The allocation is delivered later. If
 * this is interrupted, the next start completes it. Throws StoreUnavailable when nothing could be recorded.
 */
export const fundSandboxTreasury = (treasury: Treasury, integratorId: string): Promise<void> =>
  treasury.recordInitialFunding(FIRST_TRADE, { integrator_id: integratorId, ...FIRST_ALLOCATION }, WRITER);
