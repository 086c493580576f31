/**
 * Money that arrives. Nothing is credited or sent back that did not arrive in the event before, and it arrives in the
 * currency and by the rail of its transfer; paid to a standing account, it is for the wallet of that account.
 */
import type { Book } from '../../ledger/book.ts';
import type { EventData, RecordedBookEvent } from '../../ledger/event.ts';
import type { Transfer } from '../../ledger/transfers/transfer.ts';
import { requireRule } from '../finding.ts';
import { originOfId } from './object-id.ts';

type Arrived = EventData<'deposit.arrived'>;

export type DepositsCheck = {
  /** Takes every event before the fold does, with the book as it is until then. Throws a Wrong. */
  check(book: Book, event: RecordedBookEvent): void;
  /** Throws a Wrong when the events end between a deposit and what became of it. */
  checkComplete(): void;
};

export function createDepositsCheck(): DepositsCheck {
  /** The transfer that the event before made for a deposit to a standing account. */
  let made: EventData<'transfer.created'> | undefined;
  /** The deposit that the event before told of. */
  let arrived: Arrived | undefined;

  return {
    check(book, event) {
      const [transfer, deposit] = [made, arrived];
      [made, arrived] = [undefined, undefined];
      if (transfer !== undefined) checkMadeFor(transfer, event);
      if (deposit !== undefined) checkOutcome(deposit, event);
      switch (event.type) {
        case 'transfer.created':
          if (event.data.deposit_account_id === undefined) return;
          checkDepositAccount(book, event.data, event.data.deposit_account_id);
          made = event.data;
          return;
        case 'deposit.arrived':
          checkArrival(book, event);
          arrived = event.data;
          return;
        case 'deposit.sent_back':
          requireRule(
            deposit !== undefined,
            'transition',
            'money is sent back that did not arrive just before',
          );
          requireRule(
            !book.transfers.has(event.data.transfer_id),
            'transition',
            'money that a transfer waits for is sent back as if it were late',
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
        made === undefined && arrived === undefined,
        'command',
        'nothing says what became of the deposit that arrived last',
      ),
  };
}

/** What is paid to a standing account is for its wallet, and comes by its rail. */
function checkDepositAccount(
  book: Book,
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
    `a deposit to the account ${accountId} that is for another wallet, or in another currency, or by another rail`,
  );
}

/** Such a transfer is made for the deposit that comes next, and over as much. */
function checkMadeFor({ transfer_id, amount }: EventData<'transfer.created'>, next: RecordedBookEvent): void {
  requireRule(
    next.type === 'deposit.arrived' &&
      next.data.transfer_id === transfer_id &&
      next.data.amount_received === amount,
    'transition',
    `it is not the deposit that the transfer ${transfer_id} was made for`,
  );
}

function checkArrival(book: Book, { data: deposit, time }: RecordedBookEvent<'deposit.arrived'>): void {
  const transfer = book.transfers.get(deposit.transfer_id);
  if (transfer === undefined) {
    // The book has let go of a transfer that was canceled. That it once gave the ID is all there is to see here.
    const place = originOfId(deposit.transfer_id, book.stream);
    requireRule(
      place !== undefined &&
        place.revision <= book.revision &&
        place.time <= Date.parse(time) &&
        deposit.deposit_account_id === undefined,
      'transition',
      `a deposit for the transfer ${deposit.transfer_id}, which never was`,
    );
    return;
  }
  requireRule(
    isAwaited(transfer) &&
      transfer.source.currency === deposit.currency &&
      transfer.source.rail === deposit.rail &&
      transfer.deposit_account_id === (deposit.deposit_account_id ?? null),
    'transition',
    `a deposit that the transfer ${transfer.id} does not wait for: in another currency, or by another way`,
  );
}

const isAwaited = ({ kind, state }: Transfer): boolean => kind === 'onramp' && state === 'awaiting_funds';

/** What arrived is credited, sent back or held in the very next event. */
function checkOutcome(deposit: Arrived, next: RecordedBookEvent): void {
  const isNext =
    (next.type === 'transfer.state_changed' || next.type === 'deposit.sent_back') &&
    next.data.transfer_id === deposit.transfer_id &&
    next.data.deposit_id === deposit.deposit_id;
  requireRule(isNext, 'transition', `it does not say what became of the deposit ${deposit.deposit_id}`);
  if (next.type !== 'transfer.state_changed' || next.data.state !== 'funds_received') return;
  const { amount_received, rate, rail_reference } = next.data.receipt ?? {};
  requireRule(
    amount_received === deposit.amount_received &&
      rate === deposit.rate &&
      rail_reference === deposit.rail_reference,
    'transfer_amounts',
    'its receipt does not show the deposit that arrived',
  );
}

/** An on-ramp gets on by money that has just arrived, and none of that is kept for an account that is closed. */
function checkStep(
  book: Book,
  { transfer_id, state, deposit_id }: EventData<'transfer.state_changed'>,
  deposit: Arrived | undefined,
): void {
  const transfer = book.transfers.get(transfer_id);
  if (transfer?.kind !== 'onramp') return;
  if (!isAwaited(transfer)) {
    requireRule(
      deposit_id === undefined || deposit_id === transfer.deposit_id,
      'transition',
      `${transfer_id} names another deposit than its own`,
    );
    return;
  }
  const byMoney = state === 'funds_received' || state === 'returned';
  requireRule(
    byMoney === (deposit !== undefined),
    'transition',
    byMoney
      ? `${transfer_id} becomes ${state} by money that did not arrive just before`
      : `${transfer_id} becomes ${state} though its money has just arrived`,
  );
  if (transfer.deposit_account_id === null || state === 'returned') return;
  requireRule(
    book.depositAccounts.get(transfer.deposit_account_id)?.status === 'active',
    'transition',
    `money that was paid to the closed account ${transfer.deposit_account_id} does not go back`,
  );
}
