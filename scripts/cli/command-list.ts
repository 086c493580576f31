/**
 * The commands of the command line. The help of the program needs only their names; the code of a command is loaded when it
 * runs, because some of them load much of the service.
 */
import type { Command } from 'commander';
import { INTEGRATOR_COMMANDS, INTEGRATOR_LOADERS, type Loaders } from './integrator/integrator-commands.ts';
import type { CommandGroup } from './operator/declared-command.ts';

/** Names and descriptions, in the order and under the headings of the help. */
export const COMMAND_GROUPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'For integrators:': INTEGRATOR_COMMANDS,
  'For operators:': {
    attention: 'reviews that wait, delayed payouts, and trouble of the service',
    metrics: 'transfers, volume, payout times, webhooks, and errors of the last 30 days',
    search: 'people, transfers, and accounts by what is known about them',
    transfers: 'transfers of all integrators, with filters',
    integrators: 'customers whose applications use the API',
    keys: 'API keys of integrators',
    tokens: 'operator tokens',
    operators: 'people who sign in to the console at the OpenID Connect provider',
    activity: 'what operators did, and what they were not allowed to do',
    sessions: 'sessions of the console',
    reviews: 'transfers that wait for a decision',
    notes: 'notes of operators about users and transfers',
    proposals: 'actions that wait for a second operator',
    payouts: 'payouts that wait for their rail',
    kyc: 'users whose identity check waits for a decision',
    holds: 'compliance holds on wallets',
    rewards: 'granted points',
    treasury: 'trades of coin, and allocations to books',
    statements: 'statements of the bank accounts behind the rails',
    reconciliation: 'lines of banks, movements of books, breaks, and closed days',
    rails: 'payment rails and the availability of their providers',
    webhooks: 'endpoints that receive events, and deliveries to them',
    projections: 'read models: progress, rebuilds, and comparisons',
    audit: 'verify, compare, and export the history in the stores of DATA_DIR or EVENTSTORE_URL',
    backup: 'copy everything that cannot be built again from the stores of a running service',
    restore: 'write a new data directory from backups, and verify it',
    snapshots: 'saved states of books, which make loading them faster',
    'master-key': 'the key that all secrets derive from, and its replacement',
    users: 'users of all integrators, and erasure of personal data',
  },
};

type Declared = Readonly<Record<string, CommandGroup>>;
const access = async (): Promise<Declared> => (await import('./operator/access-commands.ts')).ACCESS_COMMANDS;
const people = async (): Promise<Declared> => (await import('./operator/people-commands.ts')).PEOPLE_COMMANDS;
const accounting = async (): Promise<Declared> =>
  (await import('./operator/accounting-commands.ts')).ACCOUNTING_COMMANDS;
const service = async (): Promise<Declared> =>
  (await import('./operator/service-commands.ts')).SERVICE_COMMANDS;

/** The commands with code of their own. */
const LOADERS: Loaders = {
  ...INTEGRATOR_LOADERS,
  audit: async () => (await import('./audit/audit.ts')).fillAudit,
  'master-key': async () => (await import('./operator/master-key-command.ts')).fillMasterKey,
  backup: async () => (await import('./backup/backup.ts')).fillBackup,
  restore: async () => (await import('./backup/backup.ts')).fillRestore,
};

/** The commands that are declared: they call the operator API. */
export const DECLARED: Readonly<Record<string, () => Promise<Declared>>> = {
  attention: people,
  metrics: service,
  search: people,
  transfers: people,
  integrators: access,
  keys: access,
  tokens: access,
  operators: access,
  activity: access,
  sessions: access,
  reviews: people,
  notes: people,
  proposals: people,
  payouts: people,
  kyc: people,
  holds: people,
  rewards: people,
  treasury: accounting,
  statements: accounting,
  reconciliation: accounting,
  rails: service,
  webhooks: service,
  projections: service,
  snapshots: service,
  users: people,
};

/** Loads the code of a command that the program has only the name of. */
export async function fillCommand(command: Command): Promise<void> {
  const name = command.name();
  (await LOADERS[name]?.())?.(command, fillCommand);
  const group = (await DECLARED[name]?.())?.[name];
  if (group === undefined) return;
  const { addGroup } = await import('./operator/declared-command.ts');
  addGroup(command, group);
}
