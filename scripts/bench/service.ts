/** The service under test in a separate process and folder, as started by `npm start`. */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createEventMacs } from '../../src/event-store/event-macs.ts';
import { createEventStoreDb } from '../../src/event-store/eventstoredb/eventstoredb.ts';
import { newIntegrator, newKey } from '../../src/platform/credentials.ts';
import { loadPlatform } from '../../src/platform/platform.ts';
import type { Credentials } from '../../src/service/first-run.ts';

/** Of the services on database servers. */
export const MASTER_KEY = Buffer.alloc(32, 'bench');

export type RunningService = {
  readonly port: number;
  readonly apiKey: string;
  /** Undefined for a service on database servers, which has no first-run credentials. */
  readonly operatorToken?: string | undefined;
  /** From the start of the process until `/readyz` responded with 200, in milliseconds. */
  readonly readyMs: number;
  stop(): Promise<void>;
  /** Kills the process without cleanup. */
  kill(): Promise<void>;
};

export type Servers = {
  readonly eventStoreUrl: string;
  /** Without it, the documents are in a file. */
  readonly mongoUrl?: string | undefined;
  /** As in ROLES; all roles unless given. */
  readonly roles?: string;
  /** Of an earlier service on these servers; a new integrator's unless given. */
  readonly apiKey?: string;
};

/** The servers in EVENTSTORE_URL and MONGODB_URL; undefined without the first. */
export function serversOf(env: NodeJS.ProcessEnv): Servers | undefined {
  const { EVENTSTORE_URL: eventStoreUrl, MONGODB_URL: mongoUrl } = env;
  return eventStoreUrl === undefined || eventStoreUrl === '' ? undefined : { eventStoreUrl, mongoUrl };
}

/** Each combination of stores with a server that is available, with its name: documents in a file, and in MongoDB. */
export function serverPairs(env: NodeJS.ProcessEnv): { readonly name: string; readonly servers: Servers }[] {
  const { eventStoreUrl, mongoUrl } = serversOf(env) ?? {};
  if (eventStoreUrl === undefined) return [];
  const file = { name: 'EventStoreDB, documents in SQLite', servers: { eventStoreUrl } };
  return mongoUrl === undefined
    ? [file]
    : [file, { name: 'EventStoreDB and MongoDB', servers: { eventStoreUrl, mongoUrl } }];
}

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const START_DEADLINE_MS = 60_000;
/** High limits, so that the service is measured and not its limits. */
const CONFIG = [
  'rate_limit: { requests_per_second: 10000000, burst: 10000000 }',
  'storage: { event_bytes_per_day: { sandbox: null } }',
  'quotes: { lifetime_seconds: 600 }',
  'user_limits: { per_24h: { user_to_user: "900000000000.00", offramp: "900000000000.00" },',
  '  per_30d: { user_to_user: "900000000000.00", offramp: "900000000000.00" } }',
  '',
].join('\n');

/**
 * Starts the service on SQLite or on database servers. As in production, the log level is `info`. The log
 * goes to a file, which costs the service one write and no other process anything.
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
  const startedAt = performance.now();
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
        // Constant, so that servers of earlier runs still accept it.
        MASTER_KEY: MASTER_KEY.toString('base64'),
        EVENTSTORE_URL: servers.eventStoreUrl,
        ...(servers.mongoUrl !== undefined && { MONGODB_URL: servers.mongoUrl }),
        ...(servers.roles !== undefined && { ROLES: servers.roles }),
      }),
    },
  });
  closeSync(log);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  try {
    const apiKey = servers && (servers.apiKey ?? (await issueKeys(servers.eventStoreUrl, 1))[0]);
    const url = await untilReady(logFile, isRunning, apiKey);
    const readyMs = performance.now() - startedAt;
    const first = apiKey === undefined ? firstCredentials(folder) : undefined;
    return {
      port: Number(new URL(url).port),
      apiKey: apiKey ?? first?.sandbox_api_key ?? '',
      operatorToken: first?.operator_token,
      readyMs,
      async stop() {
        child.kill('SIGTERM');
        await ended;
      },
      async kill() {
        child.kill('SIGKILL');
        await ended;
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

/** Removes the benchmark's own settings from the environment of a service on SQLite. */
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

/** Resolves to the URL when the service is ready and accepts the key. */
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
      // A running service accepts a new key after a moment.
      const known = apiKey === undefined || (await answers(`${url}/v1/routes`, { 'Api-Key': apiKey }));
      if (ready && known) return url;
    }
    await delay(50);
  }
  throw new Error(`the service did not become ready:\n${readFileSync(logFile, 'utf8').slice(-4000)}`);
}

/** Resolves when the service accepts a key that another process created. */
export async function untilKnown(port: number, apiKey: string): Promise<void> {
  while (!(await answers(`http://127.0.0.1:${port}/v1/routes`, { 'Api-Key': apiKey }))) await delay(50);
}

const answers = (url: string, headers: Record<string, string> = {}): Promise<boolean> =>
  fetch(url, { headers }).then(
    ({ ok }) => ok,
    () => false,
  );

// The service writes this file at its first start.
const firstCredentials = (folder: string): Credentials =>
  JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')) as Credentials;

/** Creates integrators, each with a sandbox key. Running services notice within a second. */
export async function issueKeys(eventStoreUrl: string, count: number): Promise<string[]> {
  const eventStore = createEventStoreDb(eventStoreUrl);
  try {
    const platform = await loadPlatform(eventStore, createEventMacs(MASTER_KEY));
    const created = Array.from({ length: count }, () => {
      const integrator = newIntegrator('bench');
      return { integrator, ...newKey(integrator.id, 'sandbox', 'read_write', 'bench') };
    });
    const events = created.flatMap(({ integrator, event }) => [integrator.event, event]);
    await platform.record(() => events, 'operator:bench');
    return created.map(({ key }) => key.text);
  } finally {
    await eventStore.close();
  }
}
