/** A real service for a suite: in this process on a folder of its own, or as a process that can be killed. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { sqliteSource } from '../../src/audit/event-source.ts';
import { verify } from '../../src/audit/verification/verification.ts';
import { readConfig } from '../../src/config/config.ts';
import { startService } from '../../src/service/start-service.ts';
import type { Credentials } from '../../src/service/first-run.ts';
import { DATABASE_FILE_NAME } from '../../src/config/storage.ts';
import { createClient } from './client.ts';
import type { Client } from './client.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type RunningService = {
  readonly url: string;
  readonly dataDir: string;
  readonly credentials: Credentials;
  readonly sandbox: Client;
  readonly production: Client;
  close(): Promise<void>;
};

type Environment = Readonly<Record<string, string>>;

/** No suite but the one about the limit should have to wait. */
const NO_LIMIT = { rate_limit: { requests_per_second: 1_000_000, burst: 1_000_000 } };

/** Writes a configuration file with these settings into a folder; gives its path, for CONFIG_FILE. JSON is YAML too. */
export function writeConfigFile(folder: string, settings: object = {}): string {
  const file = join(folder, 'config.yaml');
  writeFileSync(file, JSON.stringify({ ...NO_LIMIT, ...settings }));
  return file;
}

/**
 * Starts the service in this process. `env` is as for `npm start`; the folder goes with `close` unless it was given.
 * `settings` is what CONFIG_FILE says; the rate limit is out of the way unless they name it.
 */
export async function startTestService(
  env: Environment = {},
  clock: () => number = Date.now,
  settings?: object,
): Promise<RunningService> {
  const folder = env['DATA_DIR'] === undefined ? await temporaryFolder() : undefined;
  const dataDir = env['DATA_DIR'] ?? folder?.path ?? '';
  const CONFIG_FILE = writeConfigFile(dataDir, settings);
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', CONFIG_FILE, ...env, DATA_DIR: dataDir });
  const service = await startService(config, pino({ level: 'silent' }), { clock });
  const credentials = credentialsIn(dataDir);
  return {
    url: service.url,
    dataDir,
    credentials,
    ...clientsOf(service.url, credentials),
    async close() {
      await service.close();
      if (folder !== undefined && config.eventStoreUrl === undefined) await expectRightHistory(dataDir);
      await folder?.remove();
    },
  };
}

/** Whatever a suite has done to its service, the history that it leaves behind is right. */
async function expectRightHistory(dataDir: string): Promise<void> {
  const source = sqliteSource(join(dataDir, DATABASE_FILE_NAME));
  try {
    const { findings } = await verify(source);
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
  /** Ends it at once, as a power cut would for the process. */
  kill(): Promise<void>;
  /** Resolves when it has ended, for whatever reason. */
  ended(): Promise<void>;
  /** Asks it to stop in good order, and gives the exit code. */
  stop(): Promise<number | null>;
  /** What it wrote to standard output and error so far. */
  output(): string;
};

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;

/** Servers that the environment names are for the suites that need them. */
const ALONE = { HOST: '127.0.0.1', PORT: '0', EVENTSTORE_URL: '', MONGODB_URL: '' };

/**
 * Starts the service as a process of its own and waits until it listens. With `fileSizeMaxKiB` none of its files grows
 * past that, as if the disk were full. `main` is run in place of the service's own, and has to say where it listens.
 */
export async function spawnService(
  dataDir: string,
  env: Environment = {},
  { fileSizeMaxKiB, main = MAIN }: { fileSizeMaxKiB?: number; main?: string } = {},
): Promise<ServiceProcess> {
  const loader = main.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const command = [process.execPath, ...loader, main];
  const limit = fileSizeMaxKiB === undefined ? '' : `ulimit -S -f ${fileSizeMaxKiB}; `;
  // The shell turns into the service, so that signals reach it.
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
    const look = (): void => {
      const url = /Listening on (http:\/\/[^\s,]+[0-9])/.exec(output())?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on('data', look);
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
