/** Records with a type: JSON values of one kind in a record table. */
import type { DocumentStore, RecordTable } from './port.ts';

export type Records<Value> = {
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
