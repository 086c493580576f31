import { asCoin, asPoints, formatAmount, type Amount, type Points } from './amount.ts';
import { availableBalance, newId, type Decision, type DecisionContext, type ReadonlyBook } from './book.ts';
import { createConversion } from './conversion.ts';
import type { BookEvent } from './event.ts';
import { refuseOverLimit, requiresReview } from './limits.ts';
import { createOnramp } from './onramp.ts';
import { createOfframp, refuseIneligibleOwner } from './payout.ts';
import type { Price } from './policy.ts';
import { createPosting, splitEarnedFirst, tracksCashable, walletLeg, type Split } from './posting.ts';
import { coinToPoints, isConversion } from './quote.ts';
import { refuse, refuseNotFound, type Refusal } from './refusal.ts';
import {
  REVIEW_AMOUNT_REASON,
  checkAmount,
  integratorFieldsOf,
  refuseUnsupportedRoute,
  walletEnd,
  type CreateTransfer,
  type IntegratorFields,
  type TransferSide,
} from './transfer.ts';
import { refuseIneligibleParties, refuseIneligibleUser, refuseWalletFrozen, walletOwner } from './user.ts';
import type { Wallet } from './wallet.ts';

// Refuses a source and a destination that have no route between them.

type Refused = { readonly refusal: Refusal };

/**
 * Refuses a pair in the contract's order: not_found for a wallet or payout account that does not exist, then an
 * ineligible owner and a frozen wallet, then unsupported_route.
 */
function refusePair(book: ReadonlyBook, source: TransferSide, destination: TransferSide): Refused {
  const sides = [source, destination];
  for (const side of sides) if (isMissing(book, side)) return refuseNotFound(NOUNS[side.type]);
  for (const side of sides) {
    const refused = refuseIneligibleSide(book, side);
    if (refused !== undefined) return refused;
  }
  return refuseUnsupportedRoute();
}

const NOUNS = { wallet: 'wallet', payout_account: 'payout account', fiat: 'currency' } as const;

function isMissing(book: ReadonlyBook, side: TransferSide): boolean {
  switch (side.type) {
    case 'wallet':
      return !book.wallets.has(side.wallet_id);
    case 'payout_account':
      return !book.payoutAccounts.has(side.payout_account_id);
    case 'fiat':
      return false;
  }
}

function refuseIneligibleSide(book: ReadonlyBook, side: TransferSide): Refused | undefined {
  if (side.type === 'wallet') {
    const wallet = book.wallets.get(side.wallet_id);
    if (wallet === undefined) return undefined;
    return (
      refuseIneligibleUser(walletOwner(book, wallet).user) ??
      (wallet.status === 'frozen' ? refuseWalletFrozen() : undefined)
    );
  }
  const found = side.type === 'payout_account' ? book.payoutAccounts.get(side.payout_account_id) : undefined;
  return found && refuseIneligibleOwner(book, found.account);
}

// Creates transfers of all kinds, and user-to-user transfers in particular (docs/contract-notes.md, "Money").

/**
 * Selects the kind of transfer by its source and destination. Unknown objects are refused first, then approval,
 * conflicts and business rules, in the contract's order.
 */
export function createTransfer(
  book: ReadonlyBook,
  input: CreateTransfer,
  context: DecisionContext,
): Decision {
  const { source, destination } = input;
  const from = source.type === 'wallet' ? book.wallets.get(source.wallet_id) : undefined;
  const to = destination.type === 'wallet' ? book.wallets.get(destination.wallet_id) : undefined;
  const account =
    destination.type === 'payout_account'
      ? book.payoutAccounts.get(destination.payout_account_id)
      : undefined;
  if (from !== undefined && to !== undefined) {
    return isConversion(from, to)
      ? createConversion(book, input, from, to, context)
      : createUserToUser(book, input, from, to, context);
  }
  if (from !== undefined && account !== undefined) return createOfframp(book, input, from, account, context);
  if (source.type === 'fiat' && to !== undefined) return createOnramp(book, input, source, to, context);
  return refusePair(book, source, destination);
}

function createUserToUser(
  book: ReadonlyBook,
  input: CreateTransfer,
  from: Wallet,
  to: Wallet,
  context: DecisionContext,
): Decision {
  const refused = refuseIneligibleParties(book, from, to);
  if (refused !== undefined) return refused;
  if (from.asset !== to.asset || from.user_id === to.user_id) return refuseUnsupportedRoute();
  const route = context.policy.routes.find(
    ({ kind, source }) => kind === 'user_to_user' && source.type === 'wallet' && source.asset === from.asset,
  );
  if (route === undefined) return refuseUnsupportedRoute();
  const checked = checkAmount(input, route);
  if ('refusal' in checked) return checked;
  const balance = availableBalance(book, from.id);
  if (checked.amount > balance.amount) {
    return refuse('insufficient_balance');
  }
  const { user_id, asset } = from;
  const points = countedPoints(asset, checked.amount, input.coinPrice);
  const over = refuseOverLimit(
    book,
    { kind: 'user_to_user', user_id, points: points ?? asPoints(0n) },
    context,
  );
  if (over !== undefined) return over;
  const split = tracksCashable(from.asset)
    ? splitEarnedFirst(checked.amount, balance)
    : { earned: 0n, cashable: 0n };
  // Coin counts at the last trade price for limits and reviews, or as zero if it has none.
  const held = requiresReview(book, context.policy, 'user_to_user', {
    points: points ?? 0n,
    amount: from.decimals === 2 ? checked.amount : undefined,
  });
  return {
    events: userToUserEvents(book, input, { from, to, amount: checked.amount, points, split, held }, context),
  };
}

/** The points that an amount counts as for limits and reviews, or undefined if coin has no price. */
const countedPoints = (asset: string, amount: Amount, coinPrice: Price | undefined): Points | undefined =>
  asset === 'svc-points' ? asPoints(amount) : coinPrice && coinToPoints(asCoin(amount), coinPrice);

type Movement = {
  readonly from: Wallet;
  readonly to: Wallet;
  readonly amount: Amount;
  readonly points: Points | undefined;
  readonly split: Split;
  readonly held: boolean;
};

function userToUserEvents(
  book: ReadonlyBook,
  extras: IntegratorFields,
  movement: Movement,
  context: DecisionContext,
): BookEvent[] {
  const { from, to, amount, points, split, held } = movement;
  const transfer_id = newId('trf', book, context);
  const text = formatAmount(amount, from.decimals);
  const earned = tracksCashable(from.asset)
    ? { earned_amount: formatAmount(split.earned, from.decimals) }
    : {};
  const created: BookEvent = {
    type: 'transfer.created',
    data: {
      transfer_id,
      kind: 'user_to_user',
      state: 'pending',
      source: walletEnd(from),
      destination: walletEnd(to),
      amount: text,
      ...(from.asset === 'svc-points' || points === undefined
        ? {}
        : { counted_points: formatAmount(points, 2) }),
      ...integratorFieldsOf(extras),
    },
  };
  const posting = createPosting(book.accounts, transfer_id, held ? 'Transfer held for review' : 'Transfer', [
    walletLeg(from, 'available', -amount, -split.cashable),
    held
      ? walletLeg(from, 'pending', amount, split.cashable)
      : walletLeg(to, 'available', amount, split.cashable),
  ]);
  const credited = held ? {} : { amount_credited: text };
  const receipt = { amount_debited: text, ...earned, fees: [], ...credited };
  const moved: BookEvent = {
    type: 'transfer.state_changed',
    data: held
      ? { transfer_id, state: 'in_review', state_reason: REVIEW_AMOUNT_REASON, receipt }
      : { transfer_id, state: 'completed', receipt },
  };
  return [created, posting, moved];
}
