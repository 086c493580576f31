/** `projections`: the read models, and building them again. */
import type { Command } from 'commander';
import type { GlobalOptions } from '../access.ts';
import type { OperatorClient } from '../operator-client.ts';
import { listAllOutcome } from './rails.ts';
import { CommandFailed, UsageError, isJsonObject } from '../outcome.ts';
import type { JsonObject, Outcome } from '../outcome.ts';
import { apiAction, given, group, pathSegment } from '../program.ts';
import { listProjections, waitForBuilds, waitForComparison } from './projection-progress.ts';

const EXAMPLES = [
  'projections list',
  'projections rebuild wallets --verify',
  "projections rebuild --all --reason 'The file was repaired.'",
  'projections verify wallets',
  'projections drop-old',
];

const COLUMNS = ['name', 'version', 'generation', 'state', 'position', 'lag', 'building', 'held_up_by'];

export function addProjections(program: Command): void {
  const projections = group(program, 'projections', 'the read models', EXAMPLES);
  projections
    .command('list')
    .description('tell how far each read model is, and what is being built')
    .action(
      apiAction(async (api) => {
        const found = await api.get('/projections');
        const rows = (Array.isArray(found['data']) ? found['data'] : []).filter(isJsonObject).map(rowOf);
        return { ...listAllOutcome({ data: rows }, COLUMNS, 'No projector has reported yet.'), json: found };
      }),
    );
  projections
    .command('rebuild')
    .description(
      'build read models again from the events, beside those that are read; waits until it is done',
    )
    .argument('[name]', 'name of the projection')
    .option('--all', 'every projection')
    .option('--verify', 'compare the new documents with the old ones, all of them')
    .option('--no-wait', 'do not wait until it is done')
    .option('--reason <text>', 'why')
    .action(apiAction((api, [name], { reason }, command) => rebuild(api, name, reason, command)));
  projections
    .command('verify')
    .description('compare a read model with the build before it; exit code 1 when they differ')
    .argument('<name>', 'name of the projection')
    .option('--reason <text>', 'why')
    .action(apiAction((api, [name = ''], { reason }) => verify(api, [name], reason)));
  projections
    .command('drop-old')
    .description('remove builds that nobody reads any more')
    .option('--reason <text>', 'why')
    .action(
      apiAction(async (api, _args, { reason }) =>
        listAllOutcome(
          await api.post('/projections/drop_old', given({ reason })),
          ['name', 'version', 'generation'],
          'There is nothing to remove.',
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
  if (all === (name !== undefined)) throw new UsageError('Name one projection, or give --all.');
  if (isCompared === true && !wait) throw new UsageError('--verify has to wait until it is built.');
  const { idempotencyKey } = command.optsWithGlobals<GlobalOptions>();
  if (idempotencyKey !== undefined && (all || isCompared === true))
    throw new UsageError('--idempotency-key is for one request; --all and --verify are several.');
  const names =
    name === undefined ? (await listProjections(api)).map((each) => String(each['name'])) : [name];
  const begun: JsonObject[] = [];
  for (const each of names)
    begun.push(
      await api.post(`/projections/${pathSegment(each)}/rebuild`, given({ verify: isCompared, reason })),
    );
  if (!wait) return { json: { data: begun }, view: { said: `Building ${names.join(', ')}.` } };
  const done = await waitForBuilds(api, begun);
  if (isCompared === true) return verify(api, names, reason);
  const said = `Built ${names.join(', ')}. What was read before is kept until drop-old.`;
  return { json: { data: done }, view: { said } };
}

/** Compares one after another, and fails when any document differs. */
async function verify(
  api: OperatorClient,
  names: readonly string[],
  reason: string | undefined,
): Promise<Outcome> {
  const rows: JsonObject[] = [];
  for (const name of names) {
    await api.post(`/projections/${pathSegment(name)}/verify`, given({ reason }));
    rows.push({ name, ...(await waitForComparison(api, name)) });
  }
  const outcome = listAllOutcome(
    { data: rows },
    ['name', 'state', 'compared', 'skipped', 'differences'],
    'Nothing was compared.',
  );
  const isBad = rows.some(({ state, differences }) => state !== 'done' || differences !== 0);
  if (isBad)
    throw new CommandFailed(
      ['What was compared differs:', ...rows.flatMap(differencesIn)].join('\n'),
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

/** A projection as a row: what is being built, and what holds it up, in a few words. */
function rowOf(status: JsonObject): JsonObject {
  const building = isJsonObject(status['building']) ? status['building'] : undefined;
  const fault = [status['fault'], building?.['fault']].find(isJsonObject);
  const { stream, revision, reason } = fault ?? {};
  return {
    ...status,
    building: building === undefined ? '' : `${percent(building)} of ${buildOf(building)}`,
    held_up_by:
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
