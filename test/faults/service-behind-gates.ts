/** A service, as a process of its own, whose servers are behind gates that a test can shut. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openPlatform } from '../../scripts/cli/commands/platform-store.ts';
import { PROJECTIONS } from '../../projections/all.ts';
import { readConfig } from '../../src/config/config.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import { versionedName } from '../../src/read-models/projection.ts';
import { newIntegrator, newKey } from '../../src/platform/credentials.ts';
import { forEach, inDoubt, send } from '../crash/load.ts';
import type { World } from '../crash/load.ts';
import type { Client } from '../support/client.ts';
import { readiness } from '../support/readiness.ts';
import { waitFor } from '../support/wait-for.ts';

/** What every service on servers needs. */
export const masterKey = (): { MASTER_KEY: string } => ({ MASTER_KEY: randomBytes(32).toString('base64') });

/**
 * Makes an integrator with keys where the service will look for them, and leaves them in the folder as an embedded
 * service would. `env` names the event store without a gate.
 */
export async function makeKeys(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ integratorId: string }> {
  const { platform, close } = await openPlatform(readConfig({ ...env, DATA_DIR: dataDir }));
  const integrator = newIntegrator('Faults');
  const sandbox = newKey(integrator.id, 'sandbox', 'read_write', null);
  const production = newKey(integrator.id, 'production', 'read_write', null);
  await platform.record(() => [integrator.event, sandbox.event, production.event], 'operator:test');
  await close();
  const credentials = {
    integrator_id: integrator.id,
    sandbox_api_key: sandbox.key.text,
    production_api_key: production.key.text,
  };
  writeFileSync(join(dataDir, 'credentials.json'), JSON.stringify(credentials));
  return { integratorId: integrator.id };
}

/** Lets the projections begin at a position: what a shared server had before belongs to other suites. */
export async function beginAt(documents: DocumentStore, position: bigint): Promise<void> {
  const checkpoints = PROJECTIONS.map(
    ({ name, version }) => [versionedName(name, version), position] as const,
  );
  await documents.write([], new Map(checkpoints));
  await documents.close();
}

/** As long as a service may take that has found a connection which never answers, and tries anew. */
const READY_DEADLINE_MS = 120_000;

export async function untilReady(url: string): Promise<void> {
  let health: unknown;
  const look = async (): Promise<true | undefined> => {
    const found = await readiness(url);
    health = found.health;
    return found.status === 200 ? true : undefined;
  };
  await waitFor('ready', look, READY_DEADLINE_MS).catch(() => {
    throw new Error(`The service does not become ready: ${JSON.stringify(health)}`);
  });
}

/** Waits until /readyz answers 503 because this part does not work, for a reason that has these words in it. */
export async function untilHeldUpBy(url: string, part: string, words: string): Promise<void> {
  await waitFor(`held up by ${part}`, async () => {
    const { status, health } = await readiness(url);
    const { ok, detail } = health.parts[part];
    if (ok === true || !String(detail).includes(words)) return undefined;
    expect(status).to.equal(503);
    return true;
  });
}

/** Sends what is in doubt until each has its answer, and then once more. */
export async function settleDoubts(client: Client, world: World): Promise<void> {
  const doubts = inDoubt(world);
  for (const _ of ['first', 'again']) {
    await forEach(doubts, async (attempt) => {
      await waitFor('an answer', async () => ((await send(client, attempt)) ? true : undefined));
    });
  }
}
