/** The command line of the service, for integrators and operators. */
import type { Command } from 'commander';
import { COMMAND_GROUPS, fillCommand } from './command-list.ts';
import { createCommandLine, runCommandLine, type CommandLine } from './command-line.ts';
import { INTEGRATOR_EXAMPLES } from './integrator/integrator-commands.ts';

const COMMAND_LINE: CommandLine = {
  description: 'Work with a wallet and money-movement ledger: call its API, and operate and audit a service.',
  groups: COMMAND_GROUPS,
  options: { '--token <token>': 'operator token' },
  about: `The service URL comes from --url, BASE_URL, the stored profile, or credentials.json in DATA_DIR (default: ./data), in this
order. The API key comes from API_KEY, the operator token from --token or OPERATOR_TOKEN, and both from the profile or
credentials.json. With --profile, the environment is not used. Pass secrets in the environment or to login, because other
users of the machine can see command-line options.`,
  examples: [...INTEGRATOR_EXAMPLES, "integrators create 'Acme Games'", 'help keys'],
  fill: fillCommand,
};

export const createProgram = (): Command => createCommandLine(COMMAND_LINE);

/** Runs a command with its arguments as in `process.argv`. */
export const runCli = (argv: readonly string[]): Promise<void> => runCommandLine(COMMAND_LINE, argv);
