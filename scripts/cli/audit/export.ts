/** `audit export`: writes a signed archive. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { findSigningKey } from '../../../src/audit/checkpoints/checkpoint-writer.ts';
import { exportStreams } from '../../../src/audit/export.ts';
import { UsageError } from '../outcome.ts';
import { auditAction, findingsView, withEventSource } from './audit-command.ts';
import { withProgressBar } from './progress-bar.ts';

export function addExport(audit: Command): void {
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
