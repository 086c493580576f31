/** The operator of the treasury: funds books, before anything else happens and later, and records trades at new prices. */
import { expectOneSuccess, expectRefusal, expectStatus } from '../clients/expectations.ts';
import { DUAL_CONTROL } from '../cluster/world.ts';
import type { Random } from '../commands/random.ts';
import { textOf } from '../model/prediction.ts';
import type { Answer } from '../model/prediction.ts';
import type { Market } from '../model/state/market.ts';
import { COIN, POINTS, formatAmount, parseAmount } from '../model/state/money.ts';
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
  /** Integrators whose books may get more than their clients know of. */
  readonly funded: readonly string[];
};

export type Funds = { readonly coin: string; readonly points: string };

/** What an integrator was allocated in all, in the smallest units. */
export type Allocated = { readonly coin: bigint; readonly points: bigint };

export type Treasurer = {
  /** Whether it took effect. */
  allocate(integratorId: string, funds: Funds): Promise<boolean>;
  /** By integrator. */
  readonly allocated: ReadonlyMap<string, Allocated>;
  trade(price: string): Promise<void>;
  /** The next trade of `run` is now. */
  tradeSoon(): void;
  /** Records two trades, one shortly after the other. Nothing follows, because they need no second operator. */
  tradeTwice(): Promise<void>;
  /** Records trades and allocations until the condition ends. */
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

/** Both sides of the limit from which on a second operator approves an allocation. */
const LARGE_FUNDS: Funds = { coin: '0.5', points: DUAL_CONTROL.allocation };
const SMALL_FUNDS: Funds = { coin: '0', points: '0.01' };
/** What two allocations leave, in the smallest unit, so that others still succeed. */
const COIN_LEFT = parseAmount('10', COIN) ?? 0n;
const COIN_OF_TRADE = '99999999999999';
/** The most that a request can name, in the smallest unit. */
const COIN_MAX = parseAmount('999999999999999', COIN) ?? 0n;

export function createTreasurer(options: TreasurerOptions): Treasurer {
  const { scheduler, random, market, calls } = options;
  let wake: () => void = () => undefined;
  const tradeIds: string[] = [];
  const allocated = new Map<string, Allocated>();
  /** Before and after, everything that is proposed takes effect. */
  let isRunning = false;

  async function trade(price: string): Promise<void> {
    const body = { side: 'buy', coin_amount: COIN_OF_TRADE, price };
    const isLarge = Number(price) >= LARGE_PRICE;
    const about = `a trade at ${price}`;
    const begin = () => market.trade(price, STARTS_AT + scheduler.now());
    let report = isLarge ? undefined : begin();
    const sent = await calls.ask('treasury/sandbox/trades', body);
    const answer = isLarge ? await decide(sent, about, () => (report = begin())) : sent;
    if (answer === undefined) return;
    expectStatus(answer, about, 201);
    tradeIds.push(textOf(answer.body, 'id'));
    report?.(textOf(answer.body, 'traded_at'), STARTS_AT + scheduler.now() + KNOWN_WITHIN_MS);
  }

  /** A second operator approves the proposal, once. Undefined if it is withdrawn. `begin` is called before it can take effect. */
  async function decide(
    proposed: Answer,
    about: string,
    begin = (): void => undefined,
  ): Promise<Answer | undefined> {
    expectStatus(proposed, about, 202);
    const path = `proposals/${textOf(proposed.body, 'id')}`;
    expectStatus(await calls.ask(`${path}/approve`, {}), 'the approval of an own proposal', 403);
    if (isRunning && random.oneIn(4)) {
      const by = random.pick(['operator', 'secondOperator'] as const);
      expectStatus(await calls.ask(`${path}/withdraw`, {}, { by }), 'a withdrawal', 200);
      const late = await calls.ask(`${path}/approve`, {}, { by: 'secondOperator' });
      expectStatus(late, 'the approval of a withdrawn proposal', 409);
      return undefined;
    }
    begin();
    const answers = await Promise.all(
      [1, 2].map(() => calls.ask(`${path}/approve`, {}, { by: 'secondOperator' })),
    );
    return answers[expectOneSuccess(answers, 'two approvals', 201)];
  }

  async function allocate(integrator_id: string, { coin, points }: Funds): Promise<boolean> {
    const body = { integrator_id, coin_stock: coin, points_backing: points };
    const about = `an allocation of ${coin} coin and ${points} points`;
    const isLarge = Number(points) >= Number(DUAL_CONTROL.allocation);
    const sent = await calls.ask('treasury/sandbox/allocations', body);
    const answer = isLarge ? await decide(sent, about) : sent;
    if (answer === undefined) return false;
    expectStatus(answer, about, 201);
    const before = allocated.get(integrator_id) ?? { coin: 0n, points: 0n };
    allocated.set(integrator_id, {
      coin: before.coin + (parseAmount(coin, COIN) ?? 0n),
      points: before.points + (parseAmount(points, POINTS) ?? 0n),
    });
    return true;
  }

  /** Together, two proposals need more coin than there is. */
  async function allocateTwice(integrator_id: string, coin: bigint): Promise<void> {
    const late = { coin_stock: formatAmount(COIN_LEFT + 1n, COIN), points_backing: DUAL_CONTROL.allocation };
    const proposed = await calls.ask('treasury/sandbox/allocations', { integrator_id, ...late });
    const { body } = expectStatus(proposed, 'a second allocation', 202);
    const funds = { coin: formatAmount(coin, COIN), points: DUAL_CONTROL.allocation };
    const isAllocated = await allocate(integrator_id, funds);
    const path = `proposals/${textOf(body, 'id')}`;
    if (isAllocated) {
      const approval = await calls.ask(`${path}/approve`, {}, { by: 'secondOperator' });
      expectRefusal(approval, 'the approval of too much coin', 422, 'insufficient_liquidity');
    }
    await calls.write(`${path}/withdraw`, 200, {});
  }

  async function allocateMore(): Promise<void> {
    const integrator_id = random.pickAny(options.funded) ?? '';
    const bought = BigInt(tradeIds.length) * (parseAmount(COIN_OF_TRADE, COIN) ?? 0n);
    const tooMuch = [...allocated.values()].reduce((left, { coin }) => left - coin, bought) + 1n;
    if (tooMuch > COIN_MAX || !random.oneIn(2)) {
      await allocate(integrator_id, random.pick([LARGE_FUNDS, SMALL_FUNDS]));
      return;
    }
    if (tooMuch > 2n * COIN_LEFT && random.oneIn(2)) {
      await allocateTwice(integrator_id, tooMuch - COIN_LEFT);
      return;
    }
    const body = { integrator_id, coin_stock: formatAmount(tooMuch, COIN) };
    const refused = await calls.ask('treasury/sandbox/allocations', body);
    expectRefusal(refused, 'an allocation of too much coin', 422, 'insufficient_liquidity');
  }

  return {
    trade,
    allocate,
    allocated,
    async tradeTwice() {
      const first = trade(random.pick(SMALL_PRICES));
      await scheduler.pause(random.below(SECOND_TRADE_MS));
      await Promise.all([first, trade(random.pick(SMALL_PRICES))]);
    },
    tradeSoon: () => wake(),
    async run(continues) {
      isRunning = true;
      for (;;) {
        await new Promise<void>((resolve) => {
          wake = () => void scheduler.schedule(0, resolve, HARNESS);
          scheduler.schedule(1_000 + random.below(20_000), resolve);
        });
        if (!continues()) break;
        await trade(random.pick(PRICES));
        if (random.oneIn(3)) await allocateMore();
      }
      isRunning = false;
    },
    async check() {
      const listed = (await calls.list('treasury/sandbox/trades')).map((each) => textOf(each, 'id'));
      if (listed.toSorted().join() !== tradeIds.toSorted().join())
        throw new Difference(`the list of trades is ${listed.join()} instead of ${tradeIds.join()}`);
    },
  };
}
