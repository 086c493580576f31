/** The event store as one node sees it. */
import { createSignal } from '../../../src/async/wait.ts';
import { followPages } from '../../../src/event-store/follow.ts';
import { createMemoryEventStore } from '../../../src/event-store/memory.ts';
import { START, type EventStore, type StoredEvent } from '../../../src/event-store/port.ts';
import type { Random } from '../commands/random.ts';
import type { Process, Scheduler } from '../scheduler/scheduler.ts';
import type { Connection } from './connection.ts';
import type { Faults } from './faults.ts';

/** Tells all nodes about new events. */
export type Announcements = {
  /** Each node is told later, and sometimes twice. */
  announce(): void;
  listen(process: Process, notify: () => void): void;
};

export function createAnnouncements(scheduler: Scheduler, random: Random, faults: Faults): Announcements {
  const listeners = new Map<Process, { readonly notify: () => void; isPending: boolean }>();
  return {
    announce() {
      for (const [process, listener] of listeners) {
        if (!process.isAlive) {
          listeners.delete(process);
          continue;
        }
        if (faults.isActive && random.oneIn(200)) {
          faults.count('duplicate notification');
          scheduler.schedule(random.below(3_000), listener.notify, process);
        }
        if (listener.isPending) continue;
        listener.isPending = true;
        const isLate = faults.isActive && random.oneIn(200);
        if (isLate) faults.count('late notification');
        const notify = (): void => {
          listener.isPending = false;
          listener.notify();
        };
        scheduler.schedule(isLate ? random.below(3_000) : faults.latencyMs(), notify, process);
      }
    },
    listen: (process, notify) => void listeners.set(process, { notify, isPending: false }),
  };
}

export type SharedEvents = {
  readonly store: EventStore;
  /** Goes back to the events up to one of the appends in the second half of those that ended at this position or before. */
  restore(random: Random, before: bigint): Promise<void>;
};

/** The events that all nodes share, in memory. */
export function createSharedEvents(): SharedEvents {
  let memory = createMemoryEventStore();
  /** The positions of the last event of each append. A backup contains an append completely or not at all. */
  const ends: bigint[] = [];
  return {
    store: {
      async append(...args) {
        const result = await memory.append(...args);
        if (result.ok) ends.push(result.position);
        return result;
      },
      read: (...args) => memory.read(...args),
      readLast: (...args) => memory.readLast(...args),
      head: () => memory.head(),
      follow: (...args) => memory.follow(...args),
      ping: () => memory.ping(),
      close: () => memory.close(),
    },
    async restore(random, before) {
      const kept = ends.filter((end) => end <= before);
      const half = Math.floor(kept.length / 2);
      const last = kept[half + random.below(half)] ?? START;
      const older = createMemoryEventStore();
      for (let after = START; after < last;) {
        const page = await readAfter(memory, after, 1_000);
        for (const { stream, revision, position, ...event } of page)
          if (position <= last) await older.append(stream, [event], revision - 1);
        after = page.at(-1)?.position ?? last;
      }
      memory = older;
    },
  };
}

/** The pages come from the store in one read each. */
async function readAfter(store: EventStore, position: bigint, count: number): Promise<StoredEvent[]> {
  if ((await store.head()) <= position) return [];
  const stopping = new AbortController();
  for await (const page of store.follow(position, { signal: stopping.signal, pageSize: count })) return page;
  return [];
}

export function connectEventStore(
  store: EventStore,
  connection: Connection,
  announcements: Announcements,
  process: Process,
): EventStore {
  const appended = createSignal();
  announcements.listen(process, () => appended.notify());
  return {
    append: (...args) =>
      connection.write('events.append', async () => {
        const result = await store.append(...args);
        if (result.ok) announcements.announce();
        return result;
      }),
    read: (...args) => connection.read('events.read', () => store.read(...args)),
    readLast: (...args) => connection.read('events.readLast', () => store.readLast(...args)),
    head: () => connection.read('events.head', () => store.head()),
    follow: (position, options) =>
      followPages(
        {
          readAfter: (after, count) => connection.read('events.follow', () => readAfter(store, after, count)),
          appended,
        },
        position,
        options,
      ),
    ping: () => connection.read('events.ping', () => store.ping()),
    close: () => Promise.resolve(),
  };
}

/** For what the harness itself writes. */
export const announcing = (store: EventStore, announcements: Announcements): EventStore => ({
  ...store,
  async append(...args) {
    const result = await store.append(...args);
    if (result.ok) announcements.announce();
    return result;
  },
});
