/**
 * A book, event by event: the ledger's own fold, which takes no step that can't follow, and beside it a second look at
 * all that is counted. It holds what is alive, so it grows with live objects and not with history.
 */
import { createBook, evolve } from '../ledger/book.ts';
import type { Book } from '../ledger/book.ts';
import type { EventData, Recorded } from '../ledger/event.ts';
import { isApproved } from '../ledger/user.ts';
import { createAccountsCheck } from './accounts-check.ts';
import type { AccountsCheck } from './accounts-check.ts';
import { Wrong, demand } from './finding.ts';
import { decimalsOf, digitsOf, textOf, timesRoundedDown } from './numbers.ts';
import { placeOfId } from './object-id.ts';
import { createPostingsCheck } from './postings-check.ts';
import type { Given } from './postings-check.ts';
import { createTransfersCheck } from './transfers-check.ts';
import type { Circulation } from './transfers-check.ts';

type Allocation = EventData<'allocation.received'>;

export type BookCheck = {
  /** Throws a Wrong, or what the fold throws. */
  take(event: Recorded): void;
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
export function createBookCheck(stream: string, received: (allocation: Allocation) => void): BookCheck {
  const book = createBook(stream);
  const accounts = createAccountsCheck();
  const transfers = createTransfersCheck(accounts);
  const postings = createPostingsCheck();
  /** The newest deposit, until the next event says what became of it. */
  let arrived: EventData<'deposit.arrived'> | undefined;

  const deposited = (event: Recorded): void => {
    if (arrived === undefined) return;
    const deposit = arrived;
    arrived = undefined;
    checkDeposit(deposit, event);
  };

  const look = (event: Recorded): void => {
    deposited(event);
    if (event.type !== 'posting.recorded') postings.nothingDue();
    checkId(event);
    switch (event.type) {
      case 'wallet.opened':
        accounts.opened(event.data.wallet_id, event.data.asset);
        if (accounts.decimals(event.data.asset) !== event.data.decimals)
          throw new Wrong('account', `${event.data.asset} does not have ${event.data.decimals} decimals`);
        return;
      case 'wallet.frozen':
      case 'wallet.unfrozen':
        checkHold(book, event.data.wallet_id, event.type === 'wallet.frozen' ? 'active' : 'frozen');
        return;
      case 'user.deactivated':
        for (const id of event.data.frozen_wallet_ids) checkHold(book, id, 'active');
        return;
      case 'transfer.created':
        checkParties(book, event.data);
        transfers.created(event.data, book.quotes.get(event.data.quote_id ?? ''));
        return;
      case 'posting.recorded': {
        const moves = accounts.post(event.data.lines);
        if (event.data.transfer_id === null) postings.posted(moves);
        else transfers.posted(event.data.transfer_id, moves);
        return;
      }
      case 'quote.created':
        checkQuote(event);
        return;
      case 'deposit.arrived':
        ({ data: arrived } = event);
        return;
      case 'allocation.received':
        received(event.data);
        postings.allocated(event.data);
        return;
      default:
    }
  };

  return {
    take(event) {
      look(event);
      evolve(book, event);
      if (event.type === 'transfer.state_changed')
        transfers.changed(event.data, !book.transfers.has(event.data.transfer_id));
      if (event.type === 'user.deactivated') checkEmptied(book, accounts, event.data.user_id);
    },
    finish() {
      postings.nothingDue();
      demand(arrived === undefined, 'command', 'nothing says what became of the deposit that arrived last');
      checkSupply(accounts, transfers.circulation, postings.given);
      checkAgainstFold(book, accounts);
    },
    supply: () => supplyOf(accounts, transfers.circulation, postings.given),
    book,
    accounts,
  };
}

/** What an event brings into being is named after the place and time of the event. So no name is ever given twice. */
function checkId({ type, data, stream, revision, time }: Recorded): void {
  const member = MADE_BY[type];
  if (member === undefined) return;
  // The schema of each of these types has the member.
  const id = (data as Readonly<Record<string, unknown>>)[member];
  const place = typeof id === 'string' ? placeOfId(id, stream) : undefined;
  if (place?.revision !== revision || place.time !== Date.parse(time))
    throw new Wrong(
      'object_id',
      `the ${member} ${String(id)} does not follow from where and when its event stands`,
    );
}

const MADE_BY: Readonly<Partial<Record<string, string>>> = {
  'user.created': 'user_id',
  'wallet.opened': 'wallet_id',
  'transfer.created': 'transfer_id',
  'deposit_account.opened': 'deposit_account_id',
  'payout_account.opened': 'payout_account_id',
  'deposit.arrived': 'deposit_id',
  'quote.created': 'quote_id',
  'webhook_endpoint.created': 'webhook_endpoint_id',
};

/** A hold is put on what has none, and lifted from what has one. */
function checkHold(book: Book, walletId: string, before: 'active' | 'frozen'): void {
  if (book.wallets.get(walletId)?.status !== before)
    throw new Wrong('transition', `the wallet ${walletId} was not ${before} before`);
}

/** Whoever moved money of their own was allowed to at the time. Deposits arrive for everyone. */
function checkParties(book: Book, { kind, source, destination }: EventData<'transfer.created'>): void {
  for (const [end, wallet_id] of [source, destination].map((each) => [each, each.wallet_id] as const)) {
    if (wallet_id === undefined) continue;
    const wallet = book.wallets.get(wallet_id);
    if (wallet === undefined)
      throw new Wrong('transition', `a transfer of the wallet ${wallet_id}, which does not exist`);
    demand(
      wallet.asset === end.asset && wallet.user_id === end.user_id,
      'transition',
      'a transfer names another owner or asset than its wallet has',
    );
    if (kind === 'onramp') continue;
    const owner = book.users.get(wallet.user_id)?.user;
    demand(wallet.status === 'active', 'transition', `a transfer of the frozen wallet ${wallet_id}`);
    demand(
      owner !== undefined && isApproved(owner),
      'transition',
      `a transfer of ${wallet.user_id}, who is not approved`,
    );
  }
  const account = destination.payout_account_id;
  if (account === undefined) return;
  const known = book.payoutAccounts.get(account)?.account;
  demand(
    known?.status === 'active' && known.user_id === source.user_id && known.currency === destination.currency,
    'transition',
    `a payout to ${account}, which is not an account of the sender in use`,
  );
}

/** A quote is good from the start, and its amounts follow from its rate. */
function checkQuote({ data, time }: Recorded<'quote.created'>): void {
  const { amount, rate, amount_out, fee, expires_at } = data;
  demand(Date.parse(expires_at) > Date.parse(time), 'quote', 'it had expired when it was given');
  demand(
    digitsOf(amount_out) === timesRoundedDown(amount, rate, decimalsOf(amount_out)),
    'quote',
    'what it pays out is not its amount at its rate',
  );
  demand(
    digitsOf(fee) >= 0n && digitsOf(fee) <= digitsOf(amount),
    'quote',
    'its fee is more than its amount',
  );
}

/** What arrived is credited, sent back or held in the very next event. */
function checkDeposit(deposit: EventData<'deposit.arrived'>, next: Recorded): void {
  const isNext =
    (next.type === 'transfer.state_changed' || next.type === 'deposit.sent_back') &&
    next.data.transfer_id === deposit.transfer_id &&
    next.data.deposit_id === deposit.deposit_id;
  if (!isNext)
    throw new Wrong('transition', `it does not say what became of the deposit ${deposit.deposit_id}`);
  if (next.type !== 'transfer.state_changed' || next.data.state !== 'funds_received') return;
  const { amount_received, rate, rail_reference } = next.data.receipt ?? {};
  demand(
    amount_received === deposit.amount_received &&
      rate === deposit.rate &&
      rail_reference === deposit.rail_reference,
    'transfer_amounts',
    'its receipt does not show the deposit that arrived',
  );
}

/** Users are closed with empty wallets only. */
function checkEmptied(book: Book, accounts: AccountsCheck, userId: string): void {
  for (const id of Object.values(book.users.get(userId)?.wallets ?? {})) {
    if (id === undefined) continue;
    const left = (accounts.sum(id)?.amount ?? 0n) + (accounts.sum(id, 'pending')?.amount ?? 0n);
    if (left !== 0n)
      throw new Wrong('transition', `the wallet ${id} of a user who was closed still holds money`);
  }
}

const amountOn = (accounts: AccountsCheck, account: string): bigint => accounts.sum(account)?.amount ?? 0n;

/** What wallets hold in a unit. */
function inWallets(accounts: AccountsCheck, unit: string): bigint {
  let sum = 0n;
  for (const [key, { amount, unit: held }] of accounts.sums)
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
  { granted, backing, coin }: Given,
): void {
  const kept = amountOn(accounts, 'spread_income') + amountOn(accounts, 'rounding');
  const outside = inWallets(accounts, 'svc-points') + amountOn(accounts, 'payouts_in_flight');
  const inFlight = amountOn(accounts, 'payouts_in_flight');
  const headroom = amountOn(accounts, 'points_headroom');
  demand(
    outside === bought + granted + backing - headroom - kept && inFlight >= 0n,
    'supply',
    'points outside are not those that were bought, granted, or issued against backing',
  );
  demand(
    inWallets(accounts, 'svc-coin') === coin - amountOn(accounts, 'coin_stock'),
    'supply',
    'coin outside is not what was allocated and is no longer in stock',
  );
}

function supplyOf(accounts: AccountsCheck, { bought }: Circulation, given: Given): Supply {
  const points = (amount: bigint): string => textOf(amount, 2);
  const coin = (amount: bigint): string => textOf(amount, 8);
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
  for (const [key, { amount, cashable, unit }] of accounts.sums) {
    const folded = book.accounts.get(key);
    if (folded?.amount !== amount || folded.cashable !== cashable || folded.unit !== unit)
      throw new Wrong('balance_after', `${key} adds up to another balance than the ledger's own fold has`);
  }
}
