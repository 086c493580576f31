/** A history in a real SQLite file that tests tamper with directly. */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { sqliteSource } from '../../src/audit/event-source.ts';
import { verify, type Verification, type VerifyOptions } from '../../src/audit/verification/verification.ts';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import { openDatabase, type Database } from '../../src/sqlite/database.ts';
import { createSqliteEventStore } from '../../src/sqlite/event-store.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type Row = {
  position: number;
  stream: number;
  revision: number;
  id: string;
  type: string;
  data: string;
  metadata: string;
};

export type AuditFile = {
  readonly folder: string;
  readonly database: Database;
  /** All events, by position. */
  rows(): Row[];
  nameOf(stream: number): string;
  put(row: Row): void;
  drop(position: number): void;
  /** Recomputes the hash chain of a stream from a revision on. */
  rechain(stream: string, from: number): void;
  audit(options?: VerifyOptions): Promise<Verification>;
  /** Changes the file, audits it, and restores it. */
  tampered(change: () => void, options?: VerifyOptions): Promise<Verification>;
  /** Audits the file with one changed row, and restores the row. */
  exchanged(row: Row, by: Partial<Row>): Promise<Verification>;
  close(): Promise<void>;
};

export async function makeAuditFile(write: (store: EventStore) => Promise<unknown>): Promise<AuditFile> {
  const { path, remove } = await temporaryFolder();
  const file = join(path, DATABASE_FILE_NAME);
  const writing = openDatabase(file);
  const store = createSqliteEventStore(writing);
  await write(store);
  await store.close();
  writing.exec('DROP TRIGGER events_never_change; DROP TRIGGER events_never_go; PRAGMA synchronous=OFF');

  const rows = (): Row[] => writing.prepare('SELECT * FROM events ORDER BY position').all() as Row[];
  const names = new Map(
    (writing.prepare('SELECT key, name FROM streams').all() as { key: number; name: string }[]).map(
      ({ key, name }) => [key, name],
    ),
  );
  const nameOf = (stream: number): string => names.get(stream) ?? '';
  const put = ({ position, stream, revision, id, type, data, metadata }: Row): void => {
    writing
      .prepare('INSERT OR REPLACE INTO events VALUES (?, ?, ?, ?, ?, ?, ?)')
      .run(position, stream, revision, id, type, data, metadata);
  };
  const restore = (kept: readonly Row[]): void => {
    writing.exec('BEGIN; DELETE FROM events');
    // Restore all rows: reading a text does not show changes after a NUL.
    for (const row of kept) put(row);
    writing.exec('COMMIT');
  };
  const audit = async (options: VerifyOptions = {}): Promise<Verification> => {
    const source = sqliteSource(file);
    try {
      return await verify(source, options);
    } finally {
      await source.close();
    }
  };

  return {
    folder: path,
    database: writing,
    rows,
    nameOf,
    put,
    drop: (position) => void writing.prepare('DELETE FROM events WHERE position = ?').run(position),
    rechain(stream, from) {
      let previous = '0'.repeat(64);
      for (const row of rows().filter((each) => nameOf(each.stream) === stream)) {
        if (row.revision >= from) {
          const rest = `${row.metadata.slice(0, row.metadata.lastIndexOf(',"hash":"'))}}`;
          const parts = [previous, stream, row.revision, row.id, row.type, row.data, rest];
          put({ ...row, metadata: `${rest.slice(0, -1)},"hash":"${hash('sha256', parts.join('\n'))}"}` });
          previous = hash('sha256', parts.join('\n'));
        } else previous = row.metadata.slice(-66, -2);
      }
    },
    audit,
    async tampered(change, options) {
      const kept = rows();
      change();
      try {
        return await audit(options);
      } finally {
        restore(kept);
      }
    },
    async exchanged(row, by) {
      put({ ...row, ...by });
      try {
        return await audit();
      } finally {
        put(row);
      }
    },
    async close() {
      writing.close();
      await remove();
    },
  };
}
