/**
 * Makes integrators and their API keys, and revokes keys, in the stores that the service's own environment variables
 * name. It may run beside the service. A new key's text goes to the standard output alone, so that it can be captured;
 * everything that is said about it goes to the standard error output.
 */
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../src/config.ts';
import { StoreUnavailable } from '../src/eventstore/port.ts';
import { newIntegrator, newKey } from '../src/platform/issue.ts';
import type { ApiKey } from '../src/platform/platform.ts';
import { openKeyRing } from './keys/key-ring.ts';
import type { KeyRing } from './keys/key-ring.ts';

const HELP = `Integrators and their API keys.

  npm run --silent keys -- <command>

  create-integrator NAME                make an integrator, with a book in both environments
  issue INTEGRATOR_ID                   make a key; its text is shown this once
      --environment sandbox|production
      --permissions read|read_write
      --name TEXT                       what the key is for (optional)
  revoke KEY_ID                         from then on the key is refused
  list                                  integrators and their keys; never a key's text

  --json   print one JSON object (issue includes the key's text as "secret")
  --help   show this text

The keys are those of the service that has the same DATA_DIR (./data) or EVENTSTORE_URL. It may be running.

Examples
  npm run --silent keys -- create-integrator 'Acme Games'
  API_KEY=$(npm run --silent keys -- issue int_01k… --environment sandbox --permissions read_write --name backend)
  npm run --silent keys -- list --json
`;

/** What was typed makes no sense; the message says what would. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What a command found out: an object for machines, lines for people, and the one thing worth capturing. */
type Result = { readonly json: unknown; readonly lines: readonly string[]; readonly capture?: string };

const ACTOR = 'operator:cli';

async function createIntegrator({ platform }: KeyRing, name: string): Promise<Result> {
  if (name.trim() === '') throw new UsageError('The NAME of the integrator must not be empty.');
  const { id, event } = newIntegrator(name);
  await platform.record(() => [event], ACTOR);
  return { json: { id, name }, lines: [`The integrator ${name} was made.`], capture: id };
}

type Wanted = { environment: string | undefined; permissions: string | undefined; name: string | undefined };

async function issue({ platform }: KeyRing, integratorId: string, wanted: Wanted): Promise<Result> {
  const { environment, permissions, name = null } = wanted;
  if (environment !== 'sandbox' && environment !== 'production') {
    throw new UsageError('Say --environment sandbox or --environment production.');
  }
  if (permissions !== 'read' && permissions !== 'read_write') {
    throw new UsageError('Say --permissions read or --permissions read_write.');
  }
  if (!platform.integrators.has(integratorId))
    throw new UsageError(`There is no integrator ${integratorId}.`);
  const { key, event } = newKey(integratorId, environment, permissions, name);
  await platform.record(() => [event], ACTOR);
  const id = `key_${key.id}`;
  const json = { id, integrator_id: integratorId, environment, permissions, name, secret: key.text };
  return {
    json,
    lines: [`${id} (${environment}, ${permissions}). It is shown this once:`],
    capture: key.text,
  };
}

async function revoke({ platform, keys }: KeyRing, keyId: string): Promise<Result> {
  const find = (): ApiKey | undefined => keys().find(({ id }) => id === keyId);
  const before = find();
  if (before === undefined) throw new UsageError(`There is no key ${keyId}.`);
  if (before.revoked) return { json: before, lines: [`${keyId} was revoked before.`] };
  await platform.record(() => [{ type: 'key.revoked', data: { key_id: keyId } }], ACTOR);
  return { json: find(), lines: [`${keyId} is revoked.`] };
}

function list({ platform, keys }: KeyRing): Result {
  const integrators = [...platform.integrators.values()].map((integrator) => ({
    ...integrator,
    keys: keys().filter(({ integrator_id }) => integrator_id === integrator.id),
  }));
  const lines = integrators.flatMap(({ id, name, keys: theirs }) => [
    `${id}  ${name}`,
    ...theirs.map(lineOf),
  ]);
  return {
    json: { data: integrators },
    lines: lines.length === 0 ? ['There are no integrators yet.'] : lines,
  };
}

const lineOf = ({ id, environment, permissions, revoked, name }: ApiKey): string =>
  `  ${id}  ${environment.padEnd(10)}  ${permissions.padEnd(10)}  ${revoked ? 'revoked' : 'valid  '}  ${name ?? ''}`.trimEnd();

function run(
  ring: KeyRing,
  [command, argument, ...rest]: readonly string[],
  wanted: Wanted,
): Promise<Result> | Result {
  if (rest.length > 0)
    throw new UsageError(`Put quotes around names of several words; ${rest.join(' ')} is too much.`);
  if (command === 'list' && argument === undefined) return list(ring);
  if (argument === undefined) throw new UsageError(`The command ${command ?? ''} needs another word.`);
  switch (command) {
    case 'create-integrator':
      return createIntegrator(ring, argument);
    case 'issue':
      return issue(ring, argument, wanted);
    case 'revoke':
      return revoke(ring, argument);
    default:
      throw new UsageError(`There is no command ${command ?? ''} that takes ${argument}.`);
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        environment: { type: 'string' },
        permissions: { type: 'string' },
        name: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function show({ json, lines, capture }: Result, asJson: boolean): void {
  if (asJson) {
    console.log(JSON.stringify(json, null, 2));
    return;
  }
  for (const line of lines)
    if (capture === undefined) console.log(line);
    else console.error(line);
  if (capture !== undefined) console.log(capture);
}

async function main(): Promise<void> {
  const { positionals, values } = parse(process.argv.slice(2));
  if (values.help || positionals.length === 0) {
    console.log(HELP);
    return;
  }
  const { environment, permissions, name } = values;
  const ring = await openKeyRing(readConfig());
  try {
    show(await run(ring, positionals, { environment, permissions, name }), values.json);
  } finally {
    await ring.close();
  }
}

main().catch((error: unknown) => {
  const isForeseen =
    error instanceof UsageError || error instanceof ConfigError || error instanceof StoreUnavailable;
  console.error(isForeseen ? error.message : error);
  if (error instanceof UsageError) console.error('See npm run --silent keys -- --help');
  process.exitCode = 1;
});
