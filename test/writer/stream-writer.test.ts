import { expect } from 'chai';
import { decodeMetadata } from '../../src/event-store/codec.ts';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import { StoreUnavailable, type EventStore } from '../../src/event-store/port.ts';
import { UnknownEventVersion } from '../../src/ledger/event.ts';
import { LostEvents } from '../../src/read-models/history/event-history.ts';
import { loadStreamWriter, type StreamCommand, type StreamWriter } from '../../src/writer/stream-writer.ts';
import { encodeEvent } from '../support/encode-event.ts';
import { AUTHENTICATION, EVENT_MACS } from '../support/event-macs.ts';

type Counted = { readonly type: 'counted' | 'nothing'; readonly data: { readonly by?: number } };

describe('A stream writer', () => {
  let eventStore: EventStore;
  let now: number;
  beforeEach(() => {
    eventStore = createMemoryEventStore();
    now = Date.parse('2026-11-21T09:30:00.000Z');
  });

  async function load(store = eventStore): Promise<StreamWriter<Counted> & { readonly sum: () => number }> {
    let sum = 0;
    const stream = await loadStreamWriter<Counted>({
      eventStore: store,
      authentication: AUTHENTICATION,
      stream: 'counts',
      evolve: ({ data: { by = 0 } }) => (sum += by),
      emptyEvent: { type: 'nothing', data: {} },
      schemaOf: () => ({ version: 1 }),
      knownVersions: { counted: 1 },
      clock: () => now,
    });
    return Object.assign(stream, { sum: () => sum });
  }

  const counting = (
    by: number,
    sum: () => number,
    key?: string,
    fingerprint = 'f',
  ): StreamCommand<Counted> => ({
    decide: () =>
      sum() + by > 100
        ? { refusal: { code: 'validation_failed', message: 'Too much.' } }
        : {
            events: by === 0 ? [] : [{ type: 'counted', data: { by } }],
            answer: { status: 200, body: `{"sum":${sum() + by}}` },
          },
    actor: 'operator:test',
    requestId: 'req_1',
    idempotency: key === undefined ? undefined : { key, fingerprint },
  });

  it('applies a submitted command at once, and refuses one that the state does not allow', async () => {
    const stream = await load();
    expect(await stream.submit(counting(60, stream.sum))).to.deep.include({ kind: 'done' });
    expect(stream.sum()).to.equal(60);
    expect(await stream.submit(counting(41, stream.sum))).to.deep.include({ kind: 'refused' });
    expect((await load()).sum()).to.equal(60);
  });

  it('decides again after other writers’ events, so that the rules hold for all writers', async () => {
    const nodes = [await load(), await load(), await load()];
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, i) => {
        const node = nodes[i % 3]!;
        return node.submit(counting(10, node.sum));
      }),
    );
    expect(outcomes.filter(({ kind }) => kind === 'done')).to.have.length(10);
    expect((await load()).sum()).to.equal(100);
  });

  it('replays the answer of a key in any process, also for a write that changed nothing', async () => {
    const [one, two] = [await load(), await load()];
    for (const [by, key] of [
      [7, 'a'],
      [0, 'b'],
    ] as const) {
      const first = await one.submit(counting(by, one.sum, key));
      const again = await two.submit(counting(by, two.sum, key));
      expect(first).to.deep.include({ kind: 'done' });
      expect(again).to.deep.include({ kind: 'replayed', recordedAt: now });
      expect(again.kind === 'replayed' && again.answer.body).to.equal('{"sum":7}');
      expect(await two.submit(counting(1, two.sum, key, 'other'))).to.deep.equal({ kind: 'key_reused' });
      expect([two.isKeyUsed(key), two.isKeyUsed(`${key}x`)]).to.deep.equal([true, false]);
    }
  });

  it('never writes twice when the outcome of an append is unknown', async () => {
    let lost = true;
    const unsure: EventStore = {
      ...eventStore,
      async append(...args) {
        const result = await eventStore.append(...args);
        if (!lost) return result;
        lost = false;
        throw new StoreUnavailable('the answer did not come');
      },
    };
    const stream = await load(unsure);
    const outcome = await stream.submit(counting(5, stream.sum, 'a')).catch((error: unknown) => error);
    expect(outcome).to.be.instanceOf(StoreUnavailable);
    expect(await stream.submit(counting(5, stream.sum, 'a'))).to.deep.include({ kind: 'replayed' });
    expect(stream.sum()).to.equal(5);
  });

  it('decides and answers nothing once the stream has lost its newest event', async () => {
    let end = Infinity;
    const shorter: EventStore = {
      ...eventStore,
      read: async (stream, from, count) =>
        (await eventStore.read(stream, from, count)).filter(({ revision }) => revision < end),
    };
    const stream = await load(shorter);
    for (const by of [60, 30]) await stream.submit(counting(by, stream.sum, `key ${by}`));
    await stream.refresh();
    end = 1;
    for (const attempt of [stream.refresh(), stream.submit(counting(50, stream.sum))])
      expect(await attempt.catch((error: unknown) => error)).to.be.instanceOf(LostEvents);
    const again = await stream.submit(counting(30, stream.sum, 'key 30')).catch((error: unknown) => error);
    expect(again).to.be.instanceOf(LostEvents);
    end = Infinity;
    expect(await stream.submit(counting(50, stream.sum))).to.deep.include({ kind: 'refused' });
  });

  it('decides nothing after an event of an unknown version', async () => {
    const older = await load();
    await older.submit(counting(5, older.sum));
    const [before] = await eventStore.read('counts', 0, 1);
    if (before === undefined) throw new Error('nothing was counted');
    const { hash, ...about } = decodeMetadata(before);
    const event = { type: 'counted', data: { by: 90 } };
    const metadata = { ...about, schema_version: 2 };
    const newer = encodeEvent(hash, 'counts', 1, event, metadata, EVENT_MACS);
    await eventStore.append('counts', [newer.event], 0);
    for (let i = 0; i < 3; i++) {
      expect(await older.refresh().catch((error: unknown) => error)).to.be.instanceOf(UnknownEventVersion);
      const outcome = await older.submit(counting(10, older.sum)).catch((error: unknown) => error);
      expect(outcome).to.be.instanceOf(UnknownEventVersion);
    }
    expect((await eventStore.readLast('counts'))?.revision).to.equal(1);
  });

  it('has times that never decrease, even if the clock is set back', async () => {
    const stream = await load();
    await stream.submit(counting(1, stream.sum));
    now -= 60_000;
    await stream.submit(counting(1, stream.sum));
    const times = (await eventStore.read('counts', 0, 10)).map((event) => decodeMetadata(event).time);
    expect(times).to.deep.equal([times[0], times[0]]);
  });

  it('does not load a stream that was changed', async () => {
    const stream = await load();
    await stream.submit(counting(1, stream.sum));
    const changed: EventStore = {
      ...eventStore,
      read: async (...args) =>
        (await eventStore.read(...args)).map((event) => ({ ...event, data: '{"by":100}' })),
    };
    const fault = await load(changed).catch((error: unknown) => error);
    expect(String(fault)).to.include('hash chain');
  });
});
