/**
 * Checks a book event by event: applies the ledger's own fold and a second, independent set of rules. Memory grows with
 * the number of live objects, not with history.
 */

import { createBook, type Book, type ReadonlyBook } from '../../ledger/book.ts';
import type { EventData, RecordedBookEvent } from '../../ledger/event.ts';
import { evolve } from '../../ledger/evolve.ts';
import { decimalsOf, formatAmount, multiplyRoundedDown, unscaledValue } from '../decimal.ts';
import { RuleViolation, checkObjectId, requireRule } from '../finding.ts';
import {
  AccountsCheck,
  createPostingsCheck,
  type NonTransferSupply,
  type PostingsCheck,
} from './accounts-check.ts';
import { createDepositsCheck } from './deposits-check.ts';
import { LateMovementsCheck, type CompletedMarks } from './late-movements-check.ts';
import {
  checkDeactivation,
  checkMovementAllowed,
  checkNote,
  checkOwnerApproved,
  checkParties,
  checkRelease,
  checkWalletStatus,
  checkWalletsEmpty,
} from './parties-check.ts';
import { createProposalsCheck, type ProposalsCheck } from './proposals-check.ts';
import { createTransfersCheck, type Circulation, type TransfersCheck } from './transfers-check.ts';

// Checks a quote: two wallets of one user, an expiry in the future, and amounts that follow from its rate.

function checkQuote(book: ReadonlyBook, { data, time }: RecordedBookEvent<'quote.created'>): void {
  checkWallets(book, data);
  const { amount, rate, amount_out, fee, expires_at } = data;
  requireRule(
    Date.parse(expires_at) > Date.parse(time),
    'quote',
    'expires_at must be after the time of the event',
  );
  requireRule(
    unscaledValue(amount_out) === multiplyRoundedDown(amount, rate, decimalsOf(amount_out)),
    'quote',
    'amount_out must be the amount at the rate',
  );
  requireRule(
    unscaledValue(fee) >= 0n && unscaledValue(fee) <= unscaledValue(amount),
    'quote',
    'the fee must be between 0 and the amount',
  );
  // A fee in coin is booked in points at a price that the quote does not state.
  requireRule(
    data.from !== 'svc-points' || fee === data.spread_points,
    'quote',
    'spread_points must equal the fee',
  );
}

function checkWallets(book: ReadonlyBook, quote: EventData<'quote.created'>): void {
  const source = book.wallets.get(quote.source_wallet_id);
  const destination = book.wallets.get(quote.destination_wallet_id);
  requireRule(
    source !== undefined &&
      source.user_id === destination?.user_id &&
      source.asset === quote.from &&
      destination.asset === quote.to &&
      quote.from !== quote.to,
    'quote',
    'the wallets must belong to one user and have the two assets of the quote',
  );
}

export type Supply = {
  /** In wallets, including pending ones, and in payouts in flight. */
  readonly points_outside: string;
  readonly points_bought: string;
  readonly points_granted: string;
  readonly points_backed: string;
  readonly points_headroom: string;
  readonly points_kept: string;
  /** What users owe, as a negative amount; absent if nobody does. */
  readonly points_receivable?: string;
  readonly coin_outside: string;
  readonly coin_allocated: string;
  readonly coin_stock: string;
};

/** Compares events of a book with other streams. Throws RuleViolation. */
type OtherStreams = {
  readonly checkAllocation: (allocation: EventData<'allocation.received'>) => void;
  /** The book is closed. */
  readonly checkClosing: () => void;
  /** The book is opened after this one. */
  readonly checkOpening: (previousBook: string) => void;
  readonly completed: CompletedMarks;
};

export class BookCheck {
  readonly #options: OtherStreams;
  readonly book: Book;
  readonly accounts: AccountsCheck;
  readonly #transfers: TransfersCheck;
  readonly #postings: PostingsCheck;
  readonly #deposits = createDepositsCheck();
  readonly #proposals: ProposalsCheck;
  readonly #lateMovements: LateMovementsCheck;

  /** With a book, the check continues after its last event. */
  constructor(stream: string, options: OtherStreams, from?: Book) {
    this.#options = options;
    this.book = from ?? createBook(stream);
    this.accounts = new AccountsCheck(from);
    this.#postings = createPostingsCheck(this.accounts);
    this.#proposals = createProposalsCheck(from?.proposals.values());
    this.#lateMovements = new LateMovementsCheck(this.accounts, options.completed, from ?? this.book);
    this.#transfers = createTransfersCheck(
      this.accounts,
      (facts) => this.#lateMovements.complete(facts),
      from,
    );
  }

  /** The balances and open objects as this check has computed them, as lines of the signed state in no order. */
  stateLines(): string[] {
    return [...this.accounts.stateLines(), ...this.#transfers.stateLines(), ...this.#proposals.stateLines()];
  }

  /** Late movements of transfers that completed before the check began. Their amounts are not compared. */
  get unverifiedLateMovements(): number {
    return this.#lateMovements.unverified;
  }

  /** Throws RuleViolation, or whatever the fold throws. */
  check(event: RecordedBookEvent): void {
    this.#checkBeforeFold(event);
    this.#proposals.see(event);
    evolve(this.book, event);
    if (event.type === 'transfer.state_changed')
      this.#transfers.changeState(event.data, !this.book.transfers.has(event.data.transfer_id));
    if (event.type === 'user.deactivated') checkWalletsEmpty(this.book, this.accounts, event.data.user_id);
  }

  /**
   * Checks the book as a whole after its last event. `isTwice`: whether a mark of a completed transfer occurred more than once.
   * Throws RuleViolation.
   */
  finish(isTwice: (mark: string) => boolean): void {
    this.#postings.checkComplete();
    this.#transfers.checkNoStepOpen();
    this.#deposits.checkComplete();
    this.#lateMovements.finish(isTwice);
    checkSupply(this.accounts, this.#circulation(), this.#postings.supply);
    checkAgainstFold(this.book, this.accounts);
  }

  /** Points and coin in circulation, and where they came from. */
  supply(): Supply {
    return supplyOf(this.accounts, this.#circulation(), this.#postings.supply);
  }

  #circulation(): Circulation {
    return { bought: this.#transfers.circulation.bought + this.#lateMovements.circulating };
  }

  #checkBeforeFold(event: RecordedBookEvent): void {
    this.#deposits.check(this.book, event);
    this.#transfers.checkNoStepOpen(transferIdOf(event));
    if (event.type !== 'posting.recorded') this.#postings.checkComplete();
    this.#lateMovements.checkNothingMissing(event);
    checkId(event);
    checkPermissions(this.book, event);
    switch (event.type) {
      case 'wallet.opened':
        this.accounts.openWallet(event.data.wallet_id, event.data.asset);
        if (this.accounts.decimalsOf(event.data.asset) !== event.data.decimals)
          throw new RuleViolation(
            'account',
            `${event.data.asset} must have ${this.accounts.decimalsOf(event.data.asset)} decimals; got ${event.data.decimals}`,
          );
        return;
      case 'transfer.created':
        this.#transfers.create(event.data, this.book.quotes.get(event.data.quote_id ?? ''));
        return;
      case 'posting.recorded': {
        const moves = this.accounts.post(event.data.lines);
        const { transfer_id } = event.data;
        if (!this.#lateMovements.isDue(event, moves)) {
          if (transfer_id === null) this.#postings.checkPosting(moves);
          else this.#transfers.post(transfer_id, moves);
        }
        this.#lateMovements.see(moves, event);
        return;
      }
      case 'payout.returned_late':
      case 'deposit.reversed':
        this.#lateMovements.announce(event, this.#transfers.isOpen(event.data.transfer_id));
        return;
      case 'proposal.created':
      case 'proposal.executed':
      case 'proposal.ended':
        this.#proposals.check(event);
        return;
      case 'quote.created':
        checkQuote(this.book, event);
        return;
      case 'book.closed':
        this.#options.checkClosing();
        return;
      case 'book.opened':
        this.#options.checkOpening(event.data.previous_book);
        return;
      case 'allocation.received':
        this.#options.checkAllocation(event.data);
        this.#postings.expectAllocationPosting(event.data);
        return;
      default:
    }
  }
}

/** The transfer whose current step includes this event. */
const transferIdOf = (event: RecordedBookEvent): string | undefined =>
  event.type === 'transfer.state_changed' || event.type === 'posting.recorded'
    ? (event.data.transfer_id ?? undefined)
    : undefined;

/** Checks that the users and wallets of an event were allowed to do what it records. */
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
    case 'note.added':
      checkNote(book, event.data);
      return;
    case 'posting.recorded':
      // Without a transfer it is a reward or an allocation, and an allocation credits no wallet.
      // A repayment is due even from a frozen wallet.
      if (event.data.transfer_id !== null || isRepayment(event.data)) return;
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

const isRepayment = ({ lines }: EventData<'posting.recorded'>): boolean =>
  lines.some(({ account }) => account.startsWith('receivable:'));

/** An object's ID encodes the revision and time of the event that created it, which makes it unique. */
function checkId(event: RecordedBookEvent): void {
  const member = ID_MEMBER_BY_TYPE[event.type];
  if (member === undefined) return;
  // The schema of each of these types requires the member.
  const id = (event.data as Readonly<Record<string, unknown>>)[member];
  checkObjectId(member, String(id), event);
}

const ID_MEMBER_BY_TYPE: Readonly<Partial<Record<string, string>>> = {
  'user.created': 'user_id',
  'wallet.opened': 'wallet_id',
  'transfer.created': 'transfer_id',
  'deposit_account.opened': 'deposit_account_id',
  'payout_account.opened': 'payout_account_id',
  'deposit.arrived': 'deposit_id',
  'transfer_batch.created': 'transfer_batch_id',
  'quote.created': 'quote_id',
  'webhook_endpoint.created': 'webhook_endpoint_id',
  'note.added': 'note_id',
};

const balanceOn = (accounts: AccountsCheck, account: string): bigint =>
  accounts.balanceOf(account)?.amount ?? 0n;

/** The sum of all wallets in a unit. */
const sumOfWallets = (accounts: AccountsCheck, unit: string): bigint => sumOf(accounts, 'wal_', unit);

/** What users owe, as a negative amount. */
const sumOfReceivables = (accounts: AccountsCheck): bigint => sumOf(accounts, 'receivable:', 'svc-points');

function sumOf(accounts: AccountsCheck, prefix: string, unit: string): bigint {
  let sum = 0n;
  for (const [key, { amount, unit: held }] of accounts.balances)
    if (held === unit && key.startsWith(prefix)) sum += amount;
  return sum;
}

/**
 * Points in circulation − owed by users = bought + granted + issued against backing − retained by the service. Coin in circulation = allocated
 * − in stock. One side is computed from accounts, the other from transfers, rewards, and allocations.
 */
function checkSupply(
  accounts: AccountsCheck,
  { bought }: Circulation,
  { granted, backing, coin }: NonTransferSupply,
): void {
  const retained = balanceOn(accounts, 'spread_income') + balanceOn(accounts, 'rounding');
  const outside = sumOfWallets(accounts, 'svc-points') + balanceOn(accounts, 'payouts_in_flight');
  const inFlight = balanceOn(accounts, 'payouts_in_flight');
  const headroom = balanceOn(accounts, 'points_headroom');
  requireRule(
    outside + sumOfReceivables(accounts) === bought + granted + backing - headroom - retained &&
      inFlight >= 0n,
    'supply',
    'points in circulation do not equal points bought, granted, and issued against backing',
  );
  requireRule(
    sumOfWallets(accounts, 'svc-coin') === coin - balanceOn(accounts, 'coin_stock'),
    'supply',
    'coin in circulation does not equal allocated coin minus coin in stock',
  );
}

function supplyOf(accounts: AccountsCheck, { bought }: Circulation, issued: NonTransferSupply): Supply {
  const points = (amount: bigint): string => formatAmount(amount, 2);
  const coin = (amount: bigint): string => formatAmount(amount, 8);
  const receivable = sumOfReceivables(accounts);
  return {
    points_outside: points(sumOfWallets(accounts, 'svc-points') + balanceOn(accounts, 'payouts_in_flight')),
    points_bought: points(bought),
    points_granted: points(issued.granted),
    points_backed: points(issued.backing),
    points_headroom: points(balanceOn(accounts, 'points_headroom')),
    points_kept: points(balanceOn(accounts, 'spread_income') + balanceOn(accounts, 'rounding')),
    ...(receivable !== 0n && { points_receivable: points(receivable) }),
    coin_outside: coin(sumOfWallets(accounts, 'svc-coin')),
    coin_allocated: coin(issued.coin),
    coin_stock: coin(balanceOn(accounts, 'coin_stock')),
  };
}

/** The recomputed balances equal those of the ledger's fold. */
function checkAgainstFold(book: Book, accounts: AccountsCheck): void {
  for (const [key, { amount, cashable, unit }] of accounts.balances) {
    const folded = book.accounts.get(key);
    if (folded?.amount !== amount || folded.cashable !== cashable || folded.unit !== unit)
      throw new RuleViolation(
        'balance_after',
        `the recomputed balance of ${key} differs from the balance of the ledger's fold`,
      );
  }
}
