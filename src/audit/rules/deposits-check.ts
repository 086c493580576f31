/**
 * Checks deposits. Money is credited or returned only directly after it arrived, in the currency and over the rail of its
 * transfer. A deposit to a deposit account is for the wallet of that account.
 */
import type { ReadonlyBook } from '../../ledger/book.ts';
import type { EventData, RecordedBookEvent } from '../../ledger/event.ts';
import type { Transfer } from '../../ledger/transfer.ts';
import { originOfId, requireRule } from '../finding.ts';

type Arrived = EventData<'deposit.arrived'>;

type DepositsCheck = {
  /** Checks every event against the book before the event. Throws RuleViolation. */
  check(book: ReadonlyBook, event: RecordedBookEvent): void;
  /** Throws RuleViolation if the last deposit has no outcome. */
  checkComplete(): void;
};

export function createDepositsCheck(): DepositsCheck {
  /** The transfer that the previous event created for a deposit to a deposit account. */
  let createdTransfer: EventData<'transfer.created'> | undefined;
  /** The deposit that the previous event recorded. */
  let arrived: Arrived | undefined;

  return {
    check(book, event) {
      const [transfer, deposit] = [createdTransfer, arrived];
      [createdTransfer, arrived] = [undefined, undefined];
      if (transfer !== undefined) checkMadeFor(transfer, event);
      if (deposit !== undefined) checkOutcome(deposit, event);
      switch (event.type) {
        case 'transfer.created':
          if (event.data.deposit_account_id === undefined) return;
          checkDepositAccount(book, event.data, event.data.deposit_account_id);
          createdTransfer = event.data;
          return;
        case 'deposit.arrived':
          checkArrival(book, event);
          arrived = event.data;
          return;
        case 'deposit.sent_back':
          requireRule(
            deposit !== undefined,
            'transition',
            'a deposit is sent back without arriving in the previous event',
          );
          requireRule(
            !book.transfers.has(event.data.transfer_id),
            'transition',
            'a deposit is sent back as late while its transfer is still open',
          );
          return;
        case 'transfer.state_changed':
          checkStep(book, event.data, deposit);
          return;
        default:
      }
    },
    checkComplete: () =>
      requireRule(
        createdTransfer === undefined && arrived === undefined,
        'command',
        'the outcome of the last deposit is missing',
      ),
  };
}

/** A transfer for a deposit account has the wallet, currency, and rail of that account. */
function checkDepositAccount(
  book: ReadonlyBook,
  { kind, source, destination }: EventData<'transfer.created'>,
  accountId: string,
): void {
  const account = book.depositAccounts.get(accountId);
  requireRule(
    kind === 'onramp' &&
      account?.destination.wallet_id === destination.wallet_id &&
      account?.source.currency === source.currency &&
      account?.source.rail === source.rail,
    'transition',
    `the transfer does not have the wallet, currency, and rail of deposit account ${accountId}`,
  );
}

/** The next event is the deposit that the transfer was created for, with the same amount. */
function checkMadeFor({ transfer_id, amount }: EventData<'transfer.created'>, next: RecordedBookEvent): void {
  requireRule(
    next.type === 'deposit.arrived' &&
      next.data.transfer_id === transfer_id &&
      next.data.amount_received === amount,
    'transition',
    `the deposit that transfer ${transfer_id} was created for must come next`,
  );
}

function checkArrival(
  book: ReadonlyBook,
  { data: deposit, time }: RecordedBookEvent<'deposit.arrived'>,
): void {
  const transfer = book.transfers.get(deposit.transfer_id);
  if (transfer === undefined) {
    // The book no longer has a canceled transfer. Only its ID can be checked.
    const origin = originOfId(deposit.transfer_id, book.stream);
    requireRule(
      origin !== undefined &&
        origin.revision <= book.revision &&
        origin.time <= Date.parse(time) &&
        deposit.deposit_account_id === undefined,
      'transition',
      `a deposit for transfer ${deposit.transfer_id}, which never existed`,
    );
    return;
  }
  requireRule(
    isAwaited(transfer) &&
      transfer.source.currency === deposit.currency &&
      transfer.source.rail === deposit.rail &&
      transfer.deposit_account_id === (deposit.deposit_account_id ?? null),
    'transition',
    `the deposit does not have the currency, rail, and deposit account of transfer ${transfer.id}`,
  );
}

const isAwaited = ({ kind, state }: Transfer): boolean => kind === 'onramp' && state === 'awaiting_funds';

/** The next event credits the deposit, holds it for review, or sends it back. */
function checkOutcome(deposit: Arrived, next: RecordedBookEvent): void {
  const isNext =
    (next.type === 'transfer.state_changed' || next.type === 'deposit.sent_back') &&
    next.data.transfer_id === deposit.transfer_id &&
    next.data.deposit_id === deposit.deposit_id;
  requireRule(isNext, 'transition', `the outcome of deposit ${deposit.deposit_id} must come next`);
  if (next.type !== 'transfer.state_changed' || next.data.state !== 'funds_received') return;
  const { amount_received, rate, rail_reference } = next.data.receipt ?? {};
  requireRule(
    amount_received === deposit.amount_received &&
      rate === deposit.rate &&
      rail_reference === deposit.rail_reference,
    'transfer_amounts',
    'the receipt does not match the deposit',
  );
}

/** An on-ramp advances only with a deposit, and money for a closed deposit account is returned. */
function checkStep(
  book: ReadonlyBook,
  { transfer_id, state, deposit_id }: EventData<'transfer.state_changed'>,
  deposit: Arrived | undefined,
): void {
  const transfer = book.transfers.get(transfer_id);
  if (transfer?.kind !== 'onramp') return;
  if (!isAwaited(transfer)) {
    requireRule(
      deposit_id === undefined || deposit_id === transfer.deposit_id,
      'transition',
      `${transfer_id} names deposit ${deposit_id ?? ''}, but has another one`,
    );
    return;
  }
  const byMoney = state === 'funds_received' || state === 'returned';
  requireRule(
    byMoney === (deposit !== undefined),
    'transition',
    byMoney
      ? `${transfer_id} becomes ${state} without a deposit in the previous event`
      : `${transfer_id} becomes ${state} although its deposit has just arrived`,
  );
  if (transfer.deposit_account_id === null || state === 'returned') return;
  requireRule(
    book.depositAccounts.get(transfer.deposit_account_id)?.status === 'active',
    'transition',
    `a deposit to closed deposit account ${transfer.deposit_account_id} is not returned`,
  );
}
