import { expect } from 'chai';
import { BOOK_TOTALS, COLLECTIONS } from '../../projections/collections.ts';
import { bookClockId, taskId } from '../../projections/tasks.ts';
import { TOTALS_SCOPE, bookTotalsId } from '../../projections/totals.ts';
import { advanceClock, closeBook, dropTask } from '../../src/ledger/sandbox.ts';
import { forgetUser } from '../../src/ledger/user.ts';
import { USD, onramp } from '../support/ledger-commands.ts';
import { given, idIn, type Ledger } from '../support/ledger.ts';
import { INSTRUCTIONS, START_TIME, STREAM } from '../support/policy.ts';
import { project, storedEvents } from '../support/project-book.ts';

const EXPIRES_MS = START_TIME + 3_600_000;

/** A book with money, an open task, and a clock that is ahead. */
function busyBook(): { ledger: Ledger; task: string; user: string } {
  const ledger = given();
  const wallet = ledger.fundedWallet('10.00');
  const provider = { instructions: { ...INSTRUCTIONS, expires_at: new Date(EXPIRES_MS).toISOString() } };
  const transfer = idIn(ledger.run(onramp(wallet, '50.00', USD, { provider })), 'transfer_id');
  ledger.run((book) => advanceClock(book, { seconds: 60 }));
  ledger.advanceClock(60_000);
  return { ledger, task: taskId('expire_onramp', transfer, EXPIRES_MS), user: ledger.ownerOf(wallet) };
}

describe('The documents of a book that was closed', () => {
  it('are in no list of all books, and can still be read', async () => {
    const { ledger } = busyBook();
    const listed = async () => {
      const documents = await project(storedEvents(ledger.events));
      const query = { scope: TOTALS_SCOPE, terms: ['books'], order: 'oldest', limit: 10 } as const;
      const list = await documents.list(BOOK_TOTALS, query);
      const found = await documents.get(BOOK_TOTALS, bookTotalsId(STREAM));
      return [list.length, found !== undefined];
    };
    expect(await listed()).to.deep.equal([1, true]);
    ledger.run(closeBook);
    expect(await listed()).to.deep.equal([0, true]);
  });

  it('include no clock, and no task that was dropped', async () => {
    const { ledger, task } = busyBook();
    const found = async () => {
      const documents = await project(storedEvents(ledger.events));
      const ids = [task, bookClockId(STREAM)];
      return Promise.all(ids.map(async (id) => (await documents.get(COLLECTIONS.tasks, id)) !== undefined));
    };
    expect(await found()).to.deep.equal([true, true]);
    ledger.run(closeBook);
    expect(await found()).to.deep.equal([true, false]);
    ledger.run((book) => dropTask(book, { task_id: task }));
    expect(await found()).to.deep.equal([false, false]);
  });

  it('follow the erasure of a person who is still active', async () => {
    const { ledger, user } = busyBook();
    ledger.run(closeBook);
    ledger.run((book) => forgetUser(book, { user_id: user }));
    const documents = await project(storedEvents(ledger.events));
    const found = await documents.get(COLLECTIONS.users, user);
    expect(JSON.parse(found?.body ?? '')).to.deep.include({ id: user, status: 'active', first_name: null });
  });
});
