import { StoreUnavailable, type StoredEvent } from '../event-store/port.ts';
import type { EventData } from '../ledger/event.ts';
import { FOLD_VERSION } from '../ledger/book.ts';
import { sealingKeyId } from '../ledger/user.ts';
import type { PayoutDestination } from '../rails/port.ts';
import type { DocumentStore } from '../read-models/port.ts';
import { EVENT_MACS_BEGUN, authenticateRecords } from '../read-models/records.ts';
import { macKeysOf, type KeySource } from '../system/key-ring.ts';
import { openPayoutSecrets } from '../vault/payout-secrets.ts';
import { createVault, isBoundText, type Vault } from '../vault/vault.ts';
import { SnapshotRejected, findManifest, readUnverifiedManifest } from '../writer/snapshot-manifest.ts';
import { loadSnapshot } from '../writer/snapshot.ts';
import { RuleViolation, requireRule, toFinding, type Finding } from './finding.ts';
import type { CheckedDocuments } from './verification/verification.ts';

// Checks the sealed details of payout accounts: they open, they were sealed for their own account, and they agree with what
// the event shows of them. The message never contains a detail.

type Opened = EventData<'payout_account.opened'>;

/** Returns false if the details were erased. Throws RuleViolation and StoreUnavailable. */
async function checkSealedDetails(
  vault: Pick<Vault, 'keyFor'>,
  stream: string,
  opened: Opened,
): Promise<boolean> {
  const { payout_account_id: id, user_id, sealed, sealed_details } = opened;
  requireRule(
    sealingKeyId(sealed) === sealingKeyId(sealed_details),
    'sealed_details',
    `the details of payout account ${id} are sealed with the key of another person than the name`,
  );
  // Opening may fail for the text or for the store; only the first is a finding.
  const key = await vault.keyFor(sealed).catch((error: unknown) => {
    if (error instanceof StoreUnavailable) throw error;
    throw new RuleViolation('sealed_details', `the stored key of payout account ${id} was changed`);
  });
  if (key === undefined) return false;
  const secrets = await openPayoutSecrets({ keyFor: () => Promise.resolve(key) }, stream, {
    account: { id, user_id },
    sealed,
    sealed_details,
  }).catch(() => {
    throw new RuleViolation(
      'sealed_details',
      `the details of payout account ${id} belong elsewhere or were changed`,
    );
  });
  if (!isBoundText(sealed_details))
    requireRule(
      secrets === undefined || agrees(secrets.destination, opened),
      'sealed_details',
      `the sealed details of payout account ${id} are not those that its event shows in part`,
    );
  return true;
}

/** Releases differ in how much they mask, so only the visible ends are compared. */
function agrees(destination: PayoutDestination | null, { bank, emailpay }: Opened): boolean {
  if (destination?.type === 'bank' && bank !== undefined)
    return (
      destination.account_number.endsWith(bank.account_number_last4) &&
      destination.routing_code === bank.routing_code &&
      destination.swift_bic === bank.swift_bic
    );
  if (destination?.type === 'emailpay' && emailpay !== undefined) {
    const { email_masked: email, phone_number_last4: phone } = emailpay;
    return (
      (destination.email ?? '').endsWith(afterMask(email)) && (destination.phone ?? '').endsWith(phone ?? '')
    );
  }
  return bank === undefined && emailpay === undefined;
}

const afterMask = (masked: string | null): string => masked?.slice(masked.lastIndexOf('*') + 1) ?? '';

// Checks what the document store contains about books besides read models: sealed details, and snapshots.

export type DocumentsCheck = {
  /** Returns false if the details were erased. Throws RuleViolation and StoreUnavailable. */
  checkSealedDetails(stream: string, opened: EventData<'payout_account.opened'>): Promise<boolean>;
  /** The finding about the snapshot of a stream, if it is not what the service saved. Throws StoreUnavailable. */
  checkSnapshot(stream: string): Promise<Finding | undefined>;
  /** Whether the service recorded that events have MACs. Throws StoreUnavailable. */
  haveMacsBegun(): Promise<boolean>;
};

export function createDocumentsCheck(documents: DocumentStore, masterKey: KeySource): DocumentsCheck {
  const vault = createVault(documents, masterKey);
  const snapshotKey = macKeysOf(masterKey, 'snapshots v1');
  const records = authenticateRecords(documents, macKeysOf(masterKey, 'records v1'));
  return {
    haveMacsBegun: async () => (await records.getRecord(...EVENT_MACS_BEGUN)) !== undefined,
    checkSealedDetails: (stream, opened) => checkSealedDetails(vault, stream, opened),
    async checkSnapshot(stream) {
      const manifest = (await findManifest(documents, stream))?.text;
      try {
        if ((await loadSnapshot(documents, stream, snapshotKey)) === undefined)
          await assertNotLoadable(documents, stream, manifest);
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

/**
 * The service ignores a snapshot of another fold version or without a MAC. One that looks like neither was changed. Throws
 * SnapshotRejected.
 */
async function assertNotLoadable(
  documents: DocumentStore,
  stream: string,
  before: string | undefined,
): Promise<void> {
  // A running service may replace the snapshot at any time, and then deletes the chunks of the former one.
  const text = (await findManifest(documents, stream))?.text;
  if (text === undefined || text !== before) return;
  const { fold_version, revision, pieces, mac } = (await readUnverifiedManifest(documents, stream)) ?? {};
  if (![fold_version, revision, pieces].every(Number.isSafeInteger))
    throw new SnapshotRejected(stream, 'its manifest cannot be read');
  if (fold_version === FOLD_VERSION && mac !== undefined)
    throw new SnapshotRejected(stream, 'a chunk is missing');
}

// Collects the payout accounts of a page of events, whose sealed details are then checked together.

type OpenedEvent = { readonly event: StoredEvent; readonly data: EventData<'payout_account.opened'> };

type SealedDetailsQueue = {
  /** Adds an event with valid data. Ignores events of other types. */
  add(event: StoredEvent, data: unknown): void;
  /** Checks what was added since the last call. Throws StoreUnavailable. */
  check(): Promise<readonly Finding[]>;
  checked(): CheckedDocuments;
};

/** Without a check, nothing is collected. */
export function createSealedDetailsQueue(documents: DocumentsCheck | undefined): SealedDetailsQueue {
  let waiting: OpenedEvent[] = [];
  let [payout_accounts, erased_payout_accounts] = [0, 0];

  async function findingOf(
    check: DocumentsCheck,
    { event, data }: OpenedEvent,
  ): Promise<Finding | undefined> {
    try {
      if (await check.checkSealedDetails(event.stream, data)) payout_accounts += 1;
      else erased_payout_accounts += 1;
      return undefined;
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      return toFinding(event, error);
    }
  }

  return {
    add(event, data) {
      if (documents === undefined || event.type !== 'payout_account.opened') return;
      // The caller has validated the data.
      waiting.push({ event, data: data as OpenedEvent['data'] });
    },
    async check() {
      const [opened, check] = [waiting, documents];
      waiting = [];
      if (check === undefined) return [];
      const found = await Promise.all(opened.map((each) => findingOf(check, each)));
      return found.filter((finding) => finding !== undefined);
    },
    checked: () => ({ payout_accounts, erased_payout_accounts }),
  };
}
