/** A book whose events take longer to read than a request should wait. */
import { expect } from 'chai';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import { StoreUnavailable, type EventStore } from '../../src/event-store/port.ts';
import { problemForFault } from '../../src/http/errors.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { BookLoading, type LoadProgress } from '../../src/writer/command.ts';
import { errorOf } from '../support/document-store.ts';
import { reward } from '../support/ledger-commands.ts';
import { STREAM } from '../support/policy.ts';
import { command, keepersOn, latch, openWalletOn, until, type WriterSetup } from '../support/writer.ts';

const EVENTS = 2_600;
const SLOW_MS = 1_050;

describe('A book that is loaded for a long time', function () {
  this.timeout(60_000);
  const inner = createMemoryEventStore();
  let wallet: string;
  before(async () => {
    const writers = keepersOn({ eventStore: inner });
    wallet = await openWalletOn(writers, '0.00');
    for (let written = 0; written < EVENTS; written += 100)
      await Promise.all(
        Array.from({ length: 100 }, () => writers.submit(STREAM, command(reward(wallet, '1.00')))),
      );
    await writers.close();
  });

  /** The first page takes a second, and those after it wait until `open` is called. */
  function slow(setup: Partial<WriterSetup> = {}) {
    const rest = latch();
    rest.shut();
    const reports: LoadProgress[] = [];
    const eventStore: EventStore = {
      ...inner,
      async read(stream, from, limit) {
        if (from === 0) await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
        else if (from < EVENTS - 1) await rest.pass();
        return inner.read(stream, from, limit);
      },
    };
    const writers = keepersOn({
      ...{ eventStore, loadSecondsMax: 1, onLoading: (_, progress) => reports.push(progress) },
      documents: createMemoryDocumentStore(),
      ...setup,
    });
    const send = () => writers.submit(STREAM, command(reward(wallet, '1.00')));
    return { writers, send, reports, open: rest.open };
  }

  it('is refused with an estimate, is loaded meanwhile, and then answers', async () => {
    const { writers, send, reports, open } = slow();
    // It waits from the beginning, so it gets the estimate as soon as there is one.
    const first = await errorOf(send);
    expect(first).to.be.an.instanceOf(BookLoading);
    const [report] = reports;
    expect(report?.percent).to.be.within(30, 45);
    expect(report?.secondsLeft).to.be.greaterThan(1);
    const again = await errorOf(() => writers.read(STREAM, (book) => book.revision));
    expect(again).to.be.an.instanceOf(BookLoading);
    const problem = problemForFault(again);
    expect(problem?.problem).to.equal('service_unavailable');
    expect(problem?.retryAfterSeconds).to.equal(report?.secondsLeft);
    open();
    await until(() => writers.newestEvent(STREAM) !== undefined);
    expect((await send()).kind).to.equal('done');
    await writers.close();
  });

  it('is waited for if that is short enough', async () => {
    const { writers, send, open } = slow({ loadSecondsMax: 600 });
    const answer = send();
    open();
    expect((await answer).kind).to.equal('done');
    await writers.close();
  });

  it('does not delay the end of the process', async () => {
    const { writers, send, open } = slow();
    expect(await errorOf(send)).to.be.an.instanceOf(BookLoading);
    const closed = writers.close();
    open();
    await closed;
    expect(writers.newestEvent(STREAM)).to.equal(undefined);
    expect(await errorOf(send)).not.to.be.an.instanceOf(StoreUnavailable);
  });
});
