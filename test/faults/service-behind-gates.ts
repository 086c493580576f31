/** A service process whose servers are behind gates that a test can close. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { PROJECTIONS } from '../../projections/all.ts';
import { openPlatform } from '../../scripts/cli/operator/platform-store.ts';
import { readConfig } from '../../src/config/config.ts';
import { newIntegrator, newKey, newOperatorToken } from '../../src/platform/credentials.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import { collectionsOf, versionedName } from '../../src/read-models/projection.ts';
import { forEach, inDoubt, send, type World } from '../crash/load.ts';
import type { Client } from '../support/client.ts';
import { EVENT_MASTER_KEY } from '../support/event-macs.ts';
import { readiness } from '../support/readiness.ts';
import { waitFor } from '../support/wait-for.ts';

/** The settings that every such service needs. */
export const masterKey = (): { MASTER_KEY: string } => ({ MASTER_KEY: EVENT_MASTER_KEY });

/**
 * Creates an integrator with keys, and an operator, in the event store, and stores the credentials in the folder as an embedded service does. `env`
 * contains the event store's URL without a gate.
 */
export async function makeKeys(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ integratorId: string }> {
  const { platform, close } = await openPlatform(readConfig({ ...masterKey(), ...env, DATA_DIR: dataDir }));
  const integrator = newIntegrator('Faults');
  const sandbox = newKey(integrator.id, 'sandbox', 'read_write', null);
  const production = newKey(integrator.id, 'production', 'read_write', null);
  const operator = newOperatorToken('Test', 'admin');
  await platform.record(
    () => [integrator.event, sandbox.event, production.event, operator.event],
    'operator:test',
  );
  await close();
  const credentials = {
    integrator_id: integrator.id,
    sandbox_api_key: sandbox.key.text,
    production_api_key: production.key.text,
    operator_token: operator.text,
  };
  writeFileSync(join(dataDir, 'credentials.json'), JSON.stringify(credentials));
  return { integratorId: integrator.id };
}

/** Starts the projections at a position, because a shared server contains events of other suites. */
export async function beginAt(documents: DocumentStore, position: bigint): Promise<void> {
  // A checkpoint without collections would mean that they were removed.
  await documents.ensure(PROJECTIONS.flatMap((projection) => collectionsOf(projection)));
  const checkpoints = PROJECTIONS.map(
    ({ name, version }) => [versionedName(name, version), position] as const,
  );
  await documents.write([], new Map(checkpoints));
  await documents.close();
}

/** Allows for a hanging connection and a reconnect. */
const READY_DEADLINE_MS = 120_000;

export async function untilReady(url: string): Promise<void> {
  let health: unknown;
  const checkReady = async (): Promise<true | undefined> => {
    const found = await readiness(url);
    health = found.health;
    return found.status === 200 ? true : undefined;
  };
  await waitFor('ready', checkReady, READY_DEADLINE_MS).catch(() => {
    throw new Error(`The service does not become ready: ${JSON.stringify(health)}`);
  });
}

/** Waits until /readyz returns 503 because of this component, with these words in the reason. */
export async function untilHeldUpBy(url: string, part: string, words: string): Promise<void> {
  await waitFor(`/readyz to report ${part}`, async () => {
    const { status, health } = await readiness(url);
    const { ok, detail } = health.parts[part];
    if (ok === true || !String(detail).includes(words)) return undefined;
    expect(status).to.equal(503);
    return true;
  });
}

/** Repeats the requests without a response until each has one, and then once more. */
export async function settleDoubts(client: Client, world: World): Promise<void> {
  const doubts = inDoubt(world);
  for (const _ of ['first', 'again']) {
    await forEach(doubts, async (attempt) => {
      await waitFor('a response', async () => ((await send(client, attempt)) ? true : undefined));
    });
  }
}
