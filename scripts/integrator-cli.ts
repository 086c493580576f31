#!/usr/bin/env node
/** The command line `svc-ledger` with the commands for integrators only, for a package without the service. */
import { runCommandLine } from './cli/command-line.ts';
import {
  INTEGRATOR_COMMANDS,
  INTEGRATOR_EXAMPLES,
  INTEGRATOR_LOADERS,
  type FillCommand,
} from './cli/integrator/integrator-commands.ts';
import { ignoreClosedOutput } from './cli/terminal.ts';

const fill: FillCommand = async (command) => (await INTEGRATOR_LOADERS[command.name()]?.())?.(command, fill);

ignoreClosedOutput();
await runCommandLine(
  {
    description: 'Work with a wallet and money-movement ledger: call its API, and receive its events.',
    groups: {
      'Commands:': { ...INTEGRATOR_COMMANDS, login: 'store the URL of a service with an API key' },
    },
    options: {},
    about: `The service URL comes from --url, BASE_URL, the stored profile, or credentials.json in DATA_DIR (default: ./data), in this
order. The API key comes from API_KEY, the profile, or credentials.json. With --profile, the environment is not used. Pass
the key in the environment or to login, because other users of the machine can see command-line options.`,
    examples: INTEGRATOR_EXAMPLES,
    fill,
  },
  process.argv,
);
