import { expect } from 'chai';
import { BOOK_CLOCKS } from '../../projections/collections.ts';
import { CLOCKS_TERM, TASKS_SCOPE, bookClockId } from '../../projections/tasks.ts';
import { BookClocks } from '../../src/jobs/task-loop.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';

async function clocksOf(streams: readonly string[]) {
  const documents = createMemoryDocumentStore();
  await documents.ensure([{ name: BOOK_CLOCKS, kind: 'state' }]);
  const writes = streams.map((stream) => {
    const id = bookClockId(stream);
    const body = JSON.stringify({ stream, ahead_seconds: 60 });
    const document = { id, scope: TASKS_SCOPE, terms: [CLOCKS_TERM], body };
    return { collection: BOOK_CLOCKS, id, document, position: 1n };
  });
  await documents.write(writes, new Map());
  const clocks = new BookClocks(documents);
  await clocks.refresh();
  return clocks;
}

describe('The clocks of books', () => {
  it('are ahead as far as the documents say, and only in the sandbox', async () => {
    const clocks = await clocksOf(['book-int_a-sandbox', 'book-int_a-production']);
    expect(clocks.aheadMs('book-int_a-sandbox')).to.equal(60_000);
    expect(clocks.aheadMs('book-int_a-production')).to.equal(0);
    expect(clocks.aheadMs('book-int_b-sandbox')).to.equal(0);
    expect(clocks.nextBooks()).to.deep.equal(['book-int_a-sandbox']);
  });

  it('take turns when there are many', async () => {
    const streams = Array.from({ length: 1_050 }, (_, i) => `book-int_${String(i).padStart(4, '0')}-sandbox`);
    const clocks = await clocksOf(streams);
    const seen = new Set<string>();
    for (let calls = 0; calls < 53; calls += 1) {
      const books = clocks.nextBooks();
      expect(books.length).to.be.within(1, 20);
      for (const book of books) seen.add(book);
    }
    expect(seen.size).to.equal(streams.length);
  });
});
