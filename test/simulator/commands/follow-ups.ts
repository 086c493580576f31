/** Commands that follow an answer, so that what is rare otherwise happens: a use after the end, a decision, a deletion. */
import type { Data, KeyName, Reference } from './command.ts';
import { fitting, isPoints, toReference } from './draft-context.ts';
import type { Context, Draft, Made } from './draft-context.ts';
import { conversionBody } from './read-drafts.ts';
import { REVIEWED } from './transfer-drafts.ts';

/** A draft for one of the next commands. */
export type Plan = { readonly key: KeyName; readonly draft: (context: Context) => Draft };

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
/** Two quotes together may need more than there is. */
export const QUOTE_FOLLOW_UPS: readonly [readonly Plan['draft'][], ...(readonly Plan['draft'][])[]] = [
  [endOfQuote, useOfQuote],
  [sameQuote, useOfQuote, useOfQuote],
  [],
  [],
];
/** Few transfers from wallets are reviewed, and other commands would hardly ever meet them. */
export const reviewOutcome = (context: Context): Draft => ({
  operation: 'setSandboxReviewOutcome',
  params: { transfer_id: fitting(context, 'trf', isReviewedPayment) },
  body: { outcome: context.random.pick(['approved', 'approved', 'approved', 'rejected']) },
});
export const isReviewedPayment = ({ kind, state }: Made): boolean =>
  (kind === 'user_to_user' || kind === 'offramp') && state === 'in_review';
/** Earned and other points of one wallet are reviewed together. */
export const splitPayment = (wallet_id: Data): readonly Plan['draft'][] => [
  () => ({ operation: 'createSandboxReward', body: { wallet_id, amount: '500.00' } }),
  (context) => ({
    operation: 'createTransfer',
    body: {
      source: { type: 'wallet', wallet_id },
      destination: { type: 'wallet', wallet_id: fitting(context, 'wal', isPoints) },
      amount: REVIEWED,
    },
  }),
];
/** An account cannot be deleted while a payout to it is reviewed. */
export const deletionOfAccount = ({ created }: Context): Draft => {
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
export const endOfPayment = (): Draft => ({ operation: 'advanceSandboxClock', body: { seconds: 604_800 } });
export const latePayment = ({ created }: Context): Draft => ({
  operation: 'createSandboxDeposit',
  body: {
    transfer_id: toReference(created.get('trf')?.findLast(isAwaited), 'trf'),
    amount: '12.34',
  },
});
export const isAwaited = ({ kind, state }: Made): boolean => kind === 'onramp' && state === 'awaiting_funds';

/** Most operations about proposals meet the newest one, before it is decided otherwise. */
const aboutProposal =
  (operation: string) =>
  (context: Context): Draft => ({
    operation,
    params: { proposal_id: toReference(context.created.get('prp')?.at(-1), 'prp') },
    ...(operation !== 'getProposal' && { body: {} }),
  });
/** A proposal lives for a day. */
const endOfProposal = ({ random }: Context): Draft => ({
  operation: 'advanceSandboxClock',
  body: { seconds: random.pick([86_399, 86_400]) },
});
export const FOLLOW_UPS: readonly [readonly Plan['draft'][], ...(readonly Plan['draft'][])[]] = [
  ['approveProposal', 'approveProposal'].map(aboutProposal),
  ['approveProposal', 'approveProposal', 'getProposal'].map(aboutProposal),
  ['withdrawProposal', 'approveProposal', 'getProposal'].map(aboutProposal),
  [],
];
export const LATE_FOLLOW_UP = [endOfProposal, ...['getProposal', 'approveProposal'].map(aboutProposal)];

/** An operator forgets a person, whom events of the past showed. */
export const forgetting = (user_id: Reference): readonly Plan['draft'][] => [
  () => ({ operation: 'forgetUser', params: { user_id }, body: { reason: 'Asked for' } }),
  () => ({ operation: 'listEvents', query: { object_id: user_id, limit: '100' } }),
];

/** An operator works on the review of a person. A later review of the same person begins without anybody. */
export const twoReviews = (user_id: Reference): readonly Plan['draft'][] => {
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
