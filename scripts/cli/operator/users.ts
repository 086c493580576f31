/** `users`: users of all integrators, and erasure of personal data. */
import { Option } from 'commander';
import type { Command } from 'commander';
import {
  apiAction,
  withoutUndefined,
  withExamples,
  pathSegment,
  listOrCsvOutcome,
  objectOutcome,
} from '../program.ts';
import { listFilterQuery, withObjectFilters } from './transfers.ts';

const USER_COLUMNS = [
  ...['user.first_name', 'user.last_name', 'user.business_name', 'user.external_reference'],
  ...['user.kyc_status', 'user.status', 'user.created_at'],
];

export function fillUsers(users: Command): void {
  withExamples(users, [
    'users list --kyc under_review --order oldest',
    'users list --integrator int_01… --status deactivated',
    "users forget usr_01… --reason 'Request of November 21.'",
  ]);
  withObjectFilters(users.command('list').description('list users of all integrators, newest first'))
    .addOption(new Option('--status <status>', 'status').choices(['active', 'deactivated']))
    .addOption(
      new Option('--kyc <status>', 'result of the identity check').choices([
        ...['not_started', 'under_review', 'incomplete', 'approved', 'rejected'],
      ]),
    )
    .action(
      apiAction((api, _args, options) =>
        listOrCsvOutcome(api, '/users', options, {
          columns: ['id', 'integrator_id', 'environment', ...USER_COLUMNS],
          emptyText: 'No users match.',
          query: { ...listFilterQuery(options), status: options['status'], kyc_status: options['kyc'] },
        }),
      ),
    );
  users
    .command('forget')
    .description('erase the personal data of a deactivated user by destroying its encryption key')
    .argument('<user>', 'ID of the user')
    .requiredOption('--reason <text>', 'reason; stored permanently, so it must not name the person')
    .action(
      apiAction(async (api, [id], { reason }) =>
        objectOutcome(await api.post(`/users/${pathSegment(id)}/forget`, withoutUndefined({ reason }))),
      ),
    );
}
