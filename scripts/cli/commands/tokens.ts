/** `tokens`: who may operate the service. */
import { Option } from 'commander';
import type { Command } from 'commander';
import { ConfigError, readConfig } from '../../../src/config/config.ts';
import { StoreUnavailable } from '../../../src/event-store/port.ts';
import type { PlatformEvent } from '../../../src/generated/events.ts';
import { newOperatorToken } from '../../../src/platform/credentials.ts';
import type { TokenRecord } from '../../../src/platform/platform.ts';
import type { GlobalOptions } from '../access.ts';
import { secretOutcome } from './keys.ts';
import { CommandFailed } from '../outcome.ts';
import { openPlatform } from './platform-store.ts';
import {
  apiAction,
  commandFromArguments,
  given,
  group,
  pathSegment,
  listOutcome,
  withLimit,
  objectOutcome,
} from '../program.ts';
import { printOutcome } from '../output.ts';

const EXAMPLES = [
  'tokens create Rita --role reviewer',
  'tokens list',
  'tokens revoke opt_01…',
  'tokens first Ada          (beside the service, with its EVENTSTORE_URL or DATA_DIR)',
];

export function addTokens(program: Command): void {
  const tokens = group(program, 'tokens', 'who may operate the service', EXAMPLES);
  withLimit(tokens.command('list').description("list operator tokens; never a token's text")).action(
    apiAction((api, _args, options) =>
      listOutcome(api, '/tokens', options, {
        columns: ['id', 'name', 'role', 'status', 'created_at', 'revoked_at'],
        none: 'There are no tokens yet.',
      }),
    ),
  );
  tokens
    .command('create')
    .description('issue a token; its text is printed this once, alone on the standard output')
    .argument('<name>', 'whose it is, or what for')
    .addOption(
      new Option('--role <role>', 'what it may do')
        .choices(['admin', 'reviewer', 'treasury', 'viewer'])
        .makeOptionMandatory(),
    )
    .action(
      apiAction(async (api, [name], { role }) => secretOutcome(await api.post('/tokens', { name, role }))),
    );
  tokens
    .command('revoke')
    .description('refuse a token from now on')
    .argument('<token>', 'ID of the token')
    .option('--reason <text>', 'why')
    .action(
      apiAction(async (api, [token], { reason }) =>
        objectOutcome(await api.post(`/tokens/${pathSegment(token)}/revoke`, given({ reason }))),
      ),
    );
  tokens
    .command('first')
    .description("make an admin's token where there is none; works on the stores, not over the API")
    .argument('<name>', 'whose it is')
    .option('--replace', "revoke every admin's token that still works, when all of them are lost")
    .action(async (...all: unknown[]) => {
      const command = commandFromArguments(all);
      const { json = false, replace = false } = command.optsWithGlobals<GlobalOptions & { replace?: true }>();
      printOutcome(secretOutcome(await makeFirstToken(command.args[0] ?? '', replace)), json);
    });
}

/** Straight into the platform's stream, for when nobody can ask the API: no admin has a token that works. */
async function makeFirstToken(name: string, replace: boolean) {
  if (name.trim() === '' || name.length > 100)
    throw new CommandFailed('The name must have 1 to 100 characters.');
  const { platform, close } = await openPlatform(readConfig()).catch(explained);
  try {
    const { id, text, event } = newOperatorToken(name, 'admin');
    const working = (): TokenRecord[] =>
      [...platform.tokens.values()].filter(({ role, revoked_at }) => role === 'admin' && revoked_at === null);
    const decide = (): PlatformEvent[] => {
      const others = working().map(({ id: token_id }) => revoked(token_id));
      return others.length > 0 && !replace ? [] : [...others, event];
    };
    await platform.record(decide, 'system:cli').catch(explained);
    if (!platform.tokens.has(id))
      throw new CommandFailed(
        "There is an admin's token already; use it to make more (tokens create NAME --role …), or add --replace.",
      );
    return { id, name, role: 'admin', secret: text };
  } finally {
    await close();
  }
}

const revoked = (token_id: string): PlatformEvent => ({
  type: 'operator_token.revoked',
  data: { token_id },
});

function explained(error: unknown): never {
  if (error instanceof StoreUnavailable || error instanceof ConfigError)
    throw new CommandFailed(error.message);
  throw error;
}
