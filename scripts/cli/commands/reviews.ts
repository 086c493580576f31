/** `reviews` and `kyc`: what waits for a decision, and the decisions. */
import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { environmentOption } from './keys.ts';
import { apiAction, given, group, pathSegment, listOutcome, withLimit, objectOutcome } from '../program.ts';

const REVIEW_EXAMPLES = [
  'reviews list --environment production',
  'reviews approve trf_01…',
  "reviews reject trf_01… --code suspected_fraud --reason 'The documents do not match.'",
];

export function addReviews(program: Command): void {
  const reviews = group(program, 'reviews', 'transfers that wait for a decision', REVIEW_EXAMPLES);
  withBookFilters(reviews.command('list').description('list transfers in review, newest first')).action(
    apiAction((api, _args, options) =>
      listOutcome(api, '/reviews', options, {
        columns: [
          'id',
          'integrator_id',
          'environment',
          'transfer.kind',
          'transfer.amount',
          'transfer.state_reason.code',
          'transfer.created_at',
        ],
        none: 'No transfer waits for a decision.',
        query: { integrator_id: options['integrator'], environment: options['environment'] },
      }),
    ),
  );
  reviews
    .command('show')
    .description('show a transfer of any integrator')
    .argument('<transfer>', 'ID of the transfer')
    .action(apiAction(async (api, [id]) => objectOutcome(await api.get(`/transfers/${pathSegment(id)}`))));
  for (const [name, outcome] of [
    ['approve', 'approved'],
    ['reject', 'rejected'],
  ] as const) {
    reviews
      .command(name)
      .description(name === 'approve' ? 'let a transfer go on' : 'end a transfer and give the money back')
      .argument('<transfer>', 'ID of the transfer')
      .option('--code <code>', 'why, for machines', `review_${outcome}`)
      .option('--reason <text>', 'why, for people; of a rejection it is shown with the transfer')
      .action(
        apiAction(async (api, [id], { code, reason: message }) => {
          const reason = message === undefined ? undefined : { code, message };
          return objectOutcome(
            await api.post(`/transfers/${pathSegment(id)}/review`, given({ outcome, reason })),
          );
        }),
      );
  }
}

const KYC_EXAMPLES = [
  'kyc list',
  'kyc identity usr_01…',
  'kyc approve usr_01…',
  "kyc incomplete usr_01… --reason 'document_unreadable: The document can not be read.'",
];

export function addKyc(program: Command): void {
  const kyc = group(program, 'kyc', 'users whose identity check waits for a decision', KYC_EXAMPLES);
  withBookFilters(kyc.command('list').description('list users under review, newest first')).action(
    apiAction((api, _args, options) =>
      listOutcome(api, '/kyc_reviews', options, {
        columns: [
          'id',
          'integrator_id',
          'environment',
          'user.type',
          'user.external_reference',
          'user.updated_at',
        ],
        none: 'No user waits for a decision.',
        query: { integrator_id: options['integrator'], environment: options['environment'] },
      }),
    ),
  );
  kyc
    .command('show')
    .description('show a user of any integrator')
    .argument('<user>', 'ID of the user')
    .action(apiAction(async (api, [id]) => objectOutcome(await api.get(`/users/${pathSegment(id)}`))));
  kyc
    .command('identity')
    .description('show the identity data that a user sent last')
    .argument('<user>', 'ID of the user')
    .action(
      apiAction(async (api, [id]) => objectOutcome(await api.get(`/users/${pathSegment(id)}/identity`))),
    );
  kyc
    .command('approve')
    .description('let a user pass')
    .argument('<user>', 'ID of the user')
    .action(
      apiAction(async (api, [id]) =>
        objectOutcome(await api.post(`/users/${pathSegment(id)}/kyc_review`, { outcome: 'approved' })),
      ),
    );
  addRefusal(kyc, 'reject', 'rejected', 'turn a user away; they may try again');
  addRefusal(kyc, 'incomplete', 'incomplete', 'ask a user for what is missing');
}

function addRefusal(kyc: Command, name: string, outcome: string, about: string): void {
  kyc
    .command(name)
    .description(about)
    .argument('<user>', 'ID of the user')
    .option('--reason <code: text>', 'a reason that the integrator is shown; may be repeated', reasonIn, [])
    .action(
      apiAction(async (api, [id], _options, command) => {
        const { reason } = command.opts<{ reason: readonly Reason[] }>();
        return objectOutcome(
          await api.post(`/users/${pathSegment(id)}/kyc_review`, { outcome, rejection_reasons: reason }),
        );
      }),
    );
}

type Reason = { readonly code: string; readonly message: string };

function reasonIn(text: string, before: readonly Reason[]): readonly Reason[] {
  const [, code, message] = /^\s*([A-Za-z0-9_.-]+)\s*:\s*(.+)$/.exec(text) ?? [];
  if (code === undefined || message === undefined)
    throw new InvalidArgumentError(
      "Write a code, a colon and a sentence: 'too_old: The document has expired.'",
    );
  return [...before, { code, message }];
}

/** `--integrator` and `--environment`, for lists over all books. */
export const withBookFilters = (command: Command): Command =>
  withLimit(command).option('--integrator <id>', "only this integrator's").addOption(environmentOption());
