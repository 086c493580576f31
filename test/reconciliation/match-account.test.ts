/** Matching of lines and movements. */
import { expect } from 'chai';
import fc from 'fast-check';
import {
  MATCH_WINDOW_DAYS,
  daysBetween,
  matchAccount,
} from '../../src/reconciliation/matching/match-account.ts';
import type { Entry } from '../../src/reconciliation/matching/match-account.ts';

const entry = (id: string, day: string, amount: bigint, ...references: string[]): Entry => ({
  ...{ id, key: id, day: `2026-03-${day}`, amount, references },
});

/** `B-1=M-1 matched reference`, `B-2 missing_in_ledger`, and `B-2 missing_in_ledger ~M-2` with a suggestion. */
const outline = (results: ReturnType<typeof matchAccount>): string[] =>
  results
    .map((each) => {
      const ids = [
        ...('line' in each ? [each.line.id] : []),
        ...('movement' in each ? [each.movement.id] : []),
      ];
      const suggested = 'suggestion' in each ? each.suggestion : undefined;
      const others = [...(suggested?.lineIds ?? []), ...(suggested?.movementIds ?? [])].filter(
        (id) => !ids.includes(id),
      );
      return [
        ids.join('='),
        each.kind,
        ...('by' in each ? [each.by] : []),
        ...(others.length === 0 ? [] : [`~${others.join('+')}`]),
      ].join(' ');
    })
    .sort();

describe('Matching of lines and movements', () => {
  it('prefers a common reference, in any notation, to a closer day', () => {
    const lines = [entry('L1', '05', 500n, 'trf_01 AB'), entry('L2', '05', 500n)];
    const movements = [entry('M1', '01', 500n, 'TRF-01ab'), entry('M2', '05', 500n)];
    expect(outline(matchAccount(lines, movements))).to.deep.equal([
      'L1=M1 matched reference',
      'L2 missing_in_ledger ~M2',
      'M2 missing_at_bank ~L2',
    ]);
  });

  it('shows a difference of amounts under one reference', () => {
    const results = matchAccount([entry('L1', '02', 495n, 'R')], [entry('M1', '02', 500n, 'R')]);
    expect(outline(results)).to.deep.equal(['L1=M1 different_amount reference']);
  });

  it('shows a second line or movement with the same reference as a duplicate', () => {
    const twice = [entry('L1', '02', 500n, 'R'), entry('L2', '03', 500n, 'R')];
    const other = entry('M2', '03', 500n);
    expect(outline(matchAccount(twice, [entry('M1', '02', 500n, 'R'), other]))).to.deep.equal([
      'L1=M1 matched reference',
      'L2 duplicate',
      'M2 missing_at_bank',
    ]);
    expect(outline(matchAccount([entry('L1', '02', 500n, 'R')], [...twice]))).to.deep.equal([
      'L1=L1 matched reference',
      'L2 duplicate',
    ]);
  });

  it('never matches money in with money out', () => {
    const results = matchAccount([entry('L1', '02', -500n, 'R')], [entry('M1', '02', 500n, 'R')]);
    expect(outline(results)).to.deep.equal(['L1 missing_in_ledger', 'M1 missing_at_bank']);
  });

  it('suggests an equal amount only within the window, and never matches it', () => {
    const line = entry('L1', '10', 500n);
    const suggested = ['L1 missing_in_ledger ~M1', 'M1 missing_at_bank ~L1'];
    const nothing = ['L1 missing_in_ledger', 'M1 missing_at_bank'];
    expect(outline(matchAccount([line], [entry('M1', '05', 500n)]))).to.deep.equal(suggested);
    expect(outline(matchAccount([line], [entry('M1', '04', 500n)]))).to.deep.equal(nothing);
    expect(outline(matchAccount([line], [entry('M1', '15', 500n)]))).to.deep.equal(suggested);
    expect(outline(matchAccount([line], [entry('M1', '16', 500n)]))).to.deep.equal(nothing);
  });

  it('matches the reference that a payer quoted, also broken over lines or joined with other words', () => {
    const quoting = (text: string): Entry => ({ ...entry('L1', '02', 500n), text });
    const movement: Entry = { ...entry('M1', '03', 500n, 'EFT-1'), quoted: ['SVC-ABCD1234EFGH'] };
    for (const text of [
      'SVC-ABCD1234EFGH',
      'Rent SVC-ABCD 1234EFGH',
      'RENTSVCABCD1234EFGHMARCH',
      'svc abcd 1234 efgh',
    ])
      expect(outline(matchAccount([quoting(text)], [movement])), text).to.deep.equal([
        'L1=M1 matched reference',
      ]);
    expect(outline(matchAccount([quoting('SVC-ABCD1234EFGX')], [movement]))).to.deep.equal([
      'L1 missing_in_ledger ~M1',
      'M1 missing_at_bank ~L1',
    ]);
    // The same payer pays again with the same reference.
    const other = { ...movement, id: 'M2', key: 'M2', amount: 700n };
    expect(outline(matchAccount([quoting('SVC-ABCD1234EFGH')], [movement, other]))).to.deep.equal([
      'L1=M1 matched reference',
      'M2 missing_at_bank',
    ]);
  });

  it('suggests a group of the movements that a line names, if it has their sum', () => {
    const movements = [1, 2, 3].map((i) => entry(`M${i}`, '02', 500n, `R-${i}`));
    const batch = entry('L1', '03', 1_500n, 'R-1', 'R-2', 'R-3');
    expect(outline(matchAccount([batch], movements))).to.deep.equal([
      'L1 missing_in_ledger ~M1+M2+M3',
      'M1 missing_at_bank ~L1+M2+M3',
      'M2 missing_at_bank ~L1+M1+M3',
      'M3 missing_at_bank ~L1+M1+M2',
    ]);
  });

  it('keeps a line and a movement apart that an operator separated', () => {
    const separations = new Map([['L1', new Set(['M1'])]]);
    const results = matchAccount(
      [entry('L1', '02', 500n, 'R')],
      [entry('M1', '02', 500n, 'R'), entry('M2', '03', 500n)],
      { separations },
    );
    expect(outline(results)).to.deep.equal([
      'L1 missing_in_ledger ~M2',
      'M1 missing_at_bank',
      'M2 missing_at_bank ~L1',
    ]);
  });

  it('ignores a reference that many entries share', () => {
    const many = (prefix: string) =>
      Array.from({ length: 30 }, (_, i) => entry(`${prefix}${i}`, '02', BigInt(i + 1), 'SVC'));
    const results = matchAccount(many('L'), many('M'));
    expect(results.every((each) => 'suggestion' in each && each.suggestion !== undefined)).to.equal(true);
  });

  it('follows the links of operators first', () => {
    const lines = [entry('L1', '02', 500n, 'R'), entry('L2', '02', 400n)];
    const results = matchAccount(lines, [entry('M1', '02', 500n, 'R')], { links: new Map([['L2', 'M1']]) });
    expect(outline(results)).to.deep.equal(['L1 missing_in_ledger', 'L2=M1 different_amount operator']);
  });

  const entries = (prefix: string) =>
    fc
      .array(
        fc.record({
          day: fc.integer({ min: 1, max: 28 }),
          amount: fc.integer({ min: -4, max: 4 }).filter((amount) => amount !== 0),
          references: fc.subarray(['R1', 'R2', 'R3', 'r-1', 'shared']),
        }),
        { maxLength: 30 },
      )
      .map((all) =>
        all.map(({ day, amount, references }, i) =>
          entry(`${prefix}${i}`, String(day).padStart(2, '0'), BigInt(amount), ...references),
        ),
      );

  it('puts each line and each movement into exactly one result, and every sum agrees', () => {
    fc.assert(
      fc.property(entries('L'), entries('M'), (lines, movements) => {
        const results = matchAccount(lines, movements);
        const of = (side: 'line' | 'movement'): Entry[] =>
          results.flatMap((each) =>
            side in each ? [(each as unknown as Record<string, Entry>)[side] as Entry] : [],
          );
        const ids = (some: readonly Entry[]) => some.map(({ id }) => id).sort();
        expect(ids(of('line'))).to.deep.equal(ids(lines));
        expect(ids(of('movement'))).to.deep.equal(ids(movements));
        const sum = (some: readonly Entry[]) => some.reduce((total, { amount }) => total + amount, 0n);
        let difference = 0n;
        for (const each of results) {
          if ('line' in each) difference += each.line.amount;
          if ('movement' in each) difference -= each.movement.amount;
          if (each.kind === 'matched') expect(each.line.amount).to.equal(each.movement.amount);
          if ('by' in each) expect(each.by).to.equal('reference');
        }
        expect(difference).to.equal(sum(lines) - sum(movements));
      }),
    );
  });

  it('does not depend on the order of lines and movements', () => {
    fc.assert(
      fc.property(
        entries('L').chain((all) => fc.tuple(fc.constant(all), shuffled(all))),
        entries('M').chain((all) => fc.tuple(fc.constant(all), shuffled(all))),
        ([lines, otherLines], [movements, otherMovements]) => {
          expect(outline(matchAccount(otherLines, otherMovements))).to.deep.equal(
            outline(matchAccount(lines, movements)),
          );
        },
      ),
    );
  });

  it('leaves no line and movement of the same amount, within the window, without a suggestion', () => {
    fc.assert(
      fc.property(entries('L'), entries('M'), (lines, movements) => {
        const left = matchAccount(
          lines.map((each) => ({ ...each, references: [] })),
          movements.map((each) => ({ ...each, references: [] })),
        );
        for (const a of left)
          for (const b of left)
            if (
              a.kind === 'missing_in_ledger' &&
              b.kind === 'missing_at_bank' &&
              a.suggestion === undefined &&
              b.suggestion === undefined
            )
              expect(
                a.line.amount === b.movement.amount &&
                  daysBetween(a.line.day, b.movement.day) <= MATCH_WINDOW_DAYS,
              ).to.equal(false);
      }),
    );
  });
});

const shuffled = (all: readonly Entry[]): fc.Arbitrary<Entry[]> =>
  fc.shuffledSubarray([...all], { minLength: all.length, maxLength: all.length });
