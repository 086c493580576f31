/**
 * The commands for integrators. The command line has them, and so has a package without the service: nothing here may load more of
 * the project than the client.
 */
import type { Command } from 'commander';

/** Loads the code of a command that the program has only the name of. */
export type FillCommand = (command: Command) => Promise<void>;

/** Adds the subcommands, arguments, and options of a command. Completion needs those of all others. */
type Fill = (command: Command, fillOther: FillCommand) => void;

export type Loaders = Readonly<Record<string, () => Promise<Fill>>>;

export const INTEGRATOR_COMMANDS = {
  login: 'store the URL of a service with an API key or an operator token',
  logout: 'remove a stored profile',
  profiles: 'list stored profiles, without secrets',
  get: 'read from the API',
  post: 'create or change something through the API',
  patch: 'update an object through the API',
  delete: 'delete an object through the API',
  listen: 'show events as they happen, and forward them to a webhook receiver',
  trigger: 'make an event happen in the sandbox',
  fixtures: 'run the calls of a YAML file, with expectations',
  sandbox: 'empty the sandbox',
  logs: 'follow the requests to the API',
  completion: 'print a script that completes commands in a shell',
} as const;

const loadRequest = async (): Promise<Fill> => (await import('./requests.ts')).fillRequest;

export const INTEGRATOR_LOADERS: Loaders = {
  login: async () => (await import('./login.ts')).fillLogin,
  logout: async () => (await import('./login.ts')).fillLogout,
  profiles: async () => (await import('./login.ts')).fillProfiles,
  get: loadRequest,
  post: loadRequest,
  patch: loadRequest,
  delete: loadRequest,
  listen: async () => (await import('../listen.ts')).fillListen,
  trigger: async () => (await import('../trigger.ts')).fillTrigger,
  fixtures: async () => (await import('../fixtures.ts')).fillFixtures,
  sandbox: async () => (await import('./sandbox.ts')).fillSandbox,
  logs: async () => (await import('../logs.ts')).fillLogs,
  completion: async () => (await import('../completion.ts')).fillCompletion,
};

export const INTEGRATOR_EXAMPLES = [
  'login --url http://127.0.0.1:3000',
  'get users limit=3',
  'post users type=individual external_reference=ana-1 first_name=Ana',
  'listen --forward-to localhost:4000/hooks',
  'trigger transfer.completed',
] as const;
