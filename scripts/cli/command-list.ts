/**
 * The commands of the command line. The help of the program needs only their names; the code of a command is loaded when it
 * runs, because some of them load much of the service.
 */
import type { Command } from 'commander';

type Fill = (command: Command) => void;

type ListedCommand = {
  readonly name: string;
  readonly about: string;
  /** Resolves to the function that adds the subcommands, arguments, and options. */
  readonly load: () => Promise<Fill>;
};

const FOR_INTEGRATORS: readonly ListedCommand[] = [
  {
    name: 'login',
    about: 'store the URL of a service with an API key or an operator token',
    load: async () => (await import('./integrator/login.ts')).fillLogin,
  },
  {
    name: 'logout',
    about: 'remove a stored profile',
    load: async () => (await import('./integrator/login.ts')).fillLogout,
  },
  {
    name: 'profiles',
    about: 'list stored profiles, without secrets',
    load: async () => (await import('./integrator/login.ts')).fillProfiles,
  },
  {
    name: 'get',
    about: 'read from the API',
    load: async () => (await import('./integrator/requests.ts')).fillRequest,
  },
  {
    name: 'post',
    about: 'create or change something through the API',
    load: async () => (await import('./integrator/requests.ts')).fillRequest,
  },
  {
    name: 'patch',
    about: 'update an object through the API',
    load: async () => (await import('./integrator/requests.ts')).fillRequest,
  },
  {
    name: 'delete',
    about: 'delete an object through the API',
    load: async () => (await import('./integrator/requests.ts')).fillRequest,
  },
  {
    name: 'listen',
    about: 'show events as they happen, and forward them to a webhook receiver',
    load: async () => (await import('./listen/listen.ts')).fillListen,
  },
  {
    name: 'trigger',
    about: 'make an event happen in the sandbox',
    load: async () => (await import('./trigger/trigger.ts')).fillTrigger,
  },
  {
    name: 'fixtures',
    about: 'run the calls of a YAML file, with expectations',
    load: async () => (await import('./fixtures/fixtures.ts')).fillFixtures,
  },
  {
    name: 'sandbox',
    about: 'empty the sandbox',
    load: async () => (await import('./integrator/sandbox.ts')).fillSandbox,
  },
  {
    name: 'logs',
    about: 'follow the requests to the API',
    load: async () => (await import('./logs/logs.ts')).fillLogs,
  },
  {
    name: 'completion',
    about: 'print a script that completes commands in a shell',
    load: async () => (await import('./completion/completion.ts')).fillCompletion,
  },
];

const FOR_OPERATORS: readonly ListedCommand[] = [
  {
    name: 'attention',
    about: 'reviews that wait, delayed payouts, and trouble of the service',
    load: async () => (await import('./operator/attention.ts')).fillAttention,
  },
  {
    name: 'metrics',
    about: 'transfers, volume, payout times, webhooks, and errors of the last 30 days',
    load: async () => (await import('./operator/metrics.ts')).fillMetrics,
  },
  {
    name: 'search',
    about: 'people, transfers, and accounts by what is known about them',
    load: async () => (await import('./operator/search.ts')).fillSearch,
  },
  {
    name: 'transfers',
    about: 'transfers of all integrators, with filters',
    load: async () => (await import('./operator/transfers.ts')).fillTransfers,
  },
  {
    name: 'integrators',
    about: 'customers whose applications use the API',
    load: async () => (await import('./operator/integrators.ts')).fillIntegrators,
  },
  {
    name: 'keys',
    about: 'API keys of integrators',
    load: async () => (await import('./operator/keys.ts')).fillKeys,
  },
  {
    name: 'tokens',
    about: 'operator tokens',
    load: async () => (await import('./operator/tokens.ts')).fillTokens,
  },
  {
    name: 'operators',
    about: 'people who sign in to the console at the OpenID Connect provider',
    load: async () => (await import('./operator/operators.ts')).fillOperators,
  },
  {
    name: 'activity',
    about: 'what operators did, and what they were not allowed to do',
    load: async () => (await import('./operator/activity.ts')).fillActivity,
  },
  {
    name: 'sessions',
    about: 'sessions of the console',
    load: async () => (await import('./operator/sessions.ts')).fillSessions,
  },
  {
    name: 'reviews',
    about: 'transfers that wait for a decision',
    load: async () => (await import('./operator/reviews.ts')).fillReviews,
  },
  {
    name: 'notes',
    about: 'notes of operators about users and transfers',
    load: async () => (await import('./operator/notes.ts')).fillNotes,
  },
  {
    name: 'proposals',
    about: 'actions that wait for a second operator',
    load: async () => (await import('./operator/proposals.ts')).fillProposals,
  },
  {
    name: 'payouts',
    about: 'payouts that wait for their rail',
    load: async () => (await import('./operator/payouts.ts')).fillPayouts,
  },
  {
    name: 'kyc',
    about: 'users whose identity check waits for a decision',
    load: async () => (await import('./operator/reviews.ts')).fillKyc,
  },
  {
    name: 'holds',
    about: 'compliance holds on wallets',
    load: async () => (await import('./operator/wallets.ts')).fillHolds,
  },
  {
    name: 'rewards',
    about: 'granted points',
    load: async () => (await import('./operator/wallets.ts')).fillRewards,
  },
  {
    name: 'treasury',
    about: 'trades of coin, and allocations to books',
    load: async () => (await import('./operator/treasury.ts')).fillTreasury,
  },
  {
    name: 'statements',
    about: 'statements of the bank accounts behind the rails',
    load: async () => (await import('./operator/statements.ts')).fillStatements,
  },
  {
    name: 'reconciliation',
    about: 'lines of banks, movements of books, breaks, and closed days',
    load: async () => (await import('./operator/reconciliation.ts')).fillReconciliation,
  },
  {
    name: 'rails',
    about: 'payment rails and the availability of their providers',
    load: async () => (await import('./operator/rails.ts')).fillRails,
  },
  {
    name: 'webhooks',
    about: 'endpoints that receive events, and deliveries to them',
    load: async () => (await import('./operator/webhooks.ts')).fillWebhooks,
  },
  {
    name: 'projections',
    about: 'read models: progress, rebuilds, and comparisons',
    load: async () => (await import('./operator/projections.ts')).fillProjections,
  },
  {
    name: 'audit',
    about: 'verify, compare, and export the history in the stores of DATA_DIR or EVENTSTORE_URL',
    load: async () => (await import('./audit/audit.ts')).fillAudit,
  },
  {
    name: 'snapshots',
    about: 'saved states of books, which make loading them faster',
    load: async () => (await import('./operator/snapshots.ts')).fillSnapshots,
  },
  {
    name: 'users',
    about: 'users of all integrators, and erasure of personal data',
    load: async () => (await import('./operator/users.ts')).fillUsers,
  },
];

/** In the order and under the headings of the help. */
export const COMMAND_GROUPS: readonly {
  readonly heading: string;
  readonly commands: readonly ListedCommand[];
}[] = [
  { heading: 'For integrators:', commands: FOR_INTEGRATORS },
  { heading: 'For operators:', commands: FOR_OPERATORS },
];

/** Loads the code of a command that the program has only the name of. */
export async function fillCommand(command: Command): Promise<void> {
  const listed = COMMAND_GROUPS.flatMap(({ commands }) => commands).find(
    ({ name }) => name === command.name(),
  );
  (await listed?.load())?.(command);
}
