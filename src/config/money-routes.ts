/** The routes that money can take, from the configuration file: one function for each kind. */
import type { Route, RouteEnd } from '../ledger/policy.ts';
import { configAmount } from './config-amount.ts';
import { ConfigError } from './config-error.ts';
import type { ConfigFile } from './config-file.ts';

const POINTS: RouteEnd = { type: 'wallet', asset: 'svc-points', decimals: 2 };
const COIN: RouteEnd = { type: 'wallet', asset: 'svc-coin', decimals: 8 };

/** Every route of the service, in the order in which they are published. */
export const moneyRoutes = (file: ConfigFile): readonly Route[] => [
  ...walletRoutes(file),
  ...onrampRoutes(file),
  ...offrampRoutes(file),
];

function walletRoutes({ routes: { min, max } }: ConfigFile): Route[] {
  const userToUser = (end: RouteEnd, unit: 'points' | 'coin'): Route => ({
    kind: 'user_to_user',
    source: end,
    destination: end,
    min: configAmount(`routes.min.${unit}`, min[unit], end.decimals),
    max: configAmount(`routes.max.${unit}`, max[unit], end.decimals),
    settlementTimeSeconds: 0,
  });
  const conversion = (source: RouteEnd, destination: RouteEnd, unit: 'points' | 'coin'): Route => ({
    ...userToUser(source, unit),
    kind: 'conversion',
    destination,
  });
  return [
    userToUser(POINTS, 'points'),
    userToUser(COIN, 'coin'),
    conversion(POINTS, COIN, 'points'),
    conversion(COIN, POINTS, 'coin'),
  ];
}

/** Fiat to points: for each currency of each rail in which points have a price. */
function onrampRoutes({ rails, points, routes: { min, max } }: ConfigFile): Route[] {
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
          min: configAmount(`${key}.min`, limits.min ?? min.fiat, decimals),
          max: configAmount(`${key}.max`, limits.max ?? max.fiat, decimals),
          settlementTimeSeconds: settlement_seconds.onramp,
        };
      }),
  );
}

/** Points to fiat: for the same currencies, to payout accounts of the rail's type. */
function offrampRoutes({ rails, points, routes: { min, max } }: ConfigFile): Route[] {
  return Object.entries(rails).flatMap(([rail, { type, currencies, settlement_seconds }]) =>
    Object.entries(currencies)
      .filter(([currency]) => Object.hasOwn(points.prices, currency))
      .flatMap(([currency, { country }]): Route[] => {
        // The API cannot register mobile money accounts for payouts yet.
        if (type === 'mobile_money') return [];
        const decimals = currencyDecimals(currency);
        return [
          {
            kind: 'offramp',
            source: POINTS,
            destination: { type: 'payout_account', currency, rail, country, decimals, accountType: type },
            min: configAmount('routes.min.offramp_points', min.offramp_points, POINTS.decimals),
            max: configAmount('routes.max.points', max.points, POINTS.decimals),
            settlementTimeSeconds: settlement_seconds.offramp,
          },
        ];
      }),
  );
}

/** The limits of clearing balances. Throws a ConfigError for a rail or currency that is not configured. */
export const clearingLimitsOf = ({ attention, rails }: Pick<ConfigFile, 'attention' | 'rails'>) =>
  Object.entries(attention.clearing_balances).flatMap(([rail, limits]) =>
    Object.entries(limits).map(([currency, limit]) => {
      const key = `attention.clearing_balances.${rail}.${currency}`;
      if (rails[rail]?.currencies[currency] === undefined)
        throw new ConfigError(`CONFIG_FILE: ${key} names a rail or currency that \`rails\` does not have.`);
      const decimals = currencyDecimals(currency);
      return { rail, currency, decimals, limit: configAmount(key, limit, decimals) };
    }),
  );

/** The number of decimals of a currency in ISO 4217. */
export const currencyDecimals = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
