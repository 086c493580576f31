/**
 * Delivers allocations from a treasury's stream to the current books of integrators. A book accepts each allocation only once, so
 * a delivery that was interrupted can be continued by another process or by the next start. After a reset of a sandbox, the new
 * book has none of them, and receives all of them again.
 */
import type { StreamName } from '../event-store/port.ts';
import { NO_ANSWER } from '../writer/command.ts';
import type { BookWriters } from '../writer/command.ts';
import { lastAllocation, receiveAllocation } from '../ledger/allocations.ts';
import type { EnvironmentName } from '../ledger/environment.ts';
import type { Allocation } from './state.ts';
import type { Treasury } from './treasury.ts';

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
