/** The composition root: what a service opens, what it starts on that, and how both end, in order. */
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createHttpServer, listen, stopListening } from './http/server.ts';
import { createRebuilds } from './rebuilds.ts';
import { createServiceApp } from './service/app.ts';
import { beginCheckpoints } from './service/checkpoints.ts';
import { loadKeys } from './service/loading.ts';
import type { FirstRun } from './service/loading.ts';
import { openParts } from './service/parts.ts';
import type { Replacements } from './service/parts.ts';
import { startUpkeep } from './service/upkeep.ts';
import { startWork } from './service/work.ts';
import { isEmbedded } from './stores.ts';

export type Service = {
  /** Where it listens. */
  readonly url: string;
  /** Set when it runs embedded. */
  readonly credentials: FirstRun | undefined;
  /** Finishes what is under way and closes everything. */
  close(): Promise<void>;
};

/** Resolves once the service listens; whether it is ready to serve is another question, which /readyz answers. */
export async function startService(
  config: Config,
  log: Logger,
  replacements: Replacements = {},
): Promise<Service> {
  const parts = await openParts(config, log, replacements);
  const { stores, keepers, sender, address, requests, clock } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;

  const checkpoints = beginCheckpoints(parts);
  const rebuilds = createRebuilds(stores.documents.inner, clock);
  const server = createHttpServer(createServiceApp({ ...parts, checkpoints, rebuilds, signal }));
  // Deliveries give way to requests.
  server.on('request', () => (requests.count += 1));
  const listeningAt = await listen(server, config);
  address.url = config.publicUrl ?? listeningAt;

  const work = config.roles.includes('worker') ? startWork(parts, signal) : undefined;
  const loading = loadKeys(parts, signal);
  const upkeep = startUpkeep(parts, loading, signal);
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
  return { url: address.url, credentials, close: () => (closed ??= close()) };
}
