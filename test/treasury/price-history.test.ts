import { expect } from 'chai';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import { ASSET_DECIMALS, parseAmount } from '../../src/ledger/amount.ts';
import { formatRatio } from '../../src/ledger/quote.ts';
import type { PriceRules } from '../../src/treasury/price-history.ts';
import { loadTreasury, type Treasury } from '../../src/treasury/treasury.ts';
import { AUTHENTICATION } from '../support/event-macs.ts';
import { TREASURY_LIMITS } from '../support/policy.ts';

const HOUR_MS = 60 * 60 * 1_000;
const RULES: PriceRules = {
  tradeAtLeast: parseAmount('0.01', ASSET_DECIMALS['svc-coin']) ?? 0n,
  moveBpsMax: 500n,
  windowMs: 24 * HOUR_MS,
};
const by = (operator: string) => ({ actor: `operator:${operator}`, requestId: 'req_test', operator });

describe('The price of coin', () => {
  let now: number;
  let treasury: Treasury;
  beforeEach(async () => {
    now = Date.parse('2026-03-01T09:00:00Z');
    const limits = { ...TREASURY_LIMITS, proposalLifetimeMs: 1_000 * HOUR_MS };
    treasury = await loadTreasury(createMemoryEventStore(), AUTHENTICATION, 'production', () => now, {
      ...limits,
      prices: { ...limits.prices, production: RULES },
    });
    await trade('2500', '10');
  });

  /** The status of the answer: 201 if the trade was recorded, 202 if it waits for a second operator. */
  async function trade(price: string, coin_amount = '1', traded_at?: string): Promise<number> {
    now += 60_000;
    const what = { side: 'buy', coin_amount, price, counterparty: null, traded_at } as const;
    const outcome = await treasury.recordTrade(what, by('Tara'));
    if (outcome.kind !== 'done') throw new Error(outcome.kind);
    return outcome.answer.status;
  }
  const approveNewest = async (): Promise<void> => {
    const proposal = [...treasury.proposals.keys()].at(-1) ?? '';
    expect((await treasury.executeProposal(proposal, by('Omar'))).kind).to.equal('done');
  };
  const current = (): string | undefined => treasury.lastPrice()?.text;
  const highest = (): string => formatRatio(treasury.highestPrice() ?? { numerator: 0n, denominator: 1n });

  it('is moved by one operator up to the limit, in both directions', async () => {
    expect(await trade('2625')).to.equal(201);
    expect(await trade('2500')).to.equal(201);
    expect(await trade('2493.75')).to.equal(201);
    expect(current()).to.equal('2493.75');
  });

  it('is moved further only by two operators, however small the trade is', async () => {
    for (const price of ['2625.01', '2374.99', '0.01', '98010000']) {
      expect(await trade(price, '0.01'), price).to.equal(202);
      expect(current()).to.equal('2500');
    }
    await approveNewest();
    expect(current()).to.equal('98010000');
  });

  it('is not moved far by many small steps', async () => {
    expect(await trade('2450')).to.equal(201);
    expect(await trade('2401')).to.equal(201);
    expect(await trade('2352.98')).to.equal(202);
    now += 25 * HOUR_MS;
    expect(await trade('2352.98')).to.equal(201);
  });

  it('starts again where two operators agreed on it', async () => {
    expect(await trade('2000')).to.equal(202);
    await approveNewest();
    expect(await trade('2090')).to.equal(201);
    expect(await trade('2500')).to.equal(202);
  });

  it('is not set by a trade that is too small, or older than the one that set it', async () => {
    expect(await trade('98010000', '0.00999999')).to.equal(201);
    expect(await trade('98010000', '5', '2026-02-01T00:00:00.000Z')).to.equal(201);
    expect(current()).to.equal('2500');
    expect(treasury.trades()).to.have.length(3);
  });

  it('counts for limits and reviews at its highest of the last hours', async () => {
    await trade('2000');
    await approveNewest();
    expect([current(), highest()]).to.deep.equal(['2000', '2500']);
    now += 24 * HOUR_MS;
    expect(highest()).to.equal('2000');
  });
});

describe('A treasury with small trades only', () => {
  it('takes its price from them until a large one sets it, whenever that was traded', async () => {
    let now = Date.parse('2026-03-01T09:00:00Z');
    const treasury = await loadTreasury(createMemoryEventStore(), AUTHENTICATION, 'production', () => now, {
      ...TREASURY_LIMITS,
      prices: { ...TREASURY_LIMITS.prices, production: { ...RULES, moveBpsMax: null } },
    });
    const trades = [
      ['0.001', '2400', undefined],
      ['1', '2500', '2026-01-01T00:00:00.000Z'],
      ['0.001', '9', undefined],
    ] as const;
    const prices: (string | undefined)[] = [];
    for (const [coin_amount, price, traded_at] of trades) {
      now += 1_000;
      const what = { side: 'buy', coin_amount, price, counterparty: null, traded_at } as const;
      await treasury.recordTrade(what, by('Tara'));
      prices.push(treasury.lastPrice()?.text);
    }
    expect(prices).to.deep.equal(['2400', '2500', '2500']);
  });
});
