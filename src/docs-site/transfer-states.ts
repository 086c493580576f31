/** What moves a transfer from state to state. A test holds these tables to the ledger's own. */
import type { TransferKind, TransferState } from '../ledger/transfer.ts';

export type Step = {
  readonly from: TransferState | null;
  readonly to: TransferState;
  readonly when: string;
};

export const STEPS: Readonly<Record<TransferKind, readonly Step[]>> = {
  user_to_user: [
    { from: null, to: 'pending', when: 'It is created; the answer shows it further on.' },
    { from: 'pending', to: 'completed', when: 'At once, in the same ledger transaction.' },
    { from: 'pending', to: 'in_review', when: 'Its amount calls for a review; the money is in `pending`.' },
    {
      from: 'pending',
      to: 'canceled',
      when: 'Reserved for cancels before the posting; nothing leads here now.',
    },
    { from: 'in_review', to: 'completed', when: 'The review approves it.' },
    { from: 'in_review', to: 'failed', when: 'The review rejects it; the money is back with its sender.' },
  ],
  conversion: [
    { from: null, to: 'pending', when: 'It is created with a quote; the answer shows it further on.' },
    { from: 'pending', to: 'completed', when: 'At once, in one ledger transaction.' },
    { from: 'pending', to: 'failed', when: 'Stock or backing fell short since the quote; nothing moved.' },
  ],
  onramp: [
    {
      from: null,
      to: 'awaiting_funds',
      when: 'It is created, by you or by a payment into a deposit account.',
    },
    { from: 'awaiting_funds', to: 'funds_received', when: 'Fiat arrives.' },
    {
      from: 'awaiting_funds',
      to: 'returned',
      when: 'What arrives is below the minimum or unwanted; it goes back.',
    },
    {
      from: 'awaiting_funds',
      to: 'canceled',
      when: 'Nothing arrives in time, the payer declines, or you cancel.',
    },
    { from: 'awaiting_funds', to: 'failed', when: 'The rail refuses to issue instructions.' },
    { from: 'funds_received', to: 'completed', when: 'What arrived is credited, in the same append.' },
    { from: 'funds_received', to: 'in_review', when: 'It calls for a review; the credit is in `pending`.' },
    { from: 'funds_received', to: 'failed', when: 'Reserved; nothing leads here now.' },
    { from: 'in_review', to: 'completed', when: 'The review approves it.' },
    { from: 'in_review', to: 'returned', when: 'The review rejects it; the fiat goes back.' },
    { from: 'in_review', to: 'failed', when: 'Reserved; nothing leads here now.' },
  ],
  offramp: [
    { from: null, to: 'pending', when: 'It is created, and the wallet debited.' },
    { from: 'pending', to: 'payout_submitted', when: 'The rail has taken the payout.' },
    {
      from: 'pending',
      to: 'in_review',
      when: 'Its amount calls for a review; the wallet is debited already.',
    },
    { from: 'pending', to: 'failed', when: 'The rail refuses before any debit.' },
    { from: 'pending', to: 'canceled', when: 'Reserved; nothing leads here now.' },
    { from: 'in_review', to: 'payout_submitted', when: 'The review approves it and the rail takes it.' },
    { from: 'in_review', to: 'refunded', when: 'The review rejects it; the wallet has all of it back.' },
    { from: 'payout_submitted', to: 'completed', when: 'The rail has paid it out.' },
    { from: 'payout_submitted', to: 'undeliverable', when: 'The rail can’t deliver it.' },
    { from: 'payout_submitted', to: 'returned', when: 'The money came back to the rail.' },
    { from: 'undeliverable', to: 'refunded', when: 'At once; the wallet has all of it back.' },
    { from: 'returned', to: 'refunded', when: 'At once; the wallet has all of it back.' },
  ],
};
