/** Commands that follow an answer, so that what is rare otherwise happens: a use after the end, a decision, a deletion. */
import { textOf } from '../model/prediction.ts';
import { isReference, itemsOf } from './command.ts';
import type { ApiCommand, Data, Reference } from './command.ts';
import { fitting, isPoints, toReference, walletIn } from './draft-context.ts';
import type { Context, Draft, Made } from './draft-context.ts';
import { WHY, newestOf, send } from './follow-up.ts';
import type { Answered, FollowUps, MakeDraft } from './follow-up.ts';
import { overLimit } from './limit-plans.ts';
import { conversionBody } from './read-drafts.ts';
import { TEMPORARY, afterRefusal } from './refusal-plans.ts';
import { REVIEWED } from './transfer-drafts.ts';
import { USER_FOLLOW_UPS } from './user-follow-ups.ts';
import { WEBHOOK_FOLLOW_UPS } from './webhook-follow-ups.ts';

/** A quote lives for 30 seconds. */
const endOfQuote = ({ random }: Context): Draft => ({
  operation: 'advanceSandboxClock',
  body: { seconds: random.pick([29, 30, 31]) },
});
const useOfQuote = (context: Context): Draft => ({
  operation: 'createTransfer',
  body: conversionBody(context),
});
const sameQuote = ({ created }: Context): Draft => ({
  operation: 'createQuote',
  body: created.get('qt')?.at(-1)?.body ?? {},
});
/** With the newest quote (-1) or an earlier one, and with a change. */
const useOfOne =
  (place: number, change: Draft['body'] = {}) =>
  ({ created }: Context): Draft => {
    const quote = created.get('qt')?.at(place);
    const side = (name: string): Data => ({
      type: 'wallet',
      wallet_id: quote?.body?.[name] ?? toReference(undefined, 'wal'),
    });
    const sides = { source: side('source_wallet_id'), destination: side('destination_wallet_id') };
    const amount = quote?.body?.['amount'] ?? '1';
    return {
      operation: 'createTransfer',
      body: { ...sides, amount, quote_id: toReference(quote, 'qt'), ...change },
    };
  };
/** A book of one client has at most about this much coin. */
const STOCK = 2.5;
const COPIES_MAX = 4;

const quoteFollowUps: FollowUps = ({ made, body, context: { random, created, isAlone } }) => {
  const isCopy = JSON.stringify(created.get('qt')?.at(-1)?.body) === JSON.stringify(made?.body);
  if (made === undefined || isCopy) return [];
  const other = [useOfOne(-1, { amount: '0.77' })];
  if (!isAlone) return random.oneIn(5) ? other : [];
  const copies = Math.floor(STOCK / Number(textOf(body, 'amount_out')));
  return textOf(body, 'to') === 'svc-coin' && copies <= COPIES_MAX
    ? exhausting(copies)
    : random.pick([[endOfQuote, useOfQuote], [useOfQuote], [useOfQuote, useOfQuote], other, []]);
};

/** Together with so many others like it, a quote needs more coin than there is. */
const exhausting = (copies: number): readonly MakeDraft[] => [
  ...Array.from({ length: copies }, () => sameQuote),
  ...Array.from({ length: copies }, (_, index) => useOfOne(-1 - index)),
  useOfOne(-1 - copies, { dry_run: true }),
  useOfOne(-1 - copies),
];

/** With less, the price is too low for more than a few points. */
const LEAST_HALF = 10;

/** There is not enough coin or backing for a quote, so there may be enough for half of it. */
function halvedQuote({ command, context: { created, isAlone } }: Answered): readonly MakeDraft[] {
  const { body = {} } = command;
  const source = created.get('wal')?.find(({ serial }) => serial === answerIn(command, 'source_wallet_id'));
  const half = Number(body['amount']) / 2;
  if (source === undefined || !isPoints(source) || !isAlone || half < LEAST_HALF) return [];
  return [send('createQuote', {}, { ...body, amount: half.toFixed(2) })];
}

/** Few transfers from wallets are reviewed, and other commands would hardly ever meet them. */
const reviewOutcome = (context: Context): Draft => ({
  operation: 'setSandboxReviewOutcome',
  params: { transfer_id: fitting(context, 'trf', isReviewedPayment) },
  body: { outcome: context.random.pick(['approved', 'approved', 'approved', 'rejected']) },
});
const isReviewedPayment = ({ kind, state }: Made): boolean =>
  (kind === 'user_to_user' || kind === 'offramp') && state === 'in_review';
/** To a wallet of another user, if there is one. */
const payment =
  (wallet_id: Data, amount: string): MakeDraft =>
  (context) => ({
    operation: 'createTransfer',
    body: {
      source: { type: 'wallet', wallet_id },
      destination: { type: 'wallet', wallet_id: fitting(context, 'wal', isPoints) },
      amount,
    },
  });
/** Earned and other points of one wallet are reviewed together. */
const splitPayment = (wallet_id: Data): readonly MakeDraft[] => [
  send('createSandboxReward', {}, { wallet_id, amount: '500.00' }),
  payment(wallet_id, REVIEWED),
];
/** An account cannot be deleted while a payout to it is reviewed. */
const deletionOfAccount = ({ created }: Context): Draft => {
  const accounts = created.get('pa') ?? [];
  const payout = created.get('trf')?.findLast(({ kind }) => kind === 'offramp');
  const destination = JSON.stringify(payout?.body?.['destination'] ?? {});
  const account = accounts.find((each) => destination.includes(JSON.stringify(toReference(each, 'pa'))));
  const user_id = account?.of ?? toReference(undefined, 'usr');
  return {
    operation: 'deletePayoutAccount',
    params: { user_id, payout_account_id: toReference(account, 'pa') },
  };
};

/** Money arrives for a payment that has expired. */
const endOfPayment = (): Draft => ({ operation: 'advanceSandboxClock', body: { seconds: 604_800 } });
const latePayment = ({ created }: Context): Draft => ({
  operation: 'createSandboxDeposit',
  body: {
    transfer_id: toReference(created.get('trf')?.findLast(isAwaited), 'trf'),
    amount: '12.34',
  },
});
const isAwaited = ({ kind, state }: Made): boolean => kind === 'onramp' && state === 'awaiting_funds';

/** Most operations about proposals meet the newest one, before it is decided otherwise. */
const aboutProposal =
  (operation: string) =>
  (context: Context): Draft => ({
    operation,
    params: { proposal_id: toReference(context.created.get('prp')?.at(-1), 'prp') },
    ...(operation !== 'getProposal' && { body: {} }),
  });
/** So large that a second operator has to approve it. */
const largeReward: FollowUps = ({ command: { serial }, made, context: { random }, hasOperator }) => {
  if (made === undefined || !isPoints(made) || !hasOperator || !random.oneIn(3)) return [];
  const amount = random.pick(['60000', '60000.01']);
  return [send('grantReward', { wallet_id: { $answer: serial, prefix: 'wal' } }, { amount })];
};
/** A proposal lives for a day. */
const endOfProposal = ({ random }: Context): Draft => ({
  operation: 'advanceSandboxClock',
  body: { seconds: random.pick([86_399, 86_400]) },
});
const PROPOSAL_FOLLOW_UPS: readonly [readonly MakeDraft[], ...(readonly MakeDraft[])[]] = [
  ['approveProposal', 'approveProposal'].map(aboutProposal),
  ['approveProposal', 'approveProposal', 'getProposal'].map(aboutProposal),
  ['withdrawProposal', 'approveProposal', 'withdrawProposal'].map(aboutProposal),
];
const LATE_FOLLOW_UP = [endOfProposal, ...['getProposal', 'approveProposal'].map(aboutProposal)];

/** A person leaves. What happened before showed personal fields. */
const shortStay = (user_id: Reference): readonly MakeDraft[] => [
  send('updateUser', { user_id }, { email: 'ada@example.com' }),
  send('deactivateUser', { user_id }),
];

/** An operator works on the review of a person. A later review of the same person begins without anybody. */
const twoReviews = (user_id: Reference): readonly MakeDraft[] => {
  const submit = (): Draft => ({
    ...{ operation: 'setSandboxKyc', params: { user_id } },
    body: { kyc_status: 'under_review' },
  });
  return [
    submit,
    () => ({ operation: 'assignKycReview', params: { user_id }, body: { assigned_to: 'me' } }),
    ({ random }) => ({
      ...{ operation: 'reviewKyc', params: { user_id } },
      body: { outcome: random.pick(['approved', 'incomplete']) },
    }),
    submit,
    () => ({ operation: 'getKycReview', params: { user_id } }),
  ];
};

const userFollowUps: FollowUps = ({ command, context: { random }, hasOperator }) => {
  if (random.oneIn(8)) return [send('createUser', {}, command.body)];
  if (!hasOperator || !random.oneIn(4)) return [];
  return random.pick([twoReviews, twoReviews, shortStay])({ $answer: command.serial, prefix: 'usr' });
};

const afterDeletionOfAccount: FollowUps = ({ command: { params = {} } }) => [
  send('deletePayoutAccount', params),
];

const requestListFollowUps: FollowUps = ({ command: { serial }, body, context: { random } }) => {
  const count = itemsOf(body).length;
  const request_id: Reference = { $answer: serial, prefix: 'req', item: random.below(count) };
  return count === 0 ? [] : [send('getRequest', { request_id })];
};

const frozenFor = (wallet_id: Reference, drafts: readonly MakeDraft[]): readonly MakeDraft[] => [
  send('freezeWallet', { wallet_id }, WHY),
  ...drafts,
  send('unfreezeWallet', { wallet_id }, WHY),
];

const proposalFollowUps: FollowUps = ({ command, made, context: { random, isAlone } }) => {
  const { params } = command;
  if (made === undefined) return [];
  if (isAlone && random.oneIn(4)) return LATE_FOLLOW_UP;
  const wallet_id = params?.['wallet_id'];
  const approve = aboutProposal('approveProposal');
  const other = command.key === 'operator' ? 'secondOperator' : 'operator';
  const byOther =
    (make: MakeDraft): MakeDraft =>
    (context) => ({ ...make(context), key: other });
  // Mostly by the other operator, whose decision takes effect.
  if (!random.oneIn(3))
    return random.oneIn(3) ? random.pick(PROPOSAL_FOLLOW_UPS) : random.pick(PROPOSAL_FOLLOW_UPS).map(byOther);
  return typeof wallet_id === 'object'
    ? [...frozenFor(wallet_id, [approve, approve]), approve]
    : [send('reviewTransfer', params ?? {}, { outcome: 'approved' }), approve, approve];
};

/** A payment that waits for a decision, or for money. */
const transferFollowUps: FollowUps = ({ command, made, context: { random, isAlone }, hasOperator }) => {
  if (made === undefined) return [];
  if (isAlone && isAwaited(made) && random.oneIn(4)) return [endOfPayment, latePayment];
  if (!isReviewedPayment(made)) return [];
  const transfer_id: Reference = { $answer: command.serial, prefix: 'trf' };
  const decision = random.pick(['setSandboxReviewOutcome', 'reviewTransfer']);
  const wallet_id = walletIn(command.body?.['source']);
  return [
    ...(made.kind === 'offramp' && random.oneIn(2) ? [deletionOfAccount] : []),
    ...(wallet_id !== undefined && hasOperator && random.oneIn(2)
      ? frozenFor(wallet_id, [send(decision, { transfer_id }, { outcome: 'approved' })])
      : []),
    reviewOutcome,
  ];
};

/** In points, what the simulated rail refuses, and for what it is not available. */
const REFUSED_PAYOUTS = ['40404', '50303'] as const;

/** Money that has arrived is reviewed, or spent, sometimes although its wallet is frozen. */
const depositFollowUps: FollowUps = ({ command, made, context, hasOperator }) => {
  const { random, created } = context;
  if (made?.state === 'in_review' && hasOperator && random.oneIn(2)) {
    const transfer_id: Reference = { $answer: command.serial, prefix: 'trf' };
    return [send('reviewTransfer', { transfer_id }, { outcome: 'approved' })];
  }
  const account = created.get('da')?.find(({ serial }) => serial === answerIn(command, 'deposit_account_id'));
  const wallet_id = walletIn(account?.body?.['destination']);
  if (made?.state !== 'completed' || wallet_id === undefined) return [];
  const payee = account?.of && newestOf(context, 'pa', account.of);
  switch (random.below(5)) {
    case 0:
      return splitPayment(wallet_id);
    case 1:
      return payee === undefined ? [] : refusedPayouts(wallet_id, payee);
    case 2: {
      const spent = [payment(wallet_id, random.pick(['1', '12.34', '99.99']))];
      return hasOperator && random.oneIn(2) ? frozenFor(wallet_id, spent) : spent;
    }
    case 3: {
      const transfer_id: Reference = { $answer: command.serial, prefix: 'trf' };
      const spent = random.oneIn(2) ? [payment(wallet_id, '99.99')] : [];
      const reward = send('createSandboxReward', {}, { wallet_id, amount: '12.34' });
      return [...spent, send('createSandboxDepositReversal', { transfer_id }, {}), reward];
    }
    default:
      return [];
  }
};

/** A completed payout comes back, once. */
const payoutFollowUps: FollowUps = ({ command: { params = {} }, body, context: { random } }) =>
  textOf(body, 'state') === 'completed' && random.oneIn(2)
    ? [send('createSandboxPayoutReturn', params, {}), send('createSandboxPayoutReturn', params, {})]
    : [];

const refusedPayouts = (wallet_id: Data, payout_account_id: Data): readonly MakeDraft[] => {
  const source = { type: 'wallet', wallet_id };
  const destination = { type: 'payout_account', payout_account_id };
  return REFUSED_PAYOUTS.map((amount) => send('createTransfer', {}, { source, destination, amount }));
};

/** The command whose answer the member of the body names. */
function answerIn({ body }: ApiCommand, member: string): number | undefined {
  const value = body?.[member];
  return isReference(value) ? value.$answer : undefined;
}

type Table = Readonly<Record<string, FollowUps>>;
const TABLES: readonly Table[] = [
  USER_FOLLOW_UPS,
  WEBHOOK_FOLLOW_UPS,
  {
    createUser: userFollowUps,
    createWallet: largeReward,
    createPayoutAccount: overLimit,
    createQuote: quoteFollowUps,
    createTransfer: transferFollowUps,
    createSandboxDeposit: depositFollowUps,
    setSandboxPayoutOutcome: payoutFollowUps,
    reviewTransfer: proposalFollowUps,
    grantReward: proposalFollowUps,
    deletePayoutAccount: afterDeletionOfAccount,
    listRequests: requestListFollowUps,
  },
];

/** What follows an answer. */
export function followUps(answered: Answered): readonly MakeDraft[] {
  const { command, code } = answered;
  if (command.operation === 'createQuote' && code === 'insufficient_liquidity') return halvedQuote(answered);
  if (TEMPORARY.includes(code)) return afterRefusal(answered);
  return code === '' ? TABLES.flatMap((table) => table[command.operation]?.(answered) ?? []) : [];
}
