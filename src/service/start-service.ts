/** The composition root: what a service opens, what it starts on that, and how both end, in order. */
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { createHttpServer, listen, stopListening } from '../api/server/http-server.ts';
import { createRebuilds } from '../read-models/generations/rebuilds.ts';
import { createServiceApp } from './app.ts';
import { startCheckpoints } from './checkpoints.ts';
import { bootstrap } from './bootstrap.ts';
import type { DemoCredentials } from './bootstrap.ts';
import { openDependencies } from './dependencies.ts';
import type { Overrides } from './dependencies.ts';
import { startBackground } from './background.ts';
import { startWorkerRole } from './worker-role.ts';
import { isEmbedded } from './stores.ts';

export type Service = {
  /** Where it listens. */
  readonly url: string;
  /** Set when it runs embedded. */
  readonly credentials: DemoCredentials | undefined;
  /** Finishes what is under way and closes everything. */
  close(): Promise<void>;
};

/** Resolves once the service listens; whether it is ready to serve is another question, which /readyz answers. */
export async function startService(
  config: Config,
  log: Logger,
  replacements: Overrides = {},
): Promise<Service> {
  const parts = await openDependencies(config, log, replacements);
  const { stores, keepers, sender, publicAddress, requestCounter, clock } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;

  const checkpoints = startCheckpoints(parts);
  const rebuilds = createRebuilds(stores.documents.store, clock);
  const server = createHttpServer(createServiceApp({ ...parts, checkpoints, rebuilds, signal }));
  // Deliveries give way to requests.
  server.on('request', () => (requestCounter.count += 1));
  const listeningAt = await listen(server, config);
  publicAddress.url = config.publicUrl ?? listeningAt;

  const work = config.roles.includes('worker') ? startWorkerRole(parts, signal) : undefined;
  const loading = bootstrap(parts, signal);
  const upkeep = startBackground(parts, loading, signal);
  // A file is there at once; a server may take its time, and /readyz says so meanwhile.
  const credentials = isEmbedded(config) ? await loading : undefined;

  async function close(): Promise<void> {
    stopping.abort();
    await Promise.all([stopListening(server), work?.stop()]);
    await sender.close();
    await Promise.all([keepers.close(), rebuilds.close()]);
    await checkpoints.writer?.stop();
    await Promise.all([upkeep, work?.ended]);
    await stores.close();
  }
  let closed: Promise<void> | undefined;
  return { url: publicAddress.url, credentials, close: () => (closed ??= close()) };
}
