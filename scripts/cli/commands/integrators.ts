/** `integrators`: who builds on the service. */
import type { Command } from 'commander';
import { apiAction, group, listOutcome, withLimit } from '../program.ts';

export function addIntegrators(program: Command): void {
  const integrators = group(program, 'integrators', 'who builds on the service', [
    'integrators list',
    "integrators create 'Acme Games'",
  ]);
  withLimit(integrators.command('list').description('list integrators, newest first')).action(
    apiAction((api, _args, options) =>
      listOutcome(api, '/integrators', options, {
        columns: ['id', 'name', 'created_at'],
        none: 'There are no integrators yet.',
      }),
    ),
  );
  integrators
    .command('create')
    .description('make an integrator, with a book in both environments; prints its ID')
    .argument('<name>', 'what to call them')
    .action(
      apiAction(async (api, [name]) => {
        const integrator = await api.post('/integrators', { name });
        const said = `The integrator ${String(integrator['name'])} was made.`;
        return { json: integrator, view: { said }, stdout: String(integrator['id']) };
      }),
    );
}
