/** What has to be loaded before requests can be told apart: the keys and the treasuries, made first where there are none. */
import { setTimeout as delay } from 'node:timers/promises';
import { PROJECTIONS } from '../../projections/all.ts';
import { ConfigError } from '../config/config.ts';
import { findHistoryFault } from '../read-models/generations/history-check.ts';
import { createDemoIntegrator, readCredentials, serviceUrls, writeCredentials } from './first-run.ts';
import type { Credentials } from './first-run.ts';
import { asConfigError } from '../vault/master-key.ts';
import { loadPlatform } from '../platform/platform.ts';
import type { Platform } from '../platform/platform.ts';
import { isEmbedded } from './stores.ts';
import { fundSandboxTreasury } from '../treasury/initial-funding.ts';
import type { Dependencies } from './dependencies.ts';
import { retryWhileUnavailable } from './background.ts';

/** How to reach the integrator of the first run, and whether this start made it. */
export type DemoCredentials = Credentials & { readonly isNew: boolean };

/**
 * Waits for stores that are away until the signal aborts; after it, the service serves. Gives the first run of a service
 * that runs embedded. Throws a ConfigError for a master key that is not that of the data, and for documents that are not
 * those of the events.
 */
export async function bootstrap(
  parts: Dependencies,
  signal: AbortSignal,
): Promise<DemoCredentials | undefined> {
  const { config, stores, clock, log, platform, treasuries, health, publicAddress } = parts;
  await confirmKey(parts, signal);
  await confirmHistory(parts, signal);
  const loaded = await retryWhileUnavailable(() => loadPlatform(stores.eventStore, clock), log, signal);
  const credentials = isEmbedded(config)
    ? await firstRunOf(loaded, config.dataDir, publicAddress.url)
    : undefined;
  await retryWhileUnavailable(() => treasuries.load(), log, signal);
  if (credentials !== undefined) {
    const onHeldUp = (err: unknown): void => log.warn({ err }, 'an allocation reaches its book later');
    await fundSandboxTreasury(treasuries.get('sandbox'), credentials.integrator_id, onHeldUp);
  }
  platform.set(loaded);
  health.serving();
  return credentials;
}

/** Stores that were away when the service began are asked now. Throws a ConfigError for a wrong key. */
async function confirmKey({ masterKey, vault, log }: Dependencies, signal: AbortSignal): Promise<void> {
  if (masterKey.isConfirmed) return;
  await retryWhileUnavailable(() => vault.verifyMasterKey(), log, signal).catch((error: unknown) => {
    throw asConfigError(error, masterKey);
  });
}

const LOOKS = 5;
const LOOK_AGAIN_MS = 1_000;

/**
 * Nothing is served while the documents are ahead of the events. A server may have to catch up with others of its cluster,
 * so it is looked at a few times; a file is as it is. Throws a ConfigError.
 */
async function confirmHistory({ config, stores, log }: Dependencies, signal: AbortSignal): Promise<void> {
  const find = () => findHistoryFault(stores.eventStore, stores.documents.store, PROJECTIONS);
  for (let left = isEmbedded(config) ? 1 : LOOKS; ; left--) {
    const found = await retryWhileUnavailable(find, log, signal);
    if (found === undefined) return;
    if (left === 1) throw new ConfigError(`${found} See "Restoring" in docs/operations.md.`);
    await delay(LOOK_AGAIN_MS, undefined, { signal });
  }
}

/** The demo integrator's credentials: made now, or made before and brought up to date with where the service listens. */
async function firstRunOf(
  platform: Platform,
  dataDir: string,
  url: string,
): Promise<DemoCredentials | undefined> {
  const made = await createDemoIntegrator(platform, dataDir, url);
  if (made !== undefined) return { ...made, isNew: true };
  const kept = readCredentials(dataDir);
  if (kept === undefined) return undefined;
  const current = { ...kept, ...serviceUrls(url) };
  if (kept.base_url !== url) writeCredentials(dataDir, current);
  return { ...current, isNew: false };
}
