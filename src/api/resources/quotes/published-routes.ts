/** The list of routes that transfers can take. */
import { formatAmount } from '../../../ledger/amount.ts';
import type { Route as MoneyRoute, RouteEnd } from '../../../ledger/policy.ts';
import { isCountry } from '../users/countries.ts';
import { malformedRequest } from '../../server/errors.ts';
import type { Caller, Handlers } from '../../operations/operation.ts';

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
