/** Runs commands of the CLI in processes, so that their files and locks are their own. */
import { execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeArguments } from './project-process.ts';

type Environment = Readonly<Record<string, string>>;

export type CliCommand = { readonly env: NodeJS.ProcessEnv; readonly args: readonly string[] };

export type Ended = { readonly code: number; readonly out: string; readonly err: string };

/** The environment of this process without the settings of a service, and without the profiles of a developer. */
const environment = (env: Environment): NodeJS.ProcessEnv => ({
  ...process.env,
  ...{ BASE_URL: '', API_KEY: '', OPERATOR_TOKEN: '', EVENTSTORE_URL: '', MONGODB_URL: '' },
  XDG_CONFIG_HOME: join(tmpdir(), 'no-profiles'),
  ...env,
});

/** Runs `node` with these arguments. */
export const runNode = (env: Environment, ...args: string[]): Promise<Ended> => runNodeWith('', env, ...args);

/** Runs `node` with this text on standard input. */
export function runNodeWith(input: string, env: Environment, ...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { env: environment(env) }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
    child.stdin?.end(input);
  });
}

/** Runs one command in a process of its own. */
export const runCliProcess = (env: Environment, ...args: string[]): Promise<Ended> =>
  runNode(env, ...nodeArguments('scripts/cli.ts'), ...args);

/** The same with this text on standard input. */
export const runCliProcessWith = (input: string, env: Environment, ...args: string[]): Promise<Ended> =>
  runNodeWith(input, env, ...nodeArguments('scripts/cli.ts'), ...args);

export type RunningCli = {
  /** The complete lines on standard output. */
  readonly lines: () => readonly string[];
  readonly errors: () => string;
  /** Undefined while it runs. */
  readonly exitCode: () => number | undefined;
  /** Interrupts it like Ctrl-C, and resolves with its exit code. */
  readonly stop: () => Promise<number | null>;
  /** Kills it immediately. */
  readonly kill: () => Promise<void>;
};

/** Starts a command that runs until it is interrupted. */
export const startCliProcess = (env: Environment, ...args: string[]): RunningCli =>
  startNode(env, ...nodeArguments('scripts/cli.ts'), ...args);

/** Starts `node` with these arguments. */
export function startNode(env: Environment, ...args: string[]): RunningCli {
  const child = spawn(process.execPath, args, {
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return {
    lines: () => out.split('\n').slice(0, -1),
    errors: () => err,
    exitCode: () => child.exitCode ?? undefined,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGINT');
      const [code] = await exited;
      return code as number | null;
    },
    async kill() {
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

export type Cli = {
  /** Resolves when the command has ended. Commands run in the order of the calls. */
  run(env: Environment, ...args: string[]): Promise<Ended>;
  close(): Promise<void>;
};

/** Starts one process that runs all commands. */
export function startCli(): Cli {
  const host = fileURLToPath(new URL('./cli-host.ts', import.meta.url));
  const child = fork(host, {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let failure = '';
  child.stderr?.on('data', (chunk: Buffer) => (failure += chunk.toString()));
  const exited = once(child, 'exit');
  const died = exited.then(() => Promise.reject(new Error(`the CLI process ended early:\n${failure}`)));
  died.catch(() => undefined);
  let previous: Promise<unknown> = Promise.resolve();
  return {
    run(env, ...args) {
      const command: CliCommand = { env: environment(env), args };
      const ended = previous.then(async () => {
        child.send(command);
        const [answer] = await Promise.race([once(child, 'message'), died]);
        return answer as Ended;
      });
      previous = ended.catch(() => undefined);
      return ended;
    },
    async close() {
      child.disconnect();
      await exited;
    },
  };
}
