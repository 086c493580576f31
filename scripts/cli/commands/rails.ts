/** `rails`: providers that go up and down. */
import type { Command } from 'commander';
import { isJsonObject } from '../outcome.ts';
import type { JsonObject, Outcome } from '../outcome.ts';
import { apiAction, given, group, pathSegment, objectOutcome } from '../program.ts';
import { environment } from './treasury.ts';

export function addRails(program: Command): void {
  const rails = group(program, 'rails', 'providers of rails', [
    'rails list',
    "rails down production bank_eft --reason 'The bank is being moved.'",
    'rails up production bank_eft',
  ]);
  rails
    .command('list')
    .description('tell which rails there are, and how they are')
    .action(
      apiAction(async (api) =>
        listAllOutcome(
          await api.get('/rails'),
          ['environment', 'rail', 'provider', 'enabled', 'available'],
          'No rail has a provider.',
        ),
      ),
    );
  for (const [name, available, about] of [
    ['up', true, "let a rail's provider be asked again"],
    ['down', false, "turn away what needs a rail's provider, until it is up again"],
  ] as const) {
    rails
      .command(name)
      .description(about)
      .addArgument(environment())
      .argument('<rail>', 'code of the rail')
      .option('--reason <text>', 'why')
      .action(
        apiAction(async (api, [which, rail], { reason }) =>
          objectOutcome(
            await api.post(
              `/rails/${pathSegment(which)}/${pathSegment(rail)}/availability`,
              given({ available, reason }),
            ),
          ),
        ),
      );
  }
}

/** A list that comes as a whole. */
export function listAllOutcome(found: JsonObject, columns: readonly string[], none: string): Outcome {
  const rows = Array.isArray(found['data']) ? found['data'].filter(isJsonObject) : [];
  return { json: found, view: { rows, columns, none } };
}
