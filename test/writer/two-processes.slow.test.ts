import { fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteEventStore } from '../../src/sqlite/event-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { audit, keepersOn, openWalletOn } from '../support/writer.ts';

const SCRIPT = fileURLToPath(new URL('../support/writer-process.ts', import.meta.url));
const COUNT = 250;

type Reported = { readonly key: string; readonly kind: string; readonly body: string };

function run(...args: string[]): Promise<Reported[]> {
  const child = fork(SCRIPT, args, { execArgv: ['--import', 'tsx'] });
  return new Promise((resolve, reject) => {
    // Only the script of this test sends messages.
    child.once('message', (outcomes) => resolve(outcomes as Reported[]));
    child.once('error', reject);
    // Waits for 'disconnect', because 'exit' may arrive before the report.
    child.once('disconnect', () => reject(new Error('the process ended without a report')));
  });
}

describe('Two processes that write to one book', () => {
  it('lose and duplicate nothing, and give one answer for a key that both use', async () => {
    const folder = await temporaryFolder();
    const file = join(folder.path, 'events.db');
    const database = openDatabase(file);
    const eventStore = createSqliteEventStore(database);
    const writers = keepersOn({ eventStore });
    const [anna, ben] = [await openWalletOn(writers, '450.00'), await openWalletOn(writers, '0.00')];
    const reports = await Promise.all(
      ['left', 'right'].map((name) => run(file, name, String(COUNT), anna, ben)),
    );
    const all = reports.flat();
    expect(all.length).to.equal(2 * COUNT);

    // A fifth of the keys are shared: 2 × 200 unique keys and 50 common ones, all of which can be paid.
    const { book, keys } = await audit(eventStore);
    expect(new Set(keys).size).to.equal(keys.length);
    expect(keys.length).to.equal(450);
    expect(book.accounts.get(anna)?.amount).to.equal(0n);
    expect(book.accounts.get(ben)?.amount).to.equal(45_000n);
    expect(all.filter(({ kind }) => kind === 'done').length).to.equal(450);
    expect(all.filter(({ kind }) => kind === 'replayed').length).to.equal(50);
    const answers = new Map<string, Set<string>>();
    for (const { key, body } of all) answers.set(key, (answers.get(key) ?? new Set()).add(body));
    for (const [key, bodies] of answers) expect(bodies.size, key).to.equal(1);

    await eventStore.close();
    database.close();
    await folder.remove();
  });
});
