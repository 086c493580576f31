/**
 * Delivers allocations from a treasury's stream to books. A book accepts each allocation only once, so a delivery that was
 * interrupted can be continued by another process or by the next start.
 */
import { NO_ANSWER } from '../writer/command.ts';
import type { BookWriters } from '../writer/command.ts';
import { lastAllocation, receiveAllocation } from '../ledger/allocations.ts';
import { bookStreamOf } from '../ledger/book-name.ts';
import type { Allocation } from './state.ts';
import type { Treasury } from './treasury.ts';

export type AllocationDelivery = {
  /** Delivers all allocations recorded before the call. Throws StoreUnavailable or Overloaded; the next call then retries. */
  deliver(): Promise<void>;
};

export function createAllocationDelivery(
  treasury: Treasury,
  writers: Pick<BookWriters, 'read' | 'submit'>,
): AllocationDelivery {
  let previous: Promise<void> = Promise.resolve();

  async function deliverAll(): Promise<void> {
    const errors: unknown[] = [];
    for (const [integratorId, allocations] of [...treasury.undelivered()]) {
      // A failure of one book does not block the others.
      await deliverTo(integratorId, allocations).catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw errors[0];
  }

  async function deliverTo(integratorId: string, allocations: readonly Allocation[]): Promise<void> {
    const book = bookStreamOf(integratorId, treasury.environment);
    const last = await writers.read(book, (found) => lastAllocation(found, treasury.stream));
    for (const allocation of allocations) {
      // The book rejects repeats itself; this check only avoids useless commands.
      if (last === null || allocation.id > last) await deliverOne(writers, treasury, book, allocation);
      treasury.markDelivered(integratorId, allocation.id);
    }
  }

  return {
    deliver() {
      // Deliveries run one after another, each with the allocations that remain.
      const delivery = previous.catch(() => undefined).then(deliverAll);
      previous = delivery;
      return delivery;
    },
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
  await writers.submit(book, {
    decide: (found) => receiveAllocation(found, received),
    answer: NO_ANSWER,
    actor: 'system:treasury',
    requestId: id,
  });
}
