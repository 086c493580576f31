/** The double-entry journal of days and months. */
import { expect } from 'chai';
import fc from 'fast-check';
import {
  accountCode,
  journalRange,
  journalRecord,
  journalTotals,
  readJournal,
  type JournalLine,
} from '../../src/reconciliation/journal.ts';
import { Calendar } from '../../src/system/calendar.ts';
import { runs } from '../support/effort.ts';
import { AUTHENTICATION } from '../support/event-macs.ts';
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

const NO_CODES = new Map<string, string>();
const STREAMS = [RECONCILIATION_BOOK, RECONCILIATION_STREAM];

const partsOf = ({ eventStore, calendar }: ReconciliationWorld, period: string) =>
  readJournal({ ...AUTHENTICATION, eventStore }, STREAMS, journalRange(calendar, period));

async function linesOf(world: ReconciliationWorld, period: string): Promise<JournalLine[]> {
  const lines: JournalLine[] = [];
  for await (const part of partsOf(world, period)) lines.push(...part);
  return lines;
}

describe('The journal', () => {
  it('has a debit and a credit for each posting, with account, reference, and event', async () => {
    const world = createReconciliationWorld();
    await world.post([{ time: '2026-03-02T10:00:00.000Z', amount: '50.00', transfer: 'trf_1' }]);
    const records = (await linesOf(world, '2026-03-02')).map((line) =>
      journalRecord(line, world.calendar, NO_CODES),
    );
    const common = {
      ...{ date: '2026-03-02', time: '2026-03-02T10:00:00.000Z', unit: 'usd', reference: 'trf_1' },
      ...{ integrator_id: 'int_01kakz3v00000000000000000x', description: 'Test' },
      entry: `${RECONCILIATION_BOOK}@0`,
    };
    expect(records).to.deep.equal([
      { ...common, account: 'clearing:bank_eft:usd', account_code: null, debit: '50.00', credit: null },
      { ...common, account: 'fiat_held:usd', account_code: null, debit: null, credit: '50.00' },
    ]);
  });

  it('has the most specific code of each account', () => {
    const codes = new Map([
      ['wallets', '2100'],
      ['clearing', '1200'],
      ['clearing:bank_eft:usd', '1210'],
    ]);
    const found = [
      'wal_1',
      'wal_1:pending',
      'clearing:bank_eft:usd',
      'clearing:bank_eft:eur',
      'fiat_held:usd',
    ];
    expect(found.map((account) => accountCode(codes, account))).to.deep.equal([
      ...['2100', '2100', '1210', '1200'],
      null,
    ]);
  });

  it('contains write-offs of reconciliation, which belong to no integrator', async () => {
    const world = createReconciliationWorld();
    await world.import(statementOf([{ amount: '-1.50', reference: 'B-1' }]));
    const reconciliation = await world.reconciliation();
    const [fee] = await itemsOf(reconciliation, { breaks: 'open' });
    const writeOff = { resolution: 'write_off', reason: 'Fee' } as const;
    done(await reconciliation.resolve(fee?.id ?? '', writeOff, { ...WHO, operator: 'Ana' }));
    const records = (await linesOf(world, world.now.slice(0, 10))).map((line) =>
      journalRecord(line, world.calendar, NO_CODES),
    );
    expect(records.map(({ account, debit, credit }) => [account, debit, credit])).to.deep.equal([
      ['bank:bank_eft:usd', null, '1.50'],
      ['difference:bank_eft:usd', '1.50', null],
    ]);
    expect(records[0]).to.include({
      integrator_id: null,
      reference: fee?.id,
      description: 'Written off: Fee',
    });
  });

  it('has the times of a day or a month in UTC', () => {
    expect(journalRange(new Calendar(), '2026-02-28')).to.deep.equal({
      from: '2026-02-28T00:00:00.000Z',
      until: '2026-03-01T00:00:00.000Z',
    });
    expect(journalRange(new Calendar(), '2026-12')).to.deep.equal({
      from: '2026-12-01T00:00:00.000Z',
      until: '2027-01-01T00:00:00.000Z',
    });
  });

  it('is balanced, and its days are together its month, for any postings', async () => {
    const postings = fc.array(
      fc.record({
        hour: fc.integer({ min: -30, max: 31 * 24 + 30 }),
        cents: fc.integer({ min: -500, max: 500 }),
      }),
      { maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(postings, async (all) => {
        const world = createReconciliationWorld();
        const start = Date.parse('2026-03-01T00:00:00.000Z');
        await world.post(
          [...all]
            .sort((a, b) => a.hour - b.hour)
            .map(({ hour, cents }, i) => ({
              time: new Date(start + hour * 3_600_000).toISOString(),
              amount: (cents / 100).toFixed(2).replace('-0.00', '0.00'),
              transfer: `trf_${i}`,
            })),
        );
        const month = await linesOf(world, '2026-03');
        const days: JournalLine[] = [];
        for (let day = 1; day <= 31; day += 1)
          days.push(...(await linesOf(world, `2026-03-${String(day).padStart(2, '0')}`)));
        expect(days).to.deep.equal(month);
        const within = all.filter(({ hour }) => hour >= 0 && hour < 31 * 24);
        expect(month).to.have.length(within.length * 2);
        const { lines, units } = await journalTotals(partsOf(world, '2026-03'));
        expect(lines).to.equal(month.length);
        for (const { debit, credit } of units) expect(debit).to.equal(credit);
      }),
      { numRuns: runs(30) },
    );
  });
});
