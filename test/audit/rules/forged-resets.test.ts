/** Forged resets of a sandbox, with a recomputed hash chain. */
import { join } from 'node:path';
import { expect } from 'chai';
import { sqliteSource } from '../../../src/audit/event-source.ts';
import { balancesAt } from '../../../src/audit/verification/account-balances.ts';
import { DATABASE_FILE_NAME } from '../../../src/config/config.ts';
import { makeAuditFile, type AuditFile, type Row } from '../../support/audit-file.ts';
import { writeAuditHistory, type AuditHistory } from '../../support/audit-history.ts';

describe('Audit of a sandbox that was reset', () => {
  let file: AuditFile;
  let history: AuditHistory;
  before(async () => {
    file = await makeAuditFile(async (eventStore) => {
      history = await writeAuditHistory(eventStore);
    });
  });
  after(() => file.close());

  const rowOf = (type: string): Row => {
    const row = file.rows().find((each) => each.type === type);
    if (row === undefined) throw new Error(`no ${type} in the history`);
    return row;
  };
  /** The findings after these rows were changed, as stream and rule. */
  async function forged(...rows: readonly Row[]): Promise<unknown[]> {
    const { findings } = await file.tampered(() => {
      for (const row of rows) file.put(row);
      for (const row of rows) file.rechain(file.nameOf(row.stream), row.revision);
    });
    return findings.map(({ stream, rule }) => [stream, rule]);
  }
  const changed = (row: Row, data: object): Row => ({ ...row, data: JSON.stringify(data) });

  it('finds nothing in what the service wrote, and counts the allocations of the current book only', async () => {
    const { findings, undelivered_allocations } = await file.audit();
    expect(findings).to.deep.equal([]);
    expect(undelivered_allocations).to.equal(0);
  });

  it('computes the balances of a book without the one that it replaced', async () => {
    const source = sqliteSource(join(file.folder, DATABASE_FILE_NAME));
    const until = { stream: history.nextBook, revision: 2 };
    const { ok, findings, accounts } = await balancesAt(source, { until });
    await source.close();
    expect(findings).to.deep.equal([]);
    expect(ok).to.equal(true);
    expect(accounts.map(({ account, amount }) => [account, amount])).to.deep.include([
      'points_headroom',
      '5.00',
    ]);
  });

  it('finds a reset of another integrator, or of another generation', async () => {
    const row = rowOf('sandbox.reset');
    const { integrator_id } = JSON.parse(row.data) as { integrator_id: string };
    for (const data of [
      { integrator_id, generation: 3 },
      { integrator_id: 'int_none', generation: 2 },
    ])
      expect((await forged(changed(row, data)))[0]).to.deep.equal(['platform', 'platform']);
  });

  it('finds a book that was closed without a reset', async () => {
    const row: Row = { ...rowOf('sandbox.reset'), type: 'request.recorded', data: '{}' };
    expect(await forged(row)).to.deep.include([history.formerBook, 'generation']);
  });

  it('finds a book that was opened before the other one was closed', async () => {
    const row: Row = { ...rowOf('book.closed'), type: 'request.recorded', data: '{}' };
    expect(await forged(row)).to.deep.include([history.formerBook, 'generation']);
    const unclosed: Row = { ...rowOf('task.dropped'), type: 'request.recorded', data: '{}' };
    expect(await forged(row, unclosed)).to.deep.equal([[history.nextBook, 'generation']]);
  });

  it('finds wrong names of the other book', async () => {
    const { formerBook, nextBook } = history;
    expect(await forged(changed(rowOf('book.closed'), { next_book: formerBook }))).to.deep.include([
      formerBook,
      'generation',
    ]);
    expect(await forged(changed(rowOf('book.opened'), { previous_book: nextBook }))).to.deep.include([
      nextBook,
      'generation',
    ]);
  });

  it('finds what was written to a closed book, and a book without its opening', async () => {
    const written: Row = {
      ...rowOf('task.dropped'),
      type: 'clock.advanced',
      data: '{"seconds":1,"ahead_seconds":1}',
    };
    expect(await forged(written)).to.deep.equal([[history.formerBook, 'generation']]);
    const unopened: Row = { ...rowOf('book.opened'), type: 'request.recorded', data: '{}' };
    expect(await forged(unopened)).to.deep.equal([[history.nextBook, 'generation']]);
  });
});
