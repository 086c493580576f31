/** What moves a transfer from state to state. A step of the ledger that is missing here, or one too many, does not compile. */
import type { TRANSFER_TRANSITIONS, TransferKind, TransferState } from '../../ledger/transfers/transfer.ts';

type Steps = typeof TRANSFER_TRANSITIONS;

/** For each state a transfer can be in, each state it can go on to, and when it does. */
type Told<Next extends Readonly<Record<string, readonly string[]>>> = {
  readonly [From in keyof Next]: { readonly [To in Next[From][number]]: string };
};

/** When a transfer of each kind takes each of its steps, in Markdown. `new` is how it begins. */
const TOLD: {
  readonly [Kind in TransferKind]: { readonly new: Readonly<Record<string, string>> } & Told<Steps[Kind]>;
} = {
  user_to_user: {
    new: { pending: 'It is created; the answer shows it further on.' },
    pending: {
      completed: 'At once, in the same ledger transaction.',
      in_review: 'Its amount calls for a review; the money is in `pending`.',
      canceled: 'Reserved for cancels before the posting; nothing leads here now.',
    },
    in_review: {
      completed: 'The review approves it.',
      failed: 'The review rejects it; the money is back with its sender.',
    },
  },
  conversion: {
    new: { pending: 'It is created with a quote; the answer shows it further on.' },
    pending: {
      completed: 'At once, in one ledger transaction.',
      failed: 'Stock or backing fell short since the quote; nothing moved.',
    },
  },
  onramp: {
    new: { awaiting_funds: 'It is created, by you or by a payment into a deposit account.' },
    awaiting_funds: {
      funds_received: 'Fiat arrives.',
      returned: 'What arrives is below the minimum or unwanted; it goes back.',
      canceled: 'Nothing arrives in time, the payer declines, or you cancel.',
      failed: 'The rail refuses to issue instructions.',
    },
    funds_received: {
      completed: 'What arrived is credited, in the same append.',
      in_review: 'It calls for a review; the credit is in `pending`.',
      failed: 'Reserved; nothing leads here now.',
    },
    in_review: {
      completed: 'The review approves it.',
      returned: 'The review rejects it; the fiat goes back.',
      failed: 'Reserved; nothing leads here now.',
    },
  },
  offramp: {
    new: { pending: 'It is created, and the wallet debited.' },
    pending: {
      payout_submitted: 'The rail has taken the payout.',
      in_review: 'Its amount calls for a review; the wallet is debited already.',
      failed: 'The rail refuses before any debit.',
      canceled: 'Reserved; nothing leads here now.',
    },
    in_review: {
      payout_submitted: 'The review approves it and the rail takes it.',
      refunded: 'The review rejects it; the wallet has all of it back.',
    },
    payout_submitted: {
      completed: 'The rail has paid it out.',
      undeliverable: 'The rail can’t deliver it.',
      returned: 'The money came back to the rail.',
    },
    undeliverable: { refunded: 'At once; the wallet has all of it back.' },
    returned: { refunded: 'At once; the wallet has all of it back.' },
  },
};

// The names of the table are the kinds.
export const TRANSFER_KINDS = Object.keys(TOLD) as readonly TransferKind[];

/** `from` is `new` where the step is how a transfer begins; `when` is Markdown. */
type Step = {
  readonly from: TransferState | 'new';
  readonly to: TransferState;
  readonly when: string;
};

/** The steps of a kind, by the states they begin in. */
export const stepsOf = (kind: TransferKind): readonly Step[] =>
  Object.entries(TOLD[kind]).flatMap(([from, told]) =>
    // The names of the tables are states, which the compiler has checked above.
    Object.entries(told).map(([to, when]) => ({ from, to, when }) as Step),
  );
