import { expect } from 'chai';
import { createBook } from '../../src/ledger/book.ts';
import { evolve } from '../../src/ledger/evolve.ts';
import { CLOCK_AHEAD_SECONDS_MAX, advanceClock } from '../../src/ledger/sandbox.ts';
import { rollBack } from '../../src/ledger/table.ts';
import { LedgerViolation } from '../../src/ledger/violations.ts';
import { given } from '../support/ledger.ts';
import { START_TIME } from '../support/policy.ts';

const DAY_SECONDS = 86_400;

const advance = (seconds: number) => (book: Parameters<typeof advanceClock>[0]) =>
  advanceClock(book, { seconds });

const event = (stream: string, data: { seconds: number; ahead_seconds: number }, revision = 0) => ({
  ...({ type: 'clock.advanced', data } as const),
  ...{ stream, revision, time: new Date(START_TIME).toISOString() },
});

describe('The clock of a sandbox book', () => {
  it('adds up its advances', () => {
    const ledger = given();
    ledger.when(advance(DAY_SECONDS)).then({
      type: 'clock.advanced',
      data: { seconds: DAY_SECONDS, ahead_seconds: DAY_SECONDS },
    });
    expect(ledger.book.clockAheadMs).to.equal(DAY_SECONDS * 1_000);
    expect(ledger.book.time).to.equal(START_TIME + DAY_SECONDS * 1_000);
    ledger.advanceClock(DAY_SECONDS * 1_000);
    ledger.when(advance(60)).then({
      type: 'clock.advanced',
      data: { seconds: 60, ahead_seconds: DAY_SECONDS + 60 },
    });
  });

  it('can be at most ten years ahead', () => {
    const ledger = given();
    ledger.run(advance(CLOCK_AHEAD_SECONDS_MAX - 1));
    ledger.advanceClock(CLOCK_AHEAD_SECONDS_MAX * 1_000);
    const { details } = ledger.when(advance(2)).thenRefused('validation_failed', 'seconds');
    expect(details?.[0]?.message).to.match(/^seconds must be at most 1:/);
    ledger.run(advance(1));
  });

  it('rejects an earlier event after an advance', () => {
    const ledger = given();
    ledger.run(advance(DAY_SECONDS));
    expect(() => ledger.run(advance(1)))
      .to.throw(LedgerViolation)
      .with.property('rule', 'time_order');
  });

  it('rejects events that do not add up, and every event in production', () => {
    const attempts: [string, number, number][] = [
      ['book-int_a-sandbox', 60, 61],
      ['book-int_a-sandbox', 0, 0],
      ['book-int_a-sandbox', -60, -60],
      ['book-int_a-production', 60, 60],
    ];
    for (const [stream, seconds, ahead_seconds] of attempts)
      expect(
        () => evolve(createBook(stream), event(stream, { seconds, ahead_seconds })),
        `${stream} ${seconds}`,
      )
        .to.throw(LedgerViolation)
        .with.property('rule', 'time_order');
    expect(() => advanceClock(createBook('book-int_a-production'), { seconds: 1 })).to.throw();
  });

  it('goes back when an advance is rolled back that was not written', () => {
    const book = createBook('book-int_a-sandbox');
    book.undoLog.isRecording = true;
    evolve(book, event(book.stream, { seconds: 60, ahead_seconds: 60 }));
    expect(book.clockAheadMs).to.equal(60_000);
    rollBack(book.undoLog, 0);
    expect([book.clockAheadMs, book.time, book.revision]).to.deep.equal([0, 0, -1]);
  });
});
