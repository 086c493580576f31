/** The service under test: in a process of its own, on a folder of its own, as `npm start` would run it. */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createEventStoreDb } from '../../src/event-store/eventstoredb/eventstoredb.ts';
import { newIntegrator, newKey } from '../../src/platform/credentials.ts';
import { loadPlatform } from '../../src/platform/platform.ts';

export type RunningService = {
  readonly port: number;
  readonly apiKey: string;
  stop(): Promise<void>;
};

export type Servers = { readonly eventStoreUrl: string; readonly mongoUrl: string | undefined };

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const START_DEADLINE_MS = 60_000;
/** Out of the way: what is measured is the service, not its limits. */
const CONFIG = [
  'rate_limit: { requests_per_second: 10000000, burst: 10000000 }',
  'quotes: { lifetime_seconds: 600 }',
  'user_limits: { per_24h: { user_to_user: "900000000000.00", offramp: "900000000000.00" },',
  '  per_30d: { user_to_user: "900000000000.00", offramp: "900000000000.00" } }',
  '',
].join('\n');

/**
 * Starts it on an SQLite file, or on servers. The log is at `info`, as in production, and goes to a file, which costs
 * the writer what it costs to hand lines to the system and nobody anything after that.
 */
export async function startServiceProcess(
  folder: string,
  servers?: Servers,
  config = '',
): Promise<RunningService> {
  mkdirSync(folder, { recursive: true });
  const configFile = join(folder, 'config.yaml');
  writeFileSync(configFile, CONFIG + config);
  const logFile = join(folder, 'log');
  const log = openSync(logFile, 'w');
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN], {
    stdio: ['ignore', log, log],
    env: {
      ...withoutOurs(process.env),
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: folder,
      CONFIG_FILE: configFile,
      LOG_LEVEL: 'info',
      ...(servers && {
        // Always the same: servers that were measured before know it.
        MASTER_KEY: Buffer.alloc(32, 'bench').toString('base64'),
        EVENTSTORE_URL: servers.eventStoreUrl,
        ...(servers.mongoUrl !== undefined && { MONGODB_URL: servers.mongoUrl }),
      }),
    },
  });
  closeSync(log);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  try {
    const apiKey = servers === undefined ? undefined : await issueKey(servers.eventStoreUrl);
    const url = await untilReady(logFile, isRunning, apiKey);
    return {
      port: Number(new URL(url).port),
      apiKey: apiKey ?? keyOfFirstRun(folder),
      async stop() {
        child.kill('SIGTERM');
        await ended;
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

/** What is set for the bench itself must not reach a service that is to run on its own file. */
function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const {
    EVENTSTORE_URL: _events,
    MONGODB_URL: _documents,
    MASTER_KEY: _key,
    HOST: _host,
    ROLES: _roles,
    ...rest
  } = env;
  return rest;
}

/** The address, once it listens, says that it is ready, and knows the key. */
async function untilReady(
  logFile: string,
  isRunning: () => boolean,
  apiKey: string | undefined,
): Promise<string> {
  const deadline = performance.now() + START_DEADLINE_MS;
  while (isRunning() && performance.now() < deadline) {
    const url = existsSync(logFile)
      ? /Listening on (http:\S+?)[,\s]/.exec(readFileSync(logFile, 'utf8'))?.[1]
      : undefined;
    if (url !== undefined) {
      const ready = await answers(`${url}/readyz`);
      // A key that was just issued is known to a running service a moment later.
      const known = apiKey === undefined || (await answers(`${url}/v1/routes`, { 'Api-Key': apiKey }));
      if (ready && known) return url;
    }
    await delay(50);
  }
  throw new Error(`the service did not become ready:\n${readFileSync(logFile, 'utf8').slice(-4000)}`);
}

const answers = (url: string, headers: Record<string, string> = {}): Promise<boolean> =>
  fetch(url, { headers }).then(
    ({ ok }) => ok,
    () => false,
  );

function keyOfFirstRun(folder: string): string {
  // The service wrote this file on its first start.
  const credentials = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')) as {
    sandbox_api_key: string;
  };
  return credentials.sandbox_api_key;
}

/** Makes an integrator with a sandbox key, as an operator does. Running services notice within a second. */
async function issueKey(eventStoreUrl: string): Promise<string> {
  const eventStore = createEventStoreDb(eventStoreUrl);
  try {
    const platform = await loadPlatform(eventStore);
    const integrator = newIntegrator('bench');
    const { key, event } = newKey(integrator.id, 'sandbox', 'read_write', 'bench');
    await platform.record(() => [integrator.event, event], 'operator:bench');
    return key.text;
  } finally {
    await eventStore.close();
  }
}
