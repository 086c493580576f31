/** `users`: erasure of personal data. */
import type { Command } from 'commander';
import { apiAction, withoutUndefined, withExamples, pathSegment, objectOutcome } from '../program.ts';

export function fillUsers(users: Command): void {
  withExamples(users, ["users forget usr_01… --reason 'Request of November 21.'"]);
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
