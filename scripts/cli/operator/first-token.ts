/** The first operator token, written without the service. */
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from '../../../src/config/config-file.ts';
import { readConfig } from '../../../src/config/config.ts';
import { UnauthenticatedEvent } from '../../../src/event-store/event-macs.ts';
import { StoreUnavailable } from '../../../src/event-store/port.ts';
import type { PlatformEvent } from '../../../src/generated/events.ts';
import { newOperatorToken } from '../../../src/platform/credentials.ts';
import { REVOCATION_DELAY_MS } from '../../../src/platform/key-freshness.ts';
import { statusAt, type TokenRecord } from '../../../src/platform/platform.ts';
import { currentTime } from '../../../src/system/runtime.ts';
import { CommandFailed, type JsonObject } from '../outcome.ts';
import { printOutcome } from '../output.ts';
import { secretOutcome } from './declared-command.ts';
import { openPlatform } from './platform-store.ts';

type Options = { readonly json?: true; readonly replace?: true };

export async function printFirstToken(name: string, { json, replace }: Options): Promise<void> {
  printOutcome(secretOutcome(await createFirstToken(name, replace === true)), json === true);
}

/** Writes directly to the platform stream, because without an admin token the API cannot create one. */
async function createFirstToken(name: string, replace: boolean): Promise<JsonObject> {
  if (name.trim() === '' || name.length > 100)
    throw new CommandFailed('The name must have 1 to 100 characters.');
  const { platform, close } = await openPlatform(readConfig()).catch(explained);
  try {
    const { id, text, event } = newOperatorToken(name, 'admin');
    const working = (): TokenRecord[] =>
      [...platform.tokens.values()].filter(
        (each) => each.role === 'admin' && statusAt(currentTime(), each) === 'active',
      );
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
