/** `audit compare`: compares the read models with the event streams. */
import type { Command } from 'commander';
import {
  compareServedReadModels,
  openReadModels,
  type Comparison,
} from '../../../src/audit/compare/comparison.ts';
import type { Outcome } from '../outcome.ts';
import { auditAction, findingsView, withEventSource, withProgressBar } from './audit-command.ts';

export function addCompare(audit: Command): void {
  audit
    .command('compare')
    .description(
      'compare wallets, histories, transfers, and events in the read models with the event streams',
    )
    .action(
      auditAction((config, _options, asJson) =>
        withEventSource(config, async (source) => {
          const documents = await openReadModels(config);
          try {
            const found = await withProgressBar('Comparing', asJson, (onProgress) =>
              compareServedReadModels(source, documents, onProgress),
            );
            return { ok: found.ok, outcome: comparisonOutcome(found) };
          } finally {
            await documents.close();
          }
        }),
      ),
    );
}

function comparisonOutcome(found: Comparison): Outcome {
  const {
    ok,
    compared: counts,
    in_motion,
    position,
    head,
    differences,
    differences_in_all,
    findings,
  } = found;
  const json = { object: 'comparison', ...found };
  const what = `${counts.wallets} wallets, ${counts.wallet_history} entries, ${counts.transfers} transfers, and ${counts.events} events`;
  const moving = in_motion === 0 ? '' : ` ${in_motion} documents changed later and were skipped.`;
  const behind = position === head ? '' : ` The newest event is at ${head}.`;
  const note = `Compared as of position ${position}: ${what}.${moving}${behind}`;
  if (ok) return { json, view: { text: `${note} No differences.` } };
  if (findings.length > 0)
    return {
      json,
      note: 'The history is invalid, so nothing was compared. First violation of each stream:',
      view: findingsView(findings),
    };
  return {
    json,
    note: `${note} ${differences_in_all} differences:`,
    view: { rows: differences, columns: ['collection', 'id', 'what', 'rebuilt', 'stored'], emptyText: '' },
  };
}
