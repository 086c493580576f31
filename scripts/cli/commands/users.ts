/** `users`: forgetting a person. */
import type { Command } from 'commander';
import { apiAction, given, group, pathSegment, objectOutcome } from '../program.ts';

export function addUsers(program: Command): void {
  const users = group(program, 'users', 'people', [
    "users forget usr_01… --reason 'Request of 21 November.'",
  ]);
  users
    .command('forget')
    .description('destroy the key of a deactivated user, so that nothing personal can be read any more')
    .argument('<user>', 'ID of the user')
    .requiredOption('--reason <text>', 'why; it is kept for good, so it should not name the person')
    .action(
      apiAction(async (api, [id], { reason }) =>
        objectOutcome(await api.post(`/users/${pathSegment(id)}/forget`, given({ reason }))),
      ),
    );
}
