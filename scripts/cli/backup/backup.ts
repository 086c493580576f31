/** `backup` and `restore`: copies of everything that a service cannot build again, taken while it runs. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { verifyChainInThread } from '../../../src/audit/chain/chain-thread.ts';
import { openReadModels } from '../../../src/audit/compare/comparison.ts';
import { createDocumentsCheck } from '../../../src/audit/documents-check.ts';
import { openSource } from '../../../src/audit/event-source.ts';
import { verify, type Verification } from '../../../src/audit/verification/verification.ts';
import { copyBackups, fetchBackup, splitObjectFolder } from '../../../src/backup/copies.ts';
import {
  deriveBackupKeys,
  readChain,
  type Backup,
  type BackupKeys,
  type Manifest,
} from '../../../src/backup/manifest.ts';
import { ObjectStore, openObjectStore, parseObjectFolder } from '../../../src/backup/object-store.ts';
import { BackupRefused, OtherMasterKey } from '../../../src/backup/part-file.ts';
import {
  CHECKPOINTS_FOLDER,
  assertEmpty,
  newestOf,
  restoreBackup,
  verifyBackup,
  type Chain,
  type RestoreServers,
} from '../../../src/backup/restore-backup.ts';
import { connectDocuments, connectEventStore, openBackupSource } from '../../../src/backup/stores.ts';
import { takeBackup } from '../../../src/backup/take-backup.ts';
import type { Config } from '../../../src/config/config.ts';
import { parseMasterKeys } from '../../../src/config/master-keys.ts';
import { createEventMacs } from '../../../src/event-store/event-macs.ts';
import { makeFolder } from '../../../src/system/folder.ts';
import { KeyRing } from '../../../src/system/key-ring.ts';
import { packageVersion } from '../../../src/system/project-root.ts';
import { deriveAuditSigningKey } from '../../../src/vault/audit-signing-key.ts';
import { findKeyRing } from '../../../src/vault/master-key.ts';
import { mayBeMasterKey } from '../../../src/vault/stored-key-ring.ts';
import { auditAction, findingsView, withProgressBar } from '../audit/audit-command.ts';
import { CommandFailed, UsageError, type Outcome } from '../outcome.ts';
import { commandFromArguments, withExamples } from '../program.ts';

export function fillBackup(backup: Command): void {
  withExamples(backup, [
    'backup /mnt/backups',
    'backup /mnt/backups --full',
    'backup /mnt/backups --copy-to s3://bucket/ledger',
    'backup verify /mnt/backups',
  ]);
  backup
    .argument('[directory]', 'folder of the backups')
    .option('--full', 'begin a new chain of backups')
    .option('--copy-to <folder>', 'copy the backups of the directory to s3://BUCKET/FOLDER afterwards')
    .action(
      backupAction(([directory], options, asJson, config) => {
        if (directory === undefined) throw new UsageError('Name the folder of the backups.');
        const { full, copyTo } = options;
        return take(config, resolve(directory), { isFull: full !== undefined, copyTo, asJson });
      }),
    );
  backup
    .command('verify')
    .description('check that a backup is complete, unchanged, and signed; needs the master key')
    .argument('<backup>', 'one backup, or a folder of backups to check the newest one, or s3://BUCKET/FOLDER')
    .option('--master-key <file>', 'file with the master key, instead of MASTER_KEY or DATA_DIR/master.key')
    .action(
      backupAction(async ([folder = ''], options, asJson, config) => {
        const { ring } = masterKeyOf(config, options['masterKey']);
        return withLocalBackup(config, folder, tmpdir(), async (local) => {
          const chain = await withProgressBar('Verifying', asJson, (onProgress) =>
            verifyBackup(local, backupKeysOf(local, ring), onProgress),
          );
          const { manifest } = newestOf(chain);
          const text = `${manifest.name} is complete: ${contentsText(manifest)}, in ${chain.length} backups.`;
          return { ok: true, outcome: { json: { object: 'backup', ...summaryOf(chain) }, view: { text } } };
        });
      }),
    );
}

export function fillRestore(restore: Command): void {
  withExamples(restore, [
    'restore /mnt/backups --to ./restored --master-key /mnt/keys/master.key',
    'restore /mnt/backups/000012-20261128T120000Z-incremental --to ./restored',
    'restore /mnt/backups --to ./restored --servers',
    'restore s3://bucket/ledger --to ./restored --master-key /mnt/keys/master.key',
  ]);
  restore
    .argument(
      '<backup>',
      'one backup, or a folder of backups to restore the newest one, or s3://BUCKET/FOLDER',
    )
    .requiredOption('--to <folder>', 'the new data directory, which must not exist or be empty')
    .option('--master-key <file>', 'file with the master key, which is copied to the data directory')
    .option('--servers', 'restore into EVENTSTORE_URL and MONGODB_URL, which must be empty')
    .action(
      backupAction(([folder = ''], options, asJson, config) => {
        const to = resolve(options['to'] ?? '');
        assertEmpty(to);
        return withLocalBackup(config, folder, dirname(to), (local) =>
          restoreTo(config, local, { ...options, to }, asJson),
        );
      }),
    );
}

type Options = Readonly<Record<string, string | undefined>>;
type Result = { readonly ok: boolean; readonly outcome: Outcome };
type Work = (args: readonly string[], options: Options, asJson: boolean, config: Config) => Promise<Result>;

/** Like `auditAction`, with the arguments of the command. */
const backupAction =
  (work: Work) =>
  async (...given: unknown[]): Promise<void> => {
    const { args } = commandFromArguments(given);
    await auditAction(async (config, options, asJson) => {
      try {
        return await work(args, options, asJson, config);
      } catch (error) {
        if (error instanceof BackupRefused) throw new CommandFailed(error.message);
        throw error;
      }
    })(...given);
  };

/** Works on the backup in this folder, or on what is fetched from an `s3://` folder into a folder in `near` for the time being. */
async function withLocalBackup(
  config: Config,
  folder: string,
  near: string,
  work: (local: string) => Promise<Result>,
): Promise<Result> {
  const remote = parseObjectFolder(folder);
  if (remote === undefined) return work(resolve(folder));
  const { folder: backups, name } = splitObjectFolder(remote);
  const store = await ObjectStore.open(backups, config.objectStore);
  makeFolder(near);
  const fetched = mkdtempSync(join(near, 'backup-'));
  try {
    return await work(await fetchBackup(store, name, fetched));
  } finally {
    rmSync(fetched, { recursive: true });
  }
}

type GivenKey = { readonly ring: KeyRing; readonly text?: string };

function masterKeyOf(config: Config, file: string | undefined): GivenKey {
  if (file === undefined) {
    const ring = findKeyRing(config);
    if (ring === undefined) throw new UsageError('Set MASTER_KEY, or name its file with --master-key.');
    return { ring };
  }
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  const text = readFileSync(file, 'utf8');
  return { ring: KeyRing.of(parseMasterKeys(file, text)), text };
}

/** The keys of the master key with which a backup was taken, of those that are known. Throws BackupRefused. */
function backupKeysOf(folder: string, { configuredKeys }: KeyRing): BackupKeys {
  const all = configuredKeys.map(deriveBackupKeys);
  for (const keys of all) {
    try {
      readChain(folder, keys);
      return keys;
    } catch (error) {
      if (!(error instanceof OtherMasterKey) || keys === all.at(-1)) throw error;
    }
  }
  throw new Error('a key ring has at least one key');
}

async function take(
  config: Config,
  directory: string,
  { isFull, copyTo, asJson }: { isFull: boolean; copyTo: string | undefined; asJson: boolean },
): Promise<Result> {
  const { ring: masterKey } = masterKeyOf(config, undefined);
  // Before the backup, so that a wrong folder or a missing key is noticed.
  const copies = copyTo === undefined ? undefined : await openObjectStore(copyTo, config.objectStore);
  const source = await openBackupSource(config);
  try {
    const startedAt = performance.now();
    const backup = await withProgressBar('Backing up', asJson, (onProgress) =>
      takeBackup(source, {
        directory,
        masterKey,
        checkpoints: config.checkpoints?.folder,
        isFull,
        nowMs: Date.now(),
        release: packageVersion(),
        onProgress,
      }),
    );
    if (copies !== undefined) await copyBackups(directory, copies);
    const seconds = (performance.now() - startedAt) / 1_000;
    const { manifest } = backup;
    const mib = (bytesOf(manifest) / 1024 / 1024).toFixed(1);
    const text = `Backed up to ${backup.folder}: ${contentsText(manifest)}. ${mib} MiB in ${seconds.toFixed(1)} s.`;
    return {
      ok: true,
      outcome: { json: { object: 'backup', ...summaryOf([backup]), seconds }, view: { text } },
    };
  } finally {
    await source.close();
  }
}

const bytesOf = ({ parts }: Manifest): number => parts.reduce((sum, { bytes }) => sum + bytes, 0);

function linesOf({ parts }: Manifest, kind: string): number {
  return parts.filter((part) => part.kind === kind).reduce((sum, { lines }) => sum + lines, 0);
}

function contentsText(manifest: Manifest): string {
  const [added, records, documents] = ['events', 'records', 'documents'].map((kind) =>
    linesOf(manifest, kind).toLocaleString('en'),
  );
  const all = manifest.events.toLocaleString('en');
  const events = manifest.previous === null ? `${all} events` : `${added} of ${all} events`;
  return `${events} of ${manifest.streams.length} streams, ${records} records, and ${documents} documents`;
}

/** The newest backup of a chain. */
function summaryOf(chain: readonly [Backup, ...Backup[]]) {
  const { folder, manifest } = newestOf(chain);
  const { name, created_at, previous, position, events, streams } = manifest;
  return {
    ...{ folder, name, created_at, position, events },
    previous: previous?.name ?? null,
    streams: streams.length,
    records: linesOf(manifest, 'records'),
    documents: linesOf(manifest, 'documents'),
    bytes: bytesOf(manifest),
  };
}

async function restoreTo(config: Config, folder: string, options: Options, asJson: boolean): Promise<Result> {
  const { to = '' } = options;
  const { ring, text: masterKeyText } = masterKeyOf(config, options['masterKey']);
  const keys = backupKeysOf(folder, ring);
  const chain = await withProgressBar('Verifying', asJson, (onProgress) =>
    verifyBackup(folder, keys, onProgress),
  );
  const { manifest } = newestOf(chain);
  const urls = serversOf(config, options);
  const servers = await openServers(urls);
  let found: Verification | undefined;
  try {
    await withProgressBar('Restoring', asJson, (onProgress) =>
      restoreBackup({
        ...{ chain, keys, to, masterKeyText, servers, onProgress },
        async examine(dataDir) {
          found = await verifyRestored({ dataDir, ...urls }, ring);
          assertHeads(manifest, found);
        },
      }),
    );
  } finally {
    await servers.eventStore?.close();
    await servers.documents?.close();
  }
  if (found === undefined) throw new Error('restored data is examined before it gets its name');
  return restoredResult(chain, to, found);
}

/** The servers to restore into; none unless they are asked for. */
function serversOf(
  { eventStoreUrl, mongoUrl }: Config,
  options: Options,
): Pick<Config, 'eventStoreUrl' | 'mongoUrl'> {
  if (options['servers'] === undefined) return { eventStoreUrl: undefined, mongoUrl: undefined };
  if (eventStoreUrl === undefined && mongoUrl === undefined)
    throw new UsageError('Set EVENTSTORE_URL or MONGODB_URL to restore into servers.');
  return { eventStoreUrl, mongoUrl };
}

async function openServers({
  eventStoreUrl,
  mongoUrl,
}: Pick<Config, 'eventStoreUrl' | 'mongoUrl'>): Promise<RestoreServers> {
  return {
    ...(eventStoreUrl !== undefined && { eventStore: await connectEventStore(eventStoreUrl) }),
    ...(mongoUrl !== undefined && { documents: await connectDocuments(mongoUrl) }),
  };
}

/** Does what `audit verify` does. */
async function verifyRestored(
  stores: Pick<Config, 'dataDir' | 'eventStoreUrl' | 'mongoUrl'>,
  ring: KeyRing,
): Promise<Verification> {
  const source = await openSource(stores);
  const documents = await openReadModels(stores);
  try {
    // Loads the former keys, which the vault has.
    if (!(await mayBeMasterKey(documents, ring)))
      throw new BackupRefused('The master key is not the one that the restored data was sealed with.');
    return await verify(source, {
      documents: createDocumentsCheck(documents, ring),
      macs: createEventMacs(ring),
      chainVerifier: verifyChainInThread(stores),
      checkpoints: {
        folder: join(stores.dataDir, CHECKPOINTS_FOLDER),
        key: deriveAuditSigningKey(ring).publicKey,
      },
    });
  } finally {
    await documents.close();
    await source.close();
  }
}

/** Throws BackupRefused unless the restored streams end where the manifest says. */
function assertHeads({ name, streams, events }: Manifest, found: Verification): void {
  const invalid = new Set(found.findings.map(({ stream }) => stream));
  const restored = new Map(found.streams.map((each) => [each.stream, each]));
  for (const { stream, events: length, hash } of streams) {
    const head = restored.get(stream);
    if (invalid.has(stream) && head === undefined) continue;
    if (head?.events !== length || head.hash !== hash)
      throw new BackupRefused(`The restored ${stream} does not end as the manifest of ${name} says.`);
  }
  if (found.events !== events)
    throw new BackupRefused(`${found.events} events were restored, and ${name} has ${events}.`);
}

function restoredResult(chain: Chain, to: string, found: Verification): Result {
  const { manifest } = newestOf(chain);
  const { ok, findings } = found;
  const json = { object: 'restore', ok, to, backup: summaryOf(chain), findings };
  const what = `Restored ${manifest.name} to ${to}: ${contentsText({ ...manifest, previous: null })}, as of ${manifest.created_at}.`;
  if (!ok)
    return { ok, outcome: { json, note: `${what} The history is invalid:`, view: findingsView(findings) } };
  const checkpoints = `${found.checkpoints.toLocaleString('en')} signed checkpoints match.`;
  const verdict = `All ${manifest.streams.length} streams end as the manifest says and are valid. ${checkpoints} All events are authentic.`;
  return { ok, outcome: { json, view: { text: `${what}\n${verdict}` } } };
}
