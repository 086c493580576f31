/**
 * A process that runs commands of the CLI one after the other, because loading the CLI takes much longer than a command. The
 * first argument is the module of the CLI. Each message has the environment and the arguments of a command; the answer is
 * what the command printed and its exit code.
 */
import type { CliCommand, Ended } from './cli.ts';

type CliModule = { readonly runCli: (argv: readonly string[]) => Promise<void> };

const { runCli } = (await import(process.argv[2] ?? '')) as CliModule;

let written = { out: '', err: '' };
process.stdout.write = (text: string | Uint8Array) => Boolean((written.out += String(text)));
process.stderr.write = (text: string | Uint8Array) => Boolean((written.err += String(text)));

const exitCode = (): number => Number(process.exitCode ?? 0);

async function run({ env, args }: CliCommand): Promise<Ended> {
  written = { out: '', err: '' };
  process.env = { ...env };
  process.exitCode = undefined;
  await runCli(['node', 'cli', ...args]);
  const code = exitCode();
  process.exitCode = undefined;
  return { code, ...written };
}

let previous: Promise<unknown> = Promise.resolve();
process.on('message', (command: CliCommand) => {
  previous = previous.then(async () => process.send?.(await run(command)));
});
