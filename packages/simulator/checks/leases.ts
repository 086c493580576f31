/**
 * Whether a lease has two holders at a time, or somebody begins to deliver webhooks while another node holds their lease. A node that has read and renewed its record believes that it holds the lease for
 * half the lease time from the read on. That excludes other nodes while the stores answer and clocks differ by little; a late
 * write may end it, which the service allows because everything that a holder does may happen twice.
 */
import type { DocumentStore } from '../../../src/read-models/port.ts';
import type { Process, Scheduler } from '../scheduler/scheduler.ts';

export type LeaseWatch = {
  /** The documents store of a node, whose leases are watched. */
  watch(process: Process, documents: DocumentStore): DocumentStore;
  /** The records may have changed in another way: a node crashed, or documents were lost. */
  disturb(): void;
  /** Two holders at a time; undefined if there were none. */
  readonly fault: () => string | undefined;
};

/** The lease for webhooks, and how the chain of writes is named that a node starts before it delivers. */
const WEBHOOKS = 'webhooks';
const WEBHOOK_CHAIN = 'webhooks chain ';

/** As `src/jobs/lease.ts` says: the lease time is five seconds. */
const HELD_MS = 2_500;
const QUICK_MS = 500;
/** A write without an answer happens within this time, if it does. */
const QUIET_MS = 20_000;

type Holding = { readonly process: Process; readonly untilMs: number };

/** `clockErrorMs`: the most by which a clock is wrong. */
export function createLeaseWatch(scheduler: Pick<Scheduler, 'now'>, clockErrorMs: number): LeaseWatch {
  const holdings = new Map<string, Holding>();
  let disturbedAtMs = -Infinity;
  let fault: string | undefined;
  const areClocksClose = 2 * clockErrorMs <= QUICK_MS;

  /** Notes failed and slow calls. */
  async function observe<T>(call: () => Promise<T>): Promise<T> {
    const startedAt = scheduler.now();
    try {
      return await call();
    } catch (error) {
      disturbedAtMs = scheduler.now();
      throw error;
    } finally {
      if (scheduler.now() > startedAt + QUICK_MS) disturbedAtMs = scheduler.now();
    }
  }

  /** The other process that certainly holds the lease. */
  function findOther(name: string, process: Process): Process | undefined {
    const now = scheduler.now();
    const held = holdings.get(name);
    const isHeld = held !== undefined && held.process.isAlive && held.untilMs > now;
    if (!isHeld || held.process === process || !areClocksClose) return undefined;
    return now < disturbedAtMs + QUIET_MS ? undefined : held.process;
  }

  function hold(name: string, process: Process, checkedAt: number): void {
    const now = scheduler.now();
    const other = checkedAt + HELD_MS > now ? findOther(name, process) : undefined;
    holdings.set(name, { process, untilMs: checkedAt + HELD_MS });
    if (other !== undefined)
      fault ??= `${other.name} and ${process.name} held the lease ${name} at ${now.toFixed(0)}`;
  }

  function deliver(process: Process): void {
    const other = findOther(WEBHOOKS, process);
    if (other !== undefined)
      fault ??= `${process.name} delivers at ${scheduler.now().toFixed(0)} while ${other.name} holds the lease ${WEBHOOKS}`;
  }

  return {
    watch(process, documents) {
      const checkedAt = new Map<string, number>();
      return {
        ...documents,
        write(writes, checkpoints, expected) {
          const isStart =
            writes.length === 0 && [...checkpoints.keys()].some((key) => key.startsWith(WEBHOOK_CHAIN));
          // A node that had the lease reads before it starts the chain. While a read takes long, its lease may end.
          const askedAt = checkedAt.get(WEBHOOKS) ?? Infinity;
          if (isStart && scheduler.now() <= askedAt + HELD_MS + QUICK_MS) deliver(process);
          return documents.write(writes, checkpoints, expected);
        },
        getRecord(table, key) {
          if (table !== 'leases') return documents.getRecord(table, key);
          checkedAt.set(key, scheduler.now());
          return observe(() => documents.getRecord(table, key));
        },
        async putRecord(table, key, value, options) {
          if (table !== 'leases') return documents.putRecord(table, key, value, options);
          const stored = await observe(() => documents.putRecord(table, key, value, options));
          if (stored === value && !key.startsWith('sentinel/'))
            hold(key, process, checkedAt.get(key) ?? scheduler.now());
          return stored;
        },
        async deleteRecord(table, key) {
          if (table !== 'leases') return documents.deleteRecord(table, key);
          // The holder ends; another node deletes only an abandoned lease.
          if (holdings.get(key)?.process === process) holdings.delete(key);
          return observe(() => documents.deleteRecord(table, key));
        },
      };
    },
    disturb: () => void (disturbedAtMs = scheduler.now()),
    fault: () => fault,
  };
}
