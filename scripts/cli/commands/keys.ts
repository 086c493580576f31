/** `keys`: integrators' API keys. A new key's text is printed this once. */
import { Option } from 'commander';
import type { Command } from 'commander';
import {
  apiAction,
  given,
  group,
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

export function addKeys(program: Command): void {
  const keys = group(program, 'keys', "integrators' API keys", EXAMPLES);
  withLimit(keys.command('list').description("list an integrator's keys; never a key's text"))
    .argument('<integrator>', 'ID of the integrator')
    .action(
      apiAction((api, [integrator], options) =>
        listOutcome(api, `/integrators/${pathSegment(integrator)}/keys`, options, {
          columns: ['id', 'environment', 'permissions', 'status', 'name', 'expires_at', 'created_at'],
          none: 'There are no keys yet.',
        }),
      ),
    );
  keys
    .command('create')
    .description('issue a key; its text is printed this once, alone on the standard output')
    .argument('<integrator>', 'ID of the integrator')
    .addOption(environmentOption().makeOptionMandatory())
    .addOption(
      new Option('--permissions <what>', 'what it may do')
        .choices(['read', 'read_write'])
        .makeOptionMandatory(),
    )
    .option('--name <text>', 'what the key is for')
    .option('--expires-at <time>', 'ISO 8601 time when it stops working')
    .action(
      apiAction(async (api, [integrator], { environment, permissions, name, expiresAt }) => {
        const body = given({ environment, permissions, name, expires_at: expiresAt });
        return secretOutcome(await api.post(`/integrators/${pathSegment(integrator)}/keys`, body));
      }),
    );
  keys
    .command('rotate')
    .description('issue a key in the place of another one, which goes on working for a while')
    .argument('<key>', 'ID of the old key')
    .option('--overlap <seconds>', 'how long the old key still works (a day when left out)', wholeNumber)
    .option('--reason <text>', 'why')
    .action(
      apiAction(async (api, [key], { overlap, reason }) => {
        const overlap_seconds = overlap === undefined ? undefined : Number(overlap);
        return secretOutcome(
          await api.post(`/keys/${pathSegment(key)}/rotate`, given({ overlap_seconds, reason })),
        );
      }),
    );
  keys
    .command('revoke')
    .description('refuse a key from now on')
    .argument('<key>', 'ID of the key')
    .option('--reason <text>', 'why')
    .action(
      apiAction(async (api, [key], { reason }) =>
        objectOutcome(await api.post(`/keys/${pathSegment(key)}/revoke`, given({ reason }))),
      ),
    );
}

export const environmentOption = (): Option =>
  new Option('--environment <which>', 'which book').choices(['sandbox', 'production']);

/** The secret goes to the standard output alone, so that it can be captured; the rest is said beside it. */
export function secretOutcome(issued: JsonObject): Outcome {
  const { secret, ...rest } = issued;
  if (typeof secret === 'string') return { json: issued, view: { fields: rest }, stdout: secret };
  return {
    json: issued,
    view: { fields: rest },
    note: 'It was issued more than 24 hours ago; its text is not shown again.',
  };
}
