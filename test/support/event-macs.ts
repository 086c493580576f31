/** The MACs of events in tests without a service. */
import type { AcceptedHistory, Authentication } from '../../src/event-store/authenticated-reader.ts';
import { decodeMetadata } from '../../src/event-store/codec.ts';
import { createEventMacs } from '../../src/event-store/event-macs.ts';
import type { NewEvent } from '../../src/event-store/port.ts';

/**
 * For `MASTER_KEY` of a service whose events other code of a test writes or reads, and of every service on a shared server: they
 * share the stream of the platform.
 */
export const EVENT_MASTER_KEY = Buffer.alloc(32, 'shared server').toString('base64');

export const EVENT_MACS = createEventMacs(Buffer.from(EVENT_MASTER_KEY, 'base64'));

/** Requires MACs from the first event of each stream. */
export const AUTHENTICATION: Authentication = { macs: EVENT_MACS, acceptedHistory: () => undefined };

/** The history that consists of the first events of a stream. */
export function historyOf(events: readonly NewEvent[]): AcceptedHistory {
  const last = events.at(-1);
  if (last === undefined) throw new Error('a history has at least one event');
  return { revision: events.length - 1, hash: decodeMetadata(last).hash };
}
