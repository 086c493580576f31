/** `projections`: read models, their rebuilds, and comparisons. */
import type { Command } from 'commander';
import type { GlobalOptions } from '../access.ts';
import type { OperatorClient } from './operator-client.ts';
import { listAllOutcome } from './rails.ts';
import { CommandFailed, UsageError, isJsonObject, listData } from '../outcome.ts';
import type { JsonObject, Outcome } from '../outcome.ts';
import { apiAction, withoutUndefined, withExamples, pathSegment } from '../program.ts';
import { listProjections, waitForBuilds, waitForComparison } from './projection-progress.ts';

const EXAMPLES = [
  'projections list',
  'projections rebuild wallets --verify',
  "projections rebuild --all --reason 'Restored from a backup.'",
  'projections verify wallets',
  'projections drop-old',
];

const COLUMNS = ['name', 'version', 'generation', 'state', 'position', 'lag', 'rebuild', 'stalled_at'];

export function fillProjections(projections: Command): void {
  withExamples(projections, EXAMPLES);
  projections
    .command('list')
    .description('list projections with their progress and rebuilds')
    .action(
      apiAction(async (api) => {
        const found = await api.get('/projections');
        const rows = listData(found).map(rowOf);
        return {
          ...listAllOutcome({ data: rows }, COLUMNS, 'No projector has reported its progress yet.'),
          json: found,
        };
      }),
    );
  projections
    .command('rebuild')
    .description(
      'rebuild projections from the events while the current ones stay live; waits until they are done',
    )
    .argument('[name]', 'name of the projection')
    .option('--all', 'rebuild every projection')
    .option('--verify', 'compare all new documents with the old ones afterwards')
    .option('--no-wait', 'return without waiting')
    .option('--reason <text>', 'reason, for the record')
    .action(apiAction((api, [name], { reason }, command) => rebuild(api, name, reason, command)));
  projections
    .command('verify')
    .description('compare a projection with its previous generation; exit code 1 if they differ')
    .argument('<name>', 'name of the projection')
    .option('--reason <text>', 'reason, for the record')
    .action(apiAction((api, [name = ''], { reason }) => verify(api, [name], reason)));
  projections
    .command('drop-old')
    .description('remove old generations that are no longer read')
    .option('--reason <text>', 'reason, for the record')
    .action(
      apiAction(async (api, _args, { reason }) =>
        listAllOutcome(
          await api.post('/projections/drop_old', withoutUndefined({ reason })),
          ['name', 'version', 'generation'],
          'There are no old generations.',
        ),
      ),
    );
}

async function rebuild(
  api: OperatorClient,
  name: string | undefined,
  reason: string | undefined,
  command: Command,
): Promise<Outcome> {
  const {
    all = false,
    verify: isCompared,
    wait,
  } = command.opts<{ all?: true; verify?: true; wait: boolean }>();
  if (all === (name !== undefined)) throw new UsageError('Name one projection or use --all.');
  if (isCompared === true && !wait) throw new UsageError('--verify cannot be combined with --no-wait.');
  const { idempotencyKey } = command.optsWithGlobals<GlobalOptions>();
  if (idempotencyKey !== undefined && (all || isCompared === true))
    throw new UsageError('--idempotency-key covers one request, but --all and --verify send several.');
  const names =
    name === undefined ? (await listProjections(api)).map((each) => String(each['name'])) : [name];
  const begun: JsonObject[] = [];
  for (const each of names)
    begun.push(
      await api.post(
        `/projections/${pathSegment(each)}/rebuild`,
        withoutUndefined({ verify: isCompared, reason }),
      ),
    );
  if (!wait) return { json: { data: begun }, view: { text: `Rebuilding ${names.join(', ')}.` } };
  const done = await waitForBuilds(api, begun);
  if (isCompared === true) return verify(api, names, reason);
  const text = `Rebuilt ${names.join(', ')}. Remove the old generations with: projections drop-old`;
  return { json: { data: done }, view: { text } };
}

/** Compares projections one after another. Throws CommandFailed if any document differs. */
async function verify(
  api: OperatorClient,
  names: readonly string[],
  reason: string | undefined,
): Promise<Outcome> {
  const rows: JsonObject[] = [];
  for (const name of names) {
    await api.post(`/projections/${pathSegment(name)}/verify`, withoutUndefined({ reason }));
    rows.push({ name, ...(await waitForComparison(api, name)) });
  }
  const outcome = listAllOutcome(
    { data: rows },
    ['name', 'state', 'compared', 'skipped', 'differences'],
    'There are no projections to compare.',
  );
  const isBad = rows.some(({ state, differences }) => state !== 'done' || differences !== 0);
  if (isBad)
    throw new CommandFailed(
      ['The comparison found differences:', ...rows.flatMap(differencesIn)].join('\n'),
      outcome.json,
    );
  return outcome;
}

const differencesIn = ({ name, state, differences, reason, examples }: JsonObject): string[] => [
  `${String(name)}: ${String(differences)} documents (${String(state)}${typeof reason === 'string' ? `: ${reason}` : ''})`,
  ...(Array.isArray(examples) ? examples : [])
    .filter(isJsonObject)
    .map(({ collection, id, kind }) => `  ${String(collection)} ${String(id)}: ${String(kind)}`),
];

/** A table row with short texts for the rebuild and the fault of a projection. */
function rowOf(status: JsonObject): JsonObject {
  const building = isJsonObject(status['building']) ? status['building'] : undefined;
  const fault = [status['fault'], building?.['fault']].find(isJsonObject);
  const { stream, revision, reason } = fault ?? {};
  return {
    ...status,
    rebuild: building === undefined ? '' : `${percent(building)} of ${buildOf(building)}`,
    stalled_at:
      fault === undefined
        ? ''
        : typeof stream === 'string'
          ? `${stream} ${String(revision)}`
          : String(reason),
  };
}

const percent = ({ progress }: JsonObject): string => `${(Number(progress) * 100).toFixed(0)} %`;
const buildOf = ({ version, generation }: JsonObject): string =>
  generation === 1 ? `v${String(version)}` : `v${String(version)} g${String(generation)}`;
