/**
 * The price of coin over time. The trade with the newest `traded_at` sets it, so anyone who records trades decides what coin is
 * worth in every book. These rules bound what one operator can do with that (docs/contract-notes.md, "Treasury").
 */
import { parseStoredAmount, type Amount } from '../ledger/amount.ts';
import type { Price } from '../ledger/policy.ts';
import { parsePrice } from '../ledger/quote.ts';
import type { Trade } from './state.ts';

export type PriceRules = {
  /** Smaller trades set no price, once a trade of this size did. In the smallest unit of coin. */
  readonly tradeAtLeast: Amount;
  /** In hundredths of a percent: a trade that moves the price further needs a second operator. Null: none does. */
  readonly moveBpsMax: bigint | null;
  /** How long a former price counts, for moves and for what coin is worth. 0: only the current one counts. */
  readonly windowMs: number;
};

type PricingTrade = Pick<Trade, 'coin_amount' | 'price' | 'traded_at'>;

type Step = {
  readonly trade: Trade;
  /** Since when it sets the price, in milliseconds since 1970: when it was recorded, not when it was traded. */
  readonly since: number;
};

export class PriceHistory {
  readonly #rules: PriceRules;
  /** The trades that set the price, in the order in which they did. They are entered by people, so they fit in memory. */
  readonly #steps: Step[] = [];
  #hasLargeTrade = false;

  constructor(rules: PriceRules) {
    this.#rules = rules;
  }

  /** The trade that sets the price. */
  newest(): Trade | undefined {
    return this.#steps.at(-1)?.trade;
  }

  /** A trade was recorded. */
  record(trade: Trade): void {
    if (!this.#sets(trade)) return;
    this.#hasLargeTrade = this.#isLarge(trade);
    this.#steps.push({ trade, since: Date.parse(trade.created_at) });
  }

  /** The highest price within the window. Undefined if coin never had a price. */
  highest(now: number): Price | undefined {
    return this.#within(now)
      .map(({ trade }) => priceIn(trade))
      .reduce<Price | undefined>(
        (highest, each) => (highest && isAbove(highest, each) ? highest : each),
        undefined,
      );
  }

  /**
   * Whether a trade would move the price too far for one operator: from any price within the window, so that many small steps count
   * together, but no further back than to the last one that two operators agreed on. `agreed` has the IDs of the trades.
   */
  movesTooFar(trade: PricingTrade, agreed: ReadonlySet<string>, now: number): boolean {
    const { moveBpsMax } = this.#rules;
    if (moveBpsMax === null || !this.#sets(trade)) return false;
    const steps = this.#within(now);
    const last = steps.findLastIndex((step) => agreed.has(step.trade.id));
    const price = priceIn(trade);
    return steps.slice(Math.max(last, 0)).some((step) => isFurther(price, priceIn(step.trade), moveBpsMax));
  }

  /** Of two trades with the same time, the one recorded later is newer. */
  #sets(trade: PricingTrade): boolean {
    if (!this.#hasLargeTrade && this.#isLarge(trade)) return true;
    if (this.#hasLargeTrade && !this.#isLarge(trade)) return false;
    const newest = this.newest();
    return newest === undefined || trade.traded_at >= newest.traded_at;
  }

  #isLarge({ coin_amount }: PricingTrade): boolean {
    return parseStoredAmount(coin_amount) >= this.#rules.tradeAtLeast;
  }

  /** Those that set the price at some time of the window, oldest first. */
  #within(now: number): readonly Step[] {
    const begin = now - this.#rules.windowMs;
    // The last one before the window was still in force when it began.
    const first = this.#steps.findLastIndex(({ since }) => since <= begin);
    return this.#steps.slice(Math.max(first, 0));
  }
}

function priceIn({ price: text }: Pick<Trade, 'price'>): Price {
  const price = parsePrice(text);
  if (price === undefined) throw new Error(`a trade has an invalid price: ${text}`);
  return price;
}

const isAbove = (a: Price, b: Price): boolean => a.numerator * b.denominator > b.numerator * a.denominator;

/** Whether a price differs from another one by more than this many hundredths of a percent of it. */
function isFurther(price: Price, from: Price, bps: bigint): boolean {
  const [here, there] = [price.numerator * from.denominator, from.numerator * price.denominator];
  const difference = here > there ? here - there : there - here;
  return difference * 10_000n > there * bps;
}
