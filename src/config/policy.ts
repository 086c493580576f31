/** Builds the policy of the ledger from the configuration file. */
import { asPoints } from '../ledger/amount.ts';
import type { Points } from '../ledger/amount.ts';
import type { LimitByKind, Policy, Price, Route } from '../ledger/policy.ts';
import { configAmount } from './config-amount.ts';
import { ConfigError } from './config-error.ts';
import type { ConfigFile, Limits } from './config-file.ts';
import { moneyRoutes } from './money-routes.ts';

const POINT_DECIMALS = 2;
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
export const treasuryLimitsOf = ({ dual_control }: ConfigFile) => ({
  tradesAtLeast: parseLimit('dual_control.trades_at_least', dual_control.trades_at_least),
  allocationsAtLeast: parseLimit('dual_control.allocations_at_least', dual_control.allocations_at_least),
  proposalLifetimeMs: dual_control.proposal_hours * HOUR_MS,
});

/** Which write-offs of reconciliation need a second operator. Throws a ConfigError for too many decimals. */
export const writeOffLimitsOf = (file: ConfigFile, { pointPrices }: Pick<Policy, 'pointPrices'>) => ({
  atLeast: parseLimit('dual_control.write_offs_at_least', file.dual_control.write_offs_at_least),
  proposalLifetimeMs: file.dual_control.proposal_hours * HOUR_MS,
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
