import { expect } from 'chai';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import { advanceClock } from '../../src/ledger/sandbox.ts';
import { reward } from '../support/ledger-commands.ts';
import { STREAM } from '../support/policy.ts';
import {
  audit,
  command,
  done,
  keepersOn,
  openWalletOn,
  watched,
  watchedDocuments,
} from '../support/writer.ts';

const DAY_MS = 86_400_000;

const advance = command((book) => advanceClock(book, { seconds: DAY_MS / 1_000 }));

type Writers = ReturnType<typeof keepersOn>;

/** The time at which the writer would decide now. */
async function timeOf(writers: Writers): Promise<number> {
  let time = 0;
  await writers.dryRun(STREAM, (_, { now }) => {
    time = now;
    return { events: [] };
  });
  return time;
}

describe('The writer of a sandbox book that is ahead of the clock', () => {
  it('decides at the time of the book', async () => {
    const eventStore = createMemoryEventStore();
    const writers = keepersOn({ eventStore });
    const anna = await openWalletOn(writers, '1.00');
    const before = await timeOf(writers);
    await writers.submit(STREAM, advance);
    await done(writers, reward(anna, '1.00'));
    expect(await timeOf(writers)).to.be.within(before + DAY_MS, Date.now() + DAY_MS);
    expect((await audit(eventStore)).book.clockAheadMs).to.equal(DAY_MS);
  });

  it('decides at the same time after a restart with a snapshot, and without one', async () => {
    const eventStore = createMemoryEventStore();
    const { documents } = watchedDocuments();
    const first = keepersOn({ eventStore, documents });
    await openWalletOn(first, '1.00');
    await first.submit(STREAM, advance);
    await first.close();
    const { store, reads } = watched(eventStore);
    const fromSnapshot = keepersOn({ eventStore: store, documents });
    expect(await timeOf(fromSnapshot)).to.be.within(Date.now() + DAY_MS - 60_000, Date.now() + DAY_MS);
    expect(reads, 'only the end of the stream is read').to.not.include(0);
    const replayed = keepersOn({ eventStore });
    expect(await timeOf(replayed)).to.be.within(Date.now() + DAY_MS - 60_000, Date.now() + DAY_MS);
  });

  it('decides at the same time on another node at once', async () => {
    const eventStore = createMemoryEventStore();
    const [one, other] = [
      keepersOn({ eventStore, hasOtherWriters: true }),
      keepersOn({ eventStore, hasOtherWriters: true }),
    ];
    const anna = await openWalletOn(one, '1.00');
    const before = await timeOf(other);
    await one.submit(STREAM, advance);
    expect(await timeOf(other)).to.be.at.least(before + DAY_MS);
    await done(other, reward(anna, '1.00'));
    await other.submit(STREAM, advance);
    expect(await timeOf(one)).to.be.at.least(before + 2 * DAY_MS);
  });

  it('is ahead by the same time when the clock of the node is set back', async () => {
    const eventStore = createMemoryEventStore();
    let now = Date.now();
    const writers = keepersOn({ eventStore, clock: () => now });
    await openWalletOn(writers, '1.00');
    const before = await timeOf(writers);
    now -= 3_600_000;
    await writers.submit(STREAM, advance);
    expect(await timeOf(writers)).to.equal(before + DAY_MS);
    now += 1_000;
    expect(await timeOf(writers), 'at half speed until the clock has caught up').to.equal(
      before + DAY_MS + 500,
    );
    now += 7_200_000;
    expect(await timeOf(writers)).to.equal(now + DAY_MS);
  });
});
