/** What can move where, from what the operator configured: one function for each kind of route. */
import type { ConfigFile } from './config-file.ts';
import type { Amount } from '../ledger/amount.ts';
import type { Route, RouteEnd } from '../ledger/policy.ts';

/** Reads an amount of the configuration; throws a ConfigError for one that is finer than its unit, which names its key. */
type ReadAmount = (text: string, decimals: number, key?: string) => Amount;

const POINTS: RouteEnd = { type: 'wallet', asset: 'svc-points', decimals: 2 };
const COIN: RouteEnd = { type: 'wallet', asset: 'svc-coin', decimals: 8 };

/** Every route of the service, in the order in which they are published. */
export const moneyRoutes = (file: ConfigFile, amount: ReadAmount): readonly Route[] => [
  ...walletRoutes(file, amount),
  ...onrampRoutes(file, amount),
  ...offrampRoutes(file, amount),
];

function walletRoutes({ routes: { min, max } }: ConfigFile, amount: ReadAmount): Route[] {
  const between = (end: RouteEnd, least: string, most: string): Route => ({
    kind: 'user_to_user',
    source: end,
    destination: end,
    min: amount(least, end.decimals),
    max: amount(most, end.decimals),
    settlementTimeSeconds: 0,
  });
  const converting = (source: RouteEnd, destination: RouteEnd, least: string, most: string): Route => ({
    ...between(source, least, most),
    kind: 'conversion',
    destination,
  });
  return [
    between(POINTS, min.points, max.points),
    between(COIN, min.coin, max.coin),
    converting(POINTS, COIN, min.points, max.points),
    converting(COIN, POINTS, min.coin, max.coin),
  ];
}

/** Fiat to points: each currency of each rail, where a point has a price in it. */
function onrampRoutes({ rails, points, routes: { min, max } }: ConfigFile, amount: ReadAmount): Route[] {
  return Object.entries(rails).flatMap(([rail, { currencies, settlement_seconds }]) =>
    Object.entries(currencies)
      .filter(([currency]) => Object.hasOwn(points.prices, currency))
      .map(([currency, limits]): Route => {
        const decimals = currencyDecimals(currency);
        const key = `rails.${rail}.currencies.${currency}`;
        return {
          kind: 'onramp',
          source: { type: 'fiat', currency, rail, country: limits.country, decimals },
          destination: POINTS,
          min: amount(limits.min ?? min.fiat, decimals, `${key}.min`),
          max: amount(limits.max ?? max.fiat, decimals, `${key}.max`),
          settlementTimeSeconds: settlement_seconds.onramp,
        };
      }),
  );
}

/** Points to fiat: the same currencies of the same rails, to accounts of the rail's own type. */
function offrampRoutes({ rails, points, routes: { min, max } }: ConfigFile, amount: ReadAmount): Route[] {
  return Object.entries(rails).flatMap(([rail, { type, currencies, settlement_seconds }]) =>
    Object.entries(currencies)
      .filter(([currency]) => Object.hasOwn(points.prices, currency))
      .flatMap(([currency, { country }]): Route[] => {
        // No payout account of mobile money can be registered yet.
        if (type === 'mobile_money') return [];
        const decimals = currencyDecimals(currency);
        return [
          {
            kind: 'offramp',
            source: POINTS,
            destination: { type: 'payout_account', currency, rail, country, decimals, accountType: type },
            min: amount(min.offramp_points, POINTS.decimals),
            max: amount(max.points, POINTS.decimals),
            settlementTimeSeconds: settlement_seconds.offramp,
          },
        ];
      }),
  );
}

/** The minor units of a currency, as ISO 4217 has them. */
const currencyDecimals = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
