/** Prices of assets and currencies */
import { isAsset } from '../../../ledger/amount.ts';
import { formatRatio } from '../../../ledger/quotes/conversion-terms.ts';
import { formatPointsPerUnit } from '../../../ledger/point-price.ts';
import { problem } from '../../server/errors.ts';
import type { Problem } from '../../server/errors.ts';
import type { Caller, Handlers } from '../../operations/operation.ts';
import type { Reply } from '../../server/reply.ts';

export const rateHandlers = {
  getRate: (call) => rate(call, call.query),
} satisfies Partial<Handlers>;

type Pair = { readonly from: string; readonly to: string };
type Price = Pick<RateBody, 'rate' | 'type' | 'as_of' | 'expires_at'>;
type RateBody = Pair & {
  readonly object: 'rate';
  readonly rate: string;
  readonly type: 'fixed' | 'floating';
  readonly as_of: string;
  readonly expires_at: string | null;
};

function rate(caller: Caller, { from, to }: Pair): Reply {
  const shown =
    from === to ? undefined : isAsset(from) && isAsset(to) ? floating(caller, to) : fixed(caller, from, to);
  if (shown === undefined) return problem('unsupported_route', 'No price exists for this pair.');
  if ('problem' in shown) return shown;
  const body: RateBody = { object: 'rate', from, to, ...shown };
  return { status: 200, body: JSON.stringify(body) };
}

/** The price between points and a currency, which is fixed. */
function fixed({ services }: Caller, from: string, to: string): Price | undefined {
  const { policy, clock } = services;
  const price = policy.pointPrices.get(from === 'svc-points' ? to : from);
  if (price === undefined || (from !== 'svc-points' && to !== 'svc-points')) return undefined;
  const text = from === 'svc-points' ? formatRatio(price) : formatPointsPerUnit(price);
  return { rate: text, type: 'fixed', as_of: new Date(clock()).toISOString(), expires_at: null };
}

/** The price between coin and points: that of the last trade, before the spread. */
function floating({ services, key }: Caller, to: string): Price | Problem {
  const current = services.prices.current(key.environment);
  if (current === undefined) return noCoinPrice();
  const { price, text, as_of, expires_at } = current;
  const { numerator, denominator } = price;
  const inverse = { numerator: denominator, denominator: numerator };
  return { rate: to === 'svc-points' ? text : formatRatio(inverse), type: 'floating', as_of, expires_at };
}

const NO_PRICE_RETRY_SECONDS = 30;

export const noCoinPrice = (): Problem =>
  problem('provider_unavailable', 'Coin has no current price.', {
    retryAfterSeconds: NO_PRICE_RETRY_SECONDS,
  });
