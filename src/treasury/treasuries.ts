/** Both treasuries: loading, coin prices, and following the events of other processes. */
import type { Logger } from 'pino';
import { isAborted } from '../async/abort.ts';
import { sleep } from '../async/sleep.ts';
import type { Authentication } from '../event-store/authenticated-reader.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import type { EventStore } from '../event-store/port.ts';
import { errorMessage } from '../system/errors.ts';
import type { BookWriters } from '../writer/command.ts';
import { ENVIRONMENTS } from '../ledger/environment.ts';
import type { EnvironmentName } from '../ledger/environment.ts';
import { createAllocationDelivery } from './allocation-delivery.ts';
import type { AllocationDelivery, BookLocator } from './allocation-delivery.ts';
import type { TreasuryLimits } from './treasury-proposals.ts';
import { loadTreasury } from './treasury.ts';
import type { CoinPrice, Treasury } from './treasury.ts';

/** The maximum age of a price in hours; null for no limit. */
export type PriceAgeLimits = Readonly<Record<EnvironmentName, number | null>>;

/** The current coin price. */
export type CurrentPrice = CoinPrice & {
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
  readonly onUnreadable: (environment: EnvironmentName, reason: string) => void;
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
        onUnreadable(environment, errorMessage(error));
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
    while (!signal.aborted) {
      let pauseMs = POLL_MS;
      try {
        const treasury = get(environment);
        await refresh(environment);
        if (delivers && treasury.undelivered().size > 0) await treasury.deliver();
        if (isStalled) log.info({ environment }, 'treasury resumed');
        isStalled = false;
      } catch (err) {
        pauseMs = RETRY_MS;
        if (!isStalled && !isAborted(signal)) log.warn({ err, environment }, 'treasury stalled');
        isStalled = true;
      }
      await sleep(pauseMs, signal);
    }
  }

  return {
    prices: { current, last },
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
