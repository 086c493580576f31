/** `audit`: verifies the history directly in the stores. The service does not need to run. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { findSigningKey } from '../../../src/audit/checkpoints/checkpoint-writer.ts';
import { exportStreams } from '../../../src/audit/export.ts';
import { addDeclared, rowsOutcome, type DeclaredCommand } from '../operator/declared-command.ts';
import { OperatorOperations } from '../operator/operations.ts';
import { UsageError, isJsonObject } from '../outcome.ts';
import { withExamples } from '../program.ts';
import { addAccept, addAcceptRestore } from './accept.ts';
import { auditAction, findingsView, withEventSource, withProgressBar } from './audit-command.ts';
import { addBalances } from './balances.ts';
import { addCompare } from './compare.ts';
import { addGrant, addKeepEvents } from './keep-events.ts';
import { addProve } from './prove.ts';
import { addVerify } from './verify.ts';

export function fillAudit(audit: Command): void {
  withExamples(audit, [
    'audit verify',
    'audit verify --checkpoints /mnt/checkpoints --public-key "$(cat service.pub)"',
    'audit verify --checkpoints /mnt/checkpoints --save-states states',
    'audit verify --checkpoints /mnt/checkpoints --since states --save-states states',
    'audit prove wal_… --states states --json > proof.json',
    'audit compare',
    'audit balances --at 2026-01-01T00:00:00Z --csv > balances.csv',
    'audit export --out ledger.tar.gz',
    'audit status',
    'audit key > service.pub',
    'audit accept book-int_…-sandbox 1204',
    "audit accept-restore --reason 'Restored the backup of November 21.'",
    'audit keep-events book-int_…-sandbox',
    'audit grant ledger',
  ]);
  addVerify(audit);
  addProve(audit);
  addCompare(audit);
  addBalances(audit);
  addExport(audit);
  addKey(audit);
  addDeclared(audit, { name: 'status', declared: AUDIT_STATUS, operations: new OperatorOperations() });
  addAccept(audit);
  addAcceptRestore(audit);
  addKeepEvents(audit);
  addGrant(audit);
}

function addKey(audit: Command): void {
  audit
    .command('key')
    .description('print the public key of checkpoints and exports')
    .action(
      auditAction((config) => {
        const key = findSigningKey(config)?.publicKey;
        if (key === undefined)
          throw new UsageError('No master key. Set MASTER_KEY, or set DATA_DIR to a folder with master.key.');
        const { name, text, pem } = key;
        const json = { name, algorithm: 'Ed25519', public_key: text, pem };
        return Promise.resolve({ ok: true, outcome: { json, view: { text: pem.trimEnd() }, stdout: text } });
      }),
    );
}

export const AUDIT_STATUS: DeclaredCommand = {
  about: 'show the last verification and the latest checkpoint of each stream, from the running service',
  operation: 'getAuditStatus',
  output: (found) => ({
    ...rowsOutcome(found, {
      columns: ['stream', 'size', 'time', 'hash', 'problem'],
      emptyText:
        found['enabled'] === true
          ? 'There are no checkpoints yet.'
          : 'Checkpoints are off: CHECKPOINT_DIR is not set.',
    }),
    intro: lastVerificationText(found['last_verification']),
  }),
};

/** Summarizes the last verification and lists its findings. */
function lastVerificationText(last: unknown): string {
  if (!isJsonObject(last)) return 'No verification has been recorded yet.\n';
  const text = (name: string): string => String(last[name]);
  const count = Number(last['events']).toLocaleString('en');
  const checkpoints = last['checkpoints'] === 0 ? 'no checkpoints' : `${text('checkpoints')} checkpoints`;
  const books = last['continued_books'];
  const continued =
    books === undefined
      ? ''
      : ` Of ${text('continued_books')} books, it read only events after a signed state.`;
  const findings = Array.isArray(last['findings']) ? last['findings'].filter(isJsonObject) : [];
  return [
    `Last verification: ${last['ok'] === true ? 'valid' : `INVALID (${text('findings_in_all')} streams)`}, ${text('finished_at')} (${ageOf(text('finished_at'))}).`,
    `Host ${text('host')} verified ${count} events up to position ${text('position')} of ${text('place')} against ${checkpoints}.${continued}`,
    ...findings.map(
      ({ stream, revision, rule, reason }) =>
        `  ${String(stream)} at revision ${String(revision)}: ${String(rule)}: ${String(reason)}`,
    ),
    '',
  ].join('\n');
}

function ageOf(time: string): string {
  const hours = Math.floor((Date.now() - Date.parse(time)) / 3_600_000);
  if (hours < 1) return 'less than an hour ago';
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}

function addExport(audit: Command): void {
  audit
    .command('export')
    .description('write all streams to a signed archive; verify it with: node scripts/verify-export.mjs FILE')
    .requiredOption('--out <file>', 'path of the archive, such as ledger.tar.gz')
    .option('--integrator <id>', 'only books of this integrator')
    .action(
      auditAction((config, options, asJson) =>
        withEventSource(config, async (source) => {
          const key = findSigningKey(config);
          if (key === undefined) throw new UsageError('Set MASTER_KEY to sign the archive.');
          const found = await withProgressBar('Exporting', asJson, (onProgress) =>
            exportStreams(source, {
              file: resolve(options['out'] ?? ''),
              key,
              integratorId: options['integrator'],
              nowMs: Date.now(),
              onProgress,
            }),
          );
          const text = `Exported ${found.events.toLocaleString('en')} events of ${found.streams} streams to ${found.file}.`;
          const view = found.ok ? { text } : findingsView(found.findings);
          return { ok: found.ok, outcome: { json: { object: 'export', ...found }, view } };
        }),
      ),
    );
}
