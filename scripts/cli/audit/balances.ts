/** `audit balances`: a table for people, CSV for spreadsheets, JSON for programs. */
import { stringify } from 'csv-stringify/sync';
import type { Command } from 'commander';
import { balancesAt } from '../../../src/audit/verification/account-balances.ts';
import type {
  AccountBalance,
  Balances,
  BalancesQuery,
} from '../../../src/audit/verification/account-balances.ts';
import { auditAction, withEventSource } from './audit-command.ts';
import type { AuditOptions } from './audit-command.ts';
import { createProgressBar } from './progress-bar.ts';
import { UsageError } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';
import { wholeNumber } from '../program.ts';
import { printOutcome } from '../output.ts';

const COLUMNS = ['stream', 'account', 'bucket', 'user_id', 'unit', 'amount', 'cashable'] as const;
const TRIAL_COLUMNS = ['stream', 'unit', 'wallets', 'service', 'sum', 'cashable_sum'];

export function addBalances(audit: Command): void {
  audit
    .command('balances')
    .description('every wallet and account of the service as of a time, and a trial balance')
    .option('--at <time>', 'ISO 8601; what happened in that millisecond counts')
    .option('--stream <name>', 'one book')
    .option('--revision <n>', 'of that book; the event with it counts', wholeNumber)
    .option('--integrator <id>', 'only the books of an integrator')
    .option('--environment <name>', 'only books of sandbox or production')
    .option('--csv', 'print CSV: the accounts, without the trial balance')
    .action(
      auditAction((config, options, asJson) =>
        withEventSource(config, async (source) => {
          const progress = createProgressBar('Adding up', asJson);
          try {
            const found = await balancesAt(source, queryOf(options), (at, head) => progress.at(at, head));
            progress.stop();
            return { ok: found.ok, outcome: shown(found, options['csv'] !== undefined, asJson) };
          } finally {
            progress.stop();
          }
        }),
      ),
    );
}

function queryOf(options: AuditOptions): BalancesQuery {
  const { at, stream, revision, integrator, environment } = options;
  if (at !== undefined && !(Date.parse(at) < Date.now()))
    throw new UsageError('--at takes a time that is over, such as 2026-11-21T09:30:00Z.');
  if (revision !== undefined && stream === undefined)
    throw new UsageError('--revision belongs to one book: name it with --stream.');
  if (environment !== undefined && environment !== 'sandbox' && environment !== 'production')
    throw new UsageError('--environment is sandbox or production.');
  const last = revision === undefined ? Number.MAX_SAFE_INTEGER : Number(revision);
  return {
    at: at === undefined ? undefined : new Date(at).toISOString(),
    until: stream === undefined ? undefined : { stream, revision: last },
    integratorId: integrator,
    environment,
  };
}

/** What is left to show by the caller; CSV is written right here. */
function shown(found: Balances, asCsv: boolean, asJson: boolean): Outcome | undefined {
  const json = { object: 'balances', ...found };
  if (!found.ok)
    return {
      json,
      note: 'The history is wrong, so its figures mean nothing:',
      view: { rows: found.findings, columns: ['stream', 'revision', 'type', 'rule', 'reason'], none: '' },
    };
  if (asCsv && !asJson) {
    process.stdout.write(csvOf(found.accounts));
    return undefined;
  }
  if (!asJson && found.accounts.length > 0) {
    printOutcome({ json, view: { rows: found.accounts, columns: COLUMNS, none: '' } }, false);
    console.log('\nTrial balance');
  }
  return { json, view: { rows: found.trial, columns: TRIAL_COLUMNS, none: 'Nothing was ever moved.' } };
}

/** No name or amount of an account begins like a formula but for a minus sign, which spreadsheets take for a number. */
const csvOf = (accounts: readonly AccountBalance[]): string =>
  stringify([...accounts], { header: true, columns: [...COLUMNS] });
