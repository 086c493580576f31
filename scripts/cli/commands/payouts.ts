/** `payouts`: what waits for its rail, and how one ended whose rail can't tell. */
import { Option } from 'commander';
import type { Command } from 'commander';
import { apiAction, given, group, pathSegment, listOutcome, objectOutcome } from '../program.ts';
import { withBookFilters } from './reviews.ts';

export function addPayouts(program: Command): void {
  const payouts = group(program, 'payouts', 'payouts that wait for their rail', [
    'payouts list --environment production',
    'payouts list --state payout_submitted --rail old_bank',
    "payouts settle trf_01… --outcome undeliverable --reason 'The bank was never given it.'",
  ]);
  withBookFilters(payouts.command('list').description('list payouts that wait for their rail, newest first'))
    .addOption(
      new Option('--state <state>', 'waiting for what')
        .choices(['pending', 'in_review', 'payout_submitted'])
        .default('pending'),
    )
    .option('--rail <rail>', 'only those of this rail')
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
          none: 'No payout waits for its rail.',
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
    .description('record how a payout ended whose rail is not in the configuration any more')
    .argument('<transfer>', 'ID of the transfer')
    .addOption(
      new Option('--outcome <outcome>', 'what became of it')
        .choices(['completed', 'returned', 'undeliverable'])
        .makeOptionMandatory(),
    )
    .option('--rail-reference <text>', 'what the bank knows the payment by')
    .option('--code <code>', 'why, for machines', 'settled_by_operator')
    .requiredOption('--reason <text>', 'how that is known; shown with what is refunded')
    .action(
      apiAction(async (api, [id], { outcome, railReference: rail_reference, code, reason: message }) => {
        const body = given({ outcome, rail_reference, reason: { code, message } });
        return objectOutcome(await api.post(`/transfers/${pathSegment(id)}/payout_outcome`, body));
      }),
    );
}
