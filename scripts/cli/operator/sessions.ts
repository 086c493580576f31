/** `sessions`: sessions of the console. */
import type { Command } from 'commander';
import {
  apiAction,
  listOutcome,
  objectOutcome,
  pathSegment,
  withExamples,
  withLimit,
  withoutUndefined,
} from '../program.ts';

const EXAMPLES = [
  'sessions list',
  'sessions list --operator opt_01…',
  'sessions revoke ses_01… --reason "The laptop was lost"',
];

export function fillSessions(sessions: Command): void {
  withExamples(sessions, EXAMPLES);
  withLimit(sessions.command('list').description('list active sessions: your own, or all as an admin'))
    .option('--operator <id>', 'ID of the operator or the operator token')
    .action(
      apiAction((api, _args, options) =>
        listOutcome(api, '/sessions', options, {
          columns: ['id', 'operator.name', 'operator.role', 'method', 'address', 'last_used_at'],
          emptyText: 'Nobody is signed in.',
          query: { operator_id: options['operator'] },
        }),
      ),
    );
  sessions
    .command('revoke')
    .description('end a session with its next request')
    .argument('<session>', 'ID of the session')
    .option('--reason <text>', 'reason, for the record')
    .action(
      apiAction(async (api, [session], { reason }) =>
        objectOutcome(
          await api.post(`/sessions/${pathSegment(session)}/revoke`, withoutUndefined({ reason })),
        ),
      ),
    );
}
