/**
 * Seals the addresses that operators work from. They are personal data, and events are permanent, so the addresses of a
 * month have a key that the vault deletes after the retention.
 */
import { activityAddressContext } from '../ledger/sealing-context.ts';
import type { RecordCalls } from '../read-models/authenticated-records.ts';
import type { UserKey, Vault } from '../vault/vault.ts';

export type AddressSeal = {
  /** Throws StoreUnavailable. */
  seal(address: string, requestId: string): Promise<string>;
  /** Null once its key was deleted. Throws StoreUnavailable. */
  open(sealed: string, requestId: string): Promise<string | null>;
};

export type AddressSealOptions = {
  readonly vault: Pick<Vault, 'createKey' | 'keyFor'>;
  readonly records: RecordCalls;
  readonly clock: () => number;
};

/** More than a year, so that the next annual audit sees them. */
const RETENTION_MS = 400 * 24 * 60 * 60 * 1_000;
const MONTH_LENGTH = 'YYYY-MM'.length;

export function createAddressSeal({ vault, records, clock }: AddressSealOptions): AddressSeal {
  let current: { readonly month: string; readonly text: string } | undefined;

  /** A text that is sealed with the key of the month, by which the vault finds the key. Created by one process. */
  async function textOf(month: string, now: number): Promise<string> {
    const known = await records.getRecord('sessions', recordOf(month));
    if (known !== undefined) return known;
    const expiresAt = new Date(now + RETENTION_MS);
    const created = (await vault.createKey({ expiresAt })).seal(month, activityAddressContext(month));
    return records.putRecord('sessions', recordOf(month), created, { ifAbsent: true, expiresAt });
  }

  async function currentKey(): Promise<UserKey> {
    const now = clock();
    const month = new Date(now).toISOString().slice(0, MONTH_LENGTH);
    const text = current?.month === month ? current.text : await textOf(month, now);
    current = { month, text };
    // A vault that was restored from before may lack the key.
    return (await vault.keyFor(text)) ?? vault.createKey({ expiresAt: new Date(now + RETENTION_MS) });
  }

  return {
    async seal(address, requestId) {
      return (await currentKey()).seal(address, activityAddressContext(requestId));
    },
    async open(sealed, requestId) {
      const key = await vault.keyFor(sealed);
      return key?.open(sealed, activityAddressContext(requestId)) ?? null;
    },
  };
}

const recordOf = (month: string): string => `activity-key ${month}`;
