/** The trial balance of a closing, its totals by kind, and the books that it covers. */
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { FIRST_HASH, decodeData, decodeMetadata } from '../../src/event-store/codec.ts';
import { encodeAppend } from '../../src/event-store/event-macs.ts';
import { encodingSchemasOf } from '../../src/event-store/event-schemas.ts';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import type { ClosingTotals, ReconciliationDay } from '../../src/generated/api.ts';
import type { ReconciliationEvent } from '../../src/generated/events.ts';
import { formatAmount, parseStoredAmount } from '../../src/ledger/amount.ts';
import type { BookEvent } from '../../src/ledger/event.ts';
import type { Line } from '../../src/ledger/posting.ts';
import { journalRange, journalTotals } from '../../src/reconciliation/journal.ts';
import { EVENT_MACS } from '../support/event-macs.ts';
import {
  RECONCILIATION_BOOK,
  RECONCILIATION_STREAM,
  WHO,
  createReconciliationWorld,
  done,
  type ReconciliationWorld,
  itemsOf,
} from '../support/reconciliation-world.ts';
import { statementOf } from '../support/statements.ts';

const BOOKS = [RECONCILIATION_BOOK];
const ANA = 'wal_ana';
const BEN = 'wal_ben';
const at = (day: string, hour = '10'): string => `2026-03-${day}T${hour}:00:00.000Z`;

type Leg = readonly [account: string, amount: string, unit?: string, bucket?: Line['bucket'] | undefined];

/** Reconciliation does not read the balances after the lines. */
const posting = (...legs: readonly Leg[]): BookEvent => ({
  type: 'posting.recorded',
  data: {
    transfer_id: null,
    description: 'Test',
    lines: legs.map(([account, amount, unit = 'svc-points', bucket = 'available']) => ({
      ...{ account, bucket, unit, amount, balance_after: amount },
    })),
  },
});

const onramp = (fiat: string, points: string, bucket?: Line['bucket']): BookEvent =>
  posting(
    ['clearing:bank_eft:usd', `-${fiat}`, 'usd'],
    ['fiat_held:usd', fiat, 'usd'],
    ['points_issued', `-${points}`],
    [ANA, points, 'svc-points', bucket],
  );
const transfer = (points: string): BookEvent => posting([ANA, `-${points}`], [BEN, points]);
const reward = (points: string): BookEvent => posting(['rewards_granted', `-${points}`], [ANA, points]);

/** These worlds have no bank. */
const NO_STATEMENTS = ['bank_eft:usd', 'bank_eft:eur', 'emailpay:cad'];

async function close(world: ReconciliationWorld, day: string): Promise<ReconciliationDay> {
  const reconciliation = await world.reconciliation();
  done(await reconciliation.collectMovements(BOOKS, WHO));
  return done(
    await reconciliation.days.close(`2026-03-${day}`, NO_STATEMENTS, WHO),
  ) as unknown as ReconciliationDay;
}

const totalsOf = ({ totals }: ReconciliationDay): ClosingTotals => {
  if (totals === null) throw new Error('the closing has no totals');
  return totals;
};
const rowsOf = (day: ReconciliationDay): string[] =>
  totalsOf(day).trial_balance.map((each) =>
    [each.unit, each.account, each.opening_balance, each.debit, each.credit, each.closing_balance].join(' '),
  );
const kindsOf = (day: ReconciliationDay): string[] =>
  totalsOf(day).kinds.map(({ kind, unit, count, amount }) => [kind, unit, count, amount].join(' '));

describe('The totals of a closing', () => {
  it('are the trial balance of all accounts, and what moved by kind', async () => {
    const world = createReconciliationWorld();
    await world.append(at('02'), [onramp('50.00', '5000.00'), reward('25.00')]);
    await world.append(at('02', '11'), [transfer('40.00'), transfer('2.50')]);
    await world.append(at('03', '00'), [transfer('1.00')]);
    const closed = await close(world, '02');
    expect(rowsOf(closed)).to.deep.equal([
      'svc-points points_issued 0.00 5000.00 0.00 -5000.00',
      'svc-points rewards_granted 0.00 25.00 0.00 -25.00',
      'svc-points wallets 0.00 42.50 5067.50 5025.00',
      'usd clearing:bank_eft:usd 0.00 50.00 0.00 -50.00',
      'usd fiat_held:usd 0.00 0.00 50.00 50.00',
    ]);
    expect(kindsOf(closed)).to.deep.equal([
      'onramp svc-points 1 5000.00',
      'reward svc-points 1 25.00',
      'user_to_user svc-points 2 42.50',
      'onramp usd 1 50.00',
    ]);
    const last = await world.eventStore.readLast(RECONCILIATION_BOOK);
    const line = `${RECONCILIATION_BOOK} ${last?.revision} ${last && decodeMetadata(last).hash}\n`;
    expect(totalsOf(closed).books).to.deep.equal({
      count: 1,
      sha256: createHash('sha256').update(line).digest('hex'),
    });
    expect(closed.note)
      .to.contain('\nbalance svc-points wallets 0.00 debit 42.50 credit 5067.50 5025.00\n')
      .and.contain('\nkind svc-points user_to_user 2 42.50\n')
      .and.contain(`\nbooks 1 ${totalsOf(closed).books.sha256}\n`);
    await world.audit();
  });

  it('continue with the balances of the closing before', async () => {
    const world = createReconciliationWorld();
    await world.append(at('02'), [reward('25.00')]);
    await close(world, '02');
    await world.append(at('04'), [transfer('5.00'), reward('1.00')]);
    const closed = await close(world, '05');
    expect(rowsOf(closed)).to.deep.equal([
      'svc-points rewards_granted -25.00 1.00 0.00 -26.00',
      'svc-points wallets 25.00 5.00 6.00 26.00',
    ]);
    expect(kindsOf(closed)).to.deep.equal(['reward svc-points 1 1.00', 'user_to_user svc-points 1 5.00']);
    expect(kindsOf(await close(world, '06'))).to.deep.equal([]);
    await world.audit();
  });

  it('name every kind, and count nothing that is only held', async () => {
    const world = createReconciliationWorld();
    const inFlight = 'payouts_in_flight';
    const clearing = 'clearing:bank_eft:usd';
    await world.append(at('02'), [
      posting(['coin_allocated', '-5.00000000', 'svc-coin'], ['coin_stock', '5.00000000', 'svc-coin']),
      posting(['points_backed', '-900.00'], ['points_headroom', '900.00']),
      posting(
        ...([
          [ANA, '-100.00'],
          ['points_headroom', '99.00'],
          ['spread_income', '1.00'],
        ] as const),
        ['coin_stock', '-0.03960000', 'svc-coin'],
        ['wal_coin', '0.03960000', 'svc-coin'],
      ),
      posting([ANA, '-10.00'], [inFlight, '10.00']),
      posting(
        ...([
          [inFlight, '-10.00'],
          ['points_issued', '10.00'],
        ] as const),
        ['fiat_held:usd', '-0.10', 'usd'],
        [clearing, '0.10', 'usd'],
      ),
      posting([ANA, '-7.00'], [inFlight, '7.00']),
      posting([inFlight, '-7.00'], [ANA, '7.00']),
      posting([ANA, '-3.00'], [ANA, '3.00', 'svc-points', 'pending']),
      posting([ANA, '-3.00', 'svc-points', 'pending'], [BEN, '3.00']),
      onramp('2.00', '200.00', 'pending'),
      posting(
        [ANA, '-200.00', 'svc-points', 'pending'],
        ['points_issued', '200.00'],
        ['fiat_held:usd', '-2.00', 'usd'],
        [clearing, '2.00', 'usd'],
      ),
    ]);
    const closed = await close(world, '02');
    expect(kindsOf(closed)).to.deep.equal([
      'allocation svc-coin 1 5.00000000',
      'conversion svc-coin 1 0.03960000',
      'allocation svc-points 1 900.00',
      'conversion svc-points 1 100.00',
      'offramp svc-points 1 10.00',
      'onramp svc-points 1 200.00',
      'onramp_returned svc-points 1 200.00',
      'user_to_user svc-points 1 3.00',
      'offramp usd 1 0.10',
      'onramp usd 1 2.00',
      'onramp_returned usd 1 2.00',
    ]);
    expect(rowsOf(closed)).to.include('svc-points wallets:pending 0.00 203.00 203.00 0.00');
    await world.audit();
  });

  it('contain write-offs, and list the breaks that stay open', async () => {
    const world = createReconciliationWorld();
    await world.append(at('02'), [onramp('50.00', '5000.00')]);
    await world.import(
      statementOf([
        { amount: '50.00', reference: 'B-1' },
        { amount: '-1.50', reference: 'B-2' },
        { amount: '3.00', reference: 'B-3' },
      ]),
    );
    const reconciliation = await world.reconciliation();
    done(await reconciliation.collectMovements(BOOKS, WHO));
    const decide = async (reference: string, resolution: 'accept' | 'write_off'): Promise<string> => {
      const items = await itemsOf(reconciliation, { breaks: 'open' });
      const id = items.find(({ line }) => line?.bank_reference === reference)?.id ?? '';
      done(await reconciliation.resolve(id, { resolution, reason: 'Test' }, { ...WHO, operator: 'Ana' }));
      return id;
    };
    const found = await itemsOf(reconciliation, { breaks: 'open' });
    const line = found.find(({ line: each }) => each?.bank_reference === 'B-1')?.id ?? '';
    const movement_id = found.find(({ movement }) => movement !== null)?.id ?? '';
    const link = { resolution: 'link', movement_id, reason: 'Test' } as const;
    done(await reconciliation.resolve(line, link, { ...WHO, operator: 'Ana' }));
    await decide('B-2', 'write_off');
    const open = await decide('B-3', 'accept');
    const closed = await close(world, '02');
    expect(rowsOf(closed)).to.include.members([
      'usd bank:bank_eft:usd 0.00 0.00 1.50 1.50',
      'usd difference:bank_eft:usd 0.00 1.50 0.00 -1.50',
    ]);
    expect(totalsOf(closed).breaks).to.deep.equal([
      {
        ...{ rail: 'bank_eft', currency: 'usd', day: '2026-03-02' },
        ...{ line_id: open, movement_id: null, difference: '3.00' },
      },
    ]);
    await world.audit();
  });

  it('add what was posted late to the first open day', async () => {
    const world = createReconciliationWorld();
    await world.append(at('02'), [reward('25.00')]);
    await close(world, '03');
    // By a process whose clock is slow.
    await world.append(at('03', '23'), [reward('5.00')]);
    expect(rowsOf(await close(world, '04'))).to.deep.equal([
      'svc-points rewards_granted -25.00 5.00 0.00 -30.00',
      'svc-points wallets 25.00 0.00 5.00 30.00',
    ]);
    await world.audit();
  });

  it('begin with the balances of all earlier days after a closing of a release without totals', async () => {
    const before = createReconciliationWorld();
    await before.append(at('02'), [onramp('50.00', '5000.00'), reward('25.00')]);
    await close(before, '02');
    await before.append(at('03'), [reward('1.00')]);
    const world = createReconciliationWorld({ eventStore: await withoutTotals(before) });
    expect((await (await world.reconciliation()).days.get('2026-03-02'))?.totals).to.equal(null);
    await world.audit();
    const closed = await close(world, '03');
    expect(rowsOf(closed)).to.include.members([
      'svc-points wallets 5025.00 0.00 1.00 5026.00',
      'usd clearing:bank_eft:usd -50.00 0.00 0.00 -50.00',
    ]);
    expect(kindsOf(closed)).to.deep.equal(['reward svc-points 1 1.00']);
    await world.audit();
  });

  it('can follow a closing of an earlier release that knew nothing of the collected totals', async () => {
    const before = createReconciliationWorld();
    await before.append(at('02'), [reward('25.00')]);
    await close(before, '02');
    await before.append(at('03'), [reward('1.00')]);
    await close(before, '03');
    await before.append(at('04'), [reward('2.00')]);
    const world = createReconciliationWorld({ eventStore: await withoutTotals(before, ['2026-03-03']) });
    await world.audit();
    expect(rowsOf(await close(world, '04'))).to.include('svc-points wallets 26.00 0.00 2.00 28.00');
    await world.audit();
  });

  it('are collected once, however often and by however many processes', async () => {
    const world = createReconciliationWorld();
    await world.append(at('02'), [reward('25.00')]);
    const [one, two] = [await world.reconciliation(), await world.reconciliation()];
    await Promise.all([
      one.collectMovements(BOOKS, WHO),
      two.collectMovements(BOOKS, WHO),
      one.collectMovements(BOOKS, WHO),
    ]);
    const collected = (await world.events()).filter(({ type }) => type === 'totals.collected');
    expect(collected).to.have.length(1);
    await world.append(at('03'), [reward('1.00')]);
    done(await two.collectMovements(BOOKS, WHO));
    expect(kindsOf(await close(world, '03'))).to.deep.equal(['reward svc-points 2 26.00']);
    await world.audit();
  });

  it('are in parts that fit into an event, for a book with many days', async () => {
    const world = createReconciliationWorld();
    const first = Date.UTC(2025, 0, 1);
    for (let day = 0; day < 120; day += 1)
      await world.append(new Date(first + day * 86_400_000).toISOString(), [reward('1.00')]);
    const closed = await close(world, '02');
    expect(kindsOf(closed)).to.deep.equal(['reward svc-points 120 120.00']);
    const parts = (await world.events()).filter(({ type }) => type === 'totals.collected');
    expect(parts).to.have.length(3);
    await world.audit();
  });

  it('agree with the journal and sum to zero, for any postings', async () => {
    const amount = fc.integer({ min: 1, max: 999_999 }).map((cents) => formatAmount(BigInt(cents), 2));
    const event = fc.oneof(
      amount.map(transfer),
      amount.map(reward),
      fc.tuple(amount, amount).map(([fiat, points]) => onramp(fiat, points)),
    );
    const days = fc.array(fc.array(event, { maxLength: 4 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(days, fc.integer({ min: 1, max: 8 }), async (postings, eventsMax) => {
        const world = createReconciliationWorld();
        for (const [day, events] of postings.entries())
          if (events.length > 0) await world.append(at(`0${day + 2}`), events);
        for (const day of postings.keys()) {
          const closed = await close(world, `0${day + 2}`);
          const { readJournal, calendar } = await world.reconciliation();
          const journal = await journalTotals(readJournal(BOOKS, journalRange(calendar, closed.day)));
          const sums = new Map<string, { debit: bigint; credit: bigint; closing: bigint }>();
          for (const { unit, debit, credit, closing_balance } of totalsOf(closed).trial_balance) {
            const sum = sums.get(unit) ?? { debit: 0n, credit: 0n, closing: 0n };
            sum.debit += parseStoredAmount(debit);
            sum.credit += parseStoredAmount(credit);
            sum.closing += parseStoredAmount(closing_balance);
            sums.set(unit, sum);
          }
          for (const [unit, { debit, credit, closing }] of sums) {
            const posted = journal.units.find((each) => each.unit === unit) ?? { debit: '0', credit: '0' };
            expect([debit, credit, closing]).to.deep.equal([
              ...[parseStoredAmount(posted.debit), parseStoredAmount(posted.credit), 0n],
            ]);
          }
        }
        await world.audit({ eventsMax });
      }),
      { numRuns: 25, seed: 62 },
    );
  });
});

/** The same book and closings as an earlier release wrote them: all of them without totals, or only those of these days. */
async function withoutTotals(world: ReconciliationWorld, days?: readonly string[]) {
  const eventStore = createMemoryEventStore();
  await eventStore.append(RECONCILIATION_BOOK, await world.eventStore.read(RECONCILIATION_BOOK, 0, 100), -1);
  let end = { stream: RECONCILIATION_STREAM, revision: -1, hash: FIRST_HASH };
  for (const stored of await world.eventStore.read(RECONCILIATION_STREAM, 0, 100)) {
    if (stored.type === 'totals.collected' && days === undefined) continue;
    const event = { type: stored.type, data: decodeData(stored) } as ReconciliationEvent;
    const isOlder = event.type === 'day.closed' && days?.includes(event.data.day) !== false;
    if (isOlder) delete event.data.totals;
    const { time, actor, request_id } = decodeMetadata(stored);
    const encoded = encodeAppend(EVENT_MACS, end, {
      events: [event],
      schemaOf: (type) => {
        const schema = encodingSchemasOf('reconciliation')(type);
        return isOlder ? { ...schema, version: 1 } : schema;
      },
      metadata: { time, actor, request_id },
    });
    await eventStore.append(RECONCILIATION_STREAM, encoded, end.revision);
    const last = await eventStore.readLast(RECONCILIATION_STREAM);
    if (last !== undefined) end = { ...end, revision: last.revision, hash: decodeMetadata(last).hash };
  }
  return eventStore;
}
