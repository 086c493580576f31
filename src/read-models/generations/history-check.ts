/**
 * Detects documents that are ahead of the events. This happens after the events are restored to an earlier time, or if the
 * service connects to another server. New events would then get positions that the documents have already passed, and would
 * never be projected.
 */
import type { EventStore } from '../../event-store/port.ts';
import { progressFromCheckpoints } from './progress.ts';
import type { DocumentStore } from '../port.ts';
import type { EventShape, Projection } from '../projection.ts';

/** Describes the fault if documents at `position` are ahead of the newest event, which is at `head`. */
export const historyFault = (head: bigint, position: bigint): string | undefined =>
  position <= head
    ? undefined
    : `The documents are ahead of the events: they are at position ${position}, but the newest event is at ${head}. ` +
      'Check whether the events were restored to an earlier time, or whether this is the wrong event store.';

/** Checks every projection that is read. Throws StoreUnavailable. */
export async function findHistoryFault<E extends EventShape>(
  eventStore: Pick<EventStore, 'head'>,
  documents: Pick<DocumentStore, 'checkpoints'>,
  projections: readonly Projection<E>[],
): Promise<string | undefined> {
  // Read the checkpoints first: events appended in between only move the head further.
  // Damaged documents are not read, and are replaced already.
  const positions = progressFromCheckpoints(projections, await documents.checkpoints()).flatMap((each) =>
    each.state === 'damaged' ? [] : [each.position],
  );
  const head = await eventStore.head();
  return positions.map((position) => historyFault(head, position)).find((found) => found !== undefined);
}
