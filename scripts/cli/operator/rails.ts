/** `rails`: payment rails and the availability of their providers. */
import { Option } from 'commander';
import type { Command } from 'commander';
import { listData } from '../outcome.ts';
import type { JsonObject, Outcome } from '../outcome.ts';
import { apiAction, withoutUndefined, withExamples, pathSegment, objectOutcome } from '../program.ts';
import { environmentArgument } from './treasury.ts';

export function fillRails(rails: Command): void {
  withExamples(rails, [
    'rails list',
    "rails down production bank_eft --reason 'Planned maintenance.'",
    'rails up production bank_eft',
  ]);
  rails
    .command('list')
    .description('list rails and their availability')
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
    ['up', true, 'put a rail back into service'],
    ['down', false, 'take a rail out of service; requests that need it are refused'],
  ] as const) {
    rails
      .command(name)
      .description(about)
      .addArgument(environmentArgument())
      .argument('<rail>', 'code of the rail')
      .addOption(
        new Option('--reason <text>', 'reason, recorded with the event').makeOptionMandatory(!available),
      )
      .action(
        apiAction(async (api, [which, rail], { reason }) =>
          objectOutcome(
            await api.post(
              `/rails/${pathSegment(which)}/${pathSegment(rail)}/availability`,
              withoutUndefined({ available, reason }),
            ),
          ),
        ),
      );
  }
}

/** Output of a list without pagination. */
export function listAllOutcome(found: JsonObject, columns: readonly string[], emptyText: string): Outcome {
  const rows = listData(found);
  return { json: found, view: { rows, columns, emptyText } };
}
