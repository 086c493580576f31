/** `audit verify`: verifies every stream from its first event to its last. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { verifyChainInThread } from '../../../src/audit/chain/chain-thread.ts';
import { hasCheckpoints } from '../../../src/audit/checkpoints/checkpoint-files.ts';
import { openReadModels } from '../../../src/audit/compare/comparison.ts';
import { createDocumentsCheck, type DocumentsCheck } from '../../../src/audit/documents-check.ts';
import { AuditUnavailable } from '../../../src/audit/event-source.ts';
import {
  appendVerificationRecord,
  createVerificationRecord,
  verificationFile,
} from '../../../src/audit/verification/audit-status.ts';
import {
  verify,
  type Verification,
  type VerifyOptions,
} from '../../../src/audit/verification/verification.ts';
import { loadStates } from '../../../src/audit/state/state-files.ts';
import { ConfigError } from '../../../src/config/config-file.ts';
import type { Config } from '../../../src/config/config.ts';
import { createEventMacs } from '../../../src/event-store/event-macs.ts';
import { StoreUnavailable } from '../../../src/event-store/port.ts';
import { errorMessage } from '../../../src/system/errors.ts';
import type { KeyRing } from '../../../src/system/key-ring.ts';
import {
  deriveAuditSigningKey,
  parsePublicKeys,
  type PublicKey,
} from '../../../src/vault/audit-signing-key.ts';
import { findKeyRing } from '../../../src/vault/master-key.ts';
import { mayBeMasterKey } from '../../../src/vault/stored-key-ring.ts';
import { UsageError, type Outcome } from '../outcome.ts';
import {
  auditAction,
  findingsView,
  withEventSource,
  withProgressBar,
  type AuditOptions,
} from './audit-command.ts';

export function addVerify(audit: Command): void {
  audit
    .command('verify')
    .description(
      'verify every stream, recompute every balance, and report the first violation of each stream',
    )
    .option('--checkpoints <folder>', 'also compare the streams with the signed checkpoints in this folder')
    .option('--public-key <key>', 'key that signed the checkpoints: one line, PEM, or a file with either')
    .option(
      '--since <folder>',
      'continue from the signed states in this folder, and read only later events of their books',
    )
    .option('--save-states <folder>', 'save the newest signed state of each book, for a later --since')
    .option('--unrecorded', 'do not write a signed record of the result to CHECKPOINT_DIR')
    .addHelpText('after', '\nExit codes: 0 valid, 1 violations found, 2 cannot read the stores.')
    .action(
      auditAction((config, options, asJson) =>
        withEventSource(config, (source) =>
          withDocuments(config, async (documents, ring) => {
            const startedAt = Date.now();
            const checkpoints = checkpointOptions(ring, options);
            const states = await stateOptions(checkpoints, options);
            const verifyOptions = {
              ...checkpoints,
              ...states,
              ...(documents && { documents }),
              ...macsOption(ring),
              // Starting a thread takes longer than reading a short history.
              ...(states.starts === undefined &&
                (await source.head()) >= THREAD_EVENTS_MIN && {
                  chainVerifier: verifyChainInThread(config),
                }),
            };
            const found = await withProgressBar('Verifying', asJson, (onProgress) =>
              verify(source, { ...verifyOptions, onProgress }),
            );
            const recorded =
              options['unrecorded'] !== undefined ? null : record(config, ring, found, startedAt);
            return { ok: found.ok, outcome: verificationOutcome(found, recorded) };
          }),
        ),
      ),
    );
}

/** Without the master key or the document store, only events are verified. The result says so. */
async function withDocuments<T>(
  config: Config,
  work: (documents: DocumentsCheck | undefined, ring: KeyRing | undefined) => Promise<T>,
): Promise<T> {
  const masterKey = findKeyRing(config);
  if (masterKey === undefined) return work(undefined, undefined);
  const documents = await openReadModels(config).catch(warnUnavailable);
  try {
    const isMaster = await documents
      ?.ping()
      .then(() => mayBeMasterKey(documents, masterKey))
      .catch(warnUnavailable);
    if (isMaster === false)
      throw new ConfigError('the master key is not the one that this data was sealed with.');
    return await work(isMaster && documents && createDocumentsCheck(documents, masterKey), masterKey);
  } finally {
    await documents?.close();
  }
}

/** Empty without the master key. */
const macsOption = (ring: KeyRing | undefined): VerifyOptions =>
  ring === undefined ? {} : { macs: createEventMacs(ring, { believesFormer: true }) };

function warnUnavailable(error: unknown): undefined {
  if (!(error instanceof StoreUnavailable) && !(error instanceof AuditUnavailable)) throw error;
  console.error(`Warning: the document store cannot be read: ${error.message}`);
}

const THREAD_EVENTS_MIN = 20_000n;

function checkpointOptions(ring: KeyRing | undefined, options: AuditOptions): VerifyOptions {
  const folder = options['checkpoints'];
  if (folder === undefined) {
    if (options['publicKey'] === undefined) return {};
    throw new UsageError('--public-key requires --checkpoints.');
  }
  // A run without checkpoints must not look like a successful comparison.
  if (!hasCheckpoints(folder)) throw new UsageError(`There are no checkpoints in ${folder}.`);
  return { checkpoints: { folder, key: publicKeyFor(ring, options) } };
}

/** Only checkpoints authenticate a state. */
async function stateOptions(
  { checkpoints }: VerifyOptions,
  options: AuditOptions,
): Promise<Pick<VerifyOptions, 'starts' | 'saveStates'>> {
  const { since, saveStates } = options;
  if (since === undefined && saveStates === undefined) return {};
  if (checkpoints === undefined) throw new UsageError('--since and --save-states require --checkpoints.');
  return {
    ...(since !== undefined && { starts: await loadStates(since, checkpoints.key) }),
    ...(saveStates !== undefined && { saveStates }),
  };
}

/**
 * Writes a signed record to the folder that the service reads, and returns its file; null without a folder or a key. A
 * failure is only a warning, because the result is valid without a record.
 */
function record(
  config: Config,
  ring: KeyRing | undefined,
  found: Verification,
  startedAt: number,
): string | null {
  const folder = config.checkpoints?.folder;
  const key = ring && deriveAuditSigningKey(ring);
  // The default folder exists once a service has used it.
  const isDefault = folder === join(config.dataDir, 'checkpoints');
  if (folder === undefined || key === undefined || (isDefault && !existsSync(folder))) return null;
  try {
    appendVerificationRecord(
      folder,
      createVerificationRecord(found, { startedAt, finishedAt: Date.now(), config }),
      key,
    );
    return verificationFile(folder);
  } catch (error) {
    const why = errorMessage(error);
    console.error(`Warning: cannot write a record of this verification: ${why}`);
    return null;
  }
}

/** The given key, or the one of the service. */
export function publicKeyFor(ring: KeyRing | undefined, options: AuditOptions): PublicKey {
  const given = options['publicKey'];
  if (given === undefined) {
    const own = ring && deriveAuditSigningKey(ring).publicKey;
    if (own === undefined)
      throw new UsageError('Use --public-key or set MASTER_KEY to verify the signatures of checkpoints.');
    return own;
  }
  const key = parsePublicKeys(given) ?? parsePublicKeys(textIn(given));
  if (key === undefined)
    throw new UsageError('--public-key must be a public key or a file that contains one.');
  return key;
}

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** States which part of the history the checkpoints cover, because files may be missing or incomplete. */
function coverageText({ checkpoints, streams }: Verification): string {
  const newer = streams.reduce((sum, { events, checkpointed }) => sum + events - checkpointed, 0);
  const without = streams.filter(({ checkpointed }) => checkpointed === 0).map(({ stream }) => stream);
  const rest = newer === 0 ? '' : ` ${newer.toLocaleString('en')} events are newer than their checkpoints.`;
  const none = without.length === 0 ? '' : ` No checkpoint covers ${joinNames(without)}.`;
  return `${checkpoints} signed checkpoints match.${rest}${none}`;
}

const NAMES_MAX = 5;
const joinNames = (names: readonly string[]): string =>
  names.length <= NAMES_MAX
    ? names.join(', ')
    : `${names.slice(0, NAMES_MAX).join(', ')} and ${names.length - NAMES_MAX} more streams`;

/** States what was not read or compared, because the audit continued from signed states. */
function continuedText({ continued }: Verification): string {
  if (continued === null) return '';
  const { books, unverified } = continued;
  const { late_movements: late, collected_parts: parts } = unverified;
  const lateText =
    late === 0 ? '' : ` ${late} late movements name transfers from before; their amounts were not compared.`;
  const partsText =
    parts === 0 ? '' : ` ${parts} parts of books that reconciliation collected have earlier events.`;
  return ` Continued from the signed states of ${books} books; their earlier events were not read.${lateText}${partsText}`;
}

function documentsText({ documents }: Verification): string {
  if (documents === null)
    return ' Sealed details and snapshots were not checked: they need the master key and the document store.';
  const { payout_accounts: opened, erased_payout_accounts: erased } = documents;
  return ` Sealed details match the events of all payout accounts (${opened} checked, ${erased} erased); all snapshots are authentic.`;
}

function macsText({ macs }: Verification): string {
  if (macs === null) return ' MACs of events were not checked: they need the master key.';
  if (!macs.begun) return ' No event has a MAC yet: they begin with the next start of the service.';
  return ' All events are authentic.';
}

function verificationOutcome(found: Verification, recorded: string | null): Outcome {
  const { ok, events, streams, findings, checkpoints, undelivered_allocations, seconds } = found;
  const rate = seconds > 0 ? Math.round(events / seconds).toLocaleString('en') : '–';
  const read = `${events.toLocaleString('en')} events in ${seconds.toFixed(1)} s (${rate}/s)`;
  const json = { object: 'audit', ...found, recorded };
  const recordText = recorded === null ? '' : ` Recorded in ${recorded}.`;
  if (!ok)
    return {
      json,
      note: `${findings.length} streams are invalid. ${read}.${recordText}`,
      view: findingsView(findings),
    };
  const coverage = checkpoints === 0 ? '' : ` ${coverageText(found)}`;
  const moving =
    undelivered_allocations === 0
      ? ''
      : ` ${undelivered_allocations} treasury allocations have not reached their books yet.`;
  return {
    json,
    view: {
      text: `All ${streams.length} streams are valid. ${read}.${continuedText(found)}${coverage}${macsText(found)}${documentsText(found)}${moving}${recordText}`,
    },
  };
}
