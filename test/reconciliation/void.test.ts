/** Voids of statements, and files that are large or hostile. */
import { performance } from 'node:perf_hooks';
import { expect } from 'chai';
import type { StatementImport } from '../../src/generated/api.ts';
import { InvalidStatement } from '../../src/reconciliation/statements/statement.ts';
import { readStatementInThread } from '../../src/reconciliation/statements/read-thread.ts';
import {
  RECONCILIATION_BOOK,
  WHO,
  createReconciliationWorld,
  done,
  itemsOf,
} from '../support/reconciliation-world.ts';
import type { StreamOutcome } from '../../src/writer/stream-writer.ts';
import { camtDay } from '../support/statement-files.ts';
import { statementOf } from '../support/statements.ts';

const BY = { ...WHO, operator: 'Ana' };
const refusal = (outcome: StreamOutcome): string =>
  outcome.kind === 'refused' ? `${outcome.refusal.code}: ${outcome.refusal.message}` : outcome.kind;
const csv = (mapping: object): StatementImport => ({
  ...{ rail: 'bank_eft', format: 'csv', currency: 'usd' },
  content: 'Day;Sum;Rest\n2026-03-02;1,50;11,50\n2026-03-03;2,25;13,75\n',
  mapping: { columns: { booked_on: 'Day', amount: 'Sum', balance: 'Rest' }, ...mapping },
});

describe('A void of a statement', () => {
  it('removes its lines, and lets the same file be imported with another mapping', async () => {
    const world = createReconciliationWorld();
    await world.import(csv({}));
    const reconciliation = await world.reconciliation();
    const [first] = reconciliation.statements();
    const again = await world
      .import(csv({ opened_on: '2026-03-01' }))
      .catch((error: unknown) => String(error));
    expect(again).to.contain('statement_exists');
    const voided = done(await reconciliation.voidStatement(first?.id ?? '', 'The period is wrong.', BY));
    expect(voided).to.include({ id: first?.id, voided_by: WHO.actor, void_reason: 'The period is wrong.' });
    expect(await itemsOf(reconciliation, {})).to.deep.equal([]);
    await world.import(csv({ opened_on: '2026-03-01' }));
    const now = await world.reconciliation();
    expect(now.statements().map(({ opened_on, voided_at }) => [opened_on, voided_at !== null])).to.deep.equal(
      [
        ['2026-03-02', true],
        ['2026-03-01', false],
      ],
    );
    expect((await itemsOf(now, {})).map(({ line }) => line?.amount)).to.deep.equal(['1.50', '2.25']);
    await world.audit();
  });

  it('is refused for what does not exist, was voided, is closed, settled, or repeated by a later statement', async () => {
    const world = createReconciliationWorld();
    const lines = [
      { amount: '2.00', reference: 'B-0' },
      { amount: '5.00', reference: 'B-1' },
      { amount: '-5.00', reference: 'B-2' },
    ];
    await world.import(statementOf(lines));
    const more = [...lines, { day: '2026-03-03', amount: '1.00', reference: 'B-3' }];
    await world.import(statementOf(more, { closed_on: '2026-03-03' }));
    const reconciliation = await world.reconciliation();
    const [first = { id: '' }, second = { id: '' }] = reconciliation.statements();
    const voidOf = async (id: string) => refusal(await reconciliation.voidStatement(id, 'A mistake.', BY));
    expect(await voidOf('stm_01kakz3v00000000000000000t')).to.contain('not_found');
    expect(await voidOf(first.id)).to.contain(`The statement ${second.id} contains some of its lines`);
    expect(await voidOf(second.id)).to.equal('done');
    expect(await voidOf(second.id)).to.contain('voided before');
    const [kept = '', ...line_ids] = (await itemsOf(reconciliation, {})).map(({ id }) => id);
    done(await reconciliation.resolve(kept, { resolution: 'accept', reason: 'Later.' }, BY));
    done(await reconciliation.group({ line_ids, movement_ids: [], reason: 'A return.' }, WHO));
    expect(await voidOf(first.id)).to.contain('break_state_conflict');
    done(await reconciliation.collectMovements([RECONCILIATION_BOOK], WHO));
    done(await reconciliation.days.close('2026-03-02', [], WHO));
    expect(await voidOf(first.id)).to.contain('Its days are closed until 2026-03-02');
    await world.audit();
  });
});

describe('A large file', () => {
  const CURRENCIES = new Map([['eur', 2]]);
  const read = (content: string) =>
    readStatementInThread({ rail: 'bank_eft', format: 'camt053', content }, CURRENCIES, new Map());
  const lagDuring = async (work: Promise<unknown>): Promise<number> => {
    let [last, longest] = [performance.now(), 0];
    const timer = setInterval(() => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }, 5);
    await work.catch(() => undefined);
    clearInterval(timer);
    return longest;
  };

  it('is read outside of the event loop', async () => {
    const entries = Array.from({ length: 10_000 }, (_, i) => ({
      amount: '1.00',
      reference: `REF-${i}`,
      more: `<AddtlNtryInf>${'x'.repeat(500)}</AddtlNtryInf>`,
    }));
    const content = camtDay('2026-03-02', '0.00', '10000.00', entries);
    const reading = read(content);
    const lag = await lagDuring(reading);
    expect((await reading).lines).to.have.length(10_000);
    expect(lag, `${content.length} characters`).to.be.below(1_000);
  });

  it('is refused early if it has no entries of a statement', async () => {
    for (const content of [
      '<a/>'.repeat(2_000_000),
      `<Document><BkToCstmrStmt>${'<a/>'.repeat(2_000_000)}</BkToCstmrStmt></Document>`,
    ]) {
      const started = performance.now();
      const failure = await read(content).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(InvalidStatement);
      expect(performance.now() - started).to.be.below(5_000);
    }
  });
});
