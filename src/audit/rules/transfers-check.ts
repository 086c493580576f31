/**
 * Checks the amounts that each transfer moves. Posting lines are summed by account, and at each step the sums, including
 * cashable parts, must be exactly those that the kind and state of the transfer require.
 */

import type { Book } from '../../ledger/book.ts';
import type { EventData } from '../../ledger/event.ts';
import { spreadFee, type Quote } from '../../ledger/quote.ts';
import type { Transfer, TransferState } from '../../ledger/transfer.ts';
import { decimalsOf, multiplyRoundedDown, unscaledValue } from '../decimal.ts';
import { RuleViolation, requireRule, type AuditRule } from '../finding.ts';
import { holdLine, transferLine } from '../state/book-state.ts';
import type { CompletedFacts } from './late-movements-check.ts';
import { bucketKey, type AccountsCheck, type Movement } from './accounts-check.ts';

// State that the audit keeps for a transfer until it ends.

type MovedAmount = { readonly amount: bigint; readonly cashable: bigint };
type MovedAmounts = ReadonlyMap<string, MovedAmount>;
const NOTHING_MOVED: MovedAmount = { amount: 0n, cashable: 0n };

type OpenTransfer = {
  readonly created: Pick<
    EventData<'transfer.created'>,
    'transfer_id' | 'kind' | 'source' | 'destination' | 'amount' | 'payout' | 'deposit_account_id'
  >;
  readonly quote: Quote | undefined;
  /** The state after the last valid step. */
  state: TransferState;
  readonly moved: Map<string, MovedAmount>;
  /** Deposit of an on-ramp, as stated by `funds_received`. */
  received: { readonly amount: string; readonly rate: string } | undefined;
  /** Points that the transfer has brought into circulation so far. */
  circulating: bigint;
};

const pointsReceived = ({ amount, rate }: { amount: string; rate: string }): bigint =>
  multiplyRoundedDown(amount, rate, 2);

// Checks that the receipt of a step matches the amounts that the transfer moved.

type Changed = EventData<'transfer.state_changed'>;
type Receipt = NonNullable<Changed['receipt']>;

/** Checks a step before it is applied. Throws RuleViolation. */
function checkReceipt(transfer: OpenTransfer, step: Changed): void {
  const { state, receipt, transfer_id } = step;
  checkPresence(transfer, step);
  if (receipt === undefined) return;
  const { created, quote, moved } = transfer;
  const { kind, payout } = created;
  if (kind === 'onramp' && state === 'funds_received') {
    const { amount_received: amount, rate } = receipt;
    if (amount === undefined || rate === undefined)
      throw new RuleViolation(
        'transfer_amounts',
        'the receipt of a deposit must state amount_received and rate',
      );
    transfer.received = { amount, rate };
  }
  const debited = kind === 'onramp' ? receipt.amount_debited : created.amount;
  const credited = creditedAmount(transfer, quote);
  const part = moved.get(created.source.wallet_id ?? '') ?? NOTHING_MOVED;
  const isRight =
    matchesIfStated(receipt.amount_debited, debited) &&
    matchesIfStated(receipt.amount_expected, expectedAmount(transfer)) &&
    matchesIfStated(receipt.amount_paid_out, payout?.amount) &&
    (receipt.amount_credited === undefined || unscaledValue(receipt.amount_credited) === credited) &&
    (receipt.earned_amount === undefined ||
      unscaledValue(receipt.earned_amount) === part.cashable - part.amount) &&
    (kind === 'onramp' || matchesIfStated(receipt.rate, payout?.rate ?? quote?.rate)) &&
    hasExpectedFees(receipt, quote);
  requireRule(isRight, 'transfer_amounts', `the receipt of ${transfer_id} does not match the amounts moved`);
}

/** Receipts must state each credit and debit of a wallet. Payouts state their amounts in other steps. */
function checkPresence({ created: { kind }, state: before }: OpenTransfer, step: Changed): void {
  const { state, receipt, transfer_id } = step;
  if (kind === 'offramp') return;
  requireRule(
    state !== 'completed' || receipt?.amount_credited !== undefined,
    'transfer_amounts',
    `${transfer_id} is completed without a receipt that states amount_credited`,
  );
  const isDebit = before === 'pending' && (state === 'completed' || state === 'in_review');
  requireRule(
    !isDebit || receipt?.amount_debited !== undefined,
    'transfer_amounts',
    `${transfer_id} becomes ${state} without a receipt that states amount_debited`,
  );
}

const matchesIfStated = (stated: string | undefined, due: string | undefined): boolean =>
  stated === undefined || stated === due;

/** The amount of a deposit to a deposit account is not known in advance. */
const expectedAmount = ({
  created: { kind, deposit_account_id, amount },
}: OpenTransfer): string | undefined =>
  kind === 'onramp' && deposit_account_id === undefined ? amount : undefined;

/** Only conversions have a fee, and it is the spread. */
function hasExpectedFees({ fees = [] }: Receipt, quote: Quote | undefined): boolean {
  if (quote === undefined) return fees.length === 0;
  const due = spreadFee(quote);
  const [fee, ...more] = fees;
  return more.length === 0 && fee?.type === due.type && fee.amount === due.amount && fee.unit === due.unit;
}

function creditedAmount({ created, received }: OpenTransfer, quote: Quote | undefined): bigint {
  if (created.kind === 'onramp') return received === undefined ? 0n : pointsReceived(received);
  return unscaledValue(quote?.amount_out ?? created.amount);
}

type Created = EventData<'transfer.created'>;
type Step = Pick<Changed, 'transfer_id' | 'state'>;
/** Net points that transfers brought into circulation, computed independently of account balances. */
export type Circulation = { bought: bigint };

export type TransfersCheck = {
  create(data: Created, quote: Quote | undefined): void;
  /** Throws RuleViolation if the transfer does not exist or has ended. */
  post(transferId: string, moves: readonly Movement[]): void;
  /** `isOver`: whether the ledger's fold has ended the transfer. */
  changeState(data: Changed, isOver: boolean): void;
  isOpen(transferId: string): boolean;
  /** Throws RuleViolation if a step of any other transfer is incomplete. */
  checkNoStepOpen(transferId?: string): void;
  readonly circulation: Circulation;
  /** The open transfers and what they hold, as lines of the signed state. */
  stateLines(): string[];
};

/** States that a transfer leaves within the same append. */
const TRANSIENT_STATES: ReadonlySet<TransferState> = new Set(['funds_received', 'undeliverable', 'returned']);
const FINAL_WITHOUT_MONEY: ReadonlySet<TransferState> = new Set(['failed', 'canceled']);

/** `onCompleted` gets what a completed deposit or payout moved. With a book, the check continues after its last event. */
export function createTransfersCheck(
  accounts: AccountsCheck,
  onCompleted: (facts: CompletedFacts) => void,
  from?: Book,
): TransfersCheck {
  const open = new Map<string, OpenTransfer>();
  for (const transfer of from?.transfers.values() ?? [])
    open.set(transfer.id, continued(transfer, from?.holds.get(transfer.id)?.cashable ?? 0n, accounts));
  const circulation: Circulation = { bought: -(accounts.balanceOf('points_issued')?.amount ?? 0n) };
  /** The transfer with an incomplete step. A step is one append, so its next event must be the next event of the book. */
  let openStep: string | undefined;

  const transferById = (id: string): OpenTransfer => {
    const found = open.get(id);
    if (found === undefined)
      throw new RuleViolation('transition', `transfer ${id} does not exist or has ended`);
    return found;
  };

  return {
    create(created, quote) {
      checkCreated(created, quote);
      const { transfer_id, kind, state } = created;
      open.set(transfer_id, {
        created,
        quote,
        state,
        moved: new Map(),
        received: undefined,
        circulating: 0n,
      });
      openStep = kind === 'onramp' ? undefined : transfer_id;
    },
    post(transferId, moves) {
      const transfer = transferById(transferId);
      for (const move of moves) applyMovement(transfer, move, accounts);
      // The debit completes the creation of an off-ramp. After any other posting, its state change must follow.
      const isDebit =
        transfer.created.kind === 'offramp' && transfer.state === 'pending' && openStep === transferId;
      if (isDebit) checkMoved(transfer, { transfer_id: transferId, state: 'pending' }, accounts);
      openStep = isDebit ? undefined : transferId;
    },
    changeState(data, isOver) {
      const transfer = transferById(data.transfer_id);
      checkReceipt(transfer, data);
      checkMoved(transfer, data, accounts);
      const outside = pointsBroughtIntoCirculation(transfer, data.state);
      circulation.bought += outside - transfer.circulating;
      transfer.circulating = outside;
      transfer.state = data.state;
      openStep = !isOver && TRANSIENT_STATES.has(data.state) ? data.transfer_id : undefined;
      const facts = data.state === 'completed' ? completedFacts(transfer) : undefined;
      if (facts !== undefined) onCompleted(facts);
      if (isOver) open.delete(data.transfer_id);
    },
    isOpen: (transferId) => open.has(transferId),
    checkNoStepOpen: (transferId) =>
      requireRule(
        openStep === undefined || openStep === transferId,
        'transfer_amounts',
        `the previous step of transfer ${openStep ?? ''} is incomplete`,
      ),
    circulation,
    stateLines: () => [...open.values()].flatMap((transfer) => linesOf(transfer, accounts)),
  };
}

function linesOf({ created, state, moved }: OpenTransfer, accounts: AccountsCheck): string[] {
  const { transfer_id, kind, amount, source, destination } = created;
  const line = transferLine(transfer_id, kind, state, amount);
  const held = [...moved].find(([key]) => key.endsWith(':pending'))?.[1];
  if (state !== 'in_review' || held === undefined) return [line];
  const unit = source.asset ?? destination.asset ?? '';
  const cashable = unit === 'svc-points' ? accounts.format(unit, held.cashable) : undefined;
  return [line, holdLine(transfer_id, unit, accounts.format(unit, held.amount), cashable)];
}

/** A transfer that was open after an earlier event, which has moved what its state requires. */
function continued(transfer: Transfer, heldCashable: bigint, accounts: AccountsCheck): OpenTransfer {
  const { id: transfer_id, kind, state, source, destination, amount, payout, receipt } = transfer;
  const { deposit_account_id } = transfer;
  const { amount_received, rate } = receipt ?? {};
  const open = {
    created: {
      transfer_id,
      kind,
      source,
      destination,
      amount,
      ...(payout !== undefined && { payout }),
      ...(deposit_account_id !== null && { deposit_account_id }),
    },
    quote: undefined,
    state,
    // A user-to-user transfer in review keeps the split with which it left the wallet.
    moved: new Map([[source.wallet_id ?? '', { amount: 0n, cashable: -heldCashable }]]),
    received:
      kind === 'onramp' && amount_received !== undefined && rate !== undefined
        ? { amount: amount_received, rate }
        : undefined,
    circulating: 0n,
  };
  return {
    ...open,
    moved: new Map(expectedAt(open, state, accounts)),
    circulating: pointsBroughtIntoCirculation(open, state),
  };
}

function completedFacts({ created, received }: OpenTransfer): CompletedFacts | undefined {
  const { transfer_id, kind, source, destination, payout, amount: points } = created;
  if (kind === 'offramp') {
    const { currency = '', rail = '' } = destination;
    const { wallet_id = '' } = source;
    const amount = payout?.amount ?? '';
    return { transfer_id, kind, wallet_id, points: unscaledValue(points), amount, currency, rail };
  }
  if (kind !== 'onramp' || received === undefined) return undefined;
  const { currency = '', rail = '' } = source;
  const { wallet_id = '' } = destination;
  const { amount } = received;
  return { transfer_id, kind, wallet_id, points: pointsReceived(received), amount, currency, rail };
}

function applyMovement({ moved, created }: OpenTransfer, move: Movement, accounts: AccountsCheck): void {
  const { account, bucket, amount, cashable } = move;
  const key = bucketKey(account, bucket);
  if (created.kind === 'user_to_user' && key === created.source.wallet_id) checkSplit(move, accounts);
  const before = moved.get(key) ?? NOTHING_MOVED;
  moved.set(key, { amount: before.amount + amount, cashable: before.cashable + cashable });
}

/** Earned points are spent first; cashable points cover only the rest. */
function checkSplit({ account, unit, amount, cashable }: Movement, accounts: AccountsCheck): void {
  const after = accounts.balanceOf(account);
  if (amount >= 0n || unit !== 'svc-points' || after === undefined) return;
  const earnedBefore = after.amount - amount - (after.cashable - cashable);
  const earned = earnedBefore < -amount ? earnedBefore : -amount;
  if (cashable - amount !== earned)
    throw new RuleViolation(
      'transfer_amounts',
      `earned points of ${account} must be spent before cashable points`,
    );
}

/** States in which money goes back belong to the refund rule. */
const ruleFor = ({ created: { kind } }: OpenTransfer, state: TransferState): AuditRule =>
  state === 'refunded' ||
  (state === 'returned' && kind === 'onramp') ||
  (state === 'failed' && kind === 'user_to_user')
    ? 'refund'
    : 'transfer_amounts';

/** Points that the transfer has brought into circulation in this state. Pending points count. */
const pointsBroughtIntoCirculation = (
  { created: { kind, amount }, received }: OpenTransfer,
  state: TransferState,
): bigint => {
  if (kind === 'onramp' && received !== undefined)
    return state === 'in_review' || state === 'completed' ? pointsReceived(received) : 0n;
  return kind === 'offramp' && state === 'completed' ? -unscaledValue(amount) : 0n;
};

/** The total movements by account that this state requires. */
function expectedAt(transfer: OpenTransfer, state: TransferState, accounts: AccountsCheck): MovedAmounts {
  if (FINAL_WITHOUT_MONEY.has(state)) return NOTHING;
  switch (transfer.created.kind) {
    case 'user_to_user':
      return userToUser(transfer, state);
    case 'conversion':
      return state === 'completed' ? conversion(transfer) : NOTHING;
    case 'onramp':
      return onramp(transfer, state);
    case 'offramp':
      return offramp(transfer, state, accounts);
  }
}

const NOTHING: MovedAmounts = new Map();

/** The recipient gets the same split of earned and cashable points that was debited. */
function userToUser({ created, moved }: OpenTransfer, state: TransferState): MovedAmounts {
  const from = created.source.wallet_id ?? '';
  const to = state === 'completed' ? (created.destination.wallet_id ?? '') : bucketKey(from, 'pending');
  const amount = unscaledValue(created.amount);
  const cashable = -(moved.get(from)?.cashable ?? 0n);
  return expectedMoves([from, -amount, -cashable], [to, amount, cashable]);
}

function conversion({ created, quote }: OpenTransfer): MovedAmounts {
  if (quote === undefined) throw new RuleViolation('quote', 'the conversion has no quote');
  const [paid, out] = [unscaledValue(quote.amount), unscaledValue(quote.amount_out)];
  const [spread, rounding] = [unscaledValue(quote.spread_points), unscaledValue(quote.rounding_points)];
  const from = created.source.wallet_id ?? '';
  const to = created.destination.wallet_id ?? '';
  const retained: ExpectedMove[] = [
    ['spread_income', spread, spread],
    ['rounding', rounding, rounding],
  ];
  const retired = paid - spread - rounding;
  const issued = out + spread + rounding;
  return quote.from === 'svc-points'
    ? expectedMoves(
        [from, -paid, -paid],
        ['points_headroom', retired, retired],
        ...retained,
        ['coin_stock', -out, 0n],
        [to, out, 0n],
      )
    : expectedMoves(
        [from, -paid, 0n],
        ['coin_stock', paid, 0n],
        ['points_headroom', -issued, -issued],
        ...retained,
        [to, out, out],
      );
}

function onramp({ created, received }: OpenTransfer, state: TransferState): MovedAmounts {
  if (state === 'returned' || state === 'funds_received' || received === undefined) return NOTHING;
  const { currency = '', rail = '' } = created.source;
  const to = created.destination.wallet_id ?? '';
  const fiat = unscaledValue(received.amount);
  const points = pointsReceived(received);
  return expectedMoves(
    [`clearing:${rail}:${currency}`, -fiat, 0n],
    [`fiat_held:${currency}`, fiat, 0n],
    ['points_issued', -points, -points],
    [bucketKey(to, state === 'in_review' ? 'pending' : 'available'), points, points],
  );
}

function offramp({ created }: OpenTransfer, state: TransferState, accounts: AccountsCheck): MovedAmounts {
  if (state === 'refunded') return NOTHING;
  const from = created.source.wallet_id ?? '';
  const amount = unscaledValue(created.amount);
  if (state !== 'completed')
    return expectedMoves([from, -amount, -amount], ['payouts_in_flight', amount, amount]);
  const { currency = '', rail = '' } = created.destination;
  const paid = unscaledValue(created.payout?.amount ?? '0');
  requireRule(
    decimalsOf(created.payout?.amount ?? '0') === accounts.decimalsOf(currency) || paid === 0n,
    'transfer_amounts',
    'the payout amount must have the decimals of its currency',
  );
  return expectedMoves(
    [from, -amount, -amount],
    ['points_issued', amount, amount],
    [`fiat_held:${currency}`, -paid, 0n],
    [`clearing:${rail}:${currency}`, paid, 0n],
  );
}

type ExpectedMove = readonly [key: string, amount: bigint, cashable: bigint];
const expectedMoves = (...moved: readonly ExpectedMove[]): MovedAmounts =>
  new Map(moved.map(([key, amount, cashable]) => [key, { amount, cashable }]));

/** Throws RuleViolation unless exactly the expected amounts moved. Zero amounts are ignored. */
function checkMoved(transfer: OpenTransfer, { transfer_id, state }: Step, accounts: AccountsCheck): void {
  const { moved } = transfer;
  const expected = expectedAt(transfer, state, accounts);
  const rule = ruleFor(transfer, state);
  for (const [key, part] of moved) {
    const expectedPart = expected.get(key) ?? NOTHING_MOVED;
    if (part.amount !== expectedPart.amount || part.cashable !== expectedPart.cashable)
      throw new RuleViolation(
        rule,
        `${transfer_id} becomes ${state}, but its movements on ${key} do not match that state`,
      );
  }
  for (const [key, { amount, cashable }] of expected) {
    if ((amount !== 0n || cashable !== 0n) && !moved.has(key))
      throw new RuleViolation(rule, `${transfer_id} becomes ${state}, but its movement on ${key} is missing`);
  }
}

/** Checks the amounts that a new transfer states. */
function checkCreated(created: Created, quote: Quote | undefined): void {
  const { kind, amount, source, destination, payout, receipt } = created;
  requireRule(
    (kind === 'conversion') === (created.quote_id !== undefined),
    'quote',
    'a transfer must have a quote if and only if it is a conversion',
  );
  if (kind === 'conversion') {
    if (quote === undefined) throw new RuleViolation('quote', 'the conversion has no quote');
    requireRule(
      quote.source_wallet_id === source.wallet_id &&
        quote.destination_wallet_id === destination.wallet_id &&
        quote.amount === amount,
      'quote',
      'the conversion does not match its quote',
    );
  }
  if (kind !== 'offramp') return;
  if (payout === undefined) throw new RuleViolation('transfer_amounts', 'an off-ramp must state its payout');
  const worth = multiplyRoundedDown(amount, payout.rate, decimalsOf(payout.amount));
  requireRule(
    unscaledValue(payout.amount) === worth,
    'transfer_amounts',
    'the payout must be the amount at its rate',
  );
  const debited = receipt?.amount_debited;
  requireRule(
    debited === undefined || debited === amount,
    'transfer_amounts',
    'amount_debited of the receipt must equal the amount',
  );
}
