/** Commands that follow what happens to a user, a wallet, or an account, and that are refused or have other effects for that reason. */
import { isReference } from './command.ts';
import type { ApiCommand, Reference } from './command.ts';
import { toReference, walletIn } from './draft-context.ts';
import type { Context, Draft } from './draft-context.ts';
import { DRAFTS } from './drafts.ts';
import { WHY, newestOf, send } from './follow-up.ts';
import type { FollowUps, MakeDraft } from './follow-up.ts';

const USERS_AT_FIRST = 3;

const orUnknown = (found: Reference | undefined, prefix: string): Reference =>
  found ?? toReference(undefined, prefix);

const referenceIn = (params: ApiCommand['params'], name: string): Reference | undefined => {
  const value = params?.[name];
  return typeof value === 'object' ? value : undefined;
};

const setKyc = (user_id: Reference, kyc_status: string): MakeDraft =>
  send('setSandboxKyc', { user_id }, { kyc_status });
const addPayoutAccount =
  (user_id: Reference): MakeDraft =>
  (context) => ({
    operation: 'createPayoutAccount',
    ...DRAFTS['createPayoutAccount']?.[1](context),
    params: { user_id },
  });
const deposit = (deposit_account_id: Reference): MakeDraft =>
  send('createSandboxDeposit', {}, { deposit_account_id, amount: '12.34' });
const approve = (transfer_id: Reference): MakeDraft =>
  send('setSandboxReviewOutcome', { transfer_id }, { outcome: 'approved' });

/** The newest payment to the account. */
const paymentTo = ({ created }: Context, account: Reference): Reference => {
  const made = created.get('trf')?.findLast(({ body }) => {
    const paid = body?.['deposit_account_id'];
    return isReference(paid) && paid.$answer === account.$answer;
  });
  return toReference(made, 'trf');
};

/** Some users have everything that a user can have, except money, and are deactivated. */
const afterCreateUser: FollowUps = ({ command: { serial }, context: { random, created }, hasOperator }) => {
  if ((created.get('usr') ?? []).length < USERS_AT_FIRST || !random.oneIn(4)) return [];
  const user_id: Reference = { $answer: serial, prefix: 'usr' };
  const wallet = (context: Context): Reference => orUnknown(newestOf(context, 'wal', user_id), 'wal');
  const source = { currency: 'usd', rail: 'bank_eft' };
  return [
    setKyc(user_id, 'approved'),
    send('createWallet', { user_id }, { asset: 'svc-points' }),
    (context) => ({
      ...{ operation: 'createDepositAccount', params: { user_id } },
      body: { source, destination: { wallet_id: wallet(context) } },
    }),
    addPayoutAccount(user_id),
    ...(hasOperator
      ? [
          (context: Context): Draft => ({
            ...{
              operation: 'grantReward',
              params: { wallet_id: wallet(context) },
              body: { amount: '60000' },
            },
          }),
        ]
      : []),
    send('deactivateUser', { user_id }),
  ];
};

/** Writes about a deactivated user are refused. Money that arrives waits for a decision, until which nobody forgets the user. */
const afterDeactivateUser: FollowUps = ({ command: { params }, context, hasOperator }) => {
  const user_id = referenceIn(params, 'user_id');
  if (user_id === undefined) return [];
  const [wallet_id, account, payout_account_id] = ['wal', 'da', 'pa'].map((each) =>
    newestOf(context, each, user_id),
  );
  const ofAccount = account && { user_id, deposit_account_id: account };
  const refused = [
    send('updateUser', { user_id }, { email: null }),
    send('deactivateUser', { user_id }),
    send('createOnboardingLinks', { user_id }),
    addPayoutAccount(user_id),
    ofAccount && send('deactivateDepositAccount', ofAccount),
    ofAccount && send('reactivateDepositAccount', ofAccount),
    payout_account_id && send('deletePayoutAccount', { user_id, payout_account_id }),
    wallet_id && send('createSandboxReward', {}, { wallet_id, amount: '1' }),
    ...(wallet_id !== undefined && hasOperator
      ? [
          send('freezeWallet', { wallet_id }, WHY),
          send('unfreezeWallet', { wallet_id }, WHY),
          send('grantReward', { wallet_id }, { amount: '1' }),
        ]
      : []),
  ].filter((each) => each !== undefined);
  const some = refused.filter(() => context.random.oneIn(2));
  if (!hasOperator) return some;
  const forget = send('forgetUser', { user_id }, WHY);
  if (account === undefined) return context.random.oneIn(3) ? some : [...some, forget];
  const about =
    (operation: string, body: Draft['body']): MakeDraft =>
    (later) => ({
      ...{
        operation,
        params: { transfer_id: paymentTo(later, account) },
        ...(body !== undefined && { body }),
      },
    });
  return [
    ...some,
    deposit(account),
    forget,
    about(context.random.pick(['setSandboxReviewOutcome', 'reviewTransfer']), { outcome: 'approved' }),
    about('setSandboxReviewOutcome', { outcome: 'rejected' }),
    forget,
    about('addTransferNote', { text: 'Called on Monday' }),
  ];
};

/** Events of the past showed the person. */
const afterForgetUser: FollowUps = ({ command: { params } }) => {
  const user_id = referenceIn(params, 'user_id');
  if (user_id === undefined) return [];
  return [
    () => ({ operation: 'listEvents', query: { object_id: user_id, limit: '100' } }),
    send('addUserNote', { user_id }, { text: 'Called on Tuesday' }),
    send('listUserNotes', { user_id }),
  ];
};

/** An account that is deactivated for a while, or whose user is not approved for a while. */
const afterCreateDepositAccount: FollowUps = ({ command: { serial, params, body }, context: { random } }) => {
  const user_id = referenceIn(params, 'user_id');
  if (user_id === undefined) return [];
  const account: Reference = { $answer: serial, prefix: 'da' };
  const about = (operation: string): MakeDraft => send(operation, { user_id, deposit_account_id: account });
  const wallet_id = orUnknown(walletIn(body?.['destination']), 'wal');
  const reward = send('createSandboxReward', {}, { wallet_id, amount: '1' });
  return random.pick([
    [about('deactivateDepositAccount'), deposit(account), about('reactivateDepositAccount')],
    [
      ...[
        about('deactivateDepositAccount'),
        setKyc(user_id, 'incomplete'),
        about('reactivateDepositAccount'),
      ],
      ...[reward, setKyc(user_id, 'approved'), about('reactivateDepositAccount')],
    ],
    [
      ...[setKyc(user_id, 'rejected'), deposit(account), send('createDepositAccount', { user_id }, body)],
      (context) => approve(paymentTo(context, account))(context),
      setKyc(user_id, 'approved'),
      (context) => approve(paymentTo(context, account))(context),
    ],
    ...([[], [], [], [], [], []] as const),
  ]);
};

/** Most wallets are frozen for a while only. */
const afterFreezeWallet: FollowUps = ({ command: { params }, context: { random } }) => {
  const wallet_id = referenceIn(params, 'wallet_id');
  if (wallet_id === undefined || random.oneIn(3)) return [];
  return [send('grantReward', { wallet_id }, { amount: '100' }), send('unfreezeWallet', { wallet_id }, WHY)];
};

export const USER_FOLLOW_UPS: Readonly<Record<string, FollowUps>> = {
  createUser: afterCreateUser,
  deactivateUser: afterDeactivateUser,
  forgetUser: afterForgetUser,
  createDepositAccount: afterCreateDepositAccount,
  freezeWallet: afterFreezeWallet,
};
