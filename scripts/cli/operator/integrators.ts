/** `integrators`: customers whose applications use the API. */
import type { Command } from 'commander';
import { apiAction, withExamples, listOutcome, withLimit } from '../program.ts';

export function fillIntegrators(integrators: Command): void {
  withExamples(integrators, ['integrators list', "integrators create 'Acme Games'"]);
  withLimit(integrators.command('list').description('list integrators, newest first')).action(
    apiAction((api, _args, options) =>
      listOutcome(api, '/integrators', options, {
        columns: ['id', 'name', 'created_at'],
        emptyText: 'There are no integrators yet.',
      }),
    ),
  );
  integrators
    .command('create')
    .description('create an integrator with a sandbox and a production book, and print its ID')
    .argument('<name>', 'display name')
    .action(
      apiAction(async (api, [name]) => {
        const integrator = await api.post('/integrators', { name });
        const text = `Created integrator ${String(integrator['name'])}.`;
        return { json: integrator, view: { text }, stdout: String(integrator['id']) };
      }),
    );
}
