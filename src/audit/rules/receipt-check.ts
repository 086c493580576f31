/** Checks that the receipt of a step matches the amounts that the transfer moved. */
import type { EventData } from '../../ledger/event.ts';
import { spreadFee } from '../../ledger/quotes/quote.ts';
import type { Quote } from '../../ledger/quotes/quote.ts';
import { RuleViolation, requireRule } from '../finding.ts';
import { unscaledValue } from '../decimal.ts';
import { NOTHING_MOVED, pointsReceived } from './open-transfer.ts';
import type { OpenTransfer } from './open-transfer.ts';

type Changed = EventData<'transfer.state_changed'>;
type Receipt = NonNullable<Changed['receipt']>;

/** Checks a step before it is applied. Throws RuleViolation. */
export function checkReceipt(transfer: OpenTransfer, step: Changed): void {
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
