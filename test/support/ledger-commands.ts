/** Short commands for ledger tests, with defaults for all other fields. */
import { lastAllocation, receiveAllocation } from '../../src/ledger/allocations.ts';
import type { Decision, DecisionContext, ReadonlyBook } from '../../src/ledger/book.ts';
import { createTransfer } from '../../src/ledger/create-transfer.ts';
import { openDepositAccount } from '../../src/ledger/deposit-account.ts';
import type { RecordedBookEvent } from '../../src/ledger/event.ts';
import { deriveId } from '../../src/ledger/ids.ts';
import {
  bookLateMovement,
  completedTransfer,
  type CompletedTransfer,
  type LateMovementKind,
} from '../../src/ledger/late-movement.ts';
import { receiveDeposit, type ArrivedDeposit } from '../../src/ledger/onramp.ts';
import { openPayoutAccount, type OpenPayoutAccount } from '../../src/ledger/payout-account.ts';
import { recordSubmission, settlePayout, type PayoutOutcome } from '../../src/ledger/payout.ts';
import type { Price } from '../../src/ledger/policy.ts';
import { createQuote } from '../../src/ledger/quote.ts';
import { reviewTransfer } from '../../src/ledger/review.ts';
import type { CreateTransfer } from '../../src/ledger/transfer.ts';
import { BATCH_TOO_LARGE, createTransferBatch } from '../../src/ledger/transfer-batch.ts';
import type { Reason } from '../../src/ledger/user.ts';
import { grantReward } from '../../src/ledger/wallet.ts';
import type { Command } from '../../src/writer/command.ts';
import { INSTRUCTIONS } from './policy.ts';

export type Decide = (book: ReadonlyBook, context: DecisionContext) => Decision;

export const transfer =
  (from: string, to: string, amount: string, more: Partial<CreateTransfer> = {}): Decide =>
  (book, context) =>
    createTransfer(
      book,
      {
        source: { type: 'wallet', wallet_id: from },
        destination: { type: 'wallet', wallet_id: to },
        amount,
        ...more,
      },
      context,
    );

/** An independent batch of transfers between two wallets. */
export const batch =
  (amounts: readonly string[], from: string, to: string): Command['decide'] =>
  (book, context) => {
    const source = { type: 'wallet', wallet_id: from } as const;
    const destination = { type: 'wallet', wallet_id: to } as const;
    const transfers = amounts.map((amount) => ({ source, destination, amount }));
    return {
      steps: createTransferBatch(book, { mode: 'independent', transfers }, context),
      refusalIfTooLarge: BATCH_TOO_LARGE,
    };
  };

export type Fiat = { readonly currency: string; readonly rail: string };
export const USD: Fiat = { currency: 'usd', rail: 'bank_eft' };
export const CAD: Fiat = { currency: 'cad', rail: 'bank_eft' };

export const onramp =
  (to: string, amount: string, fiat: Fiat = USD, more: Partial<CreateTransfer> = {}): Decide =>
  (book, context) =>
    createTransfer(
      book,
      {
        source: { type: 'fiat', ...fiat },
        destination: { type: 'wallet', wallet_id: to },
        amount,
        provider: { instructions: { ...INSTRUCTIONS, ...fiat } },
        ...more,
      },
      context,
    );

/** `id` is a transfer that awaits funds or a deposit account. */
export const arrival =
  (id: string, amount: string, outcome: ArrivedDeposit['outcome'] = 'credited'): Decide =>
  (book, context) =>
    receiveDeposit(
      book,
      {
        target: id.startsWith('da_') ? { deposit_account_id: id } : { transfer_id: id },
        amount,
        rail_reference: 'RAIL-1',
        outcome,
      },
      context,
    );

export const review =
  (transfer_id: string, outcome: 'approved' | 'rejected', reason?: Reason): Decide =>
  (book) =>
    reviewTransfer(book, { transfer_id, outcome, reason });

export const reward =
  (wallet_id: string, amount: string, description = 'Welcome'): Decide =>
  (book, context) =>
    grantReward(book, { wallet_id, amount, description }, context);

export const depositAccount =
  (user_id: string, wallet_id: string, source: Fiat = USD): Decide =>
  (book, context) =>
    openDepositAccount(
      book,
      {
        user_id,
        source,
        destination: { wallet_id },
        deposit_instructions: { ...INSTRUCTIONS, ...source },
        metadata: {},
      },
      context,
    );

/** The result of screening a name that is not on the list. */
export const NO_MATCHES = { list_sha256: '0'.repeat(64), matches: [] };

/** A payout account with valid details for its type, in US dollars by default. */
export const payoutAccount =
  (user_id: string, more: Partial<OpenPayoutAccount> = {}): Decide =>
  (book, context) =>
    openPayoutAccount(
      book,
      {
        user_id,
        type: 'bank',
        currency: 'usd',
        country: 'US',
        rail: 'bank_eft',
        seal: () => ({ sealed: 'sealed name', sealed_details: 'sealed details' }),
        bank: {
          bank_name: 'First Test Bank',
          account_number_last4: '6789',
          routing_code: '021000021',
          swift_bic: null,
          account_type: null,
        },
        check_name: true,
        metadata: {},
        problems: [],
        screened: NO_MATCHES,
        ...more,
      },
      context,
    );

export const offramp =
  (from: string, payout_account_id: string, amount: string, more: Partial<CreateTransfer> = {}): Decide =>
  (book, context) =>
    createTransfer(
      book,
      {
        source: { type: 'wallet', wallet_id: from },
        destination: { type: 'payout_account', payout_account_id },
        amount,
        ...more,
      },
      context,
    );

export const REFUSED_BY_RAIL: Reason = { code: 'account_closed', message: 'The account is closed.' };

/** The rail's answer to the submission. */
export const submission =
  (transfer_id: string, accepted = true): Decide =>
  (book) =>
    recordSubmission(book, {
      transfer_id,
      submission: accepted ? { accepted, rail_reference: 'RAIL-9' } : { accepted, reason: REFUSED_BY_RAIL },
    });

export const settlement =
  (transfer_id: string, outcome: PayoutOutcome['outcome'], reason?: Reason): Decide =>
  (book) =>
    settlePayout(book, { transfer_id, outcome, reason });
/** The next allocation of the treasury. */
export const allocation =
  (amounts: { coin_stock?: string; points_backing?: string }): Decide =>
  (book) => {
    const last = lastAllocation(book, TREASURY);
    const allocation_id = deriveId('alc', book.time, TREASURY, book.revision + 1);
    const data = { allocation_id, treasury: TREASURY, previous_allocation_id: last, ...amounts };
    return receiveAllocation(book, data);
  };
export const TREASURY = 'treasury-sandbox';

/** 2,500.00 points for one coin. */
export const PRICE: Price = { numerator: 2_500n, denominator: 1n };

export const quote =
  (from: string, to: string, amount: string, price: Price | undefined = PRICE): Decide =>
  (book, context) =>
    createQuote(book, { source_wallet_id: from, destination_wallet_id: to, amount, price }, context);

/** A completed payout or deposit, as these events say. */
export function completedIn(events: readonly RecordedBookEvent[], id: string): CompletedTransfer | undefined {
  const created = events.find(
    (event): event is RecordedBookEvent<'transfer.created'> =>
      event.type === 'transfer.created' && event.data.transfer_id === id,
  );
  const completed = events.find(
    (event): event is RecordedBookEvent<'transfer.state_changed'> =>
      event.type === 'transfer.state_changed' &&
      event.data.transfer_id === id &&
      event.data.state === 'completed',
  );
  const arrived = events.find(
    (event): event is RecordedBookEvent<'deposit.arrived'> =>
      event.type === 'deposit.arrived' && event.data.transfer_id === id,
  );
  return created && completed && completedTransfer({ created, completed, arrived, rail_reference: 'RAIL-9' });
}

export const CAME_BACK: Reason = { code: 'account_closed', message: 'The account is closed.' };

/** Its money comes back late. */
export const cameBack =
  (kind: LateMovementKind, transfer_id: string, completed: CompletedTransfer | undefined): Decide =>
  (book) =>
    bookLateMovement(book, { kind, transfer_id, reason: CAME_BACK }, completed);
