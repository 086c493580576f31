/** Breaks, and the closing of days. */
import { expect } from 'chai';
import fc from 'fast-check';
import type {
  ReconciliationAccount,
  ReconciliationDay,
  ReconciliationItem,
} from '../../src/generated/api.ts';
import type { BookEvent } from '../../src/ledger/event.ts';
import { asPoints } from '../../src/ledger/amount.ts';
import { runs } from '../support/effort.ts';
import {
  NO_WRITE_OFF_LIMIT,
  RECONCILIATION_BOOK,
  WHO,
  createReconciliationWorld,
  done,
  itemsOf,
} from '../support/reconciliation-world.ts';
import type { ReconciliationWorld } from '../support/reconciliation-world.ts';
import { statementOf } from '../support/statements.ts';

const BOOKS = [RECONCILIATION_BOOK];
const trf = (n: number): string => `trf_01kakz3v0000000000000000${String(n).padStart(2, '0')}`;
const at = (day: string, hour = '10'): string => `2026-03-${day}T${hour}:00:00.000Z`;
const period = (day: string, more: object = {}) => ({
  opened_on: `2026-03-${day}`,
  closed_on: `2026-03-${day}`,
  ...more,
});

/** Two deposits on the second, one of which the bank books on the third; a fee on the second. */
async function twoDays(): Promise<ReconciliationWorld> {
  const world = createReconciliationWorld();
  await world.post([
    { time: at('02'), amount: '50.00', reference: 'E2E-1', transfer: trf(1) },
    { time: at('02', '23'), amount: '20.00', transfer: trf(2) },
  ]);
  await world.import(
    statementOf(
      [
        { amount: '50.00', reference: 'B-1', text: 'Deposit e2e-1' },
        { amount: '-1.50', reference: 'B-2', text: 'Fee' },
      ],
      period('02', { opening_balance: '1000.00' }),
    ),
  );
  await world.import(
    statementOf(
      [{ day: '2026-03-03', amount: '20.00', reference: 'B-3', text: `Deposit ${trf(2)}` }],
      period('03', { opening_balance: '1048.50' }),
    ),
  );
  done(await (await world.reconciliation()).collectMovements(BOOKS, WHO));
  return world;
}

const itemsIn = async (world: ReconciliationWorld) => itemsOf(await world.reconciliation(), {});
const outline = (items: readonly ReconciliationItem[]): string[] =>
  items.map(({ result, difference, matched_by }) => [result, difference, matched_by ?? ''].join(' ').trim());
const breakIn = async (world: ReconciliationWorld): Promise<ReconciliationItem> => {
  const [first] = await itemsOf(await world.reconciliation(), { breaks: 'open' });
  if (first === undefined) throw new Error('there is no break');
  return first;
};
const accountOf = (day: ReconciliationDay | undefined): ReconciliationAccount => {
  const [account] = day?.accounts ?? [];
  if (account === undefined) throw new Error('there is no account');
  return account;
};

describe('Reconciliation of days', () => {
  it('matches lines by a sealed reference, also on a later day', async () => {
    const world = await twoDays();
    expect(outline(await itemsIn(world))).to.have.members([
      'matched 0.00 reference',
      'missing_in_ledger -1.50',
      'matched 0.00 reference',
    ]);
    await world.audit();
  });

  it('closes the days of the time zone of the environment, also when clocks go forward', async () => {
    const world = createReconciliationWorld();
    world.calendar.setTimeZone('Europe/Berlin', null);
    world.now = '2026-03-29T21:59:59.999Z';
    await world.post([
      { time: '2026-03-28T22:59:59.999Z', amount: '1.00', transfer: trf(1) },
      { time: '2026-03-28T23:00:00.000Z', amount: '20.00', transfer: trf(2) },
      { time: '2026-03-29T21:59:59.999Z', amount: '300.00', transfer: trf(3) },
    ]);
    const close = async (day: string) =>
      (await world.reconciliation()).days.close(day, ['bank_eft:usd'], WHO);
    done(await (await world.reconciliation()).collectMovements(BOOKS, WHO));
    expect(await close('2026-03-29')).to.have.nested.property(
      'refusal.message',
      'The day cannot be closed. The day 2026-03-29 is not over yet (Europe/Berlin).',
    );
    world.now = '2026-03-29T22:00:00.000Z';
    await world.post([{ time: world.now, amount: '4000.00', transfer: trf(4) }]);
    done(await (await world.reconciliation()).collectMovements(BOOKS, WHO));
    done(await close('2026-03-28'));
    done(await close('2026-03-29'));
    const { days } = await world.reconciliation();
    const balances = await Promise.all(
      ['2026-03-28', '2026-03-29'].map(async (day) => accountOf(await days.get(day)).ledger_closing_balance),
    );
    expect(balances).to.deep.equal(['1.00', '321.00']);
    await world.audit();
    world.calendar.setTimeZone('UTC', null);
    expect(String(await world.audit().catch((error: unknown) => error))).to.contain('totals');
  });

  it('matches what came back late by the reference of the payout, or by that of the return', async () => {
    const world = await twoDays();
    const came = (transfer_id: string, points: string, more: object): BookEvent => ({
      type: 'payout.returned_late',
      data: {
        ...{ transfer_id, wallet_id: 'wal_1', points, amount: '5.00', currency: 'usd', rail: 'bank_eft' },
        ...{ reason: { code: 'closed', message: 'Closed.' } },
        ...more,
      },
    });
    const back = (transfer_id: string, amount: string): BookEvent => {
      const line = { bucket: 'available', unit: 'usd', balance_after: amount } as const;
      const lines = [
        { ...line, account: 'clearing:bank_eft:usd', amount: `-${amount}` },
        { ...line, account: 'fiat_held:usd', amount },
      ];
      return { type: 'posting.recorded', data: { transfer_id, description: 'Back', lines } };
    };
    await world.append(at('04'), [
      came('trf_late_1', '500.00', { rail_reference: 'PAY-77' }),
      back('trf_late_1', '5.00'),
      came('trf_late_2', '600.00', { return_reference: 'RTN-8' }),
      back('trf_late_2', '6.00'),
    ]);
    const lines = [
      { day: '2026-03-04', amount: '5.00', reference: 'PAY 77' },
      { day: '2026-03-04', amount: '6.00', reference: 'RTN-8' },
    ];
    await world.import(statementOf(lines, period('04', { opening_balance: '1068.50' })));
    done(await (await world.reconciliation()).collectMovements(BOOKS, WHO));
    const items = await itemsIn(world);
    const late = items.filter(({ movement }) => movement?.transfer_id?.startsWith('trf_late') === true);
    expect(outline(late)).to.deep.equal(['matched 0.00 reference', 'matched 0.00 reference']);
    const pending = (await world.events()).flatMap((event) =>
      event.type === 'movements.collected' ? event.data.pending : [],
    );
    expect(pending.filter(({ transfer_id }) => transfer_id.startsWith('trf_late'))).to.deep.equal([]);
    await world.audit();
  });

  it('suggests an equal amount with an unrelated reference, until an operator links it', async () => {
    const world = createReconciliationWorld();
    await world.post([{ time: at('02'), amount: '77.00', reference: 'E2E-7', transfer: trf(7) }]);
    await world.import(
      statementOf([{ amount: '77.00', reference: 'B-7', text: 'A stranger' }], period('02')),
    );
    const reconciliation = await world.reconciliation();
    done(await reconciliation.collectMovements(BOOKS, WHO));
    const items = await itemsOf(reconciliation, {});
    expect(outline(items).sort()).to.deep.equal(['missing_at_bank -77.00', 'missing_in_ledger 77.00']);
    const [line, movement] = [items.find((each) => each.line), items.find((each) => each.movement)];
    const suggestion = { line_ids: [line?.id], movement_ids: [movement?.id] };
    expect([line?.suggestion, movement?.suggestion]).to.deep.equal([suggestion, suggestion]);
    const link = {
      resolution: 'link',
      movement_id: movement?.id ?? '',
      reason: 'They are the same.',
    } as const;
    const request = { ...WHO, operator: 'Ana' };
    expect(done(await reconciliation.resolve(line?.id ?? '', link, request))).to.include({
      result: 'matched',
    });
    expect(outline(await itemsOf(reconciliation, {}))).to.deep.equal(['matched 0.00 operator']);
    await world.audit();
  });

  it('takes a match apart, with a second operator if a rule says so, and keeps it apart', async () => {
    const world = await twoDays();
    const correctionsAtLeast = asPoints(0n);
    const reconciliation = await world.reconciliation({ ...NO_WRITE_OFF_LIMIT, correctionsAtLeast });
    const [match] = (await itemsOf(reconciliation, {})).filter(({ result }) => result === 'matched');
    if (match === undefined) throw new Error('there is no match');
    const separate = { resolution: 'separate', reason: 'Another payer.' } as const;
    const proposed = done(await reconciliation.resolve(match.id, separate, { ...WHO, operator: 'Ana' }));
    expect(proposed).to.deep.include({ object: 'proposal', state: 'open' });
    const approve = (operator: string) =>
      reconciliation.executeProposal(proposed['id'] as string, { ...WHO, operator });
    expect(await approve('Ana')).to.deep.include({ kind: 'refused' });
    expect(done(await approve('Ben'))).to.deep.include({ id: match.id, movement: null });
    const sides = (await itemsOf(reconciliation, {})).filter(
      ({ line, movement }) => line?.id === match.line?.id || movement?.id === match.movement?.id,
    );
    expect(sides.map(({ result }) => result).sort()).to.deep.equal(['missing_at_bank', 'missing_in_ledger']);
    await world.audit();
    const link = { resolution: 'link', movement_id: match.movement?.id ?? '', reason: 'The same.' } as const;
    done(await reconciliation.resolve(match.id, link, { ...WHO, operator: 'Ana' }));
    expect((await itemsOf(reconciliation, {})).find(({ id }) => id === match.id)).to.include({
      result: 'matched',
    });
    await world.audit();
  });

  it('collects each movement once, also after a restart', async () => {
    const world = await twoDays();
    const again = done(await (await world.reconciliation()).collectMovements(BOOKS, WHO));
    expect(again).to.include({ movements: 0, books: 1 });
    await world.post([{ time: at('04'), amount: '5.00', transfer: trf(3) }]);
    expect(done(await (await world.reconciliation()).collectMovements(BOOKS, WHO))).to.include({
      movements: 1,
    });
    await world.audit();
  });

  it('shows balances of a day that add up', async () => {
    const world = await twoDays();
    const { days } = await world.reconciliation();
    expect(accountOf(await days.get('2026-03-02'))).to.deep.include({
      opening_balance: '1000.00',
      closing_balance: '1048.50',
      ledger_closing_balance: '70.00',
      opening_difference: '1000.00',
      open_lines: { count: 1, amount: '-1.50' },
      open_movements: { count: 1, amount: '20.00' },
      open_breaks: 1,
      gap: null,
    });
    expect(await days.list()).to.deep.equal(
      [2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => `2026-03-${String(n).padStart(2, '0')}`),
    );
  });

  it('refuses to close a day with an open break, until it is accepted', async () => {
    const world = await twoDays();
    const reconciliation = await world.reconciliation();
    const { days } = reconciliation;
    const refused = await days.close('2026-03-02', [], WHO);
    expect(refused.kind === 'refused' && refused.refusal.code).to.equal('breaks_open');
    const { id } = await breakIn(world);
    const accepted = done(
      await reconciliation.resolve(
        id,
        { resolution: 'accept', reason: 'Fee of the month' },
        { ...WHO, operator: 'Ana' },
      ),
    );
    expect(accepted['accepted']).to.deep.include({ reason: 'Fee of the month' });
    const closed = done(await days.close('2026-03-02', [], WHO));
    expect(closed).to.include({ state: 'closed', previous_day: null });
    expect(closed['note']).to.contain('day 2026-03-02\nbank_eft usd ledger 0.00 70.00');
    await world.audit();
  });

  it('closes a day once, answers a repetition with the same, and never an earlier day', async () => {
    const world = await twoDays();
    const reconciliation = await world.reconciliation();
    const { days } = reconciliation;
    await reconciliation.resolve(
      (await breakIn(world)).id,
      { resolution: 'accept', reason: 'Fee' },
      { ...WHO, operator: 'Ana' },
    );
    const first = done(await days.close('2026-03-03', [], WHO));
    const count = (await world.events()).length;
    expect(done(await days.close('2026-03-03', [], WHO))).to.deep.equal(first);
    expect((await world.events()).length).to.equal(count);
    const earlier = await days.close('2026-03-02', [], WHO);
    expect(earlier.kind === 'refused' && earlier.refusal.code).to.equal('day_state_conflict');
    expect(await days.get('2026-03-03')).to.deep.equal(first);
    await world.audit();
  });

  it('refuses a day that is not over, and one with a gap between statements', async () => {
    const world = await twoDays();
    const { days } = await world.reconciliation();
    const today = await days.close('2026-03-10', [], WHO);
    expect(today.kind === 'refused' && today.refusal.message).to.contain('not over');
    await world.import(statementOf([], period('05', { opening_balance: '2000.00' })));
    const gap = await (await world.reconciliation()).days.close('2026-03-05', [], WHO);
    expect(gap.kind === 'refused' && gap.refusal.message).to.contain('differ by 931.50');
  });

  it('refuses a day whose movements await a statement, unless it is said to need none', async () => {
    const world = createReconciliationWorld();
    await world.post([{ time: at('02'), amount: '50.00', reference: 'E2E-1', transfer: trf(1) }]);
    const reconciliation = await world.reconciliation();
    done(await reconciliation.collectMovements(BOOKS, WHO));
    const close = (day: string, without: readonly string[] = []) =>
      reconciliation.days.close(`2026-03-${day}`, without, WHO);
    const message = (day: string) =>
      `The day cannot be closed. Movements until 2026-03-${day} await a statement of bank_eft:usd. Import it, or close the day without it.`;
    // It never had a statement.
    expect(await close('02')).to.have.nested.property('refusal.message', message('02'));
    expect(await close('02', ['bank_eft:eur'])).to.have.nested.property('refusal.message', message('02'));
    expect(await reconciliation.days.get('2026-03-02')).to.deep.include({
      blocked_by: message('02'),
      awaited_statements: ['bank_eft:usd'],
    });

    await world.import(statementOf([{ amount: '50.00', reference: 'B-1', text: 'E2E-1' }], period('02')));
    expect(await reconciliation.days.get('2026-03-02')).to.include({ blocked_by: null });
    expect(await reconciliation.days.get('2026-03-02')).not.to.have.property('awaited_statements');
    await world.post([{ time: at('03'), amount: '20.00', reference: 'E2E-2', transfer: trf(2) }]);
    done(await reconciliation.collectMovements(BOOKS, WHO));
    // Nobody has to decide about it before the bank can have said anything.
    expect(outline(await itemsOf(reconciliation, {}))).to.deep.equal([
      'matched 0.00 reference',
      'awaiting_statement -20.00',
    ]);
    expect(await itemsOf(reconciliation, { breaks: 'open' })).to.deep.equal([]);
    done(await close('02'));
    expect(await close('03')).to.have.nested.property('refusal.message', message('03'));
    done(await close('03', ['bank_eft:usd']));
    await world.audit();

    await world.import(statementOf([], period('04', { opening_balance: '50.00' })));
    expect(outline(await itemsOf(reconciliation, { breaks: 'open' }))).to.deep.equal([
      'missing_at_bank -20.00',
    ]);
    await world.audit();
  });

  it('adds lines and movements that arrive late to the day after the closed one', async () => {
    const world = await twoDays();
    const reconciliation = await world.reconciliation();
    const { days } = reconciliation;
    await reconciliation.resolve(
      (await breakIn(world)).id,
      { resolution: 'accept', reason: 'Fee' },
      { ...WHO, operator: 'Ana' },
    );
    done(await days.close('2026-03-03', [], WHO));
    await world.import(
      statementOf(
        [{ day: '2026-03-03', amount: '7.00', reference: 'B-9', text: `Deposit ${trf(4)}` }],
        period('03', { opening_balance: '1068.50' }),
      ),
    );
    await world.post([{ time: at('03', '12'), amount: '7.00', transfer: trf(4) }]);
    const later = await world.reconciliation();
    done(await later.collectMovements(BOOKS, WHO));
    const late = (await itemsOf(later, {})).find(({ line }) => line?.bank_reference === 'B-9');
    expect(late?.line).to.deep.include({ booked_on: '2026-03-03', day: '2026-03-04' });
    expect(late?.movement).to.deep.include({ day: '2026-03-04' });
    expect(late?.result).to.equal('matched');
    const next = done(await later.days.close('2026-03-04', [], WHO)) as unknown as ReconciliationDay;
    expect(accountOf(next)).to.deep.include({ opening_balance: '1068.50', closing_balance: '1075.50' });
    expect(await later.days.get('2026-03-02')).to.equal(undefined);
    await world.audit();
  });

  it('writes a break off to the difference account', async () => {
    const world = await twoDays();
    const reconciliation = await world.reconciliation();
    const { id } = await breakIn(world);
    const written = done(
      await reconciliation.resolve(
        id,
        { resolution: 'write_off', reason: 'Fee' },
        { ...WHO, operator: 'Ana' },
      ),
    );
    expect(written).to.deep.include({ result: 'written_off', reason: 'Fee', difference: '-1.50' });
    const again = await reconciliation.resolve(
      id,
      { resolution: 'write_off', reason: 'Fee' },
      { ...WHO, operator: 'Ana' },
    );
    expect(again.kind === 'refused' && again.refusal.code).to.equal('break_state_conflict');
    const closed = done(
      await reconciliation.days.close('2026-03-03', [], WHO),
    ) as unknown as ReconciliationDay;
    expect(accountOf(closed)).to.deep.include({
      written_off: '-1.50',
      open_lines: { count: 0, amount: '0.00' },
    });
    const event = (await world.events()).find(({ type }) => type === 'break.written_off');
    expect(
      event?.type === 'break.written_off' && event.data.lines.map(({ account, amount }) => [account, amount]),
    ).to.deep.equal([
      ['bank:bank_eft:usd', '1.50'],
      ['difference:bank_eft:usd', '-1.50'],
    ]);
    await world.audit();
  });

  it('needs a second operator for a large write-off, and executes what was proposed', async () => {
    const world = await twoDays();
    const limits = {
      atLeast: asPoints(100_00n),
      proposalLifetimeMs: 60_000,
      pointPrices: new Map([['usd', { numerator: 1n, denominator: 100n }]]),
    };
    const reconciliation = await world.reconciliation(limits);
    const { id } = await breakIn(world);
    const proposal = done(
      await reconciliation.resolve(
        id,
        { resolution: 'write_off', reason: 'Fee' },
        { ...WHO, operator: 'Ana' },
      ),
    );
    expect(proposal).to.deep.include({ object: 'proposal', points: '150.00' });
    expect((await breakIn(world)).proposal_id).to.equal(proposal['id']);
    const proposalId = String(proposal['id']);
    const own = await reconciliation.executeProposal(proposalId, { ...WHO, operator: 'ANA ' });
    expect(own.kind === 'refused' && own.refusal.code).to.equal('second_operator_required');
    const twice = await reconciliation.resolve(
      id,
      { resolution: 'write_off', reason: 'Fee' },
      { ...WHO, operator: 'Ben' },
    );
    expect(twice.kind === 'refused' && twice.refusal.code).to.equal('proposal_state_conflict');
    expect(done(await reconciliation.executeProposal(proposalId, { ...WHO, operator: 'Ben' }))).to.include({
      result: 'written_off',
    });
    await world.audit();
  });

  it('refuses a proposal whose break has changed since', async () => {
    const world = await twoDays();
    const limits = { atLeast: asPoints(0n), proposalLifetimeMs: 60_000, pointPrices: new Map() };
    const reconciliation = await world.reconciliation(limits);
    const { id } = await breakIn(world);
    const proposal = done(
      await reconciliation.resolve(
        id,
        { resolution: 'write_off', reason: 'Fee' },
        { ...WHO, operator: 'Ana' },
      ),
    );
    await world.post([{ time: at('04'), amount: '-1.50', reference: 'B-2', transfer: trf(7) }]);
    done(await reconciliation.collectMovements(BOOKS, WHO));
    const refused = await reconciliation.executeProposal(String(proposal['id']), { ...WHO, operator: 'Ben' });
    expect(refused.kind === 'refused' && refused.refusal.message).to.contain('has changed');
    const withdrawn = await reconciliation.withdrawProposal(String(proposal['id']), {
      ...WHO,
      operator: 'Ben',
    });
    expect(done(withdrawn)).to.include({ state: 'withdrawn', ended_by: 'Ben' });
  });

  it('links a line with a movement that no rule matches', async () => {
    const world = createReconciliationWorld();
    await world.post([{ time: at('02'), amount: '50.00', transfer: trf(1) }]);
    await world.import(statementOf([{ amount: '49.00', reference: 'B-1' }], period('02')));
    const reconciliation = await world.reconciliation();
    done(await reconciliation.collectMovements(BOOKS, WHO));
    const both = await itemsIn(world);
    const lineId = both.find(({ line }) => line !== null)?.id ?? '';
    const movement_id = both.find(({ movement }) => movement !== null)?.id ?? '';
    const link = { resolution: 'link', movement_id, reason: 'The bank kept a fee' } as const;
    const linked = done(await reconciliation.resolve(lineId, link, { ...WHO, operator: 'Ana' }));
    expect(linked).to.deep.include({
      result: 'different_amount',
      difference: '-1.00',
      matched_by: 'operator',
    });
    done(
      await reconciliation.resolve(
        lineId,
        { resolution: 'write_off', reason: 'Fee' },
        { ...WHO, operator: 'Ana' },
      ),
    );
    const closed = done(
      await reconciliation.days.close('2026-03-02', [], WHO),
    ) as unknown as ReconciliationDay;
    expect(accountOf(closed)).to.deep.include({
      written_off: '-1.00',
      closing_balance: '49.00',
      ledger_closing_balance: '50.00',
    });
    await world.audit();
  });

  it('keeps books and bank in agreement for any history', async () => {
    const amounts = fc.array(
      fc.record({ day: fc.integer({ min: 2, max: 6 }), cents: fc.integer({ min: 1, max: 5 }) }),
      { maxLength: 8 },
    );
    const days = fc.array(fc.integer({ min: 2, max: 8 }), { maxLength: 4 });
    // Later movements await a statement.
    const until = fc.integer({ min: 4, max: 6 });
    await fc.assert(
      fc.asyncProperty(amounts, amounts, days, until, async (posted, booked, closings, last) => {
        const world = createReconciliationWorld();
        const text = (n: number): string => String(n).padStart(2, '0');
        await world.post(
          [...posted]
            .sort((a, b) => a.day - b.day)
            .map(({ day, cents }, i) => ({ time: at(text(day)), amount: `${cents}.00`, transfer: trf(i) })),
        );
        const stated = booked.filter(({ day }) => day <= last);
        const lines = stated.map(({ day, cents }, i) => ({
          day: `2026-03-${text(day)}`,
          amount: `${cents}.00`,
          reference: `B-${i}`,
        }));
        await world.import(
          statementOf(lines, {
            opened_on: '2026-03-02',
            closed_on: `2026-03-${text(last)}`,
            opening_balance: '10.00',
          }),
        );
        const reconciliation = await world.reconciliation();
        done(await reconciliation.collectMovements(BOOKS, WHO));
        for (const [i, day] of closings.entries()) {
          for (const { id } of await itemsOf(reconciliation, { breaks: 'open' })) {
            const resolution = i % 2 === 0 ? 'accept' : 'write_off';
            done(
              await reconciliation.resolve(id, { resolution, reason: 'Law' }, { ...WHO, operator: 'Ana' }),
            );
          }
          const without = i % 3 === 0 ? [] : ['bank_eft:usd'];
          await reconciliation.days.close(`2026-03-${text(day)}`, without, WHO);
        }
        // The audit recomputes each closing, and compares bank, books, open items, and differences.
        await world.audit();
        for (const id of await reconciliation.days.list()) {
          const account = (await reconciliation.days.get(id))?.accounts[0];
          if (account === undefined || account.closing_balance === null) continue;
          const cents = (amount: string | null | undefined): number =>
            Math.round(Number(amount ?? '0') * 100);
          expect(cents(account.closing_balance)).to.equal(
            cents(account.ledger_closing_balance) +
              cents(account.opening_difference) +
              cents(account.written_off) +
              cents(account.open_lines?.amount) -
              cents(account.open_movements?.amount),
          );
        }
      }),
      { numRuns: runs(40) },
    );
  });
});

describe('Audit of closings', () => {
  it('detects forged movements, matches, write-offs, and totals', async () => {
    const world = await twoDays();
    const reconciliation = await world.reconciliation();
    const { days } = reconciliation;
    const fee = await breakIn(world);
    await reconciliation.resolve(
      fee.id,
      { resolution: 'write_off', reason: 'Fee' },
      { ...WHO, operator: 'Ana' },
    );
    done(await days.close('2026-03-03', [], WHO));
    await world.audit();
    const forgeries: readonly (readonly [string, (text: string) => string, RegExp])[] = [
      [
        'movements.collected',
        (text) => text.replace('"amount":"50.00"', '"amount":"51.00"'),
        /not its postings/,
      ],
      ['movements.collected', (text) => text.replace('"from_revision":0', '"from_revision":1'), /left out/],
      [
        'matches.recorded',
        (text) => text.replace(/"movement_id":"mov_[^"]*"/, '"movement_id":"mov_0"'),
        /no line or movement/,
      ],
      ['break.written_off', (text) => text.replaceAll('1.50', '1.60'), /not the difference/],
      ['break.written_off', (text) => text.replace('2026-03-02', '2026-03-04'), /another day/],
      [
        'day.closed',
        (text) => text.replace('"closing_balance":"1068.50"', '"closing_balance":"1069.50"'),
        /closing_balance of bank_eft/,
      ],
      [
        'day.closed',
        (text) => text.replace('"ledger_closing_balance":"70.00"', '"ledger_closing_balance":"71.00"'),
        /ledger_closing_balance/,
      ],
      ['day.closed', (text) => text.replace('"written_off":"-1.50"', '"written_off":"0.00"'), /written_off/],
      [
        'day.closed',
        (text) => text.replace('"previous_day":null', '"previous_day":"2026-03-01"'),
        /previous_day/,
      ],
    ];
    for (const [type, forge, reason] of forgeries) {
      const failure = await world
        .audit({ change: (each, data) => (each === type ? forge(data) : data) })
        .then(
          () => 'nothing was found',
          (error: unknown) => String(error),
        );
      expect(failure, type).to.match(reason);
    }
    const unsigned = await world.audit({ isSigned: () => false }).catch((error: unknown) => String(error));
    expect(unsigned).to.contain('signature');
  });
});
