/** What the operator configures and the ledger decides by. Plain data, the same for every book of an environment. */
import type { Amount, Asset, Points } from './amount.ts';

export type RouteEnd =
  | { readonly type: 'wallet'; readonly asset: Asset; readonly decimals: number }
  | {
      readonly type: 'fiat' | 'payout_account';
      readonly currency: string;
      readonly rail: string;
      readonly country: string | null;
      readonly decimals: number;
      /** Of payout accounts: which type of them the rail pays out to. */
      readonly accountType?: 'bank' | 'emailpay';
    };

/** What can move where, and within which limits. Amounts are in the source's unit. */
export type Route = {
  readonly kind: 'user_to_user' | 'conversion' | 'onramp' | 'offramp';
  readonly source: RouteEnd;
  readonly destination: RouteEnd;
  readonly min: Amount;
  readonly max: Amount;
  readonly settlementTimeSeconds: number;
};

/** The fixed price of one whole point in a currency, as a fraction of whole numbers: 0.01 is 1 / 100. */
export type Price = { readonly numerator: bigint; readonly denominator: bigint };

export type Policy = {
  readonly routes: readonly Route[];
  /** Codes of the rails with standing details. The others issue instructions for one payment at a time. */
  readonly standingRails: ReadonlySet<string>;
  /** By currency. */
  readonly pointPrices: ReadonlyMap<string, Price>;
  /** In points: a transfer of at least this much is held for review. */
  readonly reviewThreshold: {
    readonly user_to_user: Points;
    readonly onramp: Points;
    readonly offramp: Points;
  };
  readonly quotes: { readonly lifetimeMs: number; readonly spreadBps: number };
  /** In points: the most a user may send in any 24 hours, and in any 30 days. */
  readonly userLimits: { readonly per24h: LimitByKind; readonly per30d: LimitByKind };
};

/** The kinds of transfer that count against what a user may send, each on its own. */
export type LimitedKind = 'user_to_user' | 'offramp';
export type LimitByKind = Readonly<Record<LimitedKind, Points>>;
