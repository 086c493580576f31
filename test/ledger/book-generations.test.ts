import { expect } from 'chai';
import { eventVersions } from '../../src/generated/events.ts';
import { createBook } from '../../src/ledger/book.ts';
import type { BookEvent, EventType, RecordedBookEvent } from '../../src/ledger/event.ts';
import { evolve } from '../../src/ledger/evolve.ts';
import { adjacentBook, bookStreamOf } from '../../src/ledger/ids.ts';
import { canRecord, closeBook, dropTask, isClosed, openBook } from '../../src/ledger/sandbox.ts';
import { rollBack } from '../../src/ledger/table.ts';
import { forgetUser } from '../../src/ledger/user.ts';
import { arrival } from '../support/ledger-commands.ts';
import { expectRule, given, idIn } from '../support/ledger.ts';
import { START_TIME, STREAM } from '../support/policy.ts';
import { endpoint } from '../support/webhook-commands.ts';

const NEXT = adjacentBook(STREAM, 1) ?? '';
const TASK = { task_id: 'tsk_1' };

const at = (event: BookEvent, stream: string, revision = 0): RecordedBookEvent => ({
  ...event,
  ...{ stream, revision, time: new Date(START_TIME).toISOString() },
});

describe('A book that is closed', () => {
  it('names its successor, and deletes its webhook endpoints first', () => {
    const ledger = given();
    const id = idIn(ledger.run(endpoint()), 'webhook_endpoint_id');
    ledger
      .when(closeBook)
      .then(
        { type: 'webhook_endpoint.deleted', data: { webhook_endpoint_id: id } },
        { type: 'book.closed', data: { next_book: NEXT } },
      );
    expect(ledger.book.nextBook).to.equal(NEXT);
    expect(ledger.book.webhookEndpoints.size).to.equal(0);
  });

  it('is closed once', () => {
    const ledger = given();
    ledger.run(closeBook);
    expect(ledger.when(closeBook).then()).to.deep.equal([]);
  });

  it('accepts nothing but erasures and dropped tasks', () => {
    const ledger = given();
    ledger.run(closeBook);
    // The generated object has exactly these keys.
    const allowed = (Object.keys(eventVersions) as EventType[]).filter((type) =>
      canRecord(ledger.book, type),
    );
    expect(allowed).to.have.members(['user.forgotten', 'task.dropped', 'request.recorded']);
    expectRule(
      () => ledger.record({ type: 'clock.advanced', data: { seconds: 1, ahead_seconds: 1 } }),
      'book_state',
    );
    expectRule(() => ledger.record({ type: 'book.closed', data: { next_book: NEXT } }), 'book_state');
  });

  it('drops the tasks that were open, and no other book does', () => {
    const ledger = given();
    const drop = (book: Parameters<typeof dropTask>[0]) => dropTask(book, TASK);
    expect(ledger.when(drop).then()).to.deep.equal([]);
    expectRule(() => ledger.record({ type: 'task.dropped', data: TASK }), 'book_state');
    ledger.run(closeBook);
    ledger.when(drop).then({ type: 'task.dropped', data: TASK });
  });

  it('still forgets people, although they are active and have open transfers', () => {
    const ledger = given();
    const wallet = ledger.wallet();
    const user_id = ledger.ownerOf(wallet);
    ledger.run(arrival(ledger.depositAccount(wallet), '7.00', 'in_review'));
    const forget = (book: Parameters<typeof forgetUser>[0]) => forgetUser(book, { user_id });
    ledger.when(forget).thenRefused('user_state_conflict');
    ledger.run(closeBook);
    ledger.when(forget).then('user.forgotten');
    expect(ledger.book.users.get(user_id)?.forgotten).to.equal(true);
    expect(ledger.when(forget).then()).to.deep.equal([]);
  });

  it('is open again when the closing is rolled back that was not written', () => {
    const book = createBook(STREAM);
    book.undoLog.isRecording = true;
    evolve(book, at({ type: 'book.closed', data: { next_book: NEXT } }, STREAM));
    expect(isClosed(book)).to.equal(true);
    rollBack(book.undoLog);
    expect(isClosed(book)).to.equal(false);
  });

  it('cannot have a wrong successor, or endpoints left', () => {
    const ledger = given();
    ledger.run(endpoint());
    expectRule(() => ledger.record({ type: 'book.closed', data: { next_book: NEXT } }), 'book_state');
    for (const next_book of [STREAM, bookStreamOf('int_other', 'sandbox', 2), 'book-int_a.3-sandbox'])
      expectRule(() => given().record({ type: 'book.closed', data: { next_book } }), 'book_state');
    expect(() => closeBook(createBook('book-int_a-production'))).to.throw('no other generation');
  });
});

describe('A book that replaces another one', () => {
  it('begins with its opening', () => {
    const book = createBook(NEXT);
    const user: BookEvent = { type: 'request.recorded', data: {} };
    expectRule(() => evolve(book, at(user, NEXT)), 'book_state');
    const decision = openBook(book);
    expect(decision).to.deep.equal({
      events: [{ type: 'book.opened', data: { previous_book: STREAM } }],
    });
    evolve(book, at({ type: 'book.opened', data: { previous_book: STREAM } }, NEXT));
    evolve(book, at(user, NEXT, 1));
    expect(openBook(book)).to.deep.equal({ events: [] });
  });

  it('cannot be opened later, or name another predecessor', () => {
    expect(openBook(createBook(STREAM))).to.deep.equal({ events: [] });
    const opened: BookEvent = { type: 'book.opened', data: { previous_book: STREAM } };
    expectRule(() => evolve(createBook(STREAM), at(opened, STREAM)), 'book_state');
    const third = adjacentBook(NEXT, 1) ?? '';
    expectRule(() => evolve(createBook(third), at(opened, third)), 'book_state');
  });
});
