/**
 * Brings allocations from the treasury's stream to the books they are for. The treasury's event is the order, and the
 * book takes each in once: so a process may die anywhere in between, and another one, or the next start, goes on.
 */
import { NO_ANSWER } from '../writer/command.ts';
import type { BookWriters } from '../writer/command.ts';
import { lastAllocation, receiveAllocation } from '../ledger/allocations.ts';
import { bookStreamOf } from '../platform/platform.ts';
import type { Allocation } from './state.ts';
import type { Treasury } from './treasury.ts';

export type AllocationDelivery = {
  /** Brings all that was recorded before the call. Throws StoreUnavailable or Overloaded; the rest then waits for the next. */
  deliver(): Promise<void>;
};

export function createAllocationDelivery(
  treasury: Treasury,
  writers: Pick<BookWriters, 'read' | 'submit'>,
): AllocationDelivery {
  let under: Promise<void> = Promise.resolve();

  async function deliverAll(): Promise<void> {
    const faults: unknown[] = [];
    for (const [integratorId, allocations] of [...treasury.undelivered()]) {
      // One book that can't be written is no reason for the others to wait.
      await deliverTo(integratorId, allocations).catch((fault: unknown) => faults.push(fault));
    }
    if (faults.length > 0) throw faults[0];
  }

  async function deliverTo(integratorId: string, allocations: readonly Allocation[]): Promise<void> {
    const book = bookStreamOf(integratorId, treasury.environment);
    const last = await writers.read(book, (found) => lastAllocation(found, treasury.stream));
    for (const allocation of allocations) {
      // The book's own look is what counts; this one spares it those that it has.
      if (last === null || allocation.id > last) await bring(writers, treasury, book, allocation);
      treasury.markDelivered(integratorId, allocation.id);
    }
  }

  return {
    deliver() {
      // One after the other, and each from what is left then.
      const mine = under.catch(() => undefined).then(deliverAll);
      under = mine;
      return mine;
    },
  };
}

async function bring(
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
  await writers.submit(book, {
    decide: (found) => receiveAllocation(found, received),
    answer: NO_ANSWER,
    actor: 'system:treasury',
    requestId: id,
  });
}
