/** A real service for a suite, in this process or as a process that can be killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import { sqliteSource } from '../../src/audit/event-source.ts';
import { verify } from '../../src/audit/verification/verification.ts';
import { DATABASE_FILE_NAME, readConfig, type Config } from '../../src/config/config.ts';
import { createEventMacs } from '../../src/event-store/event-macs.ts';
import type { Overrides } from '../../src/service/dependencies.ts';
import type { Credentials } from '../../src/service/first-run.ts';
import { startService } from '../../src/service/start-service.ts';
import { loadMasterKey } from '../../src/vault/master-key.ts';
import { createClient, type Client } from './client.ts';
import { nodeArguments } from './project-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type RunningService = {
  readonly url: string;
  readonly dataDir: string;
  readonly credentials: Credentials;
  readonly sandbox: Client;
  readonly production: Client;
  close(): Promise<void>;
};

/** Replaces the rails, the stores, or the log. */
export type ServiceOverrides = Pick<Overrides, 'rails' | 'openStores'> & { readonly log?: Logger };

type Environment = Readonly<Record<string, string>>;

/** Only the suite of the rate limit should be limited. */
const NO_LIMIT = { rate_limit: { requests_per_second: 1_000_000, burst: 1_000_000 } };

type Settings = { readonly webhooks?: object; readonly features?: object };

const withoutLocalDefaults = ({ webhooks, features }: Settings): Settings => ({
  webhooks: { allow_loopback: false, ...webhooks },
  features: { webhook_endpoint_test: false, ...features },
});

/**
 * Writes a configuration file with these settings and returns its path for CONFIG_FILE. JSON is valid YAML. It names terms,
 * because users in production cannot accept the sample. What only a service on a developer's machine turns on is off.
 */
export function writeConfigFile(folder: string, settings: object = {}): string {
  const file = join(folder, 'config.yaml');
  const terms_file = join(folder, 'terms.txt');
  writeFileSync(terms_file, 'The terms of this test.');
  writeFileSync(
    file,
    JSON.stringify({ ...NO_LIMIT, hosted: { terms_file }, ...settings, ...withoutLocalDefaults(settings) }),
  );
  return file;
}

/**
 * Starts the service in this process with the environment `env`. `close` removes the data folder unless it was given.
 * `settings` is the content of CONFIG_FILE; without a rate limit in it, requests are not limited.
 */
export async function startTestService(
  env: Environment = {},
  clock: () => number = Date.now,
  settings?: object,
  { log = pino({ level: 'silent' }), ...overrides }: ServiceOverrides = {},
): Promise<RunningService> {
  const folder = env['DATA_DIR'] === undefined ? await temporaryFolder() : undefined;
  const dataDir = env['DATA_DIR'] ?? folder?.path ?? '';
  const CONFIG_FILE = writeConfigFile(dataDir, settings);
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'silent',
    // Few suites need them.
    CHECKPOINT_DIR: 'off',
    CONFIG_FILE,
    ...env,
    DATA_DIR: dataDir,
  });
  const service = await startService(config, log, { clock, ...overrides });
  const credentials = credentialsIn(dataDir);
  return {
    url: service.url,
    dataDir,
    credentials,
    ...clientsOf(service.url, credentials),
    async close() {
      await service.close();
      if (folder !== undefined && config.eventStoreUrl === undefined) await expectRightHistory(config);
      await folder?.remove();
    },
  };
}

/** Verifies the history that the suite left behind. */
async function expectRightHistory(config: Config): Promise<void> {
  const source = sqliteSource(join(config.dataDir, DATABASE_FILE_NAME));
  try {
    const { findings } = await verify(source, { macs: createEventMacs(loadMasterKey(config).ring) });
    if (findings.length > 0) throw new Error(`the audit found ${JSON.stringify(findings)}`);
  } finally {
    await source.close();
  }
}

const clientsOf = (url: string, { sandbox_api_key, production_api_key }: Credentials) => ({
  sandbox: createClient(url, sandbox_api_key),
  production: createClient(url, production_api_key),
});

// The service writes the file itself.
const credentialsIn = (dataDir: string): Credentials =>
  JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8')) as Credentials;

export type ServiceProcess = Omit<RunningService, 'close'> & {
  /** Kills the process immediately, like a power failure. */
  kill(): Promise<void>;
  /** Resolves when the process has ended. */
  ended(): Promise<void>;
  /** Stops the process gracefully and returns its exit code. */
  stop(): Promise<number | null>;
  /** Its standard output and error so far. */
  output(): string;
};

const programArguments = (file: string): string[] =>
  file.endsWith('.ts') ? ['--import', 'tsx', file] : [file];

/** Clears settings for external servers, which only certain suites use. */
const ALONE = { HOST: '127.0.0.1', PORT: '0', EVENTSTORE_URL: '', MONGODB_URL: '' };

/**
 * Starts the service as a separate process and waits until it listens. `fileSizeMaxKiB` limits the size of its files,
 * to simulate a full disk. `main` replaces the entry point, a TypeScript or JavaScript file; it must print the URL it listens on.
 * `command` replaces the whole command.
 */
export async function spawnService(
  dataDir: string,
  env: Environment = {},
  given: { fileSizeMaxKiB?: number; main?: string; command?: readonly string[] } = {},
): Promise<ServiceProcess> {
  const { fileSizeMaxKiB, main } = given;
  const program = main === undefined ? nodeArguments('src/main.ts') : programArguments(main);
  const command = given.command ?? [process.execPath, ...program];
  const limit = fileSizeMaxKiB === undefined ? '' : `ulimit -S -f ${fileSizeMaxKiB}; `;
  // `exec` replaces the shell with the service, so that it receives signals.
  const child = spawn('bash', ['-c', `${limit}exec "$@"`, 'bash', ...command], {
    env: { ...process.env, ...ALONE, LOG_LEVEL: 'info', ...env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const url = await listening(child, () => text);
  const credentials = credentialsIn(dataDir);
  return {
    url,
    dataDir,
    credentials,
    ...clientsOf(url, credentials),
    async kill() {
      await end(child, 'SIGKILL');
    },
    async ended() {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
    stop: () => end(child, 'SIGTERM'),
    output: () => text,
  };
}

function listening(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const checkOutput = (): void => {
      const url = /Listening on (http:\/\/[^\s,]+[0-9])/.exec(output())?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on('data', checkOutput);
    child.once('exit', (code) =>
      reject(new Error(`the service ended with code ${String(code)}:\n${output()}`)),
    );
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
  return child.exitCode;
}
