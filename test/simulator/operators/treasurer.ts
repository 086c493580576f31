/** The operator of the treasury: funds the books before anything else happens, and records trades at new prices. */
import type { Random } from '../commands/random.ts';
import { textOf } from '../model/prediction.ts';
import type { Market } from '../model/state/market.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { STARTS_AT } from '../scheduler/simulated-runtime.ts';
import type { OperatorCalls } from './operator-calls.ts';

export type TreasurerOptions = {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly market: Market;
  readonly calls: OperatorCalls;
};

export type Funds = { readonly coin: string; readonly points: string };

export type Treasurer = {
  allocate(integratorId: string, funds: Funds): Promise<void>;
  trade(price: string): Promise<void>;
  /** Records two trades, one shortly after the other. */
  tradeTwice(): Promise<void>;
  /** Records trades until the condition ends. */
  run(continues: () => boolean): Promise<void>;
};

/** A node may read the treasury late while its stores fail. */
const KNOWN_WITHIN_MS = 90_000;
const PRICES = [
  '2500.37',
  '0.03',
  '99999.999999999999999999',
  '1',
  '2500',
  '333.333333333333333333',
] as const;

const SECOND_TRADE_MS = 500;

export function createTreasurer(options: TreasurerOptions): Treasurer {
  const { scheduler, random, market, calls } = options;
  async function trade(price: string): Promise<void> {
    const report = market.trade(price, STARTS_AT + scheduler.now());
    const body = { side: 'buy', coin_amount: '99999999999999', price };
    const recorded = await calls.write('treasury/sandbox/trades', 201, body);
    report(textOf(recorded, 'traded_at'), STARTS_AT + scheduler.now() + KNOWN_WITHIN_MS);
  }

  return {
    trade,
    async allocate(integrator_id, { coin, points }) {
      const body = { integrator_id, coin_stock: coin, points_backing: points };
      await calls.write('treasury/sandbox/allocations', 201, body);
    },
    async tradeTwice() {
      const first = trade(random.pick(PRICES));
      await scheduler.pause(random.below(SECOND_TRADE_MS));
      await Promise.all([first, trade(random.pick(PRICES))]);
    },
    async run(continues) {
      for (;;) {
        await scheduler.pause(1_000 + random.below(20_000));
        if (!continues()) return;
        await trade(random.pick(PRICES));
      }
    },
  };
}
