/**
 * A process that runs commands of the CLI one after the other, because loading the CLI takes much longer than a command. Each
 * message has the environment and the arguments of a command; the answer is what the command printed and its exit code.
 */
import type { CliCommand, Ended } from './cli.ts';

type Compiler = { readonly compiledFolder: () => Promise<string> };
type CliModule = { readonly runCli: (argv: readonly string[]) => Promise<void> };

// Both are JavaScript. The compiled CLI is loaded in a fifth of the time.
const compiler = new URL('../../scripts/compile.mjs', import.meta.url).href;
const { compiledFolder } = (await import(compiler)) as Compiler;
const { runCli } = (await import(`${await compiledFolder()}/scripts/cli/run-cli.js`)) as CliModule;

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
