/** `audit`: proves the history, out of the stores themselves; the service need not run. */
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { chainPassInThread } from '../../src/audit/chain-thread.ts';
import { loadCheckpoints } from '../../src/audit/checkpoint-files.ts';
import { findSigningKey } from '../../src/audit/place.ts';
import { parsePublicKey } from '../../src/audit/signing-key.ts';
import type { PublicKey } from '../../src/audit/signing-key.ts';
import { verify } from '../../src/audit/verify.ts';
import type { Verification, VerifyOptions } from '../../src/audit/verify.ts';
import type { Config } from '../../src/config.ts';
import { addBalances } from './audit-balances.ts';
import { auditing, withSource } from './audit-command.ts';
import type { AuditOptions } from './audit-command.ts';
import { addCompare } from './audit-compare.ts';
import { addExport } from './audit-export.ts';
import { createProgress } from './audit-progress.ts';
import { UsageError, isJson } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { asking, group } from './program.ts';

export function addAudit(program: Command): void {
  const audit = group(
    program,
    'audit',
    'proof of the history, read from the stores of DATA_DIR or EVENTSTORE_URL',
    [
      'audit verify',
      'audit verify --checkpoints /mnt/witness --public-key "$(cat service.pub)"',
      'audit compare',
      'audit balances --at 2026-01-01T00:00:00Z --csv > balances.csv',
      'audit export --out ledger.tar.gz',
      'audit status',
      'audit key > service.pub',
    ],
  );
  addVerify(audit);
  addCompare(audit);
  addBalances(audit);
  addExport(audit);
  addKey(audit);
  addStatus(audit);
}

function addVerify(audit: Command): void {
  audit
    .command('verify')
    .description('read every stream, rebuild every balance, and name the first wrong event of each stream')
    .option('--checkpoints <folder>', 'hold the streams against the signed checkpoints in it')
    .option('--public-key <key>', 'that signed them: one line, a PEM text, or a file with either')
    .addHelpText('after', '\nExit codes: 0 all is right, 1 something is wrong, 2 it could not be read.')
    .action(
      auditing((config, options, asJson) =>
        withSource(config, async (source) => {
          const progress = createProgress('Verifying', asJson);
          try {
            const found = await verify(source, {
              ...witnesses(config, options),
              // A thread takes a moment to start, and is worth it for much to read only.
              ...((await source.head()) > THREAD_FROM && { chainPass: chainPassInThread(config) }),
              onProgress: (position, head) => progress.at(position, head),
            });
            progress.stop();
            return { ok: found.ok, outcome: verified(found) };
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
  if (folder === undefined) return {};
  const { anchors, findings } = loadCheckpoints(folder, publicKeyFor(config, options));
  // Nothing to hold the streams against must not look like agreement.
  if (anchors.size === 0) throw new UsageError(`There are no checkpoints in ${folder}.`);
  return { anchors, checkpointFindings: findings };
}

export function publicKeyFor(config: Config, options: AuditOptions): PublicKey {
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

function verified(found: Verification): Outcome {
  const { ok, events, streams, findings, checkpoints, undelivered_allocations, seconds } = found;
  const rate = seconds > 0 ? Math.round(events / seconds).toLocaleString('en') : '–';
  const read = `${events.toLocaleString('en')} events in ${seconds.toFixed(1)} s (${rate}/s)`;
  const json = { object: 'audit', ...found };
  if (!ok)
    return {
      json,
      note: `Wrong: ${findings.length} of the streams. ${read}.`,
      view: { rows: findings, columns: ['stream', 'revision', 'type', 'rule', 'reason'], none: '' },
    };
  const held = checkpoints === 0 ? '' : ` They agree with ${checkpoints} signed checkpoints.`;
  const moving =
    undelivered_allocations === 0
      ? ''
      : ` ${undelivered_allocations} allocations of a treasury are still on their way to their books.`;
  return {
    json,
    view: { said: `All ${streams.length} streams are right. ${read}.${held}${moving}` },
  };
}

function addKey(audit: Command): void {
  audit
    .command('key')
    .description('print the public key that checkpoints and exports are signed with')
    .action(
      auditing((config) => {
        const key = findSigningKey(config)?.publicKey;
        if (key === undefined)
          throw new UsageError('Set MASTER_KEY, or DATA_DIR to a folder with master.key.');
        const { name, text, pem } = key;
        const json = { name, algorithm: 'Ed25519', public_key: text, pem };
        return Promise.resolve({ ok: true, outcome: { json, view: { said: pem.trimEnd() }, capture: text } });
      }),
    );
}

function addStatus(audit: Command): void {
  audit
    .command('status')
    .description('tell the last signed checkpoint of each stream, as the running service knows it')
    .action(
      asking(async (api) => {
        const found = await api.get('/audit');
        const rows = Array.isArray(found['data']) ? found['data'].filter(isJson) : [];
        const none =
          found['enabled'] === true ? 'No checkpoint is written yet.' : 'CHECKPOINT_DIR is not set.';
        return { json: found, view: { rows, columns: ['stream', 'size', 'time', 'hash', 'problem'], none } };
      }),
    );
}
