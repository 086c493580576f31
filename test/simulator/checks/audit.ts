/** The audit of all events, as operators run it. */
import { eventStoreSource } from '../../../src/audit/event-source.ts';
import { verify } from '../../../src/audit/verification/verification.ts';
import { createEventMacs } from '../../../src/event-store/event-macs.ts';
import type { EventStore } from '../../../src/event-store/port.ts';

/** The findings of an audit of all events. */
export async function auditFindings(eventStore: EventStore, masterKey: Buffer): Promise<readonly string[]> {
  const source = eventStoreSource({ ...eventStore, close: () => Promise.resolve() });
  const { findings } = await verify(source, { macs: createEventMacs(masterKey) });
  return findings.map((finding) => `audit: ${JSON.stringify(finding)}`);
}
