/** `payouts`: payouts that wait for their rail, and manual settlement. */
import { Option } from 'commander';
import type { Command } from 'commander';
import {
  apiAction,
  withoutUndefined,
  withExamples,
  pathSegment,
  listOutcome,
  objectOutcome,
} from '../program.ts';
import { withBookFilters } from './reviews.ts';

export function fillPayouts(payouts: Command): void {
  withExamples(payouts, [
    'payouts list --environment production',
    'payouts list --state payout_submitted --rail old_bank',
    "payouts settle trf_01… --outcome undeliverable --reason 'The bank has no record of it.'",
  ]);
  withBookFilters(payouts.command('list').description('list payouts that wait for their rail, newest first'))
    .addOption(
      new Option('--state <state>', 'state of the payout')
        .choices(['pending', 'in_review', 'payout_submitted'])
        .default('pending'),
    )
    .option('--rail <rail>', 'only payouts over this rail')
    .action(
      apiAction((api, _args, options) =>
        listOutcome(api, '/payouts', options, {
          columns: [
            'id',
            'integrator_id',
            'environment',
            'rail',
            'rail_state',
            'transfer.amount',
            'transfer.created_at',
          ],
          emptyText: 'No payouts are waiting for their rail.',
          query: {
            integrator_id: options['integrator'],
            environment: options['environment'],
            state: options['state'],
            rail: options['rail'],
          },
        }),
      ),
    );
  payouts
    .command('settle')
    .description('record the outcome of a payout whose rail is no longer configured')
    .argument('<transfer>', 'ID of the transfer')
    .addOption(
      new Option('--outcome <outcome>', 'outcome of the payout')
        .choices(['completed', 'returned', 'undeliverable'])
        .makeOptionMandatory(),
    )
    .option('--rail-reference <text>', 'reference of the payment at the bank')
    .option('--code <code>', 'machine-readable reason', 'settled_by_operator')
    .requiredOption('--reason <text>', 'evidence for the outcome; shown with a refund')
    .action(
      apiAction(async (api, [id], { outcome, railReference: rail_reference, code, reason: message }) => {
        const body = withoutUndefined({ outcome, rail_reference, reason: { code, message } });
        return objectOutcome(await api.post(`/transfers/${pathSegment(id)}/payout_outcome`, body));
      }),
    );
}
