import { expect } from 'chai';
import { decodeMetadata } from '../../src/event-store/codec.ts';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import { asPoints } from '../../src/ledger/amount.ts';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import { COIN_STOCK } from '../../src/ledger/posting.ts';
import { closeBook, openBook } from '../../src/ledger/sandbox.ts';
import {
  createAllocationDelivery,
  createTreasuries,
  fundSandboxTreasury,
} from '../../src/treasury/treasuries.ts';
import { loadTreasury, type Treasury } from '../../src/treasury/treasury.ts';
import { encodeEvent } from '../support/encode-event.ts';
import { AUTHENTICATION, EVENT_MACS } from '../support/event-macs.ts';
import { FIRST_BOOKS } from '../support/first-books.ts';
import { TREASURY_LIMITS } from '../support/policy.ts';
import { command, keepersOn, until } from '../support/writer.ts';

const WHO = { actor: 'operator:opt_test', requestId: 'req_test', operator: 'Tara' };
const TRADE = {
  side: 'buy',
  coin_amount: '5',
  price: '2500',
  counterparty: null,
  traded_at: undefined,
} as const;
const give = (integrator_id: string, coin_stock: string) => ({
  integrator_id,
  coin_stock,
  points_backing: undefined,
});

/** A treasury, and the books that it allocates to. */
async function treasuryOn(eventStore = createMemoryEventStore(), clock = Date.now) {
  const treasury = await loadTreasury(eventStore, AUTHENTICATION, 'sandbox', clock, TREASURY_LIMITS);
  const writers = keepersOn({ eventStore, hasOtherWriters: true });
  const delivery = createAllocationDelivery(treasury, writers, FIRST_BOOKS);
  const stockOf = (integrator: string): Promise<bigint> =>
    writers.read(bookStreamOf(integrator, 'sandbox'), (book) => book.accounts.get(COIN_STOCK)?.amount ?? 0n);
  return { eventStore, treasury, writers, delivery, stockOf };
}

describe('Both treasuries', () => {
  it('are updated and delivered automatically, even if a book of the other treasury cannot be written', async () => {
    const eventStore = createMemoryEventStore();
    const brought: string[] = [];
    const writers = keepersOn({ eventStore, hasOtherWriters: true });
    const node = () =>
      createTreasuries({
        eventStore,
        books: FIRST_BOOKS,
        limits: TREASURY_LIMITS,
        authentication: AUTHENTICATION,
        writers: {
          read: (stream, read) =>
            stream.endsWith('-sandbox')
              ? Promise.reject(new Error('the book is broken'))
              : writers.read(stream, read),
          submit(stream, command) {
            brought.push(stream);
            return writers.submit(stream, command);
          },
        },
        maxAgeHours: { sandbox: null, production: null },
        clock: Date.now,
        log: { info: () => undefined, warn: () => undefined },
        onUnreadable: () => undefined,
        onReadable: () => undefined,
      });
    const [here, there] = [node(), node()];
    await Promise.all([here.load(), there.load()]);
    const stopping = new AbortController();
    const following = here.follow(stopping.signal, true);
    await there.get('sandbox').recordTrade(TRADE, WHO);
    await there.get('sandbox').recordAllocation(give('int_a', '1'), WHO);
    await until(() => here.prices.last('sandbox') !== undefined);
    await there.get('production').recordTrade({ ...TRADE, price: '999' }, WHO);
    await there.get('production').recordAllocation(give('int_b', '1'), WHO);
    await until(() => brought.includes(bookStreamOf('int_b', 'production')));
    expect(here.prices.last('production')?.text).to.equal('999');
    stopping.abort();
    await following;
  });
});

describe('A treasury with an unreadable event', () => {
  it('has no price, because there may be a newer one, and reports the reason', async () => {
    const eventStore = createMemoryEventStore();
    const reasons: string[] = [];
    const treasuries = createTreasuries({
      eventStore,
      books: FIRST_BOOKS,
      limits: TREASURY_LIMITS,
      authentication: AUTHENTICATION,
      writers: keepersOn({ eventStore }),
      maxAgeHours: { sandbox: null, production: null },
      clock: Date.now,
      log: { info: () => undefined, warn: () => undefined },
      onUnreadable: (_environment, reason) => reasons.push(reason),
      onReadable: () => undefined,
    });
    await treasuries.load();
    for (const environment of ['sandbox', 'production'] as const)
      await treasuries.get(environment).recordTrade(TRADE, WHO);
    const { stream } = treasuries.get('sandbox');
    const [trade] = await eventStore.read(stream, 0, 1);
    if (trade === undefined) throw new Error('no trade was recorded');
    const { hash, ...about } = decodeMetadata(trade);
    const newer = { type: 'trade.recorded', data: { newer: true } };
    const metadata = { ...about, schema_version: 99 };
    const { event } = encodeEvent(hash, stream, 1, newer, metadata, EVENT_MACS);
    await eventStore.append(stream, [event], 0);
    const stopping = new AbortController();
    const following = treasuries.follow(stopping.signal, false);
    await until(() => reasons.length > 0);
    expect(treasuries.prices.current('sandbox')).to.equal(undefined);
    expect(treasuries.prices.current('production')?.text).to.equal('2500');
    stopping.abort();
    await following;
    expect(reasons).to.have.length(1);
  });
});

describe('A treasury in memory', () => {
  it('is the same after it is loaded again', async () => {
    const { eventStore, treasury } = await treasuryOn();
    await treasury.recordTrade(TRADE, WHO);
    await treasury.recordTrade({ ...TRADE, side: 'sell', coin_amount: '1', price: '3000' }, WHO);
    await treasury.recordAllocation(give('int_a', '2'), WHO);
    const { treasury: again, delivery } = await treasuryOn(eventStore);
    expect(again.unallocatedCoin()).to.equal(2_00000000n);
    expect(again.lastPrice()?.text).to.equal('3000');
    expect(again.trades()).to.deep.equal(treasury.trades());
    expect([...delivery.undelivered()]).to.deep.equal([['int_a', treasury.allocations()]]);
  });

  it('proposes a large allocation, and has it only once another operator approved it', async () => {
    const limits = { ...TREASURY_LIMITS, allocationsAtLeast: asPoints(5_000_00n) };
    const eventStore = createMemoryEventStore();
    const load = () => loadTreasury(eventStore, AUTHENTICATION, 'sandbox', Date.now, limits);
    const treasury = await load();
    await treasury.recordTrade(TRADE, WHO);
    await treasury.recordAllocation(give('int_a', '1.99999999'), WHO);
    await treasury.recordAllocation(give('int_a', '2'), WHO);
    expect([treasury.allocations().length, treasury.unallocatedCoin()]).to.deep.equal([1, 3_00000001n]);
    const again = await load();
    const [proposal] = again.proposals.values();
    expect(proposal).to.deep.include({
      points: '5000.00',
      action: { type: 'allocation', integrator_id: 'int_a', coin_stock: '2.00000000' },
    });
    const approve = (operator: string) => again.executeProposal(proposal?.id ?? '', { ...WHO, operator });
    expect(await approve('tara ')).to.have.nested.property('refusal.code', 'second_operator_required');
    expect((await approve('Tim')).kind).to.equal('done');
    expect(again.unallocatedCoin()).to.equal(1_00000001n);
    const nobody = await again.recordAllocation(
      { integrator_id: 'int_a', coin_stock: undefined, points_backing: '5000.00' },
      { ...WHO, operator: undefined },
    );
    expect(nobody).to.have.nested.property('refusal.code', 'second_operator_required');
  });

  it('never allocates more than it has, even with concurrent requests in several processes', async () => {
    const one = await treasuryOn();
    const other = await treasuryOn(one.eventStore);
    await one.treasury.recordTrade(TRADE, WHO);
    const ask = (treasury: Treasury) => treasury.recordAllocation(give('int_a', '1'), WHO);
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, i) => ask(i % 2 === 0 ? one.treasury : other.treasury)),
    );
    expect(outcomes.filter(({ kind }) => kind === 'done')).to.have.length(5);
    expect(outcomes.filter(({ kind }) => kind === 'refused')).to.have.length(7);
    await one.treasury.refresh();
    expect(one.treasury.unallocatedCoin()).to.equal(0n);
    // Both deliver all allocations to the book at the same time.
    await other.treasury.refresh();
    await Promise.all([one.delivery.deliver(), other.delivery.deliver(), one.delivery.deliver()]);
    expect(await one.stockOf('int_a')).to.equal(5_00000000n);
    expect(one.delivery.undelivered().size).to.equal(0);
  });

  it('may sell more than it bought, and then allocates nothing', async () => {
    const { treasury } = await treasuryOn();
    await treasury.recordTrade({ ...TRADE, side: 'sell' }, WHO);
    expect(treasury.unallocatedCoin()).to.equal(-5_00000000n);
    const outcome = await treasury.recordAllocation(give('int_a', '0.00000001'), WHO);
    expect(outcome.kind === 'refused' && outcome.refusal.code).to.equal('insufficient_liquidity');
    expect(outcome.kind === 'refused' && outcome.refusal.message).to.contain('0.00000000 coin');
  });

  it('delays only the delivery to a book that cannot be written', async () => {
    const { treasury, writers, delivery, stockOf } = await treasuryOn();
    await treasury.recordTrade(TRADE, WHO);
    for (const integrator of ['int_a', 'int_b', 'int_c'])
      await treasury.recordAllocation(give(integrator, '1'), WHO);
    let isAway = true;
    const away: typeof writers = {
      ...writers,
      submit(stream, command) {
        if (isAway && stream.includes('int_a')) throw new Error('this book is away');
        return writers.submit(stream, command);
      },
    };
    const held = createAllocationDelivery(treasury, away, FIRST_BOOKS);
    expect(await held.deliver().catch((error: unknown) => String(error))).to.contain('is away');
    expect([...held.undelivered().keys()]).to.deep.equal(['int_a']);
    expect(await stockOf('int_c')).to.equal(1_00000000n);
    isAway = false;
    await held.deliver();
    await delivery.deliver();
    expect(await stockOf('int_a')).to.equal(1_00000000n);
    expect(held.undelivered().size).to.equal(0);
  });

  it('retries the delivery to a book that refused it', async () => {
    const { treasury, writers, stockOf } = await treasuryOn();
    await treasury.recordTrade(TRADE, WHO);
    await treasury.recordAllocation(give('int_a', '1'), WHO);
    let isRefusing = true;
    const refusing: typeof writers = {
      ...writers,
      submit: (stream, command) =>
        isRefusing
          ? Promise.resolve({ kind: 'refused', refusal: { code: 'not_found', message: 'No.' } })
          : writers.submit(stream, command),
    };
    const delivery = createAllocationDelivery(treasury, refusing, FIRST_BOOKS);
    expect(await delivery.deliver().catch((error: unknown) => String(error))).to.contain('did not accept');
    expect(delivery.undelivered().size).to.equal(1);
    isRefusing = false;
    await delivery.deliver();
    expect(await stockOf('int_a')).to.equal(1_00000000n);
  });

  it('delivers all allocations of an integrator again to the book that replaces its own', async () => {
    const { treasury, writers } = await treasuryOn();
    await treasury.recordTrade(TRADE, WHO);
    await treasury.recordAllocation(give('int_a', '1'), WHO);
    await treasury.recordAllocation(give('int_a', '2'), WHO);
    let generation = 1;
    const delivery = createAllocationDelivery(treasury, writers, {
      ...FIRST_BOOKS,
      current: (id, environment) => bookStreamOf(id, environment, generation),
    });
    await delivery.deliver();
    await treasury.recordAllocation(give('int_a', '0.5'), WHO);
    const [former, next] = [bookStreamOf('int_a', 'sandbox'), bookStreamOf('int_a', 'sandbox', 2)];
    await writers.submit(former, command(closeBook));
    await writers.submit(next, command(openBook));
    generation = 2;
    expect(delivery.undelivered().get('int_a')).to.have.length(3);
    await delivery.deliverTo('int_a');
    expect(delivery.undelivered().size).to.equal(0);
    const stock = (stream: string) => writers.read(stream, (book) => book.accounts.get(COIN_STOCK)?.amount);
    expect(await stock(next)).to.equal(3_50000000n);
    expect(await stock(former)).to.equal(3_00000000n);
  });

  it('receives its initial funding once, and only without events', async () => {
    const { eventStore, treasury, delivery, stockOf } = await treasuryOn();
    await fundSandboxTreasury(treasury, 'int_a');
    await fundSandboxTreasury(treasury, 'int_a');
    await delivery.deliver();
    const later = await treasuryOn(eventStore);
    await fundSandboxTreasury(later.treasury, 'int_a');
    await later.delivery.deliver();
    expect(later.treasury.trades()).to.have.length(1);
    expect(await stockOf('int_a')).to.equal(5_000_00000000n);
    const used = await treasuryOn();
    await used.treasury.recordTrade(TRADE, WHO);
    await fundSandboxTreasury(used.treasury, 'int_a');
    await used.delivery.deliver();
    expect(used.treasury.trades()).to.have.length(1);
    expect(await used.stockOf('int_a')).to.equal(0n);
  });
});
