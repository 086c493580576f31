/** `tokens`: operator tokens. */
import { setTimeout as delay } from 'node:timers/promises';
import { Option, type Command } from 'commander';
import { ConfigError } from '../../../src/config/config-file.ts';
import { readConfig } from '../../../src/config/config.ts';
import { UnauthenticatedEvent } from '../../../src/event-store/event-macs.ts';
import { StoreUnavailable } from '../../../src/event-store/port.ts';
import type { PlatformEvent } from '../../../src/generated/events.ts';
import { newOperatorToken } from '../../../src/platform/credentials.ts';
import { REVOCATION_DELAY_MS } from '../../../src/platform/key-freshness.ts';
import type { TokenRecord } from '../../../src/platform/platform.ts';
import type { GlobalOptions } from '../access.ts';
import { CommandFailed } from '../outcome.ts';
import { printOutcome } from '../output.ts';
import {
  apiAction,
  commandFromArguments,
  listOutcome,
  objectOutcome,
  pathSegment,
  withExamples,
  withLimit,
  withoutUndefined,
} from '../program.ts';
import { secretOutcome } from './keys.ts';
import { openPlatform } from './platform-store.ts';

const EXAMPLES = [
  'tokens create Rita --role reviewer',
  'tokens list',
  "tokens revoke opt_01… --reason 'Rita has left.'",
  'tokens first Ada          (uses EVENTSTORE_URL or DATA_DIR of the service)',
];

export function fillTokens(tokens: Command): void {
  withExamples(tokens, EXAMPLES);
  withLimit(tokens.command('list').description('list operator tokens, without secrets')).action(
    apiAction((api, _args, options) =>
      listOutcome(api, '/tokens', options, {
        columns: ['id', 'name', 'role', 'status', 'created_at', 'revoked_at'],
        emptyText: 'There are no tokens yet.',
      }),
    ),
  );
  tokens
    .command('create')
    .description('create a token and print its secret on standard output, once')
    .argument('<name>', 'name of the person or purpose')
    .addOption(
      new Option('--role <role>', 'role of the token')
        .choices(['admin', 'reviewer', 'treasury', 'viewer'])
        .makeOptionMandatory(),
    )
    .action(
      apiAction(async (api, [name], { role }) => secretOutcome(await api.post('/tokens', { name, role }))),
    );
  tokens
    .command('revoke')
    .description('revoke a token immediately')
    .argument('<token>', 'ID of the token')
    .requiredOption('--reason <text>', 'reason, recorded with the event')
    .action(
      apiAction(async (api, [token], { reason }) =>
        objectOutcome(await api.post(`/tokens/${pathSegment(token)}/revoke`, withoutUndefined({ reason }))),
      ),
    );
  tokens
    .command('first')
    .description('create an admin token if there is none, directly in the event store')
    .argument('<name>', 'name of the admin')
    .option('--replace', 'revoke all active admin tokens first, if they are lost')
    .action(async (...all: unknown[]) => {
      const command = commandFromArguments(all);
      const { json = false, replace = false } = command.optsWithGlobals<GlobalOptions & { replace?: true }>();
      printOutcome(secretOutcome(await makeFirstToken(command.args[0] ?? '', replace)), json);
    });
}

/** Writes directly to the platform stream, because without an admin token the API cannot create one. */
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
        'An active admin token exists. Use it to create more (tokens create NAME --role …), or add --replace.',
      );
    // Running services may trust the replaced tokens until then.
    if (replace) await delay(REVOCATION_DELAY_MS);
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
  if (
    error instanceof StoreUnavailable ||
    error instanceof ConfigError ||
    error instanceof UnauthenticatedEvent
  )
    throw new CommandFailed(error.message);
  throw error;
}
