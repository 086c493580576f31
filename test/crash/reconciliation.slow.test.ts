/** The collection of movements and the closing of a day, by processes that are killed at each append. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'chai';
import { isSignedBy } from '../../src/audit/checkpoints/signed-note.ts';
import type { ReconciliationEvent } from '../../src/generated/events.ts';
import { closingText } from '../../src/reconciliation/days/days.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteEventStore } from '../../src/sqlite/event-store.ts';
import { deriveAuditSigningKey } from '../../src/vault/audit-signing-key.ts';
import { createReconciliationWorld, type ReconciliationWorld } from '../support/reconciliation-world.ts';
import { statementOf } from '../support/statements.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';

const PROCESS = new URL('../support/reconciliation-process.ts', import.meta.url).pathname;
const KEY = deriveAuditSigningKey(Buffer.alloc(32, 'service')).publicKey;
/** More than one event of movements, and one of matches. */
const COUNT = 450;

describe('Reconciliation whose process is killed', function () {
  this.timeout(300_000);
  let folder: Folder;
  let file: string;
  before(async () => {
    folder = await temporaryFolder();
    file = join(folder.path, 'events.db');
    await withWorld(async (world) => {
      const transfer = (n: number): string => `trf_01kakz3v00000000000000${String(n).padStart(4, '0')}`;
      await world.post(
        Array.from({ length: COUNT }, (_, n) => ({
          time: '2026-03-02T10:00:00.000Z',
          amount: '1.00',
          transfer: transfer(n),
        })),
      );
      await world.import(
        statementOf(
          Array.from({ length: COUNT }, (_, n) => ({ amount: '1.00', reference: transfer(n) })),
          { opening_balance: '1000.00' },
        ),
      );
    });
  });
  after(() => folder.remove());

  async function withWorld<T>(use: (world: ReconciliationWorld) => Promise<T>): Promise<T> {
    const database = openDatabase(file);
    try {
      return await use(createReconciliationWorld({ eventStore: createSqliteEventStore(database) }));
    } finally {
      database.close();
    }
  }

  async function run(what: 'collect' | 'close', when = 'never', append = 0): Promise<string | number | null> {
    const args = ['--import', 'tsx', PROCESS, file, what, when, String(append)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    await once(child, 'exit');
    return child.signalCode ?? child.exitCode;
  }

  const eventsOf = <T extends ReconciliationEvent['type']>(type: T) =>
    withWorld(async (world) => {
      await world.audit({
        isSigned: (closing) =>
          isSignedBy(
            {
              text: closingText('production', closing.data, closing.time),
              signatures: [closing.data.signature],
            },
            KEY,
          ),
      });
      const events = await world.events();
      return events.filter((each): each is Extract<ReconciliationEvent, { type: T }> => each.type === type);
    });
  const collected = async (): Promise<number> =>
    (await eventsOf('movements.collected')).reduce((sum, { data }) => sum + data.movements.length, 0);
  const matched = async (): Promise<number> =>
    (await eventsOf('matches.recorded')).reduce((sum, { data }) => sum + data.pairs.length, 0);

  it('collects each movement once, wherever the collection ended', async () => {
    expect(await run('collect', 'before', 1)).to.equal('SIGKILL');
    expect(await collected()).to.equal(0);
    expect(await run('collect', 'after', 1)).to.equal('SIGKILL');
    const first = await collected();
    expect(first).to.be.greaterThan(0).and.below(COUNT);
    expect(await run('collect', 'before', 2)).to.equal('SIGKILL');
    expect(await collected()).to.be.greaterThan(first);
    // The rest of the movements, and then the totals.
    expect(await run('collect', 'before', 2)).to.equal('SIGKILL');
    expect([await collected(), (await eventsOf('totals.collected')).length]).to.deep.equal([COUNT, 0]);
    expect(await run('collect', 'after', 1)).to.equal('SIGKILL');
    expect((await eventsOf('totals.collected')).length).to.equal(1);
    expect(await run('collect')).to.equal(0);
    expect((await eventsOf('totals.collected')).length).to.equal(1);
    expect(await run('collect')).to.equal(0);
    expect(await collected()).to.equal(COUNT);
  });

  it('closes the day once, with all matches, wherever the closing ended', async () => {
    expect(await run('close', 'before', 1)).to.equal('SIGKILL');
    expect(await matched()).to.equal(0);
    expect(await run('close', 'after', 1)).to.equal('SIGKILL');
    expect([await matched(), (await eventsOf('day.closed')).length]).to.deep.equal([COUNT, 0]);
    // The matches are recorded, so the first append is the closing.
    expect(await run('close', 'before', 1)).to.equal('SIGKILL');
    expect((await eventsOf('day.closed')).length).to.equal(0);
    expect(await run('close', 'after', 1)).to.equal('SIGKILL');
    const [closing, ...more] = await eventsOf('day.closed');
    expect(more).to.deep.equal([]);
    expect(closing?.data.accounts[0]).to.deep.include({
      ledger_closing_balance: `${COUNT}.00`,
      lines: { count: COUNT, amount: `${COUNT}.00` },
      movements: { count: COUNT, amount: `${COUNT}.00` },
    });
    expect(closing?.data.accounts[0]?.bank?.open_lines.count).to.equal(0);
    expect(closing?.data.totals?.kinds).to.deep.equal([
      { kind: 'onramp', unit: 'usd', count: COUNT, amount: `${COUNT}.00` },
    ]);
    expect(await run('close')).to.equal(0);
    expect(await eventsOf('day.closed')).to.deep.equal([closing]);
    expect(await matched()).to.equal(COUNT);
  });
});
