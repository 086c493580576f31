/** Dry runs: all checks of a transfer, and its estimated result. */
import { asFiat, formatAmount, parseStoredAmount } from '../../../ledger/amount.ts';
import { findOnrampRoute } from '../../../ledger/deposits/deposit-account-commands.ts';
import { depositRate, fiatToPoints } from '../../../ledger/point-price.ts';
import type { ReadonlyBook } from '../../../ledger/book.ts';
import type { EventData } from '../../../ledger/event.ts';
import type { Policy, Route } from '../../../ledger/policy.ts';
import { refuseInsufficientLiquidity } from '../../../ledger/quotes/quote-commands.ts';
import { createTransfer } from '../../../ledger/transfers/create-transfer.ts';
import type { CreateTransfer } from '../../../ledger/transfers/transfer-request.ts';
import { fromRefusal } from '../../server/errors.ts';
import type { Caller } from '../../operations/operation.ts';
import type { Reply } from '../../server/reply.ts';

type Created = EventData<'transfer.created'>;
type Receipt = NonNullable<EventData<'transfer.state_changed'>['receipt']>;
type Estimate = {
  rate: string | null;
  fees: NonNullable<Receipt['fees']>;
  amount_credited?: string;
  amount_paid_out?: string;
  settlement_time_seconds: number;
};

/**
 * Replies 200 with the preview, or with the refusal that a real transfer would get. Throws ProviderUnavailable as well.
 */
export async function dryRunTransfer(
  caller: Caller,
  input: (book: ReadonlyBook) => CreateTransfer,
): Promise<Reply> {
  const { writers, rails, policy } = caller.services;
  const decision = await writers.dryRun(caller.stream, (book, context) =>
    createTransfer(book, input(book), context),
  );
  if ('refusal' in decision) return fromRefusal(decision.refusal);
  const [created] = decision.events;
  if (created?.type !== 'transfer.created') throw new Error('expected the event transfer.created');
  const { kind, source, destination, amount } = created.data;
  const settled = decision.events.findLast((event) => event.type === 'transfer.state_changed')?.data;
  // A real conversion would have the state failed, which a preview cannot show, so this is a refusal.
  if (settled?.state === 'failed') return fromRefusal(refuseInsufficientLiquidity().refusal);
  // The provider must be available, but is not called.
  const rail = source.rail ?? destination.rail;
  if (rail !== undefined) rails.provider(caller.key.environment, rail);
  const preview = {
    object: 'transfer_preview',
    kind,
    source,
    destination,
    amount,
    estimated: kind === 'conversion' ? conversionEstimate(settled?.receipt) : estimate(policy, created.data),
  };
  return { status: 200, body: JSON.stringify(preview) };
}

/** The quote determines the result exactly. */
function conversionEstimate(receipt: Receipt | undefined): Estimate {
  const { rate, fees, amount_credited } = receipt ?? {};
  if (rate === undefined || fees === undefined || amount_credited === undefined)
    throw new Error('completed conversion without a receipt');
  return { rate, fees, amount_credited, settlement_time_seconds: 0 };
}

function estimate(policy: Policy, created: Created): Estimate {
  const { source, destination, amount, payout } = created;
  if (payout !== undefined) return payoutEstimate(policy, created, payout);
  const { currency, rail } = source;
  if (currency === undefined || rail === undefined) {
    const route = policy.routes.find(
      (each) => each.kind === 'user_to_user' && assetOf(each) === source.asset,
    );
    return { rate: null, fees: [], amount_credited: amount, settlement_time_seconds: timeOf(route) };
  }
  const route = findOnrampRoute(policy, currency, rail, destination.asset ?? '');
  const price = policy.pointPrices.get(currency);
  if (route === undefined || price === undefined)
    throw new Error(`no route or price for an on-ramp in ${currency}`);
  const points = fiatToPoints(asFiat(parseStoredAmount(amount)), route.source.decimals, price);
  return {
    rate: depositRate(asFiat(parseStoredAmount(amount)), route.source.decimals, price),
    fees: [],
    amount_credited: formatAmount(points, route.destination.decimals),
    settlement_time_seconds: timeOf(route),
  };
}

function payoutEstimate(
  policy: Policy,
  { destination: { currency, rail } }: Created,
  { amount, rate }: NonNullable<Created['payout']>,
): Estimate {
  const route = policy.routes.find(
    ({ kind, destination: to }) =>
      kind === 'offramp' && to.type === 'payout_account' && to.currency === currency && to.rail === rail,
  );
  return { rate, fees: [], amount_paid_out: amount, settlement_time_seconds: timeOf(route) };
}

const assetOf = ({ source }: Route): string | undefined =>
  source.type === 'wallet' ? source.asset : undefined;

function timeOf(route: Route | undefined): number {
  if (route === undefined) throw new Error('no route for the decided transfer');
  return route.settlementTimeSeconds;
}
