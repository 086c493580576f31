/** `transfers`: transfers of all integrators, with filters. */
import { Option } from 'commander';
import type { Command } from 'commander';
import { apiAction, listOrCsvOutcome, withCsv, withExamples } from '../program.ts';
import { withBookFilters } from './reviews.ts';

const STATES = [
  ...['pending', 'awaiting_funds', 'funds_received', 'in_review', 'payout_submitted', 'completed'],
  ...['failed', 'canceled', 'returned', 'undeliverable', 'refunded'],
];

export function fillTransfers(transfers: Command): void {
  withExamples(transfers, [
    'transfers list --kind offramp --state payout_submitted --order oldest',
    'transfers list --user usr_01… --min 1000.00',
    'transfers list --state completed --csv > transfers.csv',
    'transfers list --rail bank_eft --after 2026-11-01T00:00:00Z --before 2026-12-01T00:00:00Z',
  ]);
  withObjectFilters(transfers.command('list').description('list transfers of all integrators, newest first'))
    .addOption(new Option('--state <state>', 'state').choices(STATES))
    .addOption(
      new Option('--kind <kind>', 'kind; deposits are onramp, and payouts are offramp').choices([
        ...['user_to_user', 'onramp', 'offramp', 'conversion'],
      ]),
    )
    .option('--user <id>', 'ID of the sender or of the recipient')
    .option('--rail <rail>', 'rail of a deposit or a payout')
    .option('--min <amount>', 'smallest amount, in the unit of the source')
    .option('--max <amount>', 'largest amount, in the unit of the source')
    .action(
      apiAction((api, _args, options) => {
        const { state, kind, user, rail, min, max } = options;
        return listOrCsvOutcome(api, '/transfers', options, {
          columns: [
            ...['id', 'integrator_id', 'environment', 'transfer.kind', 'transfer.state'],
            ...['transfer.amount', 'transfer.integrator_reference', 'transfer.created_at'],
          ],
          emptyText: 'No transfers match.',
          query: {
            ...listFilterQuery(options),
            ...{ state, kind, user_id: user, rail, amount_min: min, amount_max: max },
          },
        });
      }),
    );
}

/** Adds the options of the lists of users and transfers, and those that all lists share. */
export const withObjectFilters = (command: Command): Command =>
  withListFilters(command)
    .option('--reference <text>', 'reference of the integrator, or of the rail')
    .option('--generation <number>', 'generation of the sandbox of one integrator, such as a former one');

/** Adds the options that the lists of all books share, and `--limit`. */
export const withListFilters = (command: Command): Command =>
  withCsv(withBookFilters(command))
    .option('--after <time>', 'ISO 8601 time; only later objects')
    .option('--before <time>', 'ISO 8601 time; only earlier objects')
    .addOption(new Option('--order <order>', 'which come first').choices(['newest', 'oldest']));

/** The parameters of the query for these options. */
export const listFilterQuery = ({
  integrator,
  environment,
  generation,
  reference,
  after,
  before,
  order,
}: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string | undefined>> => ({
  ...{ integrator_id: integrator, environment, generation, reference },
  ...{ created_after: after, created_before: before, order },
});
