import { COLLECTIONS } from '../../../projections/collections.ts';
import type { QuoteView } from '../../../projections/transfers.ts';
import type { QuoteCreate } from '../../generated/api.ts';
import { isProblem, malformedRequest, notFoundProblem, problem, type Problem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import { formatAmount, isAsset } from '../../ledger/amount.ts';
import { isId } from '../../ledger/ids.ts';
import type { Route as MoneyRoute, RouteEnd } from '../../ledger/policy.ts';
import { presentQuote } from '../../ledger/present.ts';
import {
  createQuote,
  formatPointsPerUnit,
  formatRatio,
  isQuoteExpired,
  quoteFromEvent,
  type ArchivedQuote,
} from '../../ledger/quote.ts';
import { parseBody } from '../../read-models/collection.ts';
import type { AnswerSource } from '../../writer/command.ts';
import type { Caller, Handlers } from '../operations/operation.ts';
import { findDocument } from '../operations/read.ts';
import { bookTime } from '../operations/wait.ts';
import { submit } from '../operations/write.ts';
import { isCountry } from './users.ts';

// Prices of assets and currencies

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

const noCoinPrice = (): Problem =>
  problem('provider_unavailable', 'Coin has no current price.', {
    retryAfterSeconds: NO_PRICE_RETRY_SECONDS,
  });

// Quotes: locked prices for conversions.

export const quoteHandlers = {
  createQuote: (call) => create(call, call.body),
  getQuote: async (call) => {
    const quote = await findQuote(call, call.params.quote_id);
    if (quote === undefined) return notFoundProblem('quote');
    const expired = quote.status === 'open' && isQuoteExpired(quote, await bookTime(call));
    const shown = expired ? { ...quote, status: 'expired' } : quote;
    return { status: 200, body: JSON.stringify(shown) };
  },
} satisfies Partial<Handlers>;

async function create(caller: Caller, body: QuoteCreate): Promise<Reply> {
  const { prices } = caller.services;
  const reply = await submit(caller, {
    decide(book, context) {
      const price = prices.current(caller.key.environment)?.price;
      return createQuote(book, { ...body, price }, context);
    },
    answer: QUOTE_ANSWER,
  });
  return isProblem(reply) && reply.problem === 'provider_unavailable' ? noCoinPrice() : reply;
}

/** The event contains the complete quote. */
const QUOTE_ANSWER: AnswerSource = {
  from: 'events',
  render([event]) {
    if (event?.type !== 'quote.created') throw new Error('expected the event quote.created');
    return { status: 201, body: JSON.stringify(presentQuote(quoteFromEvent(event))) };
  },
};

async function findQuote(caller: Caller, id: string): Promise<QuoteView | undefined> {
  const found = isId('qt', id) ? await findDocument(caller, COLLECTIONS.quotes, id) : undefined;
  return found && parseBody(COLLECTIONS.quotes, found);
}

/**
 * Runs a write that may use a quote. The book removes quotes soon after they expire; if the book does not find the
 * quote, the write is decided again with the quote from the read model.
 */
export async function retryWithExpiredQuote(
  caller: Caller,
  quoteId: string | undefined,
  write: (past: ArchivedQuote | undefined) => Promise<Reply>,
): Promise<Reply> {
  const reply = await write(undefined);
  if (quoteId === undefined || !isProblem(reply) || reply.problem !== 'not_found') return reply;
  const past = await findQuote(caller, quoteId);
  return past === undefined ? reply : write(past);
}

// The list of routes that transfers can take.

export const routeListHandlers = {
  listRoutes: (call) => {
    const { kind, country } = call.query;
    if (country !== undefined && !isCountry(country))
      return malformedRequest(
        'Invalid query parameter "country": must be an ISO 3166-1 alpha-2 country code, such as US.',
      );
    const data = call.services.policy.routes
      .filter((each) => kind === undefined || each.kind === kind)
      .filter((each) => country === undefined || isIn(each, country))
      .map((each) => present(call, each));
    return { status: 200, body: JSON.stringify({ data }) };
  },
} satisfies Partial<Handlers>;

const countryOf = (end: RouteEnd): string | null => (end.type === 'wallet' ? null : end.country);

/** Routes without a country, such as those between wallets, are available everywhere. */
function isIn({ source, destination }: MoneyRoute, country: string): boolean {
  const its = countryOf(source) ?? countryOf(destination);
  return its === null || its === country;
}

function present(caller: Caller, { kind, source, destination, min, max, settlementTimeSeconds }: MoneyRoute) {
  return {
    kind,
    source: presentEnd(source),
    destination: presentEnd(destination),
    min_amount: formatAmount(min, source.decimals),
    max_amount: formatAmount(max, source.decimals),
    settlement_time_seconds: settlementTimeSeconds,
    available: [source, destination].every((end) => isAvailable(caller, end)) && isPriced(caller, kind),
  };
}

/** Fields that do not apply are omitted. `country` is null if a currency is used in several countries. */
function presentEnd(end: RouteEnd) {
  if (end.type === 'wallet') return { type: end.type, asset: end.asset, decimals: end.decimals };
  const { type, currency, rail, country, decimals } = end;
  return { type, currency, rail, country, decimals };
}

/** Conversions need a current price of coin. */
const isPriced = ({ services, key }: Caller, kind: MoneyRoute['kind']): boolean =>
  kind !== 'conversion' || services.prices.current(key.environment) !== undefined;

const isAvailable = ({ services, key }: Caller, end: RouteEnd): boolean =>
  end.type === 'wallet' || services.rails.isAvailable(key.environment, end.rail);
