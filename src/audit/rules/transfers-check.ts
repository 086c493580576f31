/**
 * Checks the amounts that each transfer moves. Posting lines are summed by account, and at each step the sums, including
 * cashable parts, must be exactly those that the kind and state of the transfer require.
 */
import type { EventData } from '../../ledger/event.ts';
import type { Quote } from '../../ledger/quotes/quote.ts';
import type { TransferState } from '../../ledger/transfers/transfer.ts';
import { bucketKey } from './accounts-check.ts';
import type { AccountsCheck, Movement } from './accounts-check.ts';
import { RuleViolation, requireRule } from '../finding.ts';
import type { AuditRule } from '../finding.ts';
import { decimalsOf, unscaledValue, multiplyRoundedDown } from '../decimal.ts';
import { NOTHING_MOVED, pointsReceived } from './open-transfer.ts';
import type { OpenTransfer as Open, MovedAmounts } from './open-transfer.ts';
import { checkReceipt } from './receipt-check.ts';

type Created = EventData<'transfer.created'>;
type Changed = EventData<'transfer.state_changed'>;
type Step = Pick<Changed, 'transfer_id' | 'state'>;
/** Net points that transfers brought into circulation, computed independently of account balances. */
export type Circulation = { bought: bigint };

export type TransfersCheck = {
  create(data: Created, quote: Quote | undefined): void;
  /** Throws RuleViolation if the transfer does not exist or has ended. */
  post(transferId: string, moves: readonly Movement[]): void;
  /** `isOver`: whether the ledger's fold has ended the transfer. */
  changeState(data: Changed, isOver: boolean): void;
  /** Throws RuleViolation if a step of any other transfer is incomplete. */
  checkNoStepOpen(transferId?: string): void;
  readonly circulation: Circulation;
};

/** States that a transfer leaves within the same append. */
const TRANSIENT_STATES: ReadonlySet<TransferState> = new Set(['funds_received', 'undeliverable', 'returned']);
const FINAL_WITHOUT_MONEY: ReadonlySet<TransferState> = new Set(['failed', 'canceled']);

export function createTransfersCheck(accounts: AccountsCheck): TransfersCheck {
  const open = new Map<string, Open>();
  const circulation: Circulation = { bought: 0n };
  /** The transfer with an incomplete step. A step is one append, so its next event must be the next event of the book. */
  let openStep: string | undefined;

  const transferById = (id: string): Open => {
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
      if (isOver) open.delete(data.transfer_id);
    },
    checkNoStepOpen: (transferId) =>
      requireRule(
        openStep === undefined || openStep === transferId,
        'transfer_amounts',
        `the previous step of transfer ${openStep ?? ''} is incomplete`,
      ),
    circulation,
  };
}

function applyMovement({ moved, created }: Open, move: Movement, accounts: AccountsCheck): void {
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
const ruleFor = ({ created: { kind } }: Open, state: TransferState): AuditRule =>
  state === 'refunded' ||
  (state === 'returned' && kind === 'onramp') ||
  (state === 'failed' && kind === 'user_to_user')
    ? 'refund'
    : 'transfer_amounts';

/** Points that the transfer has brought into circulation in this state. Pending points count. */
const pointsBroughtIntoCirculation = (
  { created: { kind, amount }, received }: Open,
  state: TransferState,
): bigint => {
  if (kind === 'onramp' && received !== undefined)
    return state === 'in_review' || state === 'completed' ? pointsReceived(received) : 0n;
  return kind === 'offramp' && state === 'completed' ? -unscaledValue(amount) : 0n;
};

/** The total movements by account that this state requires. */
function expectedAt(transfer: Open, state: TransferState, accounts: AccountsCheck): MovedAmounts {
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
function userToUser({ created, moved }: Open, state: TransferState): MovedAmounts {
  const from = created.source.wallet_id ?? '';
  const to = state === 'completed' ? (created.destination.wallet_id ?? '') : bucketKey(from, 'pending');
  const amount = unscaledValue(created.amount);
  const cashable = -(moved.get(from)?.cashable ?? 0n);
  return expectedMoves([from, -amount, -cashable], [to, amount, cashable]);
}

function conversion({ created, quote }: Open): MovedAmounts {
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

function onramp({ created, received }: Open, state: TransferState): MovedAmounts {
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

function offramp({ created }: Open, state: TransferState, accounts: AccountsCheck): MovedAmounts {
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
function checkMoved(transfer: Open, { transfer_id, state }: Step, accounts: AccountsCheck): void {
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
