/** What a service keeps doing beside requests: it waits for stores that are away, and learns what other processes did. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { PROJECTIONS } from '../../projections/all.ts';
import { ConfigError } from '../config/config.ts';
import { createRemoteProgress } from '../read-models/generations/remote-progress.ts';
import type { DocumentStore } from '../read-models/port.ts';
import type { ProjectionProgress } from '../read-models/projection-progress.ts';
import type { ReadModelRouter } from '../read-models/generations/read-model-router.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import { errorMessage } from '../system/errors.ts';
import { DELIVERY_COLLECTIONS } from '../webhooks/records/delivery.ts';
import type { Dependencies } from './dependencies.ts';

/** Begins all of it, and resolves when all has ended, which the signal ends. `loading` is that of the keys. */
export async function startBackground(
  parts: Dependencies,
  loading: Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const { config, stores, log, health, configuredRails, progress } = parts;
  await Promise.all([
    configuredRails.watch(signal),
    health.pollStores(stores, signal),
    // The operator API reads them on every node, and not only where they are written.
    prepareDeliveries(stores.documents, log, signal),
    loading
      .then(() => followOthers(parts, signal))
      .catch((err: unknown) => {
        if (err instanceof ConfigError) health.refused(err.message);
        stoppedOr(signal, log, err);
      }),
    config.roles.includes('projector') || mirrorProgress(stores.documents, progress.report, signal),
  ]);
}

/** Whoever issues and revokes keys may do so in another process, with a file as well as with servers. */
async function followOthers(parts: Dependencies, signal: AbortSignal): Promise<void> {
  const { config, treasuries } = parts;
  await Promise.all([keepFresh(parts, signal), treasuries.follow(signal, config.roles.includes('worker'))]);
}

/** Tries again, ever more slowly, while a store is away. */
export async function retryWhileUnavailable<T>(
  load: () => Promise<T>,
  log: Logger,
  signal: AbortSignal,
): Promise<T> {
  for (let pause = 250; ; pause = Math.min(pause * 2, 5_000)) {
    try {
      return await load();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || signal.aborted) throw error;
      log.warn({ reason: error.message, retry_in_ms: pause }, 'a store is away; trying again');
      await delay(pause, undefined, { signal });
    }
  }
}

async function prepareDeliveries(documents: DocumentStore, log: Logger, signal: AbortSignal): Promise<void> {
  try {
    await retryWhileUnavailable(() => documents.ensure(DELIVERY_COLLECTIONS), log, signal);
  } catch (err) {
    if (!signal.aborted) log.error({ err }, 'there is no place for the records of deliveries');
  }
}

/** A stop ends what was waiting for a store; anything else that ends it is worth a line. */
function stoppedOr(signal: AbortSignal, log: Logger, err: unknown): void {
  if (signal.aborted) return;
  const why = err instanceof ConfigError ? { reason: err.message } : { err };
  log.fatal(why, 'the keys could not be loaded; restart the service');
}

const MIRROR_EVERY_MS = 20;

/** A node that runs no projector learns from the documents how far another one's has come. */
async function mirrorProgress(
  documents: ReadModelRouter,
  report: (progress: readonly ProjectionProgress[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const mirror = createRemoteProgress(PROJECTIONS);
  while (!signal.aborted) {
    const checkpoints = await documents.store.checkpoints().catch(() => undefined);
    // While the documents are away nothing is known to have changed.
    if (checkpoints !== undefined) report(documents.report(mirror(checkpoints)));
    await delay(MIRROR_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

const PLATFORM_REFRESH_MS = 250;

/**
 * Other processes issue and revoke keys too. What can't be read of that, such as an event of a newer release, takes this
 * node out of use: a key may be revoked by it.
 */
async function keepFresh({ platform, log, health }: Dependencies, signal: AbortSignal): Promise<void> {
  let told: string | undefined;
  while (!signal.aborted) {
    try {
      await platform.get().refresh();
      if (told !== undefined) health.serving();
      told = undefined;
    } catch (err) {
      const reason = errorMessage(err);
      if (err instanceof StoreUnavailable) log.debug({ reason }, 'the keys could not be refreshed');
      else if (reason !== told) {
        told = reason;
        health.refused(reason);
        log.error({ err }, 'the keys can not be kept up to date any more');
      }
    }
    await delay(PLATFORM_REFRESH_MS, undefined, { signal }).catch(() => undefined);
  }
}
