/** The operator of the treasury: funds the books before anything else happens, and records trades at new prices. */
import type { Random } from '../commands/random.ts';
import { textOf } from '../model/prediction.ts';
import type { Answer } from '../model/prediction.ts';
import type { Market } from '../model/state/market.ts';
import { HARNESS } from '../scheduler/scheduler.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { STARTS_AT } from '../scheduler/simulated-runtime.ts';
import { Difference } from '../checks/difference.ts';
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
  /** The next trade of `run` is now. */
  tradeSoon(): void;
  /** Records two trades, one shortly after the other. Nothing follows, because they need no second operator. */
  tradeTwice(): Promise<void>;
  /** Records trades until the condition ends. */
  run(continues: () => boolean): Promise<void>;
  /** The list of trades contains what was recorded, and nothing else. */
  check(): Promise<void>;
};

/** A node may read the treasury late while its stores fail. */
const KNOWN_WITHIN_MS = 90_000;
/** Trades at these need no second operator. */
const SMALL_PRICES = ['0.03', '1'] as const;
const PRICES = [
  ...SMALL_PRICES,
  ...(['2500.37', '99999.999999999999999999', '2500', '333.333333333333333333'] as const),
] as const;

const SECOND_TRADE_MS = 500;

/** The lowest price in the list whose trades need a second operator. */
const LARGE_PRICE = 333;

type Recorded = { readonly answer: Answer; readonly report: ReturnType<Market['trade']> };

function expectStatus(answer: Answer, status: number, about: string): void {
  if (answer.status !== status) throw new Difference(`${about} was answered with ${answer.text}`);
}

export function createTreasurer(options: TreasurerOptions): Treasurer {
  const { scheduler, random, market, calls } = options;
  /** Without a first trade, there is nothing to allocate. */
  let hasTraded = false;
  let wake: () => void = () => undefined;
  const tradeIds: string[] = [];

  async function trade(price: string): Promise<void> {
    const body = { side: 'buy', coin_amount: '99999999999999', price };
    const isLarge = Number(price) >= LARGE_PRICE;
    const report = isLarge ? undefined : market.trade(price, STARTS_AT + scheduler.now());
    const answer = await calls.ask('treasury/sandbox/trades', body);
    const recorded = report === undefined ? await approve(price, answer) : { answer, report };
    if (recorded === undefined) return;
    expectStatus(recorded.answer, 201, `a trade at ${price}`);
    tradeIds.push(textOf(recorded.answer.body, 'id'));
    recorded.report(textOf(recorded.answer.body, 'traded_at'), STARTS_AT + scheduler.now() + KNOWN_WITHIN_MS);
  }

  /** A large trade sets the price when a second operator approves it, once. Undefined if it is withdrawn. */
  async function approve(price: string, proposed: Answer): Promise<Recorded | undefined> {
    expectStatus(proposed, 202, `a large trade at ${price}`);
    const path = `proposals/${textOf(proposed.body, 'id')}`;
    expectStatus(await calls.ask(`${path}/approve`, {}), 403, 'the approval of an own proposal');
    if (hasTraded && random.oneIn(4)) {
      const by = random.pick(['operator', 'secondOperator'] as const);
      expectStatus(await calls.ask(`${path}/withdraw`, {}, { by }), 200, 'a withdrawal');
      const late = await calls.ask(`${path}/approve`, {}, { by: 'secondOperator' });
      expectStatus(late, 409, 'the approval of a withdrawn proposal');
      return undefined;
    }
    const report = market.trade(price, STARTS_AT + scheduler.now());
    const answers = await Promise.all(
      [1, 2].map(() => calls.ask(`${path}/approve`, {}, { by: 'secondOperator' })),
    );
    const answer = answers.find(({ status }) => status === 201);
    const other = answers.find((each) => each !== answer);
    if (answer === undefined || other?.status !== 409)
      throw new Difference(`two approvals: ${answers.map(({ text }) => text).join(' and ')}`);
    hasTraded = true;
    return { answer, report };
  }

  return {
    trade,
    async allocate(integrator_id, { coin, points }) {
      const body = { integrator_id, coin_stock: coin, points_backing: points };
      await calls.write('treasury/sandbox/allocations', 201, body);
    },
    async tradeTwice() {
      const first = trade(random.pick(SMALL_PRICES));
      await scheduler.pause(random.below(SECOND_TRADE_MS));
      await Promise.all([first, trade(random.pick(SMALL_PRICES))]);
    },
    tradeSoon: () => wake(),
    async run(continues) {
      for (;;) {
        await new Promise<void>((resolve) => {
          wake = () => void scheduler.schedule(0, resolve, HARNESS);
          scheduler.schedule(1_000 + random.below(20_000), resolve);
        });
        if (!continues()) return;
        await trade(random.pick(PRICES));
      }
    },
    async check() {
      const listed = (await calls.list('treasury/sandbox/trades')).map((each) => textOf(each, 'id'));
      if (listed.toSorted().join() !== tradeIds.toSorted().join())
        throw new Difference(`the list of trades is ${listed.join()} instead of ${tradeIds.join()}`);
    },
  };
}
