import type { DurableEventStoreContext } from '../contracts/event-store-durable.ts';
import type { EventStoreContext } from '../contracts/event-store.ts';

/** Tracks open stores, so that a failed case leaves none open. Closing twice is harmless. */
export function durableContext(
  open: () => Promise<EventStoreContext>,
  cleanUp: () => Promise<void> = () => Promise.resolve(),
): DurableEventStoreContext {
  const opened = new Set<EventStoreContext>();
  return {
    open: async () => {
      const context = await open();
      opened.add(context);
      return {
        store: context.store,
        close: async () => {
          if (opened.delete(context)) await context.close();
        },
      };
    },
    close: async () => {
      for (const context of opened) await context.close();
      await cleanUp();
    },
  };
}
