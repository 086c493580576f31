/** The end of what a request was refused for, and then the same request: it gets the same answer all the same. */
import { depositAccountOf, isPoints, toReference, walletIn } from './draft-context.ts';
import type { Context, Draft, Made } from './draft-context.ts';
import { isReference } from './command.ts';
import type { ApiCommand } from './command.ts';
import type { Answered, FollowUps } from './follow-up.ts';

/** Refusals whose reasons end with other requests. */
export const TEMPORARY: readonly string[] = [
  ...['user_not_approved', 'insufficient_balance', 'amount_exceeds_cashable', 'wallet_frozen'],
];

/** None if the reason cannot be ended. */
export const afterRefusal: FollowUps = (answered) => {
  const { serial: _, ...again } = answered.command;
  if (again.idempotencyKey === undefined || again.body?.['dry_run'] === true) return [];
  const ends = answered.context.random.oneIn(3) ? [...endsOf(answered)] : [];
  return ends.length === 0 ? [] : [...ends, again].map((draft) => () => draft);
};

function* endsOf({ command, code, context, hasOperator }: Answered): Generator<Draft> {
  const { params, body } = command;
  const wallets = walletsIn(command, context);
  const [source] = wallets;
  const deposits = source && depositAccountOf(context, source);
  const wallet_id = toReference(source, 'wal');
  const amount = body?.['amount'];
  if (code === 'insufficient_balance' && source !== undefined && isPoints(source) && amount !== undefined)
    yield { operation: 'createSandboxReward', body: { wallet_id, amount } };
  if (code === 'amount_exceeds_cashable' && deposits !== undefined)
    yield {
      operation: 'createSandboxDeposit',
      body: { deposit_account_id: toReference(deposits, 'da'), amount: '999.99' },
    };
  if (code === 'user_not_approved')
    for (const user_id of [params?.['user_id'], ...wallets.map(({ of }) => of)])
      if (user_id !== undefined)
        yield { operation: 'setSandboxKyc', params: { user_id }, body: { kyc_status: 'approved' } };
  if (code === 'wallet_frozen' && hasOperator)
    for (const wallet of wallets)
      yield { operation: 'unfreezeWallet', params: { wallet_id: toReference(wallet, 'wal') }, body: {} };
}

/** The source comes first. */
function walletsIn({ params, body = {} }: ApiCommand, { created }: Context): readonly Made[] {
  const references = [
    ...[walletIn(body['source']), body['source_wallet_id'], walletIn(body), params?.['wallet_id']],
    ...[walletIn(body['destination']), body['destination_wallet_id']],
  ];
  return references
    .filter(isReference)
    .flatMap(({ $answer }) => created.get('wal')?.find(({ serial }) => serial === $answer) ?? []);
}
