/** `operators`: people who sign in to the console at the OpenID Connect provider. */
import type { Command } from 'commander';
import { apiAction, listOutcome, withExamples, withLimit } from '../program.ts';

export function fillOperators(operators: Command): void {
  withExamples(operators, ['operators list', 'operators list --limit 100 --json']);
  withLimit(
    operators.command('list').description('list people who have signed in at the provider, newest first'),
  ).action(
    apiAction((api, _args, options) =>
      listOutcome(api, '/operators', options, {
        columns: ['id', 'name', 'issuer', 'subject', 'created_at'],
        emptyText: 'Nobody has signed in at a provider yet.',
      }),
    ),
  );
}
