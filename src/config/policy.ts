/** Builds the policy of the ledger from the configuration file. */

import { asPoints, parseAmount, type Amount, type Points } from '../ledger/amount.ts';
import type { LimitByKind, Policy, Price, Route, RouteEnd } from '../ledger/policy.ts';
import { CURRENCY_DECIMALS } from '../generated/currencies.ts';
import { ConfigError, type ConfigFile, type Limits } from './config-file.ts';

/** Throws a ConfigError that names the key when the amount has more decimals than its unit. */
function configAmount(key: string, text: string, decimals: number): Amount {
  const value = parseAmount(text, decimals);
  if (value === undefined)
    throw new ConfigError(`CONFIG_FILE: ${key} must have at most ${decimals} decimals; got "${text}".`);
  return value;
}

// The routes that money can take, from the configuration file: one function for each kind.

const POINTS: RouteEnd = { type: 'wallet', asset: 'svc-points', decimals: 2 };
const COIN: RouteEnd = { type: 'wallet', asset: 'svc-coin', decimals: 8 };

/** Every route of the service, in the order in which they are published. */
const moneyRoutes = (file: ConfigFile): readonly Route[] => [
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

/** The number of decimals of a currency in ISO 4217. `Intl` has those of cash, which are fewer for many currencies. */
export const currencyDecimals = (currency: string): number => CURRENCY_DECIMALS[currency] ?? 2;

const POINT_DECIMALS = 2;
const COIN_DECIMALS = 8;
const HOUR_MS = 60 * 60 * 1_000;

/** Throws a ConfigError for amounts with too many decimals, and for a route whose minimum exceeds its maximum. */
export function policyOf(file: ConfigFile): Policy {
  const routes = moneyRoutes(file);
  const impossible = routes.find(({ min, max }) => min > max);
  if (impossible !== undefined)
    throw new ConfigError(`CONFIG_FILE: the minimum of ${describeRoute(impossible)} exceeds its maximum.`);
  const review = (kind: keyof ConfigFile['reviews']['amount_at_least']) =>
    configAmount(`reviews.amount_at_least.${kind}`, file.reviews.amount_at_least[kind], POINT_DECIMALS);
  return {
    routes,
    decimals: new Map(
      Object.values(file.rails)
        .flatMap(({ currencies }) => Object.keys(currencies))
        .map((currency) => [currency, currencyDecimals(currency)]),
    ),
    standingRails: new Set(Object.keys(file.rails).filter((rail) => file.rails[rail]?.standing_details)),
    pointPrices: new Map(
      Object.entries(file.points.prices).map(([currency, price]) => [currency, parsePrice(price)]),
    ),
    reviewThreshold: {
      user_to_user: asPoints(review('user_to_user')),
      onramp: asPoints(review('onramp')),
      offramp: asPoints(review('offramp')),
    },
    quotes: {
      lifetimeMs: file.quotes.lifetime_seconds * 1_000,
      spreadBps: file.quotes.spread_bps,
    },
    dualControl: {
      transferApproval: parseLimit('reviews.four_eyes_at_least', file.reviews.four_eyes_at_least),
      payoutSettlement: parseLimit(
        'dual_control.payout_settlements_at_least',
        file.dual_control.payout_settlements_at_least,
      ),
      dailySums: file.dual_control.daily_sums,
      lateMovement: parseLimit(
        'dual_control.late_movements_at_least',
        file.dual_control.late_movements_at_least,
      ),
      reward: parseLimit('dual_control.rewards_at_least', file.dual_control.rewards_at_least),
      proposalLifetimeMs: file.dual_control.proposal_hours * HOUR_MS,
    },
    userLimits: {
      per24h: parseLimits('user_limits.per_24h', file.user_limits.per_24h),
      per30d: parseLimits('user_limits.per_30d', file.user_limits.per_30d),
    },
  };
}

/** Which trades and allocations of the treasury need a second operator. Throws a ConfigError for too many decimals. */
export const treasuryLimitsOf = ({ dual_control, quotes }: ConfigFile) => ({
  tradesAtLeast: parseLimit('dual_control.trades_at_least', dual_control.trades_at_least),
  allocationsAtLeast: parseLimit('dual_control.allocations_at_least', dual_control.allocations_at_least),
  proposalLifetimeMs: dual_control.proposal_hours * HOUR_MS,
  dailySums: dual_control.daily_sums,
  prices: {
    sandbox: priceRulesOf({ dual_control, quotes }, 'sandbox'),
    production: priceRulesOf({ dual_control, quotes }, 'production'),
  },
});

const BPS_PER_PERCENT = 100;

function priceRulesOf(
  { dual_control, quotes }: Pick<ConfigFile, 'dual_control' | 'quotes'>,
  environment: 'sandbox' | 'production',
) {
  const percent = dual_control.price_moves_above_percent[environment];
  return {
    tradeAtLeast: configAmount(
      `quotes.price_trade_at_least.${environment}`,
      quotes.price_trade_at_least[environment],
      COIN_DECIMALS,
    ),
    moveBpsMax: percent === null ? null : BigInt(Math.round(percent * BPS_PER_PERCENT)),
    windowMs: quotes.price_window_hours[environment] * HOUR_MS,
  };
}

/** Which write-offs and corrections of reconciliation need a second operator. Throws a ConfigError for too many decimals. */
export const writeOffLimitsOf = (file: ConfigFile, { pointPrices }: Pick<Policy, 'pointPrices'>) => ({
  atLeast: parseLimit('dual_control.write_offs_at_least', file.dual_control.write_offs_at_least),
  correctionsAtLeast: parseLimit('dual_control.corrections_at_least', file.dual_control.corrections_at_least),
  proposalLifetimeMs: file.dual_control.proposal_hours * HOUR_MS,
  dailySums: file.dual_control.daily_sums,
  pointPrices,
});

/** `user_to_user routes`, or `onramp routes for wire, jpy`. */
const describeRoute = ({ kind, source }: Route): string =>
  source.type === 'wallet' ? `${kind} routes` : `${kind} routes for ${source.rail}, ${source.currency}`;

/** An amount in points; null if there is no limit. */
const parseLimit = (key: string, text: string | null): Points | null =>
  text === null ? null : asPoints(configAmount(key, text, POINT_DECIMALS));

const parseLimits = (key: string, { user_to_user, offramp }: Limits): LimitByKind => ({
  user_to_user: asPoints(configAmount(`${key}.user_to_user`, user_to_user, POINT_DECIMALS)),
  offramp: asPoints(configAmount(`${key}.offramp`, offramp, POINT_DECIMALS)),
});

function parsePrice(text: string): Price {
  const [whole = '0', fraction = ''] = text.split('.');
  return { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) };
}
