/** `keys`: API keys of integrators. The secret of a new key is printed once. */
import { Option } from 'commander';
import type { Command } from 'commander';
import {
  apiAction,
  withoutUndefined,
  withExamples,
  pathSegment,
  listOutcome,
  withLimit,
  objectOutcome,
  wholeNumber,
} from '../program.ts';
import type { JsonObject, Outcome } from '../outcome.ts';

const EXAMPLES = [
  'keys create int_01… --environment sandbox --permissions read_write --name backend',
  'keys list int_01…',
  'keys rotate key_4fT9aZ0b --overlap 3600',
  "keys revoke key_4fT9aZ0b --reason 'It was found in a public repository.'",
];

export function fillKeys(keys: Command): void {
  withExamples(keys, EXAMPLES);
  withLimit(keys.command('list').description('list the API keys of an integrator, without secrets'))
    .argument('<integrator>', 'ID of the integrator')
    .action(
      apiAction((api, [integrator], options) =>
        listOutcome(api, `/integrators/${pathSegment(integrator)}/keys`, options, {
          columns: ['id', 'environment', 'permissions', 'status', 'name', 'expires_at', 'created_at'],
          emptyText: 'There are no API keys yet.',
        }),
      ),
    );
  keys
    .command('create')
    .description('create an API key and print its secret on standard output, once')
    .argument('<integrator>', 'ID of the integrator')
    .addOption(environmentOption().makeOptionMandatory())
    .addOption(
      new Option('--permissions <permissions>', 'permissions of the key')
        .choices(['read', 'read_write'])
        .makeOptionMandatory(),
    )
    .option('--name <text>', 'name that describes its use')
    .option('--expires-at <time>', 'ISO 8601 time when the key expires (default: never)')
    .action(
      apiAction(async (api, [integrator], { environment, permissions, name, expiresAt }) => {
        const body = withoutUndefined({ environment, permissions, name, expires_at: expiresAt });
        return secretOutcome(await api.post(`/integrators/${pathSegment(integrator)}/keys`, body));
      }),
    );
  keys
    .command('rotate')
    .description('replace a key; the old key stays valid during the overlap')
    .argument('<key>', 'ID of the old key')
    .option('--overlap <seconds>', 'seconds until the old key expires (default: one day)', wholeNumber)
    .option('--reason <text>', 'reason, for the record')
    .action(
      apiAction(async (api, [key], { overlap, reason }) => {
        const overlap_seconds = overlap === undefined ? undefined : Number(overlap);
        return secretOutcome(
          await api.post(`/keys/${pathSegment(key)}/rotate`, withoutUndefined({ overlap_seconds, reason })),
        );
      }),
    );
  keys
    .command('revoke')
    .description('revoke a key immediately')
    .argument('<key>', 'ID of the key')
    .requiredOption('--reason <text>', 'reason, recorded with the event')
    .action(
      apiAction(async (api, [key], { reason }) =>
        objectOutcome(await api.post(`/keys/${pathSegment(key)}/revoke`, withoutUndefined({ reason }))),
      ),
    );
}

export const environmentOption = (): Option =>
  new Option('--environment <name>', 'environment').choices(['sandbox', 'production']);

/** Prints only the secret on standard output, so that scripts can capture it. Other fields go to standard error. */
export function secretOutcome(issued: JsonObject): Outcome {
  const { secret, ...rest } = issued;
  if (typeof secret === 'string') return { json: issued, view: { fields: rest }, stdout: secret };
  return {
    json: issued,
    view: { fields: rest },
    note: 'The secret is no longer available: it was issued more than 24 hours ago.',
  };
}
