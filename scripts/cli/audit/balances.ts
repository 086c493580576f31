/** `audit balances`: all balances as a table, CSV, or JSON. */
import type { Command } from 'commander';
import { stringify } from 'csv-stringify/sync';
import {
  balancesAt,
  type AccountBalance,
  type Balances,
  type BalancesQuery,
} from '../../../src/audit/verification/account-balances.ts';
import { UsageError, type Outcome } from '../outcome.ts';
import { printOutcome } from '../output.ts';
import { wholeNumber } from '../program.ts';
import {
  auditAction,
  findingsView,
  withEventSource,
  withProgressBar,
  type AuditOptions,
} from './audit-command.ts';

const COLUMNS = ['stream', 'account', 'bucket', 'user_id', 'unit', 'amount', 'cashable'] as const;
const TRIAL_COLUMNS = ['stream', 'unit', 'wallets', 'service', 'sum', 'cashable_sum'];

export function addBalances(audit: Command): void {
  audit
    .command('balances')
    .description('print the balance of every account as of a time, and a trial balance')
    .option('--at <time>', 'ISO 8601 time, inclusive (default: now)')
    .option('--stream <name>', 'only this book')
    .option('--revision <n>', 'revision of that book, inclusive', wholeNumber)
    .option('--integrator <id>', 'only books of this integrator')
    .option('--environment <name>', 'only books of this environment (sandbox or production)')
    .option('--csv', 'print the accounts as CSV, without the trial balance')
    .action(
      auditAction((config, options, asJson) =>
        withEventSource(config, async (source) => {
          const found = await withProgressBar('Computing', asJson, (onProgress) =>
            balancesAt(source, queryOf(options), onProgress),
          );
          return { ok: found.ok, outcome: balancesOutcome(found, options['csv'] !== undefined, asJson) };
        }),
      ),
    );
}

function queryOf(options: AuditOptions): BalancesQuery {
  const { at, stream, revision, integrator, environment } = options;
  if (at !== undefined && !(Date.parse(at) < Date.now()))
    throw new UsageError('--at must be a time in the past, such as 2026-11-21T09:30:00Z.');
  if (revision !== undefined && stream === undefined) throw new UsageError('--revision requires --stream.');
  if (environment !== undefined && environment !== 'sandbox' && environment !== 'production')
    throw new UsageError('--environment must be sandbox or production.');
  const last = revision === undefined ? Number.MAX_SAFE_INTEGER : Number(revision);
  return {
    at: at === undefined ? undefined : new Date(at).toISOString(),
    until: stream === undefined ? undefined : { stream, revision: last },
    integratorId: integrator,
    environment,
  };
}

/** Writes CSV itself and returns undefined; returns any other output to the caller. */
function balancesOutcome(found: Balances, asCsv: boolean, asJson: boolean): Outcome | undefined {
  const json = { object: 'balances', ...found };
  if (!found.ok)
    return {
      json,
      note: 'The history is invalid, so balances cannot be computed. First violation of each stream:',
      view: findingsView(found.findings),
    };
  if (asCsv && !asJson) {
    process.stdout.write(csvOf(found.accounts));
    return undefined;
  }
  if (!asJson && found.accounts.length > 0) {
    printOutcome({ json, view: { rows: found.accounts, columns: COLUMNS, emptyText: '' } }, false);
    console.log('\nTrial balance');
  }
  return { json, view: { rows: found.trial, columns: TRIAL_COLUMNS, emptyText: 'There are no postings.' } };
}

/** Spreadsheets cannot mistake a cell for a formula: only amounts can start with a sign. */
const csvOf = (accounts: readonly AccountBalance[]): string =>
  stringify([...accounts], { header: true, columns: [...COLUMNS] });
