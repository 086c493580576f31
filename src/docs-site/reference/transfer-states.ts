/** What leads a transfer from one state to the next. A step that the ledger has and this table lacks does not compile, or vice versa. */
import type { TRANSFER_TRANSITIONS, TransferKind, TransferState } from '../../ledger/transfers/transfer.ts';

type Steps = typeof TRANSFER_TRANSITIONS;

/** For each state, the reason for each step to a next state. */
type StepReasons<Next extends Readonly<Record<string, readonly string[]>>> = {
  readonly [From in keyof Next]: { readonly [To in Next[From][number]]: string };
};

/** The reasons in Markdown. `new` describes the first state. */
const STEP_REASONS: {
  readonly [Kind in TransferKind]: { readonly new: Readonly<Record<string, string>> } & StepReasons<
    Steps[Kind]
  >;
} = {
  user_to_user: {
    new: { pending: 'The transfer is created. The response already shows a later state.' },
    pending: {
      completed: 'Immediately, in the same ledger transaction.',
      in_review: 'The amount requires a review. The money is in `pending`.',
      canceled: 'Reserved for cancellation before posting; not used yet.',
    },
    in_review: {
      completed: 'The review approves it.',
      failed: 'The review rejects it, and the sender gets the money back.',
    },
  },
  conversion: {
    new: { pending: 'The transfer is created with a quote. The response already shows a later state.' },
    pending: {
      completed: 'Immediately, in one ledger transaction.',
      failed: 'Coin stock or points backing has become insufficient since the quote. No money moved.',
    },
  },
  onramp: {
    new: { awaiting_funds: 'You create it, or a payment arrives at a deposit account.' },
    awaiting_funds: {
      funds_received: 'Fiat is received.',
      returned: 'The received amount is below the minimum or not accepted, and is returned.',
      canceled: 'No payment is received in time, the payer declines, or you cancel.',
      failed: 'The rail rejects the request for payment instructions.',
    },
    funds_received: {
      completed: 'The received amount is credited in the same append.',
      in_review: 'The amount requires a review. The credit is in `pending`.',
      failed: 'Reserved; not used yet.',
    },
    in_review: {
      completed: 'The review approves it.',
      returned: 'The review rejects it, and the fiat is returned.',
      failed: 'Reserved; not used yet.',
    },
  },
  offramp: {
    new: { pending: 'The transfer is created, and the wallet is debited.' },
    pending: {
      payout_submitted: 'The rail accepts the payout.',
      in_review: 'The amount requires a review. The wallet is already debited.',
      failed: 'The rail rejects the payout before the wallet is debited.',
      canceled: 'Reserved; not used yet.',
    },
    in_review: {
      payout_submitted: 'The review approves it, and the rail accepts the payout.',
      refunded: 'The review rejects it, and the wallet gets the full amount back.',
    },
    payout_submitted: {
      completed: 'The rail has completed the payout.',
      undeliverable: 'The rail cannot deliver the payout.',
      returned: 'The recipient’s bank returned the payout to the rail.',
    },
    undeliverable: { refunded: 'Immediately. The wallet gets the full amount back.' },
    returned: { refunded: 'Immediately. The wallet gets the full amount back.' },
  },
};

// The keys of the table are the kinds.
export const TRANSFER_KINDS = Object.keys(STEP_REASONS) as readonly TransferKind[];

/** `from` is `new` for the first state; `when` is Markdown. */
type Step = {
  readonly from: TransferState | 'new';
  readonly to: TransferState;
  readonly when: string;
};

/** The steps of a kind, ordered by their first state. */
export const stepsOf = (kind: TransferKind): readonly Step[] =>
  Object.entries(STEP_REASONS[kind]).flatMap(([from, steps]) =>
    // The keys of the tables are states, which the compiler has checked above.
    Object.entries(steps).map(([to, when]) => ({ from, to, when }) as Step),
  );
