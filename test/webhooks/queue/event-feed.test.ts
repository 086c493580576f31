import { expect } from 'chai';
import type { DocumentStore } from '../../../src/read-models/port.ts';
import { createMemoryDocumentStore } from '../../../src/read-models/stores/memory.ts';
import { EventFeed } from '../../../src/webhooks/first-attempts.ts';

const NOWHERE = new Map<string, bigint>();
const idAt = (position: number): string => `evt_${String(position).padStart(4, '0')}`;

describe('An event feed', () => {
  let documents: DocumentStore;
  beforeEach(async () => {
    documents = createMemoryDocumentStore();
    await documents.ensure([{ name: 'events', kind: 'log' }]);
  });

  const write = (...positions: readonly number[]): Promise<void> =>
    documents.write(
      positions.map((position) => {
        const id = idAt(position);
        const document = { id, scope: 'book', terms: ['deliver:we'], body: '{}' };
        return { collection: 'events', id, document, position: BigInt(position) };
      }),
      NOWHERE,
    );
  const feedFrom = (startAfter: string): EventFeed =>
    new EventFeed(documents, { collection: 'events', scope: 'book', term: 'deliver:we', startAfter });
  const read = async (feed: EventFeed, checkpoint: number): Promise<string[]> =>
    (await feed.read(BigInt(checkpoint))).map(({ id }) => id);

  it('returns each document after its cursor once', async () => {
    await write(1, 2, 3);
    const feed = feedFrom(idAt(1));
    expect(await read(feed, 3)).to.deep.equal([idAt(2), idAt(3)]);
    expect(await read(feed, 3)).to.deep.equal([]);
    expect(feed.mayHaveMore(3n)).to.equal(false);
    expect(feed.mayHaveMore(4n)).to.equal(true);
  });

  it('waits for earlier documents that may still appear', async () => {
    const feed = feedFrom('evt_');
    // Position 2 is not visible yet, and the checkpoint has not passed it.
    await write(1, 3);
    expect(await read(feed, 1)).to.deep.equal([idAt(1)]);
    await write(2);
    expect(await read(feed, 3)).to.deep.equal([idAt(2), idAt(3)]);
  });

  it('advances its cursor only over contiguous recorded documents', async () => {
    await write(1, 2, 3);
    const feed = feedFrom('evt_');
    await read(feed, 3);
    feed.markRecorded(idAt(2));
    expect(feed.cursor()).to.equal('evt_');
    expect(feed.oldestUnrecorded()).to.equal(idAt(1));
    feed.markRecorded(idAt(1));
    expect(feed.cursor()).to.equal(idAt(2));
    feed.markRecorded(idAt(3));
    expect([feed.cursor(), feed.oldestUnrecorded(), feed.outstanding()]).to.deep.equal([
      idAt(3),
      undefined,
      0,
    ]);
  });

  it('limits how far it reads past an unrecorded document', async () => {
    const all = Array.from({ length: 1_200 }, (_, index) => index + 1);
    await write(...all);
    const feed = feedFrom('evt_');
    let count = 0;
    while (feed.mayHaveMore(1_200n)) {
      const ids = await read(feed, 1_200);
      // All but the first.
      for (const id of ids) if (id !== idAt(1)) feed.markRecorded(id);
      count += ids.length;
    }
    expect(count).to.be.within(1_000, 1_050);
    feed.markRecorded(idAt(1));
    expect(feed.mayHaveMore(1_200n)).to.equal(true);
  });
});
