/** Loads what every request needs, the keys and the treasuries, and creates them on the first start. */
import type { Logger } from 'pino';
import { delay } from '../system/runtime.ts';
import { PROJECTIONS } from '../../projections/all.ts';
import { ConfigError } from '../config/config-error.ts';
import { BrokenHashChain } from '../event-store/codec.ts';
import { UnauthenticatedEvent } from '../event-store/event-macs.ts';
import { isEmbedded } from '../config/storage.ts';
import { PLATFORM_STREAM, loadPlatform } from '../platform/platform.ts';
import type { Platform } from '../platform/platform.ts';
import { findHistoryFault } from '../read-models/generations/history-check.ts';
import { isSameEventStore, recordEventStore } from '../read-models/history/event-history.ts';
import { fundSandboxTreasury } from '../treasury/initial-funding.ts';
import { asConfigError } from '../vault/master-key.ts';
import { retryWhileUnavailable } from './background.ts';
import { beginEventMacs, recordEventMacs } from './begin-event-macs.ts';
import type { Dependencies } from './dependencies.ts';
import { createDemoIntegrator, readCredentials, serviceUrls, writeCredentials } from './first-run.ts';
import type { Credentials } from './first-run.ts';

/** The credentials of the demo integrator; `isNew` when this start created it. */
export type DemoCredentials = Credentials & { readonly isNew: boolean };

/**
 * Retries while the stores do not answer, until the signal aborts. Afterwards the service is ready. Gives the credentials of
 * the demo integrator in embedded mode. Throws a ConfigError for a wrong master key, for documents that do not belong to the
 * events, and for events that the service did not write.
 */
export async function bootstrap(
  dependencies: Dependencies,
  signal: AbortSignal,
): Promise<DemoCredentials | undefined> {
  const { config, treasuries, platform, log, health, publicAddress, acceptedHistories } = dependencies;
  await confirmMasterKey(dependencies, signal);
  await confirmHistory(dependencies, signal);
  const loaded = await loadAuthenticated(() => loadPlatformWithMacs(dependencies), log, signal);
  acceptedHistories.set(loaded);
  const credentials = isEmbedded(config)
    ? await demoCredentials(loaded, config.dataDir, publicAddress.url)
    : undefined;
  await loadAuthenticated(() => treasuries.load(), log, signal);
  const sandbox = treasuries.get('sandbox');
  if (credentials !== undefined) await fundSandboxTreasury(sandbox, credentials.integrator_id);
  await retryWhileUnavailable(() => recordEventMacs(dependencies), log, signal);
  platform.set(loaded);
  if (credentials !== undefined)
    // A failed delivery does not block the start; it is retried.
    await sandbox.deliver().catch((err: unknown) => log.warn({ err }, 'allocation delivery postponed'));
  health.reportMet('bootstrap');
  return credentials;
}

async function loadPlatformWithMacs(dependencies: Dependencies): Promise<Platform> {
  const { stores, authentication, clock } = dependencies;
  await beginEventMacs(dependencies);
  return loadPlatform(stores.eventStore, authentication.macs, { clock });
}

/** Retries while the stores do not answer. Throws a ConfigError for events that the service did not write. */
const loadAuthenticated = <T>(load: () => Promise<T>, log: Logger, signal: AbortSignal): Promise<T> =>
  retryWhileUnavailable(load, log, signal).catch((error: unknown) => {
    if (!(error instanceof UnauthenticatedEvent) && !(error instanceof BrokenHashChain)) throw error;
    throw new ConfigError(
      `The event store was changed: ${error.message}. See "Events that cannot be authenticated" in docs/operations.md.`,
    );
  });

/** Checks the master key now if the stores did not answer when the service opened them. Throws a ConfigError for a wrong key. */
async function confirmMasterKey({ masterKey, vault, log }: Dependencies, signal: AbortSignal): Promise<void> {
  if (masterKey.isConfirmed) return;
  await retryWhileUnavailable(() => vault.verifyMasterKey(), log, signal).catch((error: unknown) => {
    throw asConfigError(error, masterKey);
  });
}

const HISTORY_CHECKS = 5;
const HISTORY_CHECK_EVERY_MS = 1_000;

/**
 * Replaces the read models if they are ahead of the events, because the events were restored to an earlier time. A server is
 * checked several times, because it may still be catching up with its cluster. Throws a ConfigError if this is another event
 * store, or an empty one.
 */
async function confirmHistory(dependencies: Dependencies, signal: AbortSignal): Promise<void> {
  const { config, stores, history, log } = dependencies;
  const { eventStore } = stores;
  const documents = stores.documents.store;
  const retry = <T>(work: () => Promise<T>): Promise<T> => retryWhileUnavailable(work, log, signal);
  for (let left = isEmbedded(config) ? 1 : HISTORY_CHECKS; ; left--) {
    const fault = await retry(() => findHistoryFault(eventStore, documents, PROJECTIONS));
    if (fault === undefined) break;
    if (left > 1) await delay(HISTORY_CHECK_EVERY_MS, undefined, { signal });
    else if (await retry(() => isSameEventStore(documents, eventStore, PLATFORM_STREAM))) {
      log.error({ reason: fault }, 'events went back in time; rebuilding read models');
      await retry(() => history.replace());
      break;
    } else throw new ConfigError(`${fault} See "Restoring" in docs/operations.md.`);
  }
  await retry(() => recordEventStore(documents, eventStore, PLATFORM_STREAM));
}

/** Creates the demo integrator, or reads its credentials and updates the URLs in them. */
async function demoCredentials(
  platform: Platform,
  dataDir: string,
  url: string,
): Promise<DemoCredentials | undefined> {
  const created = await createDemoIntegrator(platform, dataDir, url);
  if (created !== undefined) return { ...created, isNew: true };
  const stored = readCredentials(dataDir);
  if (stored === undefined) return undefined;
  const current = { ...stored, ...serviceUrls(url) };
  if (stored.base_url !== url) writeCredentials(dataDir, current);
  return { ...current, isNew: false };
}
