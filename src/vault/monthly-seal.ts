/**
 * Seals personal data that belongs to no user, such as the addresses of operators. Events are permanent, so the data of a
 * month has a key that the vault deletes after the retention.
 */
import type { SealingContext } from '../ledger/sealing-context.ts';
import type { RecordCalls } from '../read-models/records.ts';
import type { UserKey, Vault } from './vault.ts';

export type MonthlySeal = {
  /** The key of the current month. Throws StoreUnavailable. */
  currentKey(): Promise<UserKey>;
  /** Null once its key was deleted. Throws StoreUnavailable. */
  open(sealed: string, context: SealingContext): Promise<string | null>;
};

export type MonthlySealOptions = {
  readonly vault: Pick<Vault, 'createKey' | 'keyFor'>;
  readonly records: RecordCalls;
  readonly clock: () => number;
  /** The name of the key's record, to which the month is added. */
  readonly recordName: string;
  readonly contextOf: (month: string) => SealingContext;
};

/** More than a year, so that the next annual audit sees the data. */
const RETENTION_MS = 400 * 24 * 60 * 60 * 1_000;
const MONTH_LENGTH = 'YYYY-MM'.length;

export function createMonthlySeal({
  vault,
  records,
  clock,
  recordName,
  contextOf,
}: MonthlySealOptions): MonthlySeal {
  let current: { readonly month: string; readonly text: string } | undefined;

  /** A text that is sealed with the key of the month, by which the vault finds the key. Created by one process. */
  async function textOf(month: string, now: number): Promise<string> {
    const record = `${recordName} ${month}`;
    const known = await records.getRecord('sessions', record);
    if (known !== undefined) return known;
    const expiresAt = new Date(now + RETENTION_MS);
    const created = (await vault.createKey({ expiresAt })).seal(month, contextOf(month));
    return records.putRecord('sessions', record, created, { ifAbsent: true, expiresAt });
  }

  return {
    async currentKey() {
      const now = clock();
      const month = new Date(now).toISOString().slice(0, MONTH_LENGTH);
      const text = current?.month === month ? current.text : await textOf(month, now);
      current = { month, text };
      // A vault that was restored from before may lack the key.
      return (await vault.keyFor(text)) ?? vault.createKey({ expiresAt: new Date(now + RETENTION_MS) });
    },
    async open(sealed, context) {
      const key = await vault.keyFor(sealed);
      return key?.open(sealed, context) ?? null;
    },
  };
}
