import { expect } from 'chai';
import fc from 'fast-check';
import { createUndoLog, createTable, rollBack } from '../../src/ledger/table.ts';
import type { Table } from '../../src/ledger/table.ts';

type Change = { readonly table: 0 | 1; readonly key: string; readonly value: number | undefined };

const change: fc.Arbitrary<Change> = fc.record({
  table: fc.constantFrom<0 | 1>(0, 1),
  key: fc.constantFrom('a', 'b', 'c', 'toString'),
  value: fc.option(fc.nat({ max: 5 }), { nil: undefined }),
});
const changes = fc.array(change, { maxLength: 30 });

function apply(tables: readonly [Table<number>, Table<number>], { table, key, value }: Change): void {
  if (value === undefined) tables[table].delete(key);
  else tables[table].set(key, value);
}

/** The entries of the tables, sorted, because a rollback does not restore their order. */
const contents = (tables: readonly [Table<number>, Table<number>]) =>
  tables.map((table) => Object.fromEntries([...table.entries()].sort(([a], [b]) => (a < b ? -1 : 1))));

describe('Tables', () => {
  it('are unchanged after a rollback', () => {
    fc.assert(
      fc.property(changes, changes, (before, taken) => {
        const journal = createUndoLog();
        const tables = [createTable<number>(journal), createTable<number>(journal)] as const;
        for (const each of before) apply(tables, each);
        const then = contents(tables);
        journal.isRecording = true;
        for (const each of taken) apply(tables, each);
        rollBack(journal);
        expect(contents(tables)).to.deep.equal(then);
        expect(journal.steps).to.deep.equal([]);
      }),
    );
  });

  it('roll back to any mark, and keep earlier changes', () => {
    fc.assert(
      fc.property(changes, changes, (kept, taken) => {
        const journal = createUndoLog();
        const tables = [createTable<number>(journal), createTable<number>(journal)] as const;
        journal.isRecording = true;
        for (const each of kept) apply(tables, each);
        const [mark, then] = [journal.steps.length, contents(tables)];
        for (const each of taken) apply(tables, each);
        rollBack(journal, mark);
        expect(contents(tables)).to.deep.equal(then);
        rollBack(journal);
        expect(contents(tables)).to.deep.equal([{}, {}]);
      }),
    );
  });

  it('start with the given entries', () => {
    const table = createTable<number>(createUndoLog(), [['a', 1]]);
    expect(table.get('a')).to.equal(1);
    expect(table.has('b')).to.equal(false);
    expect(table.size).to.equal(1);
    expect([...table.values()]).to.deep.equal([1]);
  });
});
