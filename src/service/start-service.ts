/** The composition root: opens everything that a service consists of, starts it, and closes it in the reverse order. */

import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { PROJECTIONS } from '../../projections/all.ts';
import { withDeadline } from '../async/wait.ts';
import { OPERATED_STREAMS } from '../audit/checkpoints/checkpoint-writer.ts';
import { ConfigError } from '../config/config-file.ts';
import { isEmbedded, type Config } from '../config/config.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import { createHttpServer, listen, stopListening } from '../http/server.ts';
import { createRebuilds } from '../read-models/generations/rebuilds.ts';
import type { LossOfEvents } from '../read-models/history/event-history.ts';
import { hasErrorCode, isSystemError } from '../system/errors.ts';
import { createServiceApp, startCheckpoints } from './app.ts';
import { startBackground } from './background.ts';
import { bootstrap, confirmStreams, type DemoCredentials } from './bootstrap.ts';
import { isOfFormerBook } from './former-books.ts';
import { openDependencies, type Overrides } from './dependencies.ts';
import { CREDENTIALS_FILE_NAME } from './first-run.ts';
import { openClosable, type CloseStack } from './stores.ts';
import { startWorkerRole, type WorkerRole } from './worker-role.ts';

/** A collector that does not answer neither delays nor fails the stop. */
export const LAST_EXPORT_MS_MAX = 2_000;

type StartedService = {
  readonly url: string;
  /** Undefined unless the service runs embedded. */
  readonly credentials: DemoCredentials | undefined;
};

export type Service = StartedService & {
  /**
   * Finishes what is in progress and closes everything, even when some of it fails to close. Throws an AggregateError in
   * that case.
   */
  close(): Promise<void>;
};

/**
 * Resolves once the service listens; /readyz says whether it can serve requests. When a step fails, closes what the steps
 * before it have opened.
 */
export const startService = (config: Config, log: Logger, overrides: Overrides = {}): Promise<Service> =>
  openClosable((stack) => start(config, log, overrides, stack));

async function start(
  config: Config,
  log: Logger,
  overrides: Overrides,
  stack: CloseStack,
): Promise<StartedService> {
  const dependencies = await openDependencies(config, log, overrides, stack);
  const { stores, writers, sender, publicAddress, requestCounter, clock } = dependencies;
  const stopping = new AbortController();
  const { signal } = stopping;
  // Each event stream listens to it. Avoids Node's MaxListeners warning.
  setMaxListeners(0, signal);
  const running: { worker?: WorkerRole; background?: Promise<void>; notifications?: Promise<void> } = {};

  const { metricsEveryMs } = config.exports;
  if (metricsEveryMs !== undefined) {
    const { startMetricsExport } = await import('../telemetry/metrics-export.ts');
    const stopExport = startMetricsExport(dependencies.metrics.registry, metricsEveryMs);
    stack.add(() =>
      withDeadline(stopExport(), LAST_EXPORT_MS_MAX).catch((err: unknown) =>
        log.warn({ err }, 'last metrics not exported'),
      ),
    );
  }
  // Background loops and retention use the writers and the stores until they notice the signal.
  stack.add(
    () => running.background,
    () => running.notifications,
    () => running.worker?.ended,
  );
  const checkpoints = startCheckpoints(dependencies);
  // A stop is orderly only if the service had started.
  const recordHeads = async (): Promise<void> => {
    if (dependencies.platform.current() === undefined) return;
    // Nothing replaces evidence of a loss.
    await confirmStreams(dependencies);
    await dependencies.evidence.recordHeads(OPERATED_STREAMS);
  };
  stack.add(
    () => checkpoints.writer?.stop(),
    () => recordHeads().catch((err: unknown) => log.debug({ err }, 'newest events not recorded')),
  );
  const rebuilds = createRebuilds(stores.documents.store, PROJECTIONS, clock, (document) =>
    isOfFormerBook(dependencies.platform.current(), document, clock()),
  );
  stack.add(
    () => writers.close(),
    () => rebuilds.close(),
  );
  stack.add(() => sender.close());
  const app = createServiceApp({
    ...{ ...dependencies, checkpoints, rebuilds, signal },
    onBackground(notifications) {
      running.notifications = notifications;
    },
  });
  const server = createHttpServer(app, { publicUrl: () => publicAddress.url });
  server.on('request', () => (requestCounter.count += 1));
  stack.add(
    () => stopListening(server),
    () => running.worker?.stop(),
  );
  stack.add(() => stopping.abort());

  const localUrl = await (overrides.serve?.(app) ?? listen(server, config));
  publicAddress.url = config.publicUrl ?? localUrl;
  if (config.roles.includes('worker')) running.worker = startWorkerRole(dependencies, rebuilds, signal);
  const bootstrapped = bootstrap(dependencies, signal);
  running.background = startBackground(dependencies, bootstrapped, signal);
  // The database file is available at once. A server may not be, so the service listens first and retries.
  const credentials = isEmbedded(config) ? await bootstrapped : undefined;
  return { url: publicAddress.url, credentials };
}

// Runs a service, and starts it again in the same process when its events went back in time.

/** Rejects like `startService`. A start that fails later is passed to `onFailure`; the service is then closed. */
export async function runService(
  config: Config,
  log: Logger,
  onFailure: (error: unknown) => void,
  overrides: Overrides = {},
): Promise<Service> {
  let isClosed = false;
  let restarting: Promise<void> | undefined;
  const start = (eventsWentBack?: LossOfEvents): Promise<Service> =>
    startService(config, log, {
      ...overrides,
      eventsWentBack,
      onEventsWentBack: (loss) => void (restarting ??= restart(loss)),
    });

  async function restart(loss: LossOfEvents): Promise<void> {
    try {
      await service.close();
      if (!isClosed) service = await start(loss);
      log.info({ url: service.url }, 'service started over');
    } catch (error) {
      onFailure(error);
    } finally {
      restarting = undefined;
    }
  }

  let service = await start();
  return {
    credentials: service.credentials,
    get url() {
      return service.url;
    },
    async close() {
      isClosed = true;
      await restarting;
      await service.close();
    },
  };
}

// What `npm start` prints: how to reach the service, or why it could not start.

/**
 * Shows the keys only on the start that created them, and only in a terminal: other outputs are collected and stored, so
 * they get the path of the file.
 */
export function banner({ url, credentials }: Service, { dataDir }: Config, isTerminal: boolean): string {
  if (credentials === undefined) return `\n  Listening on ${url}\n\n`;
  const file = join(dataDir, CREDENTIALS_FILE_NAME);
  if (!credentials.isNew) return `\n  Listening on ${url}, data in ${dataDir}, keys in ${file}\n\n`;
  if (!isTerminal)
    return `\n  Listening on ${url}, data in ${dataDir}\n  The keys of the demo integrator and an operator token are in ${file}.\n\n`;
  const { sandbox_api_key, production_api_key, operator_token } = credentials;
  return `
  Listening on ${url}, data in ${dataDir}
  These keys are shown only once. They are also saved in ${file}.

  sandbox key      ${sandbox_api_key}
  production key   ${production_api_key}
  operator token   ${operator_token}

  documentation    ${url}/docs
  console          ${url}/console  (sign in with the operator token)

  Try:  curl ${url}/v1/routes -H 'Api-Key: ${sandbox_api_key}'

`;
}

/** One line for an error that the operator can fix; the stack for any other error. */
export function startErrorMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(startErrorMessage).join('\n');
  if (hasErrorCode(error, 'EADDRINUSE')) {
    const reason = error.message.replace(/^listen EADDRINUSE: /, '');
    return `Cannot start: ${reason}. Set PORT to another port, or to 0 for any free port.`;
  }
  if (isSystemError(error, 'listen') || isSystemError(error, 'getaddrinfo'))
    return `Cannot start: ${error.message}. Check HOST and PORT.`;
  if (hasErrorCode(error, 'ENOSPC')) return 'Cannot start: the disk is full';
  if (isSystemError(error) || error instanceof StoreUnavailable) return `Cannot start: ${error.message}`;
  if (error instanceof ConfigError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
