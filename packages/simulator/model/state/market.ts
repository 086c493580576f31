/** What all books of an environment share: the treasury's trades, which set the price of coin, and the rails. */
import { parseRatio } from './money.ts';
import type { Ratio } from './money.ts';

/** A period of the model's clock in milliseconds. */
export type Period = { readonly from: number; readonly to: number };

export type Price = { readonly text: string; readonly ratio: Ratio; readonly tradedAt: string | undefined };

/** A change that takes effect on all nodes at some time between its request and `certainFrom`. */
export type Change = {
  readonly begunAt: number;
  /** Infinity while the change is not answered. */
  certainFrom: number;
};

type Trade = Change & { readonly price: string; tradedAt: string | undefined };
type Switch = Change & { readonly isAvailable: boolean };

export type Market = {
  /** The prices that a request of this period may see. Undefined is no price. */
  prices(during: Period): readonly (Price | undefined)[];
  /** Whether a rail may be available in this period, and whether it may be unavailable. */
  rail(name: string, during: Period): ReadonlySet<boolean>;
  /** The trade has been sent. The result reports its answer. */
  trade(price: string, begunAt: number): (tradedAt: string, certainFrom: number) => void;
  switchRail(name: string, isAvailable: boolean, begunAt: number): (certainFrom: number) => void;
};

/** The newest change that every node knows, and all that some node may know, oldest first. */
function possible<Each extends Change>(changes: readonly Each[], { from, to }: Period) {
  const begun = changes.filter(({ begunAt }) => begunAt <= to);
  const certain = begun.findLastIndex(({ certainFrom }) => certainFrom <= from);
  return { begun, certain };
}

export function createMarket(): Market {
  const trades: Trade[] = [];
  const rails = new Map<string, Switch[]>();

  /** The trade with the latest time sets the price; of two at the same time, the one that was recorded later. */
  function priceOf(known: readonly Trade[]): Trade | undefined {
    let best: Trade | undefined;
    for (const trade of known)
      if (best?.tradedAt === undefined || trade.tradedAt === undefined || trade.tradedAt >= best.tradedAt)
        best = trade;
    return best;
  }

  return {
    prices(during) {
      const { begun, certain } = possible(trades, during);
      const found = new Map<string, Price | undefined>();
      for (let count = certain + 1; count <= begun.length; count += 1) {
        const trade = priceOf(begun.slice(0, count));
        const price = trade && {
          ...{ text: trade.price, ratio: parseRatio(trade.price), tradedAt: trade.tradedAt },
        };
        found.set(`${price?.text ?? ''} ${price?.tradedAt ?? ''}`, price);
      }
      return [...found.values()];
    },
    rail(name, during) {
      const { begun, certain } = possible(rails.get(name) ?? [], during);
      const found = begun.slice(Math.max(0, certain)).map(({ isAvailable }) => isAvailable);
      return new Set(certain < 0 ? [true, ...found] : found);
    },
    trade(price, begunAt) {
      const trade: Trade = { price, tradedAt: undefined, begunAt, certainFrom: Infinity };
      trades.push(trade);
      return (tradedAt, certainFrom) => Object.assign(trade, { tradedAt, certainFrom });
    },
    switchRail(name, isAvailable, begunAt) {
      const change: Switch = { isAvailable, begunAt, certainFrom: Infinity };
      rails.set(name, [...(rails.get(name) ?? []), change]);
      return (certainFrom) => Object.assign(change, { certainFrom });
    },
  };
}
