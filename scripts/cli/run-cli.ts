/** The program of the command line: its groups of commands, and how it reports errors. */
import { Command, CommanderError } from 'commander';
import { ConfigError } from '../../src/config/config-error.ts';
import { addAudit } from './audit/audit.ts';
import { addIntegrators } from './commands/integrators.ts';
import { addKeys } from './commands/keys.ts';
import { addRails } from './commands/rails.ts';
import { CommandFailed, UsageError } from './outcome.ts';
import { addProjections } from './commands/projections.ts';
import { addPayouts } from './commands/payouts.ts';
import { addKyc, addReviews } from './commands/reviews.ts';
import { addSnapshots } from './commands/snapshots.ts';
import { addTokens } from './commands/tokens.ts';
import { addTreasury } from './commands/treasury.ts';
import { addUsers } from './commands/users.ts';
import { addHolds, addRewards } from './commands/wallets.ts';
import { addWebhooks } from './commands/webhooks.ts';

const AFTER = `
The service URL and the operator token come from --url and --token, from BASE_URL and OPERATOR_TOKEN, or from
credentials.json in DATA_DIR (default: ./data), in this order. Pass the token in the environment, because other users of
the machine can see command-line options.

Exit codes: 0 success, 1 refused or failed, 2 invalid usage.

Examples
  npm run --silent cli -- integrators create 'Acme Games'
  API_KEY=$(npm run --silent cli -- keys create int_01… --environment sandbox --permissions read_write)
  npm run --silent cli -- reviews list --json
  npm run --silent cli -- help keys`;

function createProgram(): Command {
  const program = new Command('cli')
    .description(
      'Manage a running service: integrators, API keys, reviews, payouts, wallets, treasury, rails, webhooks, projections, and audits.',
    )
    .usage('[options] <group> <command>')
    .option('--url <url>', 'base URL of the service')
    .option('--token <token>', 'operator token')
    .option('--json', 'print JSON')
    .option('--idempotency-key <key>', 'idempotency key of the request, to repeat it safely')
    .addHelpText('after', AFTER)
    .showHelpAfterError('(add --help for usage)');
  addIntegrators(program);
  addKeys(program);
  addTokens(program);
  addReviews(program);
  addPayouts(program);
  addKyc(program);
  addHolds(program);
  addRewards(program);
  addTreasury(program);
  addRails(program);
  addWebhooks(program);
  addProjections(program);
  addAudit(program);
  addSnapshots(program);
  addUsers(program);
  for (const command of everyCommand(program)) command.exitOverride();
  return program;
}

const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];

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
    console.error(asJson && error.body !== undefined ? JSON.stringify(error.body, null, 2) : error.message);
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
