/** Checks what the document store contains about books besides read models: sealed details, and snapshots. */
import type { DocumentStore } from '../../read-models/port.ts';
import { EVENT_MACS_BEGUN, authenticateRecords } from '../../read-models/authenticated-records.ts';
import { deriveMacKey } from '../../system/derived-key.ts';
import { createVault } from '../../vault/vault.ts';
import { readUnverifiedManifest, SnapshotRejected } from '../../writer/snapshots/snapshot-manifest.ts';
import { loadSnapshot } from '../../writer/snapshots/snapshot.ts';
import type { EventData } from '../../ledger/event.ts';
import type { Finding } from '../finding.ts';
import { checkSealedDetails } from './sealed-details-check.ts';

export type DocumentsCheck = {
  /** Returns false if the details were erased. Throws RuleViolation and StoreUnavailable. */
  checkSealedDetails(stream: string, opened: EventData<'payout_account.opened'>): Promise<boolean>;
  /** The finding about the snapshot of a stream, if it is not what the service saved. Throws StoreUnavailable. */
  checkSnapshot(stream: string): Promise<Finding | undefined>;
  /** Whether the service recorded that events have MACs. Throws StoreUnavailable. */
  haveMacsBegun(): Promise<boolean>;
};

export function createDocumentsCheck(documents: DocumentStore, masterKey: Uint8Array): DocumentsCheck {
  const vault = createVault(documents, masterKey);
  const snapshotKey = deriveMacKey(masterKey, 'snapshots v1');
  const records = authenticateRecords(documents, deriveMacKey(masterKey, 'records v1'));
  return {
    haveMacsBegun: async () => (await records.getRecord(...EVENT_MACS_BEGUN)) !== undefined,
    checkSealedDetails: (stream, opened) => checkSealedDetails(vault, stream, opened),
    async checkSnapshot(stream) {
      try {
        await loadSnapshot(documents, stream, snapshotKey);
        return undefined;
      } catch (error) {
        if (!(error instanceof SnapshotRejected)) throw error;
        const { revision } = (await readUnverifiedManifest(documents, stream)) ?? {};
        return {
          stream,
          revision: Number.isSafeInteger(revision) && revision !== undefined ? revision : 0,
          event_id: null,
          type: null,
          rule: 'snapshot',
          reason: error.message,
        };
      }
    },
  };
}
