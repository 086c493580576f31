/** Both treasuries, once they are loaded, and what the rest of the service asks of them. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isAborted } from '../async/abort.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import type { EventStore } from '../event-store/port.ts';
import { errorMessage } from '../system/errors.ts';
import type { BookWriters } from '../writer/command.ts';
import { ENVIRONMENTS } from '../platform/platform.ts';
import type { EnvironmentName } from '../platform/platform.ts';
import { createAllocationDelivery } from './allocation-delivery.ts';
import type { AllocationDelivery } from './allocation-delivery.ts';
import { loadTreasury } from './treasury.ts';
import type { CoinPrice, Treasury } from './treasury.ts';

/** How many hours a price may be old; null: as old as it gets. */
export type PriceAgeLimits = Readonly<Record<EnvironmentName, number | null>>;

/** What coin costs now. */
export type CurrentPrice = CoinPrice & {
  /** When it gets too old to use, in milliseconds and as ISO 8601; null when it does not. */
  readonly expiresAt: number | null;
  readonly expires_at: string | null;
};

export type Prices = {
  /**
   * Undefined when there was no trade yet, or the last one is too old, or can't be told, as the treasury can't be read on.
   * Throws StoreUnavailable before the first load.
   */
  current(environment: EnvironmentName): CurrentPrice | undefined;
  /** By the last trade, however old. */
  last(environment: EnvironmentName): CoinPrice | undefined;
};

export type Treasuries = {
  readonly prices: Prices;
  /** Throws StoreUnavailable before the first load. */
  get(environment: EnvironmentName): Treasury & AllocationDelivery;
  /** Reads both streams. Throws StoreUnavailable. */
  load(): Promise<void>;
  /** Takes in what other processes record, and where `delivers` brings allocations to books, until the signal aborts. */
  follow(signal: AbortSignal, delivers: boolean): Promise<void>;
};

type Parts = {
  readonly eventStore: EventStore;
  readonly writers: Pick<BookWriters, 'read' | 'submit'>;
  readonly maxAgeHours: PriceAgeLimits;
  readonly clock: () => number;
  readonly log: Pick<Logger, 'warn'>;
  /** A treasury has become unreadable, for example because of an event of a newer release. */
  readonly onUnreadable: (environment: EnvironmentName, reason: string) => void;
  /** A treasury that was unreadable has been read again. */
  readonly onReadable: (environment: EnvironmentName) => void;
};

const HOUR_MS = 60 * 60 * 1000;
const FOLLOW_EVERY_MS = 250;
const HELD_UP_MS = 2_000;

export function createTreasuries(parts: Parts): Treasuries {
  const { eventStore, writers, maxAgeHours, clock, log, onUnreadable, onReadable } = parts;
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

  /** A book that can't be written holds up the allocations of its own environment, and of no other. */
  async function followOne(
    environment: EnvironmentName,
    signal: AbortSignal,
    delivers: boolean,
  ): Promise<void> {
    while (!signal.aborted) {
      let pause = FOLLOW_EVERY_MS;
      try {
        const treasury = get(environment);
        await refresh(environment);
        if (delivers && treasury.undelivered().size > 0) await treasury.deliver();
      } catch (err) {
        pause = HELD_UP_MS;
        if (!isAborted(signal)) log.warn({ err, environment }, 'the treasury is held up; it goes on shortly');
      }
      await delay(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  return {
    prices: { current, last },
    get,
    async load() {
      for (const environment of ENVIRONMENTS) {
        if (loaded.has(environment)) continue;
        const treasury = await loadTreasury(eventStore, environment, clock);
        loaded.set(environment, { ...treasury, ...createAllocationDelivery(treasury, writers) });
      }
    },
    async follow(signal, delivers) {
      await Promise.all(ENVIRONMENTS.map((environment) => followOne(environment, signal, delivers)));
    },
  };
}
