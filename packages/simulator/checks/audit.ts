/** The audit of all events, as operators run it. */
import { eventStoreSource } from '../../../src/audit/event-source.ts';
import { verify } from '../../../src/audit/verification/verification.ts';
import { createEventMacs } from '../../../src/event-store/event-macs.ts';
import type { EventStore } from '../../../src/event-store/port.ts';
import { deriveAuditSigningKey } from '../../../src/vault/audit-signing-key.ts';

/** The findings of an audit of all events, and of the checkpoints in the folder. */
export async function auditFindings(
  eventStore: EventStore,
  masterKey: Buffer,
  folder: string | undefined,
): Promise<readonly string[]> {
  const source = eventStoreSource({ ...eventStore, close: () => Promise.resolve() });
  const { publicKey: key } = deriveAuditSigningKey(masterKey);
  const { findings } = await verify(source, {
    macs: createEventMacs(masterKey),
    ...(folder !== undefined && { checkpoints: { folder, key } }),
  });
  return findings.map((finding) => `audit: ${JSON.stringify(finding)}`);
}
