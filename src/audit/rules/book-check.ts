/**
 * A book, event by event: the ledger's own fold, which takes no step that can't follow, and beside it a second look at
 * all that is counted. It holds what is alive, so it grows with live objects and not with history.
 */
import { createBook } from '../../ledger/book.ts';
import { evolve } from '../../ledger/evolve.ts';
import type { Book } from '../../ledger/book.ts';
import type { EventData, RecordedBookEvent } from '../../ledger/event.ts';
import { createAccountsCheck } from './accounts-check.ts';
import type { AccountsCheck } from './accounts-check.ts';
import { createDepositsCheck } from './deposits-check.ts';
import { RuleViolation, requireRule } from '../finding.ts';
import { formatAmount } from '../decimal.ts';
import { originOfId } from './object-id.ts';
import {
  checkDeactivation,
  checkWalletsEmpty,
  checkWalletStatus,
  checkMovementAllowed,
  checkOwnerApproved,
  checkParties,
  checkRelease,
} from './parties-check.ts';
import { createPostingsCheck } from './postings-check.ts';
import type { NonTransferSupply } from './postings-check.ts';
import { checkQuote } from './quote-check.ts';
import { createTransfersCheck } from './transfers-check.ts';
import type { Circulation } from './transfers-check.ts';

type Allocation = EventData<'allocation.received'>;

export type BookCheck = {
  /** Throws a Wrong, or what the fold throws. */
  check(event: RecordedBookEvent): void;
  /** The book as a whole, after its last event. Throws a Wrong. */
  finish(): void;
  /** Points and coin outside the service, and what stands against them. */
  supply(): Supply;
  readonly book: Book;
  readonly accounts: AccountsCheck;
};

export type Supply = {
  /** In wallets, held ones included, and on their way out. */
  readonly points_outside: string;
  readonly points_bought: string;
  readonly points_granted: string;
  readonly points_backed: string;
  readonly points_headroom: string;
  readonly points_kept: string;
  readonly coin_outside: string;
  readonly coin_allocated: string;
  readonly coin_stock: string;
};

/** `received` is told of each allocation that the book takes in, to hold it against the treasury's own stream. */
export function createBookCheck(
  stream: string,
  onAllocationReceived: (allocation: Allocation) => void,
): BookCheck {
  const book = createBook(stream);
  const accounts = createAccountsCheck();
  const transfers = createTransfersCheck(accounts);
  const postings = createPostingsCheck();
  const deposits = createDepositsCheck();

  const checkBeforeFold = (event: RecordedBookEvent): void => {
    deposits.check(book, event);
    transfers.checkNoStepOpen(transferIdOf(event));
    if (event.type !== 'posting.recorded') postings.checkComplete();
    checkId(event);
    checkPermissions(book, event);
    switch (event.type) {
      case 'wallet.opened':
        accounts.openWallet(event.data.wallet_id, event.data.asset);
        if (accounts.decimalsOf(event.data.asset) !== event.data.decimals)
          throw new RuleViolation(
            'account',
            `${event.data.asset} does not have ${event.data.decimals} decimals`,
          );
        return;
      case 'transfer.created':
        transfers.create(event.data, book.quotes.get(event.data.quote_id ?? ''));
        return;
      case 'posting.recorded': {
        const moves = accounts.post(event.data.lines);
        if (event.data.transfer_id === null) postings.checkPosting(moves);
        else transfers.post(event.data.transfer_id, moves);
        return;
      }
      case 'quote.created':
        checkQuote(book, event);
        return;
      case 'allocation.received':
        onAllocationReceived(event.data);
        postings.expectAllocationPosting(event.data);
        return;
      default:
    }
  };

  return {
    check(event) {
      checkBeforeFold(event);
      evolve(book, event);
      if (event.type === 'transfer.state_changed')
        transfers.changeState(event.data, !book.transfers.has(event.data.transfer_id));
      if (event.type === 'user.deactivated') checkWalletsEmpty(book, accounts, event.data.user_id);
    },
    finish() {
      postings.checkComplete();
      transfers.checkNoStepOpen();
      deposits.checkComplete();
      checkSupply(accounts, transfers.circulation, postings.supply);
      checkAgainstFold(book, accounts);
    },
    supply: () => supplyOf(accounts, transfers.circulation, postings.supply),
    book,
    accounts,
  };
}

/** The transfer that an event takes a step further. */
const transferIdOf = (event: RecordedBookEvent): string | undefined =>
  event.type === 'transfer.state_changed' || event.type === 'posting.recorded'
    ? (event.data.transfer_id ?? undefined)
    : undefined;

/** Whether those whom an event is about may do what it says. */
function checkPermissions(book: Book, event: RecordedBookEvent): void {
  switch (event.type) {
    case 'wallet.opened':
    case 'deposit_account.opened':
    case 'payout_account.opened':
      checkOwnerApproved(book, event.data.user_id);
      return;
    case 'wallet.frozen':
    case 'wallet.unfrozen':
      checkWalletStatus(book, event.data.wallet_id, event.type === 'wallet.frozen' ? 'active' : 'frozen');
      return;
    case 'user.deactivated':
      checkDeactivation(book, event.data);
      return;
    case 'transfer.created':
      checkParties(book, event.data);
      return;
    case 'posting.recorded':
      // Without a transfer it is a reward; what a treasury gives goes to no wallet.
      if (event.data.transfer_id !== null) return;
      for (const { account } of event.data.lines)
        if (book.wallets.has(account)) checkMovementAllowed(book, account);
      return;
    case 'offramp.approved':
    case 'transfer.state_changed': {
      const transfer = book.transfers.get(event.data.transfer_id);
      const isRelease = event.type === 'offramp.approved' || event.data.state === 'completed';
      if (transfer?.state === 'in_review' && isRelease) checkRelease(book, transfer);
      return;
    }
    default:
  }
}

/** What an event brings into being is named after the place and time of the event. So no name is ever given twice. */
function checkId({ type, data, stream, revision, time }: RecordedBookEvent): void {
  const member = ID_MEMBER_BY_TYPE[type];
  if (member === undefined) return;
  // The schema of each of these types has the member.
  const id = (data as Readonly<Record<string, unknown>>)[member];
  const place = typeof id === 'string' ? originOfId(id, stream) : undefined;
  if (place?.revision !== revision || place.time !== Date.parse(time))
    throw new RuleViolation(
      'object_id',
      `the ${member} ${String(id)} does not follow from where and when its event stands`,
    );
}

const ID_MEMBER_BY_TYPE: Readonly<Partial<Record<string, string>>> = {
  'user.created': 'user_id',
  'wallet.opened': 'wallet_id',
  'transfer.created': 'transfer_id',
  'deposit_account.opened': 'deposit_account_id',
  'payout_account.opened': 'payout_account_id',
  'deposit.arrived': 'deposit_id',
  'quote.created': 'quote_id',
  'webhook_endpoint.created': 'webhook_endpoint_id',
};

const amountOn = (accounts: AccountsCheck, account: string): bigint =>
  accounts.balanceOf(account)?.amount ?? 0n;

/** What wallets hold in a unit. */
function inWallets(accounts: AccountsCheck, unit: string): bigint {
  let sum = 0n;
  for (const [key, { amount, unit: held }] of accounts.balances)
    if (held === unit && key.startsWith('wal_')) sum += amount;
  return sum;
}

/**
 * Points outside are those that were bought, granted, or issued for coin against backing, less what the service kept;
 * coin outside is what was allocated and is not in stock. Both sides are counted apart: one by accounts, one by what
 * transfers, rewards and allocations said.
 */
function checkSupply(
  accounts: AccountsCheck,
  { bought }: Circulation,
  { granted, backing, coin }: NonTransferSupply,
): void {
  const kept = amountOn(accounts, 'spread_income') + amountOn(accounts, 'rounding');
  const outside = inWallets(accounts, 'svc-points') + amountOn(accounts, 'payouts_in_flight');
  const inFlight = amountOn(accounts, 'payouts_in_flight');
  const headroom = amountOn(accounts, 'points_headroom');
  requireRule(
    outside === bought + granted + backing - headroom - kept && inFlight >= 0n,
    'supply',
    'points outside are not those that were bought, granted, or issued against backing',
  );
  requireRule(
    inWallets(accounts, 'svc-coin') === coin - amountOn(accounts, 'coin_stock'),
    'supply',
    'coin outside is not what was allocated and is no longer in stock',
  );
}

function supplyOf(accounts: AccountsCheck, { bought }: Circulation, given: NonTransferSupply): Supply {
  const points = (amount: bigint): string => formatAmount(amount, 2);
  const coin = (amount: bigint): string => formatAmount(amount, 8);
  return {
    points_outside: points(inWallets(accounts, 'svc-points') + amountOn(accounts, 'payouts_in_flight')),
    points_bought: points(bought),
    points_granted: points(given.granted),
    points_backed: points(given.backing),
    points_headroom: points(amountOn(accounts, 'points_headroom')),
    points_kept: points(amountOn(accounts, 'spread_income') + amountOn(accounts, 'rounding')),
    coin_outside: coin(inWallets(accounts, 'svc-coin')),
    coin_allocated: coin(given.coin),
    coin_stock: coin(amountOn(accounts, 'coin_stock')),
  };
}

/** The two ways of adding up come to the same. */
function checkAgainstFold(book: Book, accounts: AccountsCheck): void {
  for (const [key, { amount, cashable, unit }] of accounts.balances) {
    const folded = book.accounts.get(key);
    if (folded?.amount !== amount || folded.cashable !== cashable || folded.unit !== unit)
      throw new RuleViolation(
        'balance_after',
        `${key} adds up to another balance than the ledger's own fold has`,
      );
  }
}
