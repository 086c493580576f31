/** The rules that the operator configures. Plain data, the same for all books of an environment but for units of currencies. */
import type { ReadonlyBook } from './book.ts';
import { powerOfTen, type Amount, type Asset, type Points } from './amount.ts';

export type RouteEnd =
  | { readonly type: 'wallet'; readonly asset: Asset; readonly decimals: number }
  | {
      readonly type: 'fiat' | 'payout_account';
      readonly currency: string;
      readonly rail: string;
      readonly country: string | null;
      readonly decimals: number;
      /** For payout accounts: the account type that the rail pays out to. */
      readonly accountType?: 'bank' | 'emailpay';
    };

/** An allowed movement of money and its limits. Amounts are in the source's unit. */
export type Route = {
  readonly kind: 'user_to_user' | 'conversion' | 'onramp' | 'offramp';
  readonly source: RouteEnd;
  readonly destination: RouteEnd;
  readonly min: Amount;
  readonly max: Amount;
  readonly settlementTimeSeconds: number;
};

/** The fixed price of one whole point in a currency, as a fraction of integers: 0.01 is 1 / 100. */
export type Price = { readonly numerator: bigint; readonly denominator: bigint };

export type Policy = {
  readonly routes: readonly Route[];
  /** The decimals of the currencies of the routes. */
  readonly decimals: ReadonlyMap<string, number>;
  /** Codes of rails with permanent deposit details. Other rails issue instructions for one payment. */
  readonly standingRails: ReadonlySet<string>;
  /** By currency. */
  readonly pointPrices: ReadonlyMap<string, Price>;
  /** Transfers of at least this many points are held for review. */
  readonly reviewThreshold: {
    readonly user_to_user: Points;
    readonly onramp: Points;
    readonly offramp: Points;
  };
  readonly quotes: { readonly lifetimeMs: number; readonly spreadBps: number };
  /** What needs a second operator. */
  readonly dualControl: {
    /** Whether the limits also apply to what one operator decides within a day. */
    readonly dailySums: { readonly sandbox: boolean; readonly production: boolean };
    /** Points from which on an action needs a second operator; null if one is enough for any. */
    readonly transferApproval: Points | null;
    readonly payoutSettlement: Points | null;
    readonly reward: Points | null;
    /** Of returns of completed payouts, and of reversals of deposits. */
    readonly lateMovement: Points | null;
    /** How long a proposal can be executed. */
    readonly proposalLifetimeMs: number;
  };
  /** The most points that a user may send in any 24 hours and in any 30 days. */
  readonly userLimits: { readonly per24h: LimitByKind; readonly per30d: LimitByKind };
};

/** The transfer kinds with user limits. Each kind has its own limits. */
export type LimitedKind = 'user_to_user' | 'offramp';
export type LimitByKind = Readonly<Record<LimitedKind, Points>>;

/**
 * The policy with the decimals that the book's currencies have. Earlier builds counted 17 currencies in whole units, such as
 * `huf` and `pkr`, and a book that holds one of them keeps its unit.
 */
export function policyFor({ units }: Pick<ReadonlyBook, 'units'>, policy: Policy): Policy {
  let kept = policy;
  for (const [currency, decimals] of units.entries())
    if ((policy.decimals.get(currency) ?? decimals) !== decimals)
      kept = { ...kept, routes: kept.routes.map((route) => inUnit(route, currency, decimals)) };
  return kept;
}

const isOther = (end: RouteEnd, currency: string, decimals: number): boolean =>
  end.type !== 'wallet' && end.currency === currency && end.decimals !== decimals;

function inUnit(route: Route, currency: string, decimals: number): Route {
  const { source, destination } = route;
  if (isOther(destination, currency, decimals))
    return { ...route, destination: { ...destination, decimals } };
  if (!isOther(source, currency, decimals)) return route;
  // The least and most that the unit can express within the limits.
  const [given, kept] = [powerOfTen(source.decimals), powerOfTen(decimals)];
  const min = (route.min * kept + given - 1n) / given;
  return { ...route, source: { ...source, decimals }, min, max: (route.max * kept) / given };
}
