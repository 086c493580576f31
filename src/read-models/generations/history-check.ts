/**
 * Documents are never ahead of the events that they are made from, unless the events were restored to an earlier time, or
 * those of another server are read. What is appended then gets positions that the documents have passed already, and would
 * never be seen in them.
 */
import type { EventStore } from '../../event-store/port.ts';
import { progressFromCheckpoints } from './progress.ts';
import type { DocumentStore } from '../port.ts';
import type { EventShape, Projection } from '../projection.ts';

/** What is wrong, where documents that have come to `position` are ahead of the newest event. */
export const historyFault = (head: bigint, position: bigint): string | undefined =>
  position <= head
    ? undefined
    : `The documents are ahead of the events: they have come to position ${position}, and the newest event is at ${head}. ` +
      'Were the events restored to an earlier time, or is this another server?';

/** The same for whatever is read. Throws a StoreUnavailable. */
export async function findHistoryFault<E extends EventShape>(
  eventStore: Pick<EventStore, 'head'>,
  documents: Pick<DocumentStore, 'checkpoints'>,
  projections: readonly Projection<E>[],
): Promise<string | undefined> {
  // In this order: what the documents have come to was in the store before.
  const positions = progressFromCheckpoints(projections, await documents.checkpoints()).map(
    (each) => each.position,
  );
  const head = await eventStore.head();
  return positions.map((position) => historyFault(head, position)).find((found) => found !== undefined);
}
