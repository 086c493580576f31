/** Records with a type: JSON values of one kind in a record table. */

import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import { currentTime } from '../system/runtime.ts';
import { asMacKeys, type MacKeys } from '../system/key-ring.ts';
import type { DocumentStore, RecordTable } from './port.ts';

type Records<Value> = {
  /** Undefined for a record that is missing or expired. */
  get(key: string): Promise<Value | undefined>;
  /** Durable when it resolves. */
  put(key: string, value: Value, options?: { expiresAt?: Date }): Promise<void>;
  delete(key: string): Promise<void>;
};

/** Declares the type of the records that one module keeps in a table. Only that module may write these keys. */
export function typedRecords<Value>(
  documents: Pick<DocumentStore, 'getRecord' | 'putRecord' | 'deleteRecord'>,
  table: RecordTable,
): Records<Value> {
  return {
    async get(key) {
      const text = await documents.getRecord(table, key);
      // Only `put` writes these records.
      return text === undefined ? undefined : (JSON.parse(text) as Value);
    },
    async put(key, value, options) {
      await documents.putRecord(table, key, JSON.stringify(value), options);
    },
    delete: (key) => documents.deleteRecord(table, key),
  };
}

// Records with a message authentication code (MAC). Anyone who can only write to the document store cannot create or
// change such a record: a record without a valid MAC counts as missing. Deleting a record, or restoring an earlier value before
// it expires, remains possible.

/** The record that exists once events have MACs. */
export const EVENT_MACS_BEGUN = ['event_macs', 'begun'] as const;

/** The calls of the document store for records. */
export type RecordCalls = Pick<DocumentStore, 'getRecord' | 'putRecord' | 'deleteRecord'>;

/**
 * Each value is stored as `<MAC in base64url>.<expiry in milliseconds since 1970, or nothing>.<value>`, after the ID of the master key
 * and a colon unless it is the first one.
 */
const STORED = /^(?:([0-9a-f]{8}):)?([\w-]{43})\.(\d*)\.(.*)$/s;

type OpenedRecord = { readonly expiry: string; readonly value: string };

const recordMac = (
  key: KeyObject,
  table: RecordTable,
  name: string,
  { expiry, value }: OpenedRecord,
): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([table, name, expiry, value]))
    .digest();

function sealRecord(keys: MacKeys, table: RecordTable, name: string, record: OpenedRecord): string {
  const { name: version, key } = keys.current();
  const mac = recordMac(key, table, name, record).toString('base64url');
  return `${version === undefined ? '' : `${version}:`}${mac}.${record.expiry}.${record.value}`;
}

/** Undefined for a record without a valid MAC. */
function openRecord(
  keys: MacKeys,
  table: RecordTable,
  name: string,
  stored: string | undefined,
): OpenedRecord | undefined {
  const [, version, mac, expiry = '', value = ''] = STORED.exec(stored ?? '') ?? [];
  const key = mac === undefined ? undefined : keys.find(version);
  if (mac === undefined || key === undefined) return undefined;
  // 43 characters of base64url are 32 bytes.
  const isValid = timingSafeEqual(
    Buffer.from(mac, 'base64url'),
    recordMac(key, table, name, { expiry, value }),
  );
  return isValid ? { expiry, value } : undefined;
}

/** The record with a MAC of the current key. Undefined unless another key authenticates it. */
export function reauthenticatedRecord(
  keys: MacKeys,
  table: RecordTable,
  name: string,
  stored: string,
): string | undefined {
  const isCurrent = STORED.exec(stored)?.[1] === keys.current().name;
  const record = isCurrent ? undefined : openRecord(keys, table, name, stored);
  return record && sealRecord(keys, table, name, record);
}

/** `clock` returns milliseconds since 1970. */
export function authenticateRecords(
  documents: RecordCalls,
  keys: KeyObject | MacKeys,
  clock: () => number = currentTime,
): RecordCalls {
  const macKeys = asMacKeys(keys);

  /** The value, unless the record expired or has no valid MAC. */
  function open(table: RecordTable, name: string, stored: string | undefined): string | undefined {
    const opened = openRecord(macKeys, table, name, stored);
    return opened === undefined || (opened.expiry !== '' && clock() >= Number(opened.expiry))
      ? undefined
      : opened.value;
  }

  return {
    async putRecord(table, name, value, options = {}) {
      const expiry = options.expiresAt === undefined ? '' : String(options.expiresAt.getTime());
      const text = sealRecord(macKeys, table, name, { expiry, value });
      const stored = await documents.putRecord(table, name, text, options);
      if (stored === text) return value;
      const existing = open(table, name, stored);
      if (existing !== undefined) return existing;
      // The existing record is not one of the service.
      await documents.putRecord(table, name, text, { ...options, ifAbsent: false });
      return value;
    },
    getRecord: async (table, name) => open(table, name, await documents.getRecord(table, name)),
    deleteRecord: (table, name) => documents.deleteRecord(table, name),
  };
}
