/** The program of the command line: its commands, its help, and how it reports errors. */
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { ConfigError } from '../../src/config/config-file.ts';
import { PROJECT_ROOT } from '../../src/system/project-root.ts';
import { COMMAND_GROUPS, fillCommand } from './command-list.ts';
import { CommandFailed, UsageError } from './outcome.ts';
import { examplesText } from './program.ts';
import { jsonText } from './terminal.ts';

const AFTER = `
The service URL comes from --url, BASE_URL, the stored profile, or credentials.json in DATA_DIR (default: ./data), in this
order. The API key comes from API_KEY, the operator token from --token or OPERATOR_TOKEN, and both from the profile or
credentials.json. With --profile, the environment is not used. Pass secrets in the environment or to login, because other
users of the machine can see command-line options.

Exit codes: 0 success, 1 refused or failed, 2 invalid usage.
${examplesText([
  'login --url http://127.0.0.1:3000',
  'get users limit=3',
  'post users type=individual external_reference=ana-1 first_name=Ana',
  'listen --forward-to localhost:4000/hooks',
  'trigger transfer.completed',
  "integrators create 'Acme Games'",
  'help keys',
])}`;

/** The code of a command is loaded before the command is run. */
export function createProgram(): Command {
  const program = new Command('svc-ledger')
    .description(
      'Work with a wallet and money-movement ledger: call its API, and operate and audit a service.',
    )
    .usage('[options] <command>')
    .option('--url <url>', 'base URL of the service')
    .option('--token <token>', 'operator token')
    .option('--profile <name>', 'stored profile with the URL and the secrets')
    .option('--json', 'print JSON')
    .option('--idempotency-key <key>', 'idempotency key of the request, to repeat it safely')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', AFTER)
    .showHelpAfterError('(add --help for usage)')
    .exitOverride()
    .hook('preSubcommand', (_program, command) => fillCommand(command));
  for (const [heading, commands] of Object.entries(COMMAND_GROUPS)) {
    program.commandsGroup(heading);
    for (const [name, about] of Object.entries(commands)) program.command(name).description(about);
  }
  program
    .commandsGroup('Help:')
    .command('help')
    .description('show the help of a command')
    .argument('[command...]')
    .action(async (names: string[]) => {
      await createProgram().parseAsync([...names, '--help'], { from: 'user' });
    });
  return program;
}

function version(): string {
  const found: unknown = JSON.parse(readFileSync(new URL('package.json', PROJECT_ROOT), 'utf8'));
  // The package has a version.
  return (found as { version: string }).version;
}

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
  console.error(error instanceof ConfigError ? error.message : error);
  return 1;
}

/**
 * Runs a command with its arguments as in `process.argv`. Reads the environment, prints, and sets `process.exitCode`: 0 success,
 * 1 refused or failed, 2 invalid usage.
 */
export async function runCli(argv: readonly string[]): Promise<void> {
  const program = createProgram();
  try {
    await program.parseAsync(argv);
  } catch (error) {
    process.exitCode = codeOf(error, program.opts<{ json?: true }>().json === true);
  }
}
