/** What has to be loaded before requests can be told apart: the keys and the treasuries, made first where there are none. */
import { setTimeout as delay } from 'node:timers/promises';
import { PROJECTIONS } from '../../projections/all.ts';
import { ConfigError } from '../config.ts';
import { findAhead } from '../documents/ahead.ts';
import { makeFirstRun, readCredentials, urls, writeCredentials } from '../first-run.ts';
import type { Credentials } from '../first-run.ts';
import { asConfigError } from '../master-key.ts';
import { loadPlatform } from '../platform/platform.ts';
import type { Platform } from '../platform/platform.ts';
import { isEmbedded } from '../stores.ts';
import { beginTreasury } from '../treasury/begin.ts';
import type { Parts } from './parts.ts';
import { loadWithPatience } from './upkeep.ts';

/** How to reach the integrator of the first run, and whether this start made it. */
export type FirstRun = Credentials & { readonly isNew: boolean };

/**
 * Waits for stores that are away until the signal aborts; after it, the service serves. Gives the first run of a service
 * that runs embedded. Throws a ConfigError for a master key that is not that of the data, and for documents that are not
 * those of the events.
 */
export async function loadKeys(parts: Parts, signal: AbortSignal): Promise<FirstRun | undefined> {
  const { config, stores, clock, log, platform, treasuries, watch, address } = parts;
  await confirmKey(parts, signal);
  await confirmHistory(parts, signal);
  const loaded = await loadWithPatience(() => loadPlatform(stores.eventStore, clock), log, signal);
  const credentials = isEmbedded(config) ? await firstRunOf(loaded, config.dataDir, address.url) : undefined;
  await loadWithPatience(() => treasuries.load(), log, signal);
  if (credentials !== undefined) {
    const onHeldUp = (err: unknown): void => log.warn({ err }, 'an allocation reaches its book later');
    await beginTreasury(treasuries.of('sandbox'), credentials.integrator_id, onHeldUp);
  }
  platform.serve(loaded);
  watch.serving();
  return credentials;
}

/** Stores that were away when the service began are asked now. Throws a ConfigError for a wrong key. */
async function confirmKey({ masterKey, vault, log }: Parts, signal: AbortSignal): Promise<void> {
  if (masterKey.isConfirmed) return;
  await loadWithPatience(() => vault.confirm(), log, signal).catch((error: unknown) => {
    throw asConfigError(error, masterKey);
  });
}

const LOOKS = 5;
const LOOK_AGAIN_MS = 1_000;

/**
 * Nothing is served while the documents are ahead of the events. A server may have to catch up with others of its cluster,
 * so it is looked at a few times; a file is as it is. Throws a ConfigError.
 */
async function confirmHistory({ config, stores, log }: Parts, signal: AbortSignal): Promise<void> {
  const find = () => findAhead(stores.eventStore, stores.documents.inner, PROJECTIONS);
  for (let left = isEmbedded(config) ? 1 : LOOKS; ; left--) {
    const found = await loadWithPatience(find, log, signal);
    if (found === undefined) return;
    if (left === 1) throw new ConfigError(`${found} See "Restoring" in docs/operations.md.`);
    await delay(LOOK_AGAIN_MS, undefined, { signal });
  }
}

/** The demo integrator's credentials: made now, or made before and brought up to date with where the service listens. */
async function firstRunOf(platform: Platform, dataDir: string, url: string): Promise<FirstRun | undefined> {
  const made = await makeFirstRun(platform, dataDir, url);
  if (made !== undefined) return { ...made, isNew: true };
  const kept = readCredentials(dataDir);
  if (kept === undefined) return undefined;
  const current = { ...kept, ...urls(url) };
  if (kept.base_url !== url) writeCredentials(dataDir, current);
  return { ...current, isNew: false };
}
