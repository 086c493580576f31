import { expect } from 'chai';
import fc from 'fast-check';
import { START, StoreUnavailable, type StoredEvent } from '../../../src/event-store/port.ts';
import type { DocumentStore, DocumentWrite } from '../../../src/read-models/port.ts';
import { collectionsOf, type Projection } from '../../../src/read-models/projection.ts';
import { compileProjection, decodePage } from '../../../src/read-models/projector/decode-page.ts';
import {
  cacheDocuments,
  loadPage,
  projectPage,
  type DocumentCache,
  type PageResult,
} from '../../../src/read-models/projector/project-page.ts';
import { createMemoryDocumentStore } from '../../../src/read-models/stores/memory.ts';
import { boxes, dayEnded, decodeCoins, moved, newEvent, removed, type CoinEvent } from './coins.ts';

function stored(events: readonly CoinEvent[]): StoredEvent[] {
  return events.map((event, index) => ({
    ...newEvent(event),
    stream: 'book-a',
    revision: index,
    // Positions have gaps in real stores.
    position: BigInt(index) * 3n,
  }));
}

async function openDocuments(): Promise<DocumentStore> {
  const documents = createMemoryDocumentStore();
  await documents.ensure(collectionsOf(boxes));
  return documents;
}

async function project(
  events: readonly StoredEvent[],
  documents: DocumentStore,
  projection: Projection<CoinEvent> = boxes,
  {
    checkpoint = START,
    cache = new Map(),
    isSoleProjector = true,
  }: { checkpoint?: bigint; cache?: DocumentCache; isSoleProjector?: boolean } = {},
) {
  const rules = compileProjection(projection);
  const page = await decodePage(events, [rules], decodeCoins);
  const cursor = { rules, checkpoint, cache };
  return projectPage(cursor, await loadPage(cursor, page, documents), documents, isSoleProjector);
}

async function everything(documents: DocumentStore) {
  const query = { scope: 'book-a', terms: [], order: 'oldest', limit: 10_000 } as const;
  return { boxes: await documents.list('boxes_v1', query), moves: await documents.list('moves_v1', query) };
}

const NONE = new Map<string, bigint>();

describe('A page of events through a projection', () => {
  it('writes a document once for many events, at the position of the last one', async () => {
    const documents = await openDocuments();
    const events = stored(Array.from({ length: 100 }, () => moved(null, 'hot', 1)));
    const { writes, checkpoint } = await project(events, documents);
    const states = writes.filter(({ collection }) => collection === 'boxes_v1');
    expect(states).to.deep.equal([
      {
        collection: 'boxes_v1',
        id: 'hot',
        document: {
          id: 'hot',
          scope: 'book-a',
          terms: ['filled'],
          body: '{"id":"hot","coins":100,"moves":100}',
        },
        position: 297n,
      },
    ]);
    expect(writes).to.have.length(101);
    expect(checkpoint).to.equal(297n);
  });

  it('passes the documents before and after each event to emit', async () => {
    const documents = await openDocuments();
    const { writes } = await project(stored([moved(null, 'a', 5), moved('a', 'b', 5)]), documents);
    await documents.write(writes, NONE);
    const { moves } = await everything(documents);
    expect(moves.map(({ body, terms }) => [terms, JSON.parse(body) as unknown])).to.deep.equal([
      [['box:a'], { stream: 'book-a', coins: 5, left: [['a', 5]] }],
      [
        ['box:a', 'box:b'],
        {
          stream: 'book-a',
          coins: 5,
          left: [
            ['a', 0],
            ['b', 5],
          ],
        },
      ],
    ]);
  });

  it('skips events up to the checkpoint', async () => {
    const documents = await openDocuments();
    const { writes } = await project(stored([moved(null, 'a', 5), moved(null, 'a', 2)]), documents, boxes, {
      checkpoint: 0n,
    });
    expect(writes.map(({ position }) => position)).to.deep.equal([3n, 3n]);
    expect(writes.at(-1)?.document?.body).to.equal('{"id":"a","coins":2,"moves":1}');
  });

  it('advances the checkpoint past ignored events without a write', async () => {
    const documents = await openDocuments();
    expect(await project(stored([dayEnded, dayEnded]), documents)).to.deep.include({
      writes: [],
      checkpoint: 3n,
    });
  });

  it('changes nothing where fold returns the same document or none', async () => {
    const documents = await openDocuments();
    const idle: Projection<CoinEvent> = {
      ...boxes,
      rules: {
        ...boxes.rules,
        'coins.moved': { touches: ({ data }) => [data.to], fold: (before) => before },
        'box.removed': { touches: ({ data }) => [data.box], fold: () => undefined },
      },
    };
    expect(
      (await project(stored([moved(null, 'a', 1), removed('a')]), documents, idle)).writes,
    ).to.deep.equal([]);
  });

  it('ends before an event whose rule throws, with all effects of earlier events and none of that one', async () => {
    const documents = await openDocuments();
    const events = stored([moved(null, 'a', 5), removed('none'), moved(null, 'a', 1)]);
    const { writes, checkpoint, fault } = await project(events, documents);
    expect(writes.map(({ position }) => position)).to.deep.equal([0n, 0n]);
    expect(checkpoint).to.equal(0n);
    expect(fault?.stored).to.equal(events[1]);
    expect(String(fault?.error)).to.equal('Error: There is no box none.');
  });

  it('ends before an event whose documents cannot be serialized', async () => {
    const documents = await openDocuments();
    const huge: Projection<CoinEvent> = {
      ...boxes,
      rules: {
        ...boxes.rules,
        'coins.moved': {
          touches: ({ data }) => [data.to],
          fold: (_before, { data }) => ({
            value: data.coins > 9 ? { big: 10n } : { coins: data.coins },
            terms: [],
          }),
        },
      },
    };
    const events = stored([
      moved(null, 'a', 1),
      moved(null, 'b', 10),
      moved(null, 'a', 11),
      moved(null, 'c', 1),
    ]);
    const { writes, checkpoint, fault } = await project(events, documents, huge);
    expect(writes.map(({ id, document }) => [id, document?.body])).to.deep.equal([['a', '{"coins":1}']]);
    expect(checkpoint).to.equal(0n);
    expect(fault?.stored).to.equal(events[1]);
  });

  it('ends before an event without a rule, and before one that cannot be decoded', async () => {
    const documents = await openDocuments();
    const unknown = stored([moved(null, 'a', 1), dayEnded]).map((event) =>
      event.type === 'day.ended' ? { ...event, type: 'year.ended' } : event,
    );
    const garbled = stored([moved(null, 'a', 1), moved(null, 'b', 1)]).map((event) =>
      event.revision === 1 ? { ...event, data: '{' } : event,
    );
    for (const events of [unknown, garbled]) {
      const { checkpoint, fault } = await project(events, documents);
      expect(checkpoint).to.equal(0n);
      expect(fault?.stored.revision).to.equal(1);
      expect(fault?.error).to.be.instanceOf(Error);
    }
  });

  it('does not decode ignored events', async () => {
    const documents = await openDocuments();
    const events = stored([dayEnded]).map((event) => ({ ...event, data: '{' }));
    expect(await project(events, documents)).to.deep.include({ writes: [], checkpoint: 0n });
  });

  it('rejects when a store is unavailable during decoding, and waits for asynchronous decoding', async () => {
    const rules = compileProjection(boxes);
    const events = stored([moved(null, 'a', 1), moved(null, 'b', 1)]);
    const page = await decodePage(events, [rules], (event) => Promise.resolve(decodeCoins(event)));
    expect(page.map(({ event }) => event?.type)).to.deep.equal(['coins.moved', 'coins.moved']);
    const unavailable = new StoreUnavailable('The vault is away.');
    const faults = await Promise.allSettled([
      decodePage(events, [rules], () => Promise.reject(unavailable)),
      decodePage(events, [rules], () => {
        throw unavailable;
      }),
    ]);
    expect(
      faults.map((fault) => (fault.status === 'rejected' ? (fault.reason as unknown) : undefined)),
    ).to.deep.equal([unavailable, unavailable]);
  });

  it('writes a document created and deleted within the page only if there are other projectors', async () => {
    const events = stored([moved(null, 'a', 5), removed('a')]);
    const deleted = { collection: 'boxes_v1', id: 'a', document: null, position: events.at(-1)?.position };
    const states = async (isSoleProjector: boolean) =>
      (await project(events, await openDocuments(), boxes, { isSoleProjector })).writes.filter(
        ({ collection }) => collection === 'boxes_v1',
      );
    expect(await states(true)).to.deep.equal([]);
    expect(await states(false)).to.deep.equal([deleted]);
  });

  const box = fc.constantFrom('a', 'b', 'c');
  const event = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.tuple(fc.option(box), box, fc.nat(9)).map(([from, to, coins]) => moved(from, to, coins)),
    },
    { weight: 1, arbitrary: fc.constant(dayEnded) },
    { weight: 1, arbitrary: box.map(removed) },
  );
  // The rule for removal throws if there is no box, which is irrelevant here.
  const history = fc.array(event, { maxLength: 30 }).map(onlyExisting);

  it('produces the same documents for any page sizes and interrupted batches', async () => {
    const attempt = fc.record({
      pageSize: fc.integer({ min: 1, max: 8 }),
      written: fc.nat(20),
      isRestart: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(history, fc.array(attempt, { maxLength: 20 }), async (events, attempts) => {
        const once = await openDocuments();
        await applyAll(stored(events), once, []);
        const often = await openDocuments();
        await applyAll(stored(events), often, attempts);
        expect(await everything(often)).to.deep.equal(await everything(once));
      }),
      { numRuns: 500 },
    );
  });

  it('produces the same documents when concurrent projectors stop between any two pages', async () => {
    const turn = fc.record({
      who: fc.nat(2),
      pageSize: fc.integer({ min: 1, max: 8 }),
      isRestart: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(history, fc.array(turn, { maxLength: 30 }), async (events, turns) => {
        const once = await openDocuments();
        await applyAll(stored(events), once, []);
        const beside = await openDocuments();
        await applyBeside(stored(events), beside, turns);
        expect(await everything(beside)).to.deep.equal(await everything(once));
      }),
      { numRuns: 2_000 },
    );
  });
});

function onlyExisting(events: readonly CoinEvent[]): CoinEvent[] {
  const existing = new Set<string>();
  return events.filter((event) => {
    if (event.type === 'box.removed') return existing.delete(event.data.box);
    if (event.type === 'coins.moved') existing.add(event.data.to).add(event.data.from ?? event.data.to);
    return true;
  });
}

/**
 * Applies all events. Each attempt is interrupted after `written` writes and stores no checkpoint unless it finishes. State
 * documents are written in reverse order, because a store without transactions guarantees no order.
 */
async function applyAll(
  events: readonly StoredEvent[],
  documents: DocumentStore,
  attempts: readonly { pageSize: number; written: number; isRestart: boolean }[],
): Promise<void> {
  let checkpoint = START;
  const cache: DocumentCache = new Map();
  const rest = { pageSize: events.length, written: Infinity, isRestart: false };
  for (const { pageSize, written, isRestart } of [...attempts, rest]) {
    if (isRestart) cache.clear();
    const page = events.filter(({ position }) => position > checkpoint).slice(0, pageSize);
    if (page.length === 0) return;
    const result = await project(page, documents, boxes, { checkpoint, cache });
    expect(result.fault).to.equal(undefined);
    const isLog = ({ collection }: DocumentWrite): boolean => collection === 'moves_v1';
    const writes = [
      ...result.writes.filter(isLog),
      ...result.writes.filter((write) => !isLog(write)).reverse(),
    ];
    await documents.write(writes.slice(0, written), NONE);
    if (written < writes.length) continue;
    checkpoint = result.checkpoint;
    cacheDocuments(cache, result.documents);
  }
}

/**
 * Three projectors take turns. In each turn, one writes the page that it computed in its previous turn and computes the next
 * one. A restarted projector begins at the last written checkpoint. At the end, one projector finishes alone.
 */
async function applyBeside(
  events: readonly StoredEvent[],
  documents: DocumentStore,
  turns: readonly { who: number; pageSize: number; isRestart: boolean }[],
): Promise<void> {
  const start = async () => ({
    checkpoint: (await documents.checkpoints()).get('boxes') ?? START,
    cache: new Map() as DocumentCache,
    page: undefined as PageResult | undefined,
  });
  const projectors = await Promise.all([start(), start(), start()]);
  const take = async (projector: Awaited<ReturnType<typeof start>>, pageSize: number): Promise<void> => {
    const { page } = projector;
    if (page !== undefined) {
      await documents.write(page.writes, new Map([['boxes', page.checkpoint]]));
      projector.checkpoint = page.checkpoint;
      cacheDocuments(projector.cache, page.documents);
    }
    const { checkpoint, cache } = projector;
    const next = events.filter(({ position }) => position > checkpoint).slice(0, pageSize);
    const result = await project(next, documents, boxes, { checkpoint, cache, isSoleProjector: false });
    expect(result.fault).to.equal(undefined);
    projector.page = result;
  };
  for (const { who, pageSize, isRestart } of turns) {
    if (isRestart) projectors[who] = await start();
    const projector = projectors[who];
    if (projector !== undefined) await take(projector, pageSize);
  }
  const last = await start();
  await take(last, events.length);
  await take(last, events.length);
}
