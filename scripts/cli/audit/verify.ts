/** `audit verify`: every stream, from its first event to its last. */
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { errorMessage } from '../../../src/system/errors.ts';
import { verifyChainInThread } from '../../../src/audit/chain/chain-thread.ts';
import { hasCheckpoints } from '../../../src/audit/checkpoints/checkpoint-files.ts';
import { findSigningKey } from '../../../src/audit/checkpoints/signing-key-lookup.ts';
import { parsePublicKey } from '../../../src/vault/audit-signing-key.ts';
import type { PublicKey } from '../../../src/vault/audit-signing-key.ts';
import {
  appendVerificationRecord,
  verificationFile,
  createVerificationRecord,
} from '../../../src/audit/verification/verification-record.ts';
import { verify } from '../../../src/audit/verification/verification.ts';
import type { Verification, VerifyOptions } from '../../../src/audit/verification/verification.ts';
import type { Config } from '../../../src/config/config.ts';
import { auditAction, withEventSource } from './audit-command.ts';
import type { AuditOptions } from './audit-command.ts';
import { createProgressBar } from './progress-bar.ts';
import { UsageError } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';

export function addVerify(audit: Command): void {
  audit
    .command('verify')
    .description('read every stream, rebuild every balance, and name the first wrong event of each stream')
    .option('--checkpoints <folder>', 'hold the streams against the signed checkpoints in it')
    .option('--public-key <key>', 'that signed them: one line, a PEM text, or a file with either')
    .option('--unrecorded', 'leave no signed record of what was found in CHECKPOINT_DIR')
    .addHelpText('after', '\nExit codes: 0 all is right, 1 something is wrong, 2 it could not be read.')
    .action(
      auditAction((config, options, asJson) =>
        withEventSource(config, async (source) => {
          const startedAt = Date.now();
          const progress = createProgressBar('Verifying', asJson);
          try {
            const found = await verify(source, {
              ...witnesses(config, options),
              // A thread takes a moment to start, and is worth it for much to read only.
              ...((await source.head()) > THREAD_FROM && { chainVerifier: verifyChainInThread(config) }),
              onProgress: (position, head) => progress.at(position, head),
            });
            progress.stop();
            const recorded = options['unrecorded'] !== undefined ? null : record(config, found, startedAt);
            return { ok: found.ok, outcome: verified(found, recorded) };
          } finally {
            progress.stop();
          }
        }),
      ),
    );
}

const THREAD_FROM = 20_000n;

function witnesses(config: Config, options: AuditOptions): VerifyOptions {
  const folder = options['checkpoints'];
  if (folder === undefined) {
    if (options['publicKey'] === undefined) return {};
    throw new UsageError('--public-key is for checkpoints: say where they are, with --checkpoints.');
  }
  // Nothing to hold the streams against must not look like agreement.
  if (!hasCheckpoints(folder)) throw new UsageError(`There are no checkpoints in ${folder}.`);
  return { checkpoints: { folder, key: publicKeyFor(config, options) } };
}

/**
 * Leaves a signed record where the service shows it, and gives its file; null where there is no folder or no key for it.
 * What was found counts without a record, so it is only said that none could be written.
 */
function record(config: Config, found: Verification, startedAt: number): string | null {
  const folder = config.checkpoints?.folder;
  const key = findSigningKey(config);
  if (folder === undefined || key === undefined) return null;
  try {
    appendVerificationRecord(
      folder,
      createVerificationRecord(found, { startedAt, finishedAt: Date.now(), config }),
      key,
    );
    return verificationFile(folder);
  } catch (error) {
    const why = errorMessage(error);
    console.error(`No record of this could be written: ${why}`);
    return null;
  }
}

function publicKeyFor(config: Config, options: AuditOptions): PublicKey {
  const given = options['publicKey'];
  if (given === undefined) {
    const own = findSigningKey(config)?.publicKey;
    if (own === undefined)
      throw new UsageError('Say who signed the checkpoints: --public-key, or MASTER_KEY.');
    return own;
  }
  const key = parsePublicKey(given) ?? parsePublicKey(textIn(given));
  if (key === undefined) throw new UsageError('--public-key is neither a key nor a file with one.');
  return key;
}

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** How much of the history the checkpoints vouch for: files of them may be missing, or end early. */
function heldText({ checkpoints, streams }: Verification): string {
  const newer = streams.reduce((sum, { events, witnessed }) => sum + events - witnessed, 0);
  const without = streams.filter(({ witnessed }) => witnessed === 0).map(({ stream }) => stream);
  const rest = newer === 0 ? '' : ` ${newer.toLocaleString('en')} events are newer than those.`;
  const none = without.length === 0 ? '' : ` There is none of ${listed(without)}.`;
  return `They agree with ${checkpoints} signed checkpoints.${rest}${none}`;
}

const NAMES_MAX = 5;
const listed = (names: readonly string[]): string =>
  names.length <= NAMES_MAX
    ? names.join(', ')
    : `${names.slice(0, NAMES_MAX).join(', ')} and ${names.length - NAMES_MAX} more streams`;

function verified(found: Verification, recorded: string | null): Outcome {
  const { ok, events, streams, findings, checkpoints, undelivered_allocations, seconds } = found;
  const rate = seconds > 0 ? Math.round(events / seconds).toLocaleString('en') : '–';
  const read = `${events.toLocaleString('en')} events in ${seconds.toFixed(1)} s (${rate}/s)`;
  const json = { object: 'audit', ...found, recorded };
  const kept = recorded === null ? '' : ` Recorded in ${recorded}.`;
  if (!ok)
    return {
      json,
      note: `Wrong: ${findings.length} of the streams. ${read}.${kept}`,
      view: { rows: findings, columns: ['stream', 'revision', 'type', 'rule', 'reason'], none: '' },
    };
  const held = checkpoints === 0 ? '' : ` ${heldText(found)}`;
  const moving =
    undelivered_allocations === 0
      ? ''
      : ` ${undelivered_allocations} allocations of a treasury are still on their way to their books.`;
  return {
    json,
    view: { said: `All ${streams.length} streams are right. ${read}.${held}${moving}${kept}` },
  };
}
