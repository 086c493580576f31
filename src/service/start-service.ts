/** The composition root: opens everything that a service consists of, starts it, and closes it in the reverse order. */
import { setMaxListeners } from 'node:events';
import type { Logger } from 'pino';
import { PROJECTIONS } from '../../projections/all.ts';
import { createHttpServer, listen, stopListening } from '../api/server/http-server.ts';
import type { Config } from '../config/config.ts';
import { isEmbedded } from '../config/storage.ts';
import { createRebuilds } from '../read-models/generations/rebuilds.ts';
import { createServiceApp } from './app.ts';
import { startBackground } from './background.ts';
import { bootstrap } from './bootstrap.ts';
import type { DemoCredentials } from './bootstrap.ts';
import { startCheckpoints } from './checkpoints.ts';
import { openClosable } from './close-stack.ts';
import type { CloseStack } from './close-stack.ts';
import { openDependencies } from './dependencies.ts';
import type { Overrides } from './dependencies.ts';
import { startWorkerRole } from './worker-role.ts';
import type { WorkerRole } from './worker-role.ts';

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
  // Each event stream listens to it. Node would take more than ten listeners for a leak.
  setMaxListeners(0, signal);
  const running: { worker?: WorkerRole; background?: Promise<void> } = {};

  // Background loops and retention use the writers and the stores until they notice the signal.
  stack.add(
    () => running.background,
    () => running.worker?.ended,
  );
  const checkpoints = startCheckpoints(dependencies);
  stack.add(() => checkpoints.writer?.stop());
  const rebuilds = createRebuilds(stores.documents.store, PROJECTIONS, clock);
  stack.add(
    () => writers.close(),
    () => rebuilds.close(),
  );
  stack.add(() => sender.close());
  const app = createServiceApp({ ...dependencies, checkpoints, rebuilds, signal });
  const server = createHttpServer(app, { publicUrl: () => publicAddress.url });
  server.on('request', () => (requestCounter.count += 1));
  stack.add(
    () => stopListening(server),
    () => running.worker?.stop(),
  );
  stack.add(() => stopping.abort());

  const localUrl = await (overrides.serve?.(app) ?? listen(server, config));
  publicAddress.url = config.publicUrl ?? localUrl;
  if (config.roles.includes('worker')) running.worker = startWorkerRole(dependencies, signal);
  const bootstrapped = bootstrap(dependencies, signal);
  running.background = startBackground(dependencies, bootstrapped, signal);
  // The database file is available at once. A server may not be, so the service listens first and retries.
  const credentials = isEmbedded(config) ? await bootstrapped : undefined;
  return { url: publicAddress.url, credentials };
}
