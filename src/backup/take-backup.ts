/**
 * Takes a backup from running stores. Most events are copied first, while the service continues to write. Then the newest
 * events, the records, and the documents are copied as they are at one point in time, which takes little longer than these
 * few.
 */

import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, readSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ChainCheck } from '../audit/chain/chain-check.ts';
import { RuleViolation } from '../audit/finding.ts';
import { START } from '../event-store/port.ts';
import { BREAKS } from '../read-models/history/document-history.ts';
import { openLockFile } from '../sqlite/database.ts';
import { moveFile } from '../system/atomic-file.ts';
import { hasErrorCode } from '../system/errors.ts';
import { makeFolder } from '../system/folder.ts';
import type { KeyRing } from '../system/key-ring.ts';
import { mayBeMasterKey } from '../vault/stored-key-ring.ts';
import {
  deriveBackupKeys,
  isFull,
  listBackups,
  nameOfNext,
  partKey,
  readBackup,
  writeManifest,
  type Backup,
  type BackupKeys,
  type Manifest,
  type Part,
  type PartKind,
} from './manifest.ts';
import { BackupRefused, OtherMasterKey, writePart } from './part-file.ts';
import { BACKED_UP_COLLECTIONS, BACKED_UP_RECORDS, type BackupSource } from './stores.ts';

export type BackupOptions = {
  /** The folder of backups, which is created if it does not exist. */
  readonly directory: string;
  readonly masterKey: KeyRing;
  /** The folder with the signed checkpoints of streams; undefined if there are none. */
  readonly checkpoints: string | undefined;
  /** Begins a new chain although there is one that could be continued. */
  readonly isFull: boolean;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  readonly release: string;
  readonly onProgress?: (position: bigint, head: bigint) => void;
};

const LOCK_FILE = 'backup.lock';
const PARTIAL = '.partial';

/**
 * Adds a backup to the folder, and returns it: an incremental one if the newest backup can be continued. It gets its name
 * when it is complete and on disk. Throws BackupRefused, StoreUnavailable, and system errors.
 */
export async function takeBackup(source: BackupSource, options: BackupOptions): Promise<Backup> {
  const { directory } = options;
  if (!(await mayBeMasterKey(source.documents, options.masterKey)))
    throw new BackupRefused('The master key is not the one that this data was sealed with.');
  makePrivateFolder(directory);
  const lock = openLockFile(join(directory, LOCK_FILE));
  if (lock === undefined) throw new BackupRefused(`Another backup is being taken in ${directory}.`);
  try {
    for (const name of readdirSync(directory))
      if (name.endsWith(PARTIAL)) rmSync(join(directory, name), { recursive: true });
    const keys = deriveBackupKeys(options.masterKey);
    return await new BackupWriter(source, options, keys, previousOf(options, keys)).write();
  } finally {
    lock.close();
  }
}

/** The backup to continue. None if the newest one was taken with another master key, because that of the data was replaced since. */
function previousOf({ directory, isFull }: BackupOptions, keys: BackupKeys): Backup | undefined {
  const newest = listBackups(directory).at(-1);
  if (isFull || newest === undefined) return undefined;
  try {
    return readBackup(join(directory, newest), keys);
  } catch (error) {
    if (error instanceof OtherMasterKey) return undefined;
    throw error;
  }
}

/**
 * Removes the oldest chains of backups but the newest few. A backup is removed before the one that it continues, so that what is
 * left can be restored.
 */
export function removeOldBackups(directory: string, keepFull: number): void {
  const names = listBackups(directory);
  const oldestKept = names.filter(isFull).at(-keepFull);
  for (const name of names.filter((each) => oldestKept !== undefined && each < oldestKept).reverse()) {
    const removed = join(directory, `${name}${PARTIAL}`);
    moveFile(join(directory, name), removed);
    rmSync(removed, { recursive: true });
  }
}

/** Creates a folder that only this user may read, unless it exists. */
export function makePrivateFolder(folder: string): void {
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  }
}

class BackupWriter {
  readonly #source: BackupSource;
  readonly #options: BackupOptions;
  readonly #keys: BackupKeys;
  readonly #previous: Backup | undefined;
  readonly #name: string;
  readonly #folder: string;
  readonly #chain: ChainCheck;
  readonly #parts: Part[] = [];
  readonly #after: bigint;
  /** Up to which events were copied. */
  #position: bigint;
  #events: number;

  constructor(source: BackupSource, options: BackupOptions, keys: BackupKeys, previous: Backup | undefined) {
    const { directory, nowMs } = options;
    this.#source = source;
    this.#options = options;
    this.#keys = keys;
    this.#previous = previous;
    this.#name = nameOfNext(directory, nowMs, previous === undefined);
    this.#folder = join(directory, `${this.#name}${PARTIAL}`);
    this.#after = previous === undefined ? START : BigInt(previous.manifest.position);
    this.#position = this.#after;
    this.#events = previous?.manifest.events ?? 0;
    const verified = previous && { position: this.#after, heads: previous.manifest.streams };
    this.#chain = new ChainCheck(undefined, source.keepsPositions, verified);
  }

  async write(): Promise<Backup> {
    mkdirSync(this.#folder, { mode: 0o700 });
    try {
      // Before the events, which then contain everything that these checkpoints signed.
      const checkpointFiles = await this.#writeCheckpoints();
      await this.#writeEvents('events-1');
      await this.#writeEvents('events-2');
      const breaks = await this.#source.atOneTime(async () => {
        await this.#writeEvents('events-3');
        await this.#writePart('records', 'records', this.#records());
        await this.#writePart('documents', 'documents', this.#documents());
        return (await this.#source.documents.checkpoints()).get(BREAKS) ?? 0n;
      });
      writeManifest(this.#folder, this.#manifest(checkpointFiles, breaks), this.#keys);
      const folder = join(this.#options.directory, this.#name);
      moveFile(this.#folder, folder);
      return readBackup(folder, this.#keys);
    } catch (error) {
      rmSync(this.#folder, { recursive: true, force: true });
      throw error;
    }
  }

  #manifest(checkpointFiles: Record<string, number>, breaks: bigint): Manifest {
    const { nowMs, release } = this.#options;
    const previous = this.#previous;
    const gap = this.#chain.firstGap();
    if (gap !== undefined)
      throw new BackupRefused(`The event before position ${gap.position} was removed from the file.`);
    return {
      format: 'svc-ledger-backup',
      version: 1,
      name: this.#name,
      created_at: new Date(nowMs).toISOString(),
      release,
      public_key: this.#keys.signing.publicKey.text,
      previous: previous ? { name: previous.manifest.name, manifest_sha256: previous.manifestSha256 } : null,
      keeps_positions: this.#source.keepsPositions,
      after_position: this.#after.toString(),
      position: this.#position.toString(),
      events: this.#events,
      streams: this.#chain
        .heads()
        .map(({ stream, events, hash }) => ({ stream, events, hash }))
        .sort((a, b) => (a.stream < b.stream ? -1 : 1)),
      checkpoint_files: checkpointFiles,
      document_breaks: breaks.toString(),
      parts: this.#parts,
    };
  }

  async #writePart(file: string, kind: PartKind, pages: AsyncIterable<readonly string[]>): Promise<void> {
    const key = partKey(this.#keys, { name: this.#name }, file);
    const written = await writePart(join(this.#folder, file), key, pages);
    this.#parts.push({ file, kind, ...written });
  }

  /** Copies the events that are there now and were not copied before. */
  async #writeEvents(file: string): Promise<void> {
    const head = await this.#source.events.head();
    if (head < this.#position)
      throw new BackupRefused(
        `The events end before ${this.#previous?.manifest.name ?? 'this backup'}: they went back in time. Take a full backup.`,
      );
    await this.#writePart(file, 'events', this.#eventsUpTo(head));
  }

  async *#eventsUpTo(head: bigint): AsyncGenerator<readonly string[]> {
    for await (const page of this.#source.events.pages(this.#position, head)) {
      yield page.map((event) => {
        const { position, stream, revision, id, type, data, metadata } = event;
        try {
          this.#chain.check(event);
        } catch (error) {
          if (!(error instanceof RuleViolation)) throw error;
          const next = this.#previous === undefined ? '' : ', then take a full backup';
          throw new BackupRefused(
            `The history is invalid at revision ${revision} of ${stream}: ${error.message}. Run audit verify${next}.`,
          );
        }
        this.#events += 1;
        return JSON.stringify({ position: position.toString(), stream, revision, id, type, data, metadata });
      });
      this.#position = page.at(-1)?.position ?? this.#position;
      this.#options.onProgress?.(this.#position, head);
    }
    this.#position = head;
  }

  async *#records(): AsyncGenerator<readonly string[]> {
    for (const table of BACKED_UP_RECORDS)
      yield* pagesOf(
        (after) => this.#source.documents.listRecords(table, { ...after, limit: PAGE }),
        ({ key }) => key,
        ({ key, value, expiresAt }) =>
          JSON.stringify({ table, key, value, expires_at: expiresAt?.getTime() ?? null }),
      );
  }

  async *#documents(): AsyncGenerator<readonly string[]> {
    const present = await this.#source.documents.collections();
    for (const { name: collection } of BACKED_UP_COLLECTIONS)
      if (present.has(collection))
        yield* pagesOf(
          (after) => this.#source.documents.scan(collection, { ...after, limit: PAGE }),
          ({ id }) => id,
          ({ position, ...document }) =>
            JSON.stringify({ collection, position: position.toString(), ...document }),
        );
  }

  /** Copies what was added to each file since the previous backup. Returns the lengths of the files. */
  async #writeCheckpoints(): Promise<Record<string, number>> {
    const folder = this.#options.checkpoints;
    const lengths: Record<string, number> = {};
    const before = this.#previous?.manifest.checkpoint_files ?? {};
    async function* added(): AsyncGenerator<readonly string[]> {
      for (const name of folder === undefined ? [] : filesIn(folder)) {
        const file = openSync(join(folder ?? '', name), 'r');
        try {
          const { size } = fstatSync(file);
          const known = before[name] ?? 0;
          // A shorter file is another one.
          for (let at = size < known ? 0 : known; at < size; at += CHECKPOINT_BYTES) {
            const bytes = Buffer.alloc(Math.min(CHECKPOINT_BYTES, size - at));
            const read = readSync(file, bytes, 0, bytes.length, at);
            yield [JSON.stringify({ file: name, at, base64: bytes.subarray(0, read).toString('base64') })];
          }
          lengths[name] = size;
        } finally {
          closeSync(file);
        }
      }
      await Promise.resolve();
    }
    await this.#writePart('checkpoints', 'checkpoints', added());
    return lengths;
  }
}

const PAGE = 500;
const CHECKPOINT_BYTES = 256 * 1024;

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/** Lines for everything that a store returns page by page. Each page begins after the last key of the one before. */
async function* pagesOf<Item>(
  read: (after: { after?: string }) => Promise<readonly Item[]>,
  keyOf: (item: Item) => string,
  lineOf: (item: Item) => string,
): AsyncGenerator<readonly string[]> {
  for (let after: { after?: string } = {}; ;) {
    const page = await read(after);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page.map(lineOf);
    after = { after: keyOf(last) };
  }
}
