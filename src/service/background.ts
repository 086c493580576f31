/** The loops that run next to the requests: they wait for stores that do not answer, and follow other processes. */
import type { Logger } from 'pino';
import { PROJECTIONS } from '../../projections/all.ts';
import { repeat } from '../async/polling-loop.ts';
import { OPERATED_STREAMS } from '../audit/checkpoints/checkpoint-writer.ts';
import { createBackoff, exponentialDelays, type BackoffPolicy } from '../async/wait.ts';
import { ConfigError } from '../config/config-file.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import { allBooks } from '../platform/books.ts';
import { PLATFORM_STREAM } from '../platform/platform.ts';
import { createRemoteProgress } from '../read-models/generations/progress.ts';
import type { DocumentStore } from '../read-models/port.ts';
import { errorMessage } from '../system/errors.ts';
import { delay } from '../system/runtime.ts';
import type { Dependencies } from './dependencies.ts';
import { watchMasterKey } from './master-key-watch.ts';
import { RECORD_COLLECTIONS, watchHistory, watchVault } from './history-watch.ts';

/** Starts the loops. Resolves when all of them have ended after the signal. They begin to follow others after `bootstrapped`. */
export async function startBackground(
  dependencies: Dependencies,
  bootstrapped: Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const { config, stores, log, health, disk, backups, configuredRails } = dependencies;
  await Promise.all([
    configuredRails.watch(signal),
    watchHistory(dependencies, signal),
    watchVault(dependencies, signal),
    watchStreams(dependencies, signal),
    watchMasterKey(dependencies, signal),
    health.pollStores(stores, signal),
    disk?.poll(signal),
    backups?.run(signal),
    // Every node creates these collections, because the APIs read them on every node.
    createRecordCollections(stores.documents, log, signal).then(() => restoreStorage(dependencies, signal)),
    bootstrapped
      .then(() => followOtherProcesses(dependencies, signal))
      .catch((err: unknown) => {
        if (signal.aborted) return;
        const isConfigError = err instanceof ConfigError;
        if (isConfigError) health.reportUnmet('bootstrap', err.message);
        log.fatal(isConfigError ? { reason: err.message } : { err }, 'startup failed; restart the service');
      }),
    config.roles.includes('projector') || followRemoteProgress(dependencies, signal),
  ]);
}

/** A worker also checks the streams that nobody writes to. */
async function watchStreams(
  { config, stores, platform, log }: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  const streams = (): readonly string[] => {
    const loaded = config.roles.includes('worker') ? platform.current() : undefined;
    return loaded === undefined ? [] : [...OPERATED_STREAMS, ...allBooks(loaded)];
  };
  const onError = (err: unknown): void => {
    // The health monitor reports it.
    if (!(err instanceof StoreUnavailable)) log.error({ err }, 'settings of streams not read');
  };
  await stores.streamGuard?.watch(streams, onError, signal);
}

/** Another process may issue or revoke keys and allocate coin, with a file as well as with servers. */
async function followOtherProcesses(dependencies: Dependencies, signal: AbortSignal): Promise<void> {
  const { config, treasuries } = dependencies;
  await Promise.all([
    followPlatform(dependencies, signal),
    treasuries.follow(signal, config.roles.includes('worker')),
  ]);
}

const STORE_RETRIES: BackoffPolicy = { delaysMs: exponentialDelays(250, 5_000) };

/**
 * Retries with backoff until the stores answer. Throws when the signal aborts. The health monitor logs that a store is
 * unavailable, and when it is back.
 */
export async function retryWhileUnavailable<T>(
  load: () => Promise<T>,
  log: Logger,
  signal: AbortSignal,
): Promise<T> {
  const backoff = createBackoff(STORE_RETRIES);
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || signal.aborted) throw error;
      const pauseMs = backoff.next();
      log.debug({ reason: error.message, retry_in_ms: pauseMs }, 'store unavailable; retrying');
      await delay(pauseMs, undefined, { signal });
    }
  }
}

async function createRecordCollections(
  documents: DocumentStore,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  try {
    await retryWhileUnavailable(() => documents.ensure(RECORD_COLLECTIONS), log, signal);
  } catch (err) {
    if (!signal.aborted) log.error({ err }, 'collections of deliveries and requests not created');
  }
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A restart grants no budget again. With several nodes, each takes over its part of what all of them stored. */
async function restoreStorage(
  { config, storage, minuteMetrics, clock, log }: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  const share = 1 / config.file.rate_limit.nodes;
  const restore = async (): Promise<void> => {
    const to = clock();
    await storage.restore(minuteMetrics.read({ from: to - DAY_MS, to: to + 1 }), share, to);
  };
  try {
    await retryWhileUnavailable(restore, log, signal);
  } catch (err) {
    if (!signal.aborted) log.error({ err }, 'stored bytes of the last day not counted');
  }
}

const REMOTE_PROGRESS_EVERY_MS = 20;

/** A node without a projector reads the progress of the projector in another process from the documents. */
async function followRemoteProgress(
  { stores: { documents }, progress, remoteProgressLinger }: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  const remoteProgress = createRemoteProgress(PROJECTIONS);
  const run = async (): Promise<void> => {
    await remoteProgressLinger.wait(signal);
    const checkpoints = await documents.store.checkpoints().catch(() => undefined);
    if (checkpoints !== undefined) progress.report(documents.report(remoteProgress(checkpoints)));
  };
  await repeat({ run, everyMs: REMOTE_PROGRESS_EVERY_MS }, signal);
}

const PLATFORM_REFRESH_EVERY_MS = 250;

/**
 * Reads the keys that other processes issue and revoke. An event that cannot be read, for example one of a newer release,
 * makes this node unready: it may revoke a key.
 */
async function followPlatform(
  { keyFreshness, evidence, log, health }: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  let failure: string | undefined;
  const run = async (): Promise<void> => {
    await keyFreshness.refresh();
    if (failure !== undefined) log.info('keys refreshed');
    failure = undefined;
    health.reportMet('platform');
  };
  const onError = (err: unknown): void => {
    const reason = errorMessage(err);
    if (err instanceof StoreUnavailable) log.debug({ reason }, 'keys not refreshed');
    else if (reason !== failure) {
      failure = reason;
      health.reportUnmet('platform', reason);
      log.error({ err }, 'keys cannot be refreshed');
      void evidence.keep(PLATFORM_STREAM, err);
    }
  };
  await repeat({ run, everyMs: PLATFORM_REFRESH_EVERY_MS, onError }, signal);
}
