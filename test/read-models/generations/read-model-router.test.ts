/** Which generation readers of a collection get, and when that changes. */
import { expect } from 'chai';
import { StoreUnavailable } from '../../../src/event-store/port.ts';
import { createReadModelRouter } from '../../../src/read-models/generations/read-model-router.ts';
import type { DocumentStore } from '../../../src/read-models/port.ts';
import type { ProjectionProgress } from '../../../src/read-models/projection-progress.ts';
import { createMemoryDocumentStore } from '../../../src/read-models/stores/memory.ts';
import { documentOf, putWrite } from '../../support/document-store.ts';
import { boxes } from '../projector/coins.ts';

const BOOK = 'book-a';

describe('The read-model router', () => {
  const at = (position: bigint, generation = 1): readonly ProjectionProgress[] => [
    { name: 'boxes', version: 1, state: 'live', position, ...(generation > 1 ? { generation } : {}) },
  ];

  async function filled() {
    const documents = createMemoryDocumentStore();
    await documents.ensure([
      { name: 'boxes_v1', kind: 'state' },
      { name: 'boxes_v1_g2', kind: 'state' },
      { name: 'elsewhere', kind: 'state' },
    ]);
    await documents.write(
      [
        putWrite('boxes_v1', documentOf('a', { body: '{"build":1}' }), 1n),
        putWrite('boxes_v1_g2', documentOf('a', { body: '{"build":2}' }), 1n),
        putWrite('elsewhere', documentOf('a', { body: '{"build":0}' }), 1n),
      ],
      new Map([
        ['boxes_v1', 10n],
        ['boxes_v1 complete', 5n],
        ['boxes_v1_g2', 8n],
      ]),
    );
    return { documents, served: createReadModelRouter(documents, [boxes]) };
  }
  const buildIn = async (documents: DocumentStore, name = 'boxes_v1') =>
    (await documents.get(name, 'a'))?.body;

  it('reads the complete generation, even before the first progress report', async () => {
    const { documents, served } = await filled();
    expect(await buildIn(served)).to.equal('{"build":1}');
    await documents.write([], new Map([['boxes_v1_g2 complete', 8n]]));
    expect(await buildIn(createReadModelRouter(documents, [boxes]))).to.equal('{"build":2}');
    expect(await buildIn(served, 'elsewhere')).to.equal('{"build":0}');
  });

  it('throws StoreUnavailable until the projector has created the collection', async () => {
    const documents = createMemoryDocumentStore();
    const served = createReadModelRouter(documents, [boxes]);
    const faultOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
    const query = { scope: BOOK, terms: [], order: 'oldest', limit: 1 } as const;
    const reads = [
      served.get('boxes_v1', 'a'),
      served.list('boxes_v1', query),
      served.list('moves_v1', query),
    ];
    for (const read of reads) expect(await faultOf(read)).to.be.instanceOf(StoreUnavailable);
    expect(await faultOf(served.get('nowhere', 'a'))).not.to.be.instanceOf(StoreUnavailable);
    await documents.ensure([{ name: 'boxes_v1', kind: 'state' }]);
    expect(await served.get('boxes_v1', 'a')).to.equal(undefined);
  });

  it('switches all kinds of reads with a progress report', async () => {
    const { served } = await filled();
    served.report(at(10n));
    expect(await buildIn(served)).to.equal('{"build":1}');
    expect(served.report(at(10n, 2))).to.deep.equal(at(10n, 2));
    const query = { scope: BOOK, terms: [], order: 'oldest', limit: 1 } as const;
    const bodies = [
      ...(await served.getMany('boxes_v1', ['a'])),
      ...(await served.list('boxes_v1', query)),
      ...(await served.scan('boxes_v1', { limit: 1 })),
    ].map(({ body }) => body);
    expect(bodies).to.deep.equal(['{"build":2}', '{"build":2}', '{"build":2}']);
  });

  it('has reached a position once the projection of the collection has', async () => {
    const { served } = await filled();
    expect(served.hasReached('boxes_v1', 0n)).to.equal(false);
    for (const state of ['live', 'catching_up', 'waiting', 'stalled'] as const) {
      served.report(at(10n).map((progress) => ({ ...progress, state })));
      expect(served.hasReached('boxes_v1', 10n)).to.equal(true);
      expect(served.hasReached('boxes_v1', 11n)).to.equal(false);
    }
    // A stale generation gets no more updates.
    served.report(at(10n).map((progress) => ({ ...progress, state: 'stale' })));
    expect(served.hasReached('boxes_v1', 11n)).to.equal(true);
    expect(served.hasReached('elsewhere', 11n)).to.equal(true);
  });

  it('never switches to a generation that is behind a reported position', async () => {
    const { served } = await filled();
    served.report(at(7n));
    // A caller has read the checkpoint and expects all documents up to it.
    expect((await served.checkpoints()).get('boxes_v1')).to.equal(10n);
    expect(served.report(at(9n, 2))).to.deep.equal(at(7n));
    expect(await buildIn(served)).to.equal('{"build":1}');
    served.report(at(10n, 2));
    expect(await buildIn(served)).to.equal('{"build":2}');
    expect((await served.checkpoints()).get('boxes_v1')).to.equal(8n);
  });
});
