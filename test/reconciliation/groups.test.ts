/** Lines and movements that are settled together, and who works on a break. */
import { expect } from 'chai';
import fc from 'fast-check';
import type { ReconciliationDay, ReconciliationItem } from '../../src/generated/api.ts';
import type { Reconciliation } from '../../src/reconciliation/reconciliation.ts';
import { runs } from '../support/effort.ts';
import {
  RECONCILIATION_BOOK,
  WHO,
  createReconciliationWorld,
  done,
  itemsOf,
} from '../support/reconciliation-world.ts';
import type { ReconciliationWorld, TestMovement } from '../support/reconciliation-world.ts';
import { statementOf } from '../support/statements.ts';
import type { TestLine } from '../support/statements.ts';

const trf = (n: number): string => `trf_01kakz3v0000000000000000${String(n).padStart(2, '0')}`;
const at = (day: string): string => `2026-03-${day}T10:00:00.000Z`;
const movement = (n: number, amount: string, day = '02'): TestMovement => ({
  time: at(day),
  amount,
  transfer: trf(n),
});
const PERIOD = { opened_on: '2026-03-02', closed_on: '2026-03-06', opening_balance: '1000.00' };

async function worldOf(movements: readonly TestMovement[], lines: readonly TestLine[]) {
  const world = createReconciliationWorld();
  await world.post(movements);
  await world.import(statementOf(lines, PERIOD));
  const reconciliation = await world.reconciliation();
  done(await reconciliation.collectMovements([RECONCILIATION_BOOK], WHO));
  return { world, reconciliation };
}

const REASON = 'The bank books payouts in one sum.';

async function idsIn(reconciliation: Reconciliation, of = (_item: ReconciliationItem): boolean => true) {
  const items = (await itemsOf(reconciliation, {})).filter(of);
  return {
    line_ids: items.flatMap(({ line }) => line?.id ?? []),
    movement_ids: items.flatMap(({ movement: found }) => found?.id ?? []),
  };
}
const groupAll = async (reconciliation: Reconciliation) =>
  reconciliation.group({ ...(await idsIn(reconciliation)), reason: REASON }, WHO);
const dayOf = async (reconciliation: Reconciliation, day: string) =>
  (await reconciliation.days.get(day))?.accounts[0];
const openBreaks = async (reconciliation: Reconciliation): Promise<number> =>
  (await itemsOf(reconciliation, { breaks: 'open' })).length;

/** One debit for three payouts; the bank books it on the third. */
const payoutsInOneSum = () =>
  worldOf(
    [movement(1, '-30.00'), movement(2, '-50.00'), movement(3, '-20.00', '03')],
    [{ day: '2026-03-03', amount: '-100.00', reference: 'B-1' }],
  );

describe('A group of lines and movements', () => {
  it('settles one line with several payouts, from the day on which all are there', async () => {
    const { world, reconciliation } = await payoutsInOneSum();
    expect(await openBreaks(reconciliation)).to.equal(4);
    const group = done(await groupAll(reconciliation));
    expect(group).to.include({
      object: 'reconciliation_group',
      rail: 'bank_eft',
      currency: 'usd',
      amount: '-100.00',
      day: '2026-03-03',
      reason: REASON,
      grouped_by: WHO.actor,
    });
    expect(await openBreaks(reconciliation)).to.equal(0);
    const items = await itemsOf(reconciliation, { groupId: String(group['id']) });
    expect(items).to.have.length(4);
    for (const item of items)
      expect(item).to.deep.include({
        result: 'matched',
        is_break: false,
        matched_by: 'operator',
        difference: '0.00',
        reason: REASON,
        group: {
          id: group['id'],
          lines: { count: 1, amount: '-100.00' },
          movements: { count: 3, amount: '-100.00' },
        },
      });
    expect(await dayOf(reconciliation, '2026-03-02')).to.deep.include({
      closing_balance: '1000.00',
      ledger_closing_balance: '-80.00',
      open_movements: { count: 2, amount: '-80.00' },
    });
    expect(await dayOf(reconciliation, '2026-03-03')).to.deep.include({
      closing_balance: '900.00',
      ledger_closing_balance: '-100.00',
      open_lines: { count: 0, amount: '0.00' },
      open_movements: { count: 0, amount: '0.00' },
    });
    await world.audit();
  });

  it('is the same after the stream is read again, and can be closed', async () => {
    const { world, reconciliation } = await payoutsInOneSum();
    done(await groupAll(reconciliation));
    const again = await world.reconciliation();
    expect(await itemsOf(again, {})).to.deep.equal(await itemsOf(reconciliation, {}));
    const closed = done(await again.days.close('2026-03-06', [], WHO)) as unknown as ReconciliationDay;
    expect(closed.accounts[0]).to.deep.include({
      closing_balance: '900.00',
      open_lines: { count: 0, amount: '0.00' },
      open_movements: { count: 0, amount: '0.00' },
    });
    await world.audit();
  });

  it('settles several lines with one movement', async () => {
    const { world, reconciliation } = await worldOf(
      [movement(1, '100.00')],
      [
        { amount: '60.00', reference: 'B-1' },
        { amount: '40.00', reference: 'B-2' },
      ],
    );
    done(await groupAll(reconciliation));
    expect(await openBreaks(reconciliation)).to.equal(0);
    await world.audit();
  });

  it('settles a payout at the bank and its return with each other, which no book has', async () => {
    const { world, reconciliation } = await worldOf(
      [],
      [
        { amount: '-75.00', reference: 'B-1' },
        { day: '2026-03-05', amount: '75.00', reference: 'B-2' },
      ],
    );
    const group = done(await groupAll(reconciliation));
    expect(group).to.include({ amount: '0.00', day: '2026-03-05' });
    expect(await openBreaks(reconciliation)).to.equal(0);
    expect(await dayOf(reconciliation, '2026-03-04')).to.deep.include({
      closing_balance: '925.00',
      open_lines: { count: 1, amount: '-75.00' },
    });
    expect(await dayOf(reconciliation, '2026-03-05')).to.deep.include({
      closing_balance: '1000.00',
      open_lines: { count: 0, amount: '0.00' },
    });
    await world.audit();
  });

  it('belongs to the first open day if all of it is in a closed one', async () => {
    const { world, reconciliation } = await payoutsInOneSum();
    for (const { id } of await itemsOf(reconciliation, { breaks: 'open' }))
      done(
        await reconciliation.resolve(
          id,
          { resolution: 'accept', reason: 'Later' },
          { ...WHO, operator: 'Ana' },
        ),
      );
    done(await reconciliation.days.close('2026-03-04', [], WHO));
    const before = await reconciliation.days.get('2026-03-04');
    expect(done(await groupAll(reconciliation))).to.include({ day: '2026-03-05' });
    expect(await reconciliation.days.get('2026-03-04')).to.deep.equal(before);
    done(await reconciliation.days.close('2026-03-05', [], WHO));
    await world.audit();
  });

  it('keeps a movement before the first statement out of the opening difference', async () => {
    const { world, reconciliation } = await worldOf(
      [movement(1, '-30.00', '01'), movement(2, '-70.00')],
      [{ amount: '-100.00', reference: 'B-1' }],
    );
    expect(await dayOf(reconciliation, '2026-03-02')).to.include({ opening_difference: '1030.00' });
    done(await groupAll(reconciliation));
    expect(await dayOf(reconciliation, '2026-03-02')).to.deep.include({
      opening_difference: '1000.00',
      closing_balance: '900.00',
      open_movements: { count: 0, amount: '0.00' },
    });
    done(await reconciliation.days.close('2026-03-06', [], WHO));
    await world.audit();
  });

  it('is refused if the sums differ, if it is no group, and for unknown or settled members', async () => {
    const { world, reconciliation } = await payoutsInOneSum();
    const { line_ids, movement_ids } = await idsIn(reconciliation);
    const count = (await world.events()).length;
    const refused = async (lines: readonly string[], movements: readonly string[]) => {
      const outcome = await reconciliation.group(
        { line_ids: lines, movement_ids: movements, reason: REASON },
        WHO,
      );
      if (outcome.kind !== 'refused') throw new Error('expected a refusal');
      const { code, message, details } = outcome.refusal;
      return `${code} ${details?.[0]?.message ?? message}`;
    };
    expect(await refused(line_ids, movement_ids.slice(1))).to.match(
      /^validation_failed The lines sum to -100.00, and the movements to -\d0.00.$/,
    );
    expect(await refused(line_ids, [])).to.match(/^validation_failed .*at least two/);
    expect(await refused(line_ids, ['mov_01kakz3v000000000000000000'])).to.match(
      /^validation_failed .*no line or movement mov_01kakz3v000000000000000000/,
    );
    expect((await world.events()).length).to.equal(count);
    done(await groupAll(reconciliation));
    expect(await refused(line_ids, movement_ids)).to.match(/^break_state_conflict .*It is matched/);
    await world.import(
      statementOf([{ day: '2026-03-07', amount: '-30.00', reference: 'B-9' }], {
        ...{ opened_on: '2026-03-07', closed_on: '2026-03-07', opening_balance: '900.00' },
      }),
    );
    const [line] = await itemsOf(reconciliation, { breaks: 'open' });
    const linked = await reconciliation.resolve(
      line?.id ?? '',
      { resolution: 'link', movement_id: movement_ids[0] ?? '', reason: 'No' },
      { ...WHO, operator: 'Ana' },
    );
    expect(linked.kind === 'refused' && linked.refusal.code).to.equal('break_state_conflict');
  });

  it('keeps bank and books in agreement for any history', async () => {
    const entry = fc.record({ day: fc.integer({ min: 2, max: 6 }), cents: fc.integer({ min: -3, max: 3 }) });
    const entries = fc.array(
      entry.filter(({ cents }) => cents !== 0),
      { minLength: 1, maxLength: 6 },
    );
    const choice = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(entries, entries, choice, async (posted, booked, chosen) => {
        const text = (n: number): string => String(n).padStart(2, '0');
        const { world, reconciliation } = await worldOf(
          [...posted]
            .sort((a, b) => a.day - b.day)
            .map(({ day, cents }, i) => movement(i, `${cents}.00`, text(day))),
          booked.map(({ day, cents }, i) => ({
            day: `2026-03-${text(day)}`,
            amount: `${cents}.00`,
            reference: `B-${i}`,
          })),
        );
        const breaks = await itemsOf(reconciliation, { breaks: 'open' });
        const some = new Set(breaks.filter((_, i) => chosen[i]).map(({ id }) => id));
        const outcome = await reconciliation.group(
          { ...(await idsIn(reconciliation, ({ id }) => some.has(id))), reason: REASON },
          WHO,
        );
        const sum = breaks
          .filter(({ id }) => some.has(id))
          .reduce((total, { difference }) => total + Number(difference), 0);
        if (outcome.kind === 'done') {
          expect(sum).to.equal(0);
          expect(
            (await itemsOf(reconciliation, { breaks: 'open' })).map(({ id }) => id),
          ).not.to.include.members([...some]);
        } else expect(outcome.kind).to.equal('refused');
        for (const { id } of await itemsOf(reconciliation, { breaks: 'open' }))
          done(
            await reconciliation.resolve(
              id,
              { resolution: 'accept', reason: 'Law' },
              { ...WHO, operator: 'Ana' },
            ),
          );
        for (const day of ['2026-03-03', '2026-03-06']) done(await reconciliation.days.close(day, [], WHO));
        // The audit computes each closing again, and compares bank, books, open items, and differences.
        await world.audit();
      }),
      { numRuns: runs(40) },
    );
  });
});

describe('Audit of groups', () => {
  it('detects two sums, another day, a member that is settled twice, and an unknown one', async () => {
    const { world, reconciliation } = await payoutsInOneSum();
    done(await groupAll(reconciliation));
    await world.audit();
    const { movement_ids } = await idsIn(reconciliation);
    const [first = '', second = ''] = movement_ids;
    const forgeries: readonly (readonly [(text: string) => string, RegExp])[] = [
      [(text) => text.replace(`"${first}",`, ''), /two sums|at least two/],
      [(text) => text.replace('"day":"2026-03-03"', '"day":"2026-03-02"'), /another day/],
      [(text) => text.replace(first, second), /each once/],
      [(text) => text.replace(first, 'mov_01kakz3v000000000000000000'), /no line or movement/],
      [(text) => text.replace(/"group_id":"grp_[^"]*"/, '"group_id":"grp_1"'), /group_id/],
    ];
    for (const [forge, reason] of forgeries) {
      const failure = await world
        .audit({ change: (type, data) => (type === 'items.grouped' ? forge(data) : data) })
        .then(
          () => 'nothing was found',
          (error: unknown) => String(error),
        );
      expect(failure).to.match(reason);
    }
  });
});

describe('The owner of a break', () => {
  const assigned = (world: ReconciliationWorld) =>
    world.events().then((events) => events.filter(({ type }) => type === 'break.assigned'));

  it('is an event, replaces the owner before, and is shown until the break ends', async () => {
    const { world, reconciliation } = await payoutsInOneSum();
    const [item] = await itemsOf(reconciliation, { breaks: 'open' });
    const id = item?.id ?? '';
    expect(item?.owner).to.equal(null);
    const first = done(await reconciliation.assign(id, 'Ana', WHO));
    expect(first['owner']).to.deep.include({ name: 'Ana', assigned_by: WHO.actor });
    done(await reconciliation.assign(id, 'Ana', WHO));
    expect(await assigned(world)).to.have.length(1);
    done(await reconciliation.assign(id, 'Ben', WHO));
    expect((await itemsOf(reconciliation, { owner: 'Ben' })).map((each) => each.id)).to.deep.equal([id]);
    expect(await itemsOf(reconciliation, { owner: 'Ana' })).to.deep.equal([]);
    const nobody = await itemsOf(await world.reconciliation(), { owner: null });
    expect(nobody).to.have.length(3);
    expect(done(await reconciliation.assign(id, null, WHO))['owner']).to.equal(null);
    done(await groupAll(reconciliation));
    const settled = await reconciliation.assign(id, 'Ana', WHO);
    expect(settled.kind === 'refused' && settled.refusal.code).to.equal('break_state_conflict');
    await world.audit();
  });

  it('stays when a line arrives for the movement, and differs in its amount', async () => {
    const { world, reconciliation } = await worldOf(
      [{ ...movement(1, '-30.00'), reference: 'RAIL-1' }],
      [{ amount: '5.00', reference: 'B-1' }],
    );
    const [missing] = (await itemsOf(reconciliation, { breaks: 'open' })).filter(({ line }) => line === null);
    done(await reconciliation.assign(missing?.id ?? '', 'Ana', WHO));
    await world.import(
      statementOf([{ day: '2026-03-07', amount: '-31.00', reference: 'B-2', text: 'Payout RAIL-1' }], {
        opened_on: '2026-03-07',
        closed_on: '2026-03-07',
        opening_balance: '1005.00',
      }),
    );
    const [found] = await itemsOf(await world.reconciliation(), { owner: 'Ana' });
    expect(found).to.deep.include({ result: 'different_amount', difference: '-1.00' });
    await world.audit();
  });

  it('is found by the audit if its item does not exist', async () => {
    const { world, reconciliation } = await payoutsInOneSum();
    const [item] = await itemsOf(reconciliation, { breaks: 'open' });
    done(await reconciliation.assign(item?.id ?? '', 'Ana', WHO));
    await world.audit();
    const forged = await world
      .audit({
        change: (type, data) => (type === 'break.assigned' ? data.replace(item?.id ?? '', 'stl_0') : data),
      })
      .catch((error: unknown) => String(error));
    expect(forged).to.match(/no line or movement stl_0/);
  });
});
