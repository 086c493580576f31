/** A program of the command line: its commands, its help, and how it reports errors. */
import { Command, CommanderError } from 'commander';
import { packageVersion } from '../../src/system/project-root.ts';
import type { FillCommand } from './integrator/integrator-commands.ts';
import { CommandFailed, UsageError } from './outcome.ts';
import { examplesText } from './program.ts';
import { jsonText } from './terminal.ts';

export type CommandLine = {
  readonly description: string;
  /** Names and descriptions of the commands, in the order and under the headings of the help. */
  readonly groups: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Options of every command besides the common ones. */
  readonly options: Readonly<Record<string, string>>;
  /** The help says where the URL and the secrets come from. */
  readonly about: string;
  readonly examples: readonly string[];
  readonly fill: FillCommand;
};

/** The code of a command is loaded before the command is run. */
export function createCommandLine(commandLine: CommandLine): Command {
  const { description, groups, options, about, examples, fill } = commandLine;
  const program = new Command('svc-ledger')
    .description(description)
    .usage('[options] <command>')
    .option('--url <url>', 'base URL of the service');
  for (const [flags, text] of Object.entries(options)) program.option(flags, text);
  program
    .option('--profile <name>', 'stored profile with the URL and the secrets')
    .option('--json', 'print JSON')
    .option('--idempotency-key <key>', 'idempotency key of the request, to repeat it safely')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', `\n${about}\n\n${EXIT_CODES}\n${examplesText(examples)}`)
    .showHelpAfterError('(add --help for usage)')
    .exitOverride()
    .hook('preSubcommand', (_program, command) => fill(command));
  for (const [heading, commands] of Object.entries(groups)) {
    program.commandsGroup(heading);
    for (const [name, text] of Object.entries(commands)) program.command(name).description(text);
  }
  program
    .commandsGroup('Help:')
    .command('help')
    .description('show the help of a command')
    .argument('[command...]')
    .action(async (names: string[]) => {
      await createCommandLine(commandLine).parseAsync([...names, '--help'], { from: 'user' });
    });
  return program;
}

const EXIT_CODES = 'Exit codes: 0 success, 1 refused or failed, 2 invalid usage.';

/** Prints the error and returns the exit code. */
function codeOf(error: unknown, asJson: boolean): number {
  if (error instanceof CommanderError) {
    // Commander has printed the message. Requested help exits with 0.
    return error.exitCode === 0 ? 0 : 2;
  }
  if (error instanceof UsageError) {
    console.error(error.message);
    return 2;
  }
  if (error instanceof CommandFailed) {
    console.error(asJson && error.body !== undefined ? jsonText(error.body) : error.message);
    return 1;
  }
  // Its module would bring the configuration of the service to the command line for integrators.
  console.error(error instanceof Error && error.name === 'ConfigError' ? error.message : error);
  return 1;
}

/**
 * Runs a command with its arguments as in `process.argv`. Reads the environment, prints, and sets `process.exitCode`: 0 success,
 * 1 refused or failed, 2 invalid usage.
 */
export async function runCommandLine(commandLine: CommandLine, argv: readonly string[]): Promise<void> {
  const program = createCommandLine(commandLine);
  try {
    await program.parseAsync(argv);
  } catch (error) {
    process.exitCode = codeOf(error, program.opts<{ json?: true }>().json === true);
  }
}
