/** `reviews` and `kyc`: transfers and users that wait for an operator's decision. */
import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { confirm, withConfirmation } from '../confirm.ts';
import { environmentOption } from './keys.ts';
import { apiAction, withExamples, pathSegment, listOutcome, withLimit, objectOutcome } from '../program.ts';

const REVIEW_EXAMPLES = [
  'reviews list --environment production',
  'reviews show trf_01…',
  'reviews assign trf_01…',
  "reviews approve trf_01… --reason 'The invoice was confirmed by phone.'",
  "reviews reject trf_01… --code suspected_fraud --reason 'The documents do not match.'",
];

export function fillReviews(reviews: Command): void {
  withExamples(reviews, REVIEW_EXAMPLES);
  addQueueList(reviews, {
    kind: 'transfer',
    about: 'list transfers in review, oldest first',
    columns: ['transfer.kind', 'amount', 'reason.code'],
    emptyText: 'No transfers are waiting for a decision.',
  });
  addAssign(reviews, 'transfer', (id) => `/transfers/${id}/review`);
  reviews
    .command('show')
    .description('show a transfer of any integrator')
    .argument('<transfer>', 'ID of the transfer')
    .action(apiAction(async (api, [id]) => objectOutcome(await api.get(`/transfers/${pathSegment(id)}`))));
  reviews
    .command('approve')
    .description('approve a transfer')
    .argument('<transfer>', 'ID of the transfer')
    .option('--code <code>', 'machine-readable reason', 'review_approved')
    .requiredOption('--reason <text>', 'reason in words, recorded with the event')
    .action(
      apiAction(async (api, [id], { code, reason: message }) => {
        const body = { outcome: 'approved', reason: { code, message } };
        return objectOutcome(await api.post(`/transfers/${pathSegment(id)}/review`, body));
      }),
    );
  withConfirmation(
    reviews
      .command('reject')
      .description('reject a transfer and return the money')
      .argument('<transfer>', 'ID of the transfer')
      .option('--code <code>', 'machine-readable reason', 'review_rejected')
      .requiredOption('--reason <text>', 'reason in words, shown with the transfer'),
  ).action(
    apiAction(async (api, [id], { code, reason: message }, command) => {
      const path = `/transfers/${pathSegment(id)}`;
      await confirm(command, 'Reject this transfer', [await api.get(path)]);
      const body = { outcome: 'rejected', reason: { code, message } };
      return objectOutcome(await api.post(`${path}/review`, body));
    }),
  );
}

type QueueList = {
  readonly kind: 'transfer' | 'identity';
  readonly about: string;
  readonly columns: readonly string[];
  readonly emptyText: string;
};

function addQueueList(command: Command, { kind, about, columns, emptyText }: QueueList): void {
  withBookFilters(
    command.command('list').description(about).option('--mine', 'only those assigned to you'),
  ).action(
    apiAction((api, _args, options) =>
      listOutcome(api, '/review_queue', options, {
        columns: [
          'id',
          'integrator_id',
          'environment',
          ...columns,
          'opened_at',
          'is_overdue',
          'assignment.name',
        ],
        emptyText,
        query: {
          kind,
          assigned: options['mine'] === undefined ? undefined : 'me',
          integrator_id: options['integrator'],
          environment: options['environment'],
        },
      }),
    ),
  );
}

function addAssign(command: Command, noun: 'transfer' | 'user', pathOf: (id: string) => string): void {
  command
    .command('assign')
    .description('say that you work on a review; others can still decide it')
    .argument(`<${noun}>`, `ID of the ${noun}`)
    .option('--release', 'say that nobody works on it')
    .action(
      apiAction(async (api, [id], { release }) => {
        const body = { assigned_to: release === undefined ? 'me' : null };
        return objectOutcome(await api.patch(pathOf(pathSegment(id)), body));
      }),
    );
}

const KYC_EXAMPLES = [
  'kyc list',
  'kyc assign usr_01…',
  'kyc identity usr_01…',
  'kyc screening usr_01…',
  'kyc show usr_01…',
  'kyc approve usr_01…',
  "kyc reject usr_01… --reason 'suspected_fraud: The document is forged.'",
  "kyc incomplete usr_01… --reason 'document_unreadable: The document is not readable.'",
];

export function fillKyc(kyc: Command): void {
  withExamples(kyc, KYC_EXAMPLES);
  addQueueList(kyc, {
    kind: 'identity',
    about: 'list users under review, oldest first',
    columns: ['people.0.name', 'people.0.type', 'people.0.country'],
    emptyText: 'No users are waiting for a decision.',
  });
  addAssign(kyc, 'user', (id) => `/users/${id}/kyc_review`);
  kyc
    .command('show')
    .description('show a user of any integrator')
    .argument('<user>', 'ID of the user')
    .action(apiAction(async (api, [id]) => objectOutcome(await api.get(`/users/${pathSegment(id)}`))));
  kyc
    .command('identity')
    .description('show the identity data that a user submitted last')
    .argument('<user>', 'ID of the user')
    .action(
      apiAction(async (api, [id]) => objectOutcome(await api.get(`/users/${pathSegment(id)}/identity`))),
    );
  kyc
    .command('screening')
    .description("show the matches of a user's names on the sanctions list")
    .argument('<user>', 'ID of the user')
    .action(
      apiAction(async (api, [id]) => objectOutcome(await api.get(`/users/${pathSegment(id)}/screening`))),
    );
  kyc
    .command('approve')
    .description('approve a user')
    .argument('<user>', 'ID of the user')
    .action(
      apiAction(async (api, [id]) =>
        objectOutcome(await api.post(`/users/${pathSegment(id)}/kyc_review`, { outcome: 'approved' })),
      ),
    );
  addRefusal(kyc, 'reject', 'rejected', 'reject a user, who can submit again');
  addRefusal(kyc, 'incomplete', 'incomplete', 'ask a user for missing information');
}

function addRefusal(kyc: Command, name: string, outcome: string, about: string): void {
  withConfirmation(
    kyc
      .command(name)
      .description(about)
      .argument('<user>', 'ID of the user')
      .requiredOption('--reason <code: text>', 'reason that the integrator sees; repeatable', reasonIn),
  ).action(
    apiAction(async (api, [id], _options, command) => {
      const { reason } = command.opts<{ reason: readonly Reason[] }>();
      const path = `/users/${pathSegment(id)}`;
      if (outcome === 'rejected') await confirm(command, 'Reject this user', [await api.get(path)]);
      const body = { outcome, rejection_reasons: reason };
      return objectOutcome(await api.post(`${path}/kyc_review`, body));
    }),
  );
}

type Reason = { readonly code: string; readonly message: string };

function reasonIn(text: string, before: readonly Reason[] = []): readonly Reason[] {
  const [, code, message] = /^\s*([A-Za-z0-9_.-]+)\s*:\s*(.+)$/.exec(text) ?? [];
  if (code === undefined || message === undefined)
    throw new InvalidArgumentError(
      "Must be a code, a colon, and a sentence, such as 'too_old: The document has expired.'",
    );
  return [...before, { code, message }];
}

/** Adds `--limit`, `--integrator`, and `--environment` to a list over all books. */
export const withBookFilters = (command: Command): Command =>
  withLimit(command).option('--integrator <id>', 'only of this integrator').addOption(environmentOption());
