import { createHmac } from 'node:crypto';
import nacl from 'tweetnacl';
import type { SealingContext } from '../ledger/sealing-context.ts';
import type { RecordCalls } from '../read-models/records.ts';
import { asKeyRing, perVersion, type KeySource, type KeyVersion } from '../system/key-ring.ts';
import { randomBytes } from '../system/runtime.ts';
import type { UserKey, Vault } from './vault.ts';

// Seals what a webhook receiver answered to an event about a person, because the answer may repeat the event. The key derives
// from the text of the event: forgetting the person changes that text, and nothing opens the answer any more.

export type ResponseSeal = {
  /**
   * Returns the base64url of a nonce (24 bytes) and the secretbox of the text, after the ID of the master key and a dot unless it is
   * the first one.
   */
  seal(eventText: string, text: string): string;
  /** Undefined if the event has changed since, or the ciphertext was changed. */
  open(eventText: string, sealed: string): string | undefined;
};

/** Base64url contains no dot. */
const KEY_ID_LENGTH = 8;

export function createResponseSeal(source: KeySource): ResponseSeal {
  const ring = asKeyRing(source);
  const wrapping = perVersion((version) => version.secret('webhook responses v1'));
  const keyOf = (version: KeyVersion, eventText: string): Uint8Array =>
    new Uint8Array(createHmac('sha256', wrapping(version)).update(eventText).digest());
  return {
    seal(eventText, text) {
      const nonce = randomBytes(nacl.secretbox.nonceLength);
      const { current, currentName } = ring;
      const key = keyOf(current, eventText);
      const box = nacl.secretbox(new TextEncoder().encode(text), new Uint8Array(nonce), key);
      const sealed = Buffer.concat([nonce, box]).toString('base64url');
      return currentName === undefined ? sealed : `${currentName}.${sealed}`;
    },
    open(eventText, sealed) {
      const name = sealed.charAt(KEY_ID_LENGTH) === '.' ? sealed.slice(0, KEY_ID_LENGTH) : undefined;
      const version = ring.find(name);
      if (version === undefined) return undefined;
      const encoded = name === undefined ? sealed : sealed.slice(KEY_ID_LENGTH + 1);
      const bytes = new Uint8Array(Buffer.from(encoded, 'base64url'));
      const nonce = bytes.slice(0, nacl.secretbox.nonceLength);
      const box = bytes.slice(nacl.secretbox.nonceLength);
      const isWhole = nonce.length === nacl.secretbox.nonceLength;
      const text = isWhole ? nacl.secretbox.open(box, nonce, keyOf(version, eventText)) : null;
      return text === null ? undefined : Buffer.from(text).toString();
    },
  };
}

// Seals personal data that belongs to no user, such as the addresses of operators. Events are permanent, so the data of a
// month has a key that the vault deletes after the retention.

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
