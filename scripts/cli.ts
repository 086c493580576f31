/**
 * The operators' command line: everything of the operator API, and the first token.
 * Exit codes: 0 it was done, 1 it was refused or failed, 2 the command makes no sense.
 */
import { Command, CommanderError } from 'commander';
import { ConfigError } from '../src/config/config.ts';
import { addAudit } from './cli/audit/audit.ts';
import { addIntegrators } from './cli/commands/integrators.ts';
import { addKeys } from './cli/commands/keys.ts';
import { addRails } from './cli/commands/rails.ts';
import { CommandFailed, UsageError } from './cli/outcome.ts';
import { addProjections } from './cli/commands/projections.ts';
import { addPayouts } from './cli/commands/payouts.ts';
import { addKyc, addReviews } from './cli/commands/reviews.ts';
import { addSnapshots } from './cli/commands/snapshots.ts';
import { addTokens } from './cli/commands/tokens.ts';
import { addTreasury } from './cli/commands/treasury.ts';
import { addUsers } from './cli/commands/users.ts';
import { addHolds, addRewards } from './cli/commands/wallets.ts';
import { addWebhooks } from './cli/commands/webhooks.ts';

const AFTER = `
Where the service is and who you are come from --url and --token, else from BASE_URL and OPERATOR_TOKEN, else from
credentials.json in DATA_DIR (./data). Prefer the environment for the token: others can see a command's options.

Exit codes: 0 done, 1 refused or failed, 2 wrong usage.

Examples
  npm run --silent cli -- integrators create 'Acme Games'
  API_KEY=$(npm run --silent cli -- keys create int_01… --environment sandbox --permissions read_write)
  npm run --silent cli -- reviews list --json
  npm run --silent cli -- help keys`;

function createProgram(): Command {
  const program = new Command('cli')
    .description(
      'Operates the service: integrators, keys, tokens, reviews, payouts, holds, rewards, treasury, rails, webhooks, read models, audit.',
    )
    .usage('[options] <group> <command>')
    .option('--url <url>', 'where the service is')
    .option('--token <token>', 'operator token')
    .option('--json', 'print JSON')
    .option('--idempotency-key <key>', 'sent with a write, so that it can be repeated safely')
    .addHelpText('after', AFTER)
    .showHelpAfterError('(add --help for more)');
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

/** What to exit with, after saying what went wrong. */
function codeOf(error: unknown, asJson: boolean): number {
  if (error instanceof CommanderError) {
    // Commander has said it already. Help that was asked for is no mistake.
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

const program = createProgram();
try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = codeOf(error, program.opts<{ json?: true }>().json === true);
}
