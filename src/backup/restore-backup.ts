/**
 * Restores a chain of backups into a new data directory or into empty servers, and compares the result with what the newest
 * manifest says. Nothing is written before all backups are found to be complete, unchanged, and of one chain.
 */

import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  rmdirSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DATABASE_FILE_NAME } from '../config/config.ts';
import {
  APPEND_BYTES_MAX,
  APPEND_EVENTS_MAX,
  START,
  eventBytes,
  type EventStore,
  type NewEvent,
} from '../event-store/port.ts';
import { BREAKS } from '../read-models/history/document-history.ts';
import type { DocumentStore, DocumentWrite, RecordTable } from '../read-models/port.ts';
import { openDatabase } from '../sqlite/database.ts';
import { createSqliteDocuments } from '../sqlite/documents.ts';
import { createSqliteEventStore } from '../sqlite/event-store.ts';
import { moveFile, writeNewFile } from '../system/atomic-file.ts';
import { makeFolder } from '../system/folder.ts';
import { partKey, readChain, type Backup, type BackupKeys, type Part, type PartKind } from './manifest.ts';
import { BackupRefused, digestOf, readPart } from './part-file.ts';
import { BACKED_UP_COLLECTIONS } from './stores.ts';

export type Chain = readonly [Backup, ...Backup[]];

/** The newest backup of a chain, which ends with it. */
export const newestOf = (chain: Chain): Backup => chain.at(-1) ?? chain[0];

/**
 * Reads the chain of a backup, or of the newest one in a folder, and compares every file with its manifest. Throws
 * BackupRefused.
 */
export async function verifyBackup(
  folder: string,
  keys: BackupKeys,
  onProgress: (done: bigint, all: bigint) => void = () => undefined,
): Promise<Chain> {
  const chain = readChain(folder, keys);
  const all = chain.flatMap(({ manifest }) => manifest.parts).reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (const { folder: of, manifest } of chain)
    for (const { file, bytes, sha256 } of manifest.parts) {
      if (!existsSync(join(of, file))) throw new BackupRefused(`${manifest.name} lacks the file ${file}.`);
      const found = await digestOf(join(of, file));
      if (found.bytes !== bytes)
        throw new BackupRefused(
          `${file} of ${manifest.name} has ${found.bytes} bytes, and the manifest says ${bytes}.`,
        );
      if (found.sha256 !== sha256)
        throw new BackupRefused(`${file} of ${manifest.name} is not the file that the manifest describes.`);
      done += bytes;
      onProgress(BigInt(done), BigInt(all));
    }
  return chain;
}

/** Empty stores, which the caller closes. */
export type RestoreServers = { readonly eventStore?: EventStore; readonly documents?: DocumentStore };

type RestoreOptions = {
  readonly chain: Chain;
  readonly keys: BackupKeys;
  /** The data directory, which must not exist or be empty. */
  readonly to: string;
  /** The text of `master.key`, if the data directory is to contain the key. */
  readonly masterKeyText?: string | undefined;
  readonly onProgress?: (position: bigint, head: bigint) => void;
  /** The servers that take the events or the documents, instead of the file in the data directory. */
  readonly servers?: RestoreServers;
  /** Examines the restored data before it gets its name. */
  readonly examine: (dataDir: string) => Promise<void>;
};

/** The folder in a data directory for checkpoints, unless CHECKPOINT_DIR names another one. */
export const CHECKPOINTS_FOLDER = 'checkpoints';

/** Throws BackupRefused if something is in the folder. */
export function assertEmpty(to: string): void {
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new BackupRefused(`${to} is not empty. Restore to a new folder.`);
}

/** Throws BackupRefused if a store has an event or a record of a service, and StoreUnavailable. */
async function assertServersEmpty(
  { eventStore, documents }: RestoreServers,
  { manifest }: Backup,
): Promise<void> {
  for (const { stream } of eventStore === undefined ? [] : manifest.streams)
    if ((await eventStore?.readLast(stream)) !== undefined)
      throw new BackupRefused(`The event store is not empty: it has events of ${stream}.`);
  if (eventStore !== undefined && (await eventStore.head()) !== START)
    throw new BackupRefused('The event store is not empty: it has events of a service.');
  if (documents === undefined) return;
  const isEmpty =
    (await documents.checkpoints()).size === 0 &&
    (await documents.listRecords('vault', { limit: 1 })).length === 0;
  if (!isEmpty) throw new BackupRefused('The documents database is not empty.');
}

/**
 * Writes the data directory, which gets its name when everything is on disk. Throws what `examine` throws. Servers keep what was
 * written until then.
 */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { to, masterKeyText, examine } = options;
  assertEmpty(to);
  await assertServersEmpty(options.servers ?? {}, newestOf(options.chain));
  makeFolder(dirname(to));
  const folder = join(dirname(to), `${basename(to)}.restoring`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  try {
    await writeStores(folder, options);
    await writeCheckpoints(join(folder, CHECKPOINTS_FOLDER), options);
    if (masterKeyText !== undefined) writeNewFile(join(folder, 'master.key'), masterKeyText);
    await examine(folder);
    // Fails if something has been put there in the meantime.
    if (existsSync(to)) rmdirSync(to);
    moveFile(folder, to);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

async function writeStores(folder: string, options: RestoreOptions): Promise<void> {
  const { eventStore, documents } = options.servers ?? {};
  if (eventStore !== undefined) await restoreEvents(eventStore, options, false);
  if (documents !== undefined) await restoreDocuments(documents, options);
  if (eventStore === undefined || documents === undefined) await writeFileStores(folder, options);
}

/** Writes what no server takes. */
async function writeFileStores(folder: string, options: RestoreOptions): Promise<void> {
  const { servers = {} } = options;
  const file = join(folder, DATABASE_FILE_NAME);
  const database = openDatabase(file, { isBulkLoad: true });
  const eventStore = createSqliteEventStore(database);
  const documents = createSqliteDocuments(database);
  try {
    if (servers.eventStore === undefined) await restoreEvents(eventStore, options, true);
    if (servers.documents === undefined) await restoreDocuments(documents, options);
    // The file alone is flushed below, so it must contain everything.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    await eventStore.close();
    await documents.close();
  }
  flush(file);
}

function flush(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The lines of the parts of a kind, as JSON. */
async function* contentsOf<Line>(
  { folder, manifest }: Backup,
  kind: PartKind,
  keys: BackupKeys,
): AsyncGenerator<readonly Line[]> {
  const isKind = (part: Part): boolean => part.kind === kind;
  for (const { file } of manifest.parts.filter(isKind))
    for await (const page of readPart(join(folder, file), partKey(keys, manifest, file)))
      // The manifest, which is signed, says that this file is one that a backup has written.
      yield page.map((line) => JSON.parse(line) as Line);
}

type EventLine = NewEvent & { readonly position: string; readonly stream: string; readonly revision: number };

/** Appends the events in the order of their positions, and compares each position if it is a file that can have the same ones. */
async function restoreEvents(
  eventStore: EventStore,
  { chain, keys, onProgress }: RestoreOptions,
  isFile: boolean,
): Promise<void> {
  const head = BigInt(newestOf(chain).manifest.position);
  for (const backup of chain) {
    const { name, keeps_positions } = backup.manifest;
    for await (const page of contentsOf<EventLine>(backup, 'events', keys)) {
      const append = async ([first, ...rest]: Run): Promise<void> => {
        const { stream, revision } = first;
        const last = rest.at(-1) ?? first;
        const events = [first, ...rest].map(({ id, type, data, metadata }) => ({ id, type, data, metadata }));
        const result = await eventStore.append(stream, events, revision - 1);
        if (!result.ok)
          throw new BackupRefused(`${name} lacks events of ${stream} before revision ${revision}.`);
        if (isFile && keeps_positions && result.position !== BigInt(last.position))
          throw new BackupRefused(`${name} lacks events before position ${last.position}.`);
      };
      // The file writes queued appends in their order, many at once. A server may write those of different streams in another.
      if (isFile) await Promise.all(runsOf(page).map(append));
      else for (const run of runsOf(page)) await append(run);
      const last = page.at(-1);
      if (last !== undefined) onProgress?.(BigInt(last.position), head);
    }
  }
}

type Run = readonly [EventLine, ...EventLine[]];

/** Consecutive events of one stream, split so that each part fits into one append. */
function runsOf(page: readonly EventLine[]): readonly Run[] {
  const runs: [EventLine, ...EventLine[]][] = [];
  let bytes = 0;
  for (const event of page) {
    const run = runs.at(-1);
    const size = eventBytes([event]);
    if (
      run?.[0].stream === event.stream &&
      run.length < APPEND_EVENTS_MAX &&
      bytes + size <= APPEND_BYTES_MAX
    ) {
      run.push(event);
      bytes += size;
    } else {
      runs.push([event]);
      bytes = size;
    }
  }
  return runs;
}

type RecordLine = {
  readonly table: RecordTable;
  readonly key: string;
  readonly value: string;
  readonly expires_at: number | null;
};

type DocumentLine = {
  readonly collection: string;
  readonly position: string;
  readonly id: string;
  readonly scope: string;
  readonly terms: readonly string[];
  readonly body: string;
};

/** The records and documents of the newest backup, which contains all of them. */
async function restoreDocuments(documents: DocumentStore, { chain, keys }: RestoreOptions): Promise<void> {
  const newest = newestOf(chain);
  for await (const page of contentsOf<RecordLine>(newest, 'records', keys))
    for (const { table, key, value, expires_at } of page)
      await documents.putRecord(
        table,
        key,
        value,
        expires_at === null ? {} : { expiresAt: new Date(expires_at) },
      );
  await documents.ensure(BACKED_UP_COLLECTIONS);
  for await (const page of contentsOf<DocumentLine>(newest, 'documents', keys)) {
    const writes = page.map(({ collection, position, ...document }): DocumentWrite => {
      const { id } = document;
      return { collection, id, document, position: BigInt(position) };
    });
    await documents.write(writes, NO_CHECKPOINTS);
  }
  const breaks = BigInt(newest.manifest.document_breaks);
  if (breaks > 0n) await documents.write([], new Map([[BREAKS, breaks]]));
}

const NO_CHECKPOINTS: ReadonlyMap<string, bigint> = new Map();

type CheckpointLine = { readonly file: string; readonly at: number; readonly base64: string };

/** Puts the files together from what each backup added. */
async function writeCheckpoints(folder: string, { chain, keys }: RestoreOptions): Promise<void> {
  mkdirSync(folder, { mode: 0o700 });
  for (const backup of chain)
    for await (const page of contentsOf<CheckpointLine>(backup, 'checkpoints', keys))
      for (const { file, at, base64 } of page) {
        const descriptor = openSync(join(folder, basename(file)), at === 0 ? 'w' : 'r+', 0o600);
        try {
          writeSync(descriptor, Buffer.from(base64, 'base64'), undefined, undefined, at);
          fsyncSync(descriptor);
        } finally {
          closeSync(descriptor);
        }
      }
}
