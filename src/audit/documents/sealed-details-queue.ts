/** Collects the payout accounts of a page of events, whose sealed details are then checked together. */
import { StoreUnavailable } from '../../event-store/port.ts';
import type { StoredEvent } from '../../event-store/port.ts';
import type { EventData } from '../../ledger/event.ts';
import { toFinding } from '../finding.ts';
import type { Finding } from '../finding.ts';
import type { CheckedDocuments } from '../verification/verification.ts';
import type { DocumentsCheck } from './documents-check.ts';

type Opened = { readonly event: StoredEvent; readonly data: EventData<'payout_account.opened'> };

export type SealedDetailsQueue = {
  /** Adds an event with valid data. Ignores events of other types. */
  add(event: StoredEvent, data: unknown): void;
  /** Checks what was added since the last call. Throws StoreUnavailable. */
  check(): Promise<readonly Finding[]>;
  checked(): CheckedDocuments;
};

/** Without a check, nothing is collected. */
export function createSealedDetailsQueue(documents: DocumentsCheck | undefined): SealedDetailsQueue {
  let waiting: Opened[] = [];
  let [payout_accounts, erased_payout_accounts] = [0, 0];

  async function findingOf(check: DocumentsCheck, { event, data }: Opened): Promise<Finding | undefined> {
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
      waiting.push({ event, data: data as Opened['data'] });
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
