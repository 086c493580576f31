/** `snapshots`: saved states of books, which make loading them faster. */
import type { Command } from 'commander';
import { environmentOption } from './keys.ts';
import { listAllOutcome } from './rails.ts';
import { listData } from '../outcome.ts';
import type { JsonObject } from '../outcome.ts';
import { apiAction, withoutUndefined, withExamples, objectOutcome } from '../program.ts';

export function fillSnapshots(snapshots: Command): void {
  withExamples(snapshots, [
    'snapshots list',
    'snapshots drop --integrator int_01…',
    'snapshots rebuild --environment production',
  ]);
  chosen(snapshots.command('list').description('list snapshots with their size and age')).action(
    apiAction(async (api, _args, { integrator, environment }) => {
      const found = await api.get('/snapshots', { integrator_id: integrator, environment });
      const columns = ['integrator_id', 'environment', 'revision', 'bytes', 'age', 'taken_at', 'usable'];
      const rows = listData(found).map(withAge);
      return { ...listAllOutcome({ data: rows }, columns, 'There are no snapshots.'), json: found };
    }),
  );
  for (const [name, about] of [
    ['drop', 'remove snapshots; the next load of these books takes longer'],
    ['rebuild', 'replay books from their first event and save new snapshots'],
  ] as const) {
    chosen(snapshots.command(name).description(about))
      .option('--reason <text>', 'reason, for the record')
      .action(
        apiAction(async (api, _args, { integrator, environment, reason }) =>
          objectOutcome(
            await api.post(
              `/snapshots/${name}`,
              withoutUndefined({ integrator_id: integrator, environment, reason }),
            ),
          ),
        ),
      );
  }
}

const chosen = (command: Command): Command =>
  command.option('--integrator <id>', 'only of this integrator').addOption(environmentOption());

/** Adds the age of the snapshot, in the largest unit that is at least 1. */
function withAge(row: JsonObject): JsonObject {
  const { saved_at } = row;
  if (typeof saved_at !== 'string') return { ...row, age: '' };
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(saved_at)) / 1_000));
  const units: readonly (readonly [number, string])[] = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'min'],
  ];
  const [size, unit] = units.find(([least]) => seconds >= least) ?? [1, 's'];
  return { ...row, age: `${Math.floor(seconds / size)} ${unit}` };
}
