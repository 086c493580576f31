/** The operator of the treasury: funds the books before anything else happens, and records trades at new prices. */
import type { Random } from '../commands/random.ts';
import type { BuiltRequest } from '../commands/request.ts';
import { textOf } from '../model/prediction.ts';
import type { Answer, Json } from '../model/prediction.ts';
import type { Market } from '../model/state/market.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { STARTS_AT } from '../scheduler/simulated-runtime.ts';
import { Difference } from './client.ts';
import type { Cluster } from './cluster.ts';

export type TreasurerOptions = {
  readonly cluster: Cluster;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly market: Market;
  readonly operatorToken: string;
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

const ANSWERED_WITHIN_MS = 15 * 60_000;
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
  const { cluster, scheduler, random, market, operatorToken } = options;
  let serial = 0;

  async function send(operation: string, path: string, body: Json): Promise<Answer> {
    serial += 1;
    const request: BuiltRequest = {
      ...{ operation, key: 'sandbox', method: 'POST', path, params: {}, query: {}, body, hasBody: true },
      ...{ idempotencyKey: `treasurer ${serial}`, isSandboxOnly: false },
      caller: { book: undefined, mayWrite: true, isSandbox: true },
    };
    const startedAt = scheduler.now();
    for (;;) {
      const node = random.pickAny(cluster.nodes.filter(({ state }) => state === 'up'));
      const answer = node && (await cluster.request(node, operatorToken, request));
      if (answer !== undefined && answer.status < 500) {
        if (answer.status !== 201) throw new Difference(`${operation} was answered with ${answer.text}`);
        return answer;
      }
      if (scheduler.now() > startedAt + ANSWERED_WITHIN_MS)
        throw new Difference(`${operation} is not answered within ${ANSWERED_WITHIN_MS} ms`);
      await scheduler.pause(50 + random.below(400));
    }
  }

  async function trade(price: string): Promise<void> {
    const report = market.trade(price, STARTS_AT + scheduler.now());
    const body = { side: 'buy', coin_amount: '99999999999999', price };
    const answer = await send('recordTrade', '/operator/v1/treasury/sandbox/trades', body);
    report(textOf(answer.body, 'traded_at'), STARTS_AT + scheduler.now() + KNOWN_WITHIN_MS);
  }

  return {
    trade,
    async allocate(integrator_id, { coin, points }) {
      const body = { integrator_id, coin_stock: coin, points_backing: points };
      await send('createAllocation', '/operator/v1/treasury/sandbox/allocations', body);
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
