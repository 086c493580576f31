/** `audit`: verifies the history directly in the stores. The service does not need to run. */
import type { Command } from 'commander';
import { findSigningKey } from '../../../src/audit/checkpoints/checkpoint-writer.ts';
import { addDeclared } from '../operator/declared-command.ts';
import { OperatorOperations } from '../operator/operations.ts';
import { UsageError } from '../outcome.ts';
import { withExamples } from '../program.ts';
import { addAccept } from './accept.ts';
import { auditAction } from './audit-command.ts';
import { addBalances } from './balances.ts';
import { addCompare } from './compare.ts';
import { addExport } from './export.ts';
import { AUDIT_STATUS } from './status.ts';
import { addVerify } from './verify.ts';

export function fillAudit(audit: Command): void {
  withExamples(audit, [
    'audit verify',
    'audit verify --checkpoints /mnt/checkpoints --public-key "$(cat service.pub)"',
    'audit compare',
    'audit balances --at 2026-01-01T00:00:00Z --csv > balances.csv',
    'audit export --out ledger.tar.gz',
    'audit status',
    'audit key > service.pub',
    'audit accept book-int_…-sandbox 1204',
  ]);
  addVerify(audit);
  addCompare(audit);
  addBalances(audit);
  addExport(audit);
  addKey(audit);
  addDeclared(audit, { name: 'status', declared: AUDIT_STATUS, operations: new OperatorOperations() });
  addAccept(audit);
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
