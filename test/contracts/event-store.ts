/** The contract of every adapter of the event store port. */
import { expect } from 'chai';
import {
  APPEND_BYTES_MAX,
  APPEND_EVENTS_MAX,
  NO_STREAM,
  type EventStore,
  type NewEvent,
  type StoredEvent,
} from '../../src/event-store/port.ts';
import type { Closable, ContractCase } from '../support/contract.ts';
import { appendOrThrow, appendWithRetry, newEvent, newEvents, uniqueStream } from '../support/event-store.ts';
import { followCases } from './event-store-follow.ts';

export type EventStoreContext = Closable & { readonly store: EventStore };

type Case = ContractCase<EventStoreContext>;

const idsOf = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id);

/** The appended event, without the members that the store adds. */
function given({ id, type, data, metadata }: StoredEvent): NewEvent {
  return { id, type, data, metadata };
}

/** Texts in the format of JSON.stringify that a store may change if it parses and serializes them. */
const HARD_TEXTS = [
  '{"9":2,"10":1,"b":3,"a":4}',
  '{"__proto__":{"x":1},"constructor":2,"toString":3}',
  '{"name":"Zoë 🦊 Ångström 李小龍 \u2028\u2029 \u200f"}',
  '{"lone":"\\ud800 and \\udfff","nul":"\\u0000","controls":"\\b\\f\\n\\r\\t\\u001f"}',
  '{"quote":"\\"\\\\/ {\\"nested\\":\\"text\\"}"}',
  '{"numbers":[0,-1,1.5,1e+21,1e-7,9007199254740991,0.1]}',
  '{"empty":[{},[],"",null,true,false],"":""}',
  '[]',
  '"a text"',
  'null',
];

/** JSON texts in formats of other programs. */
const FOREIGN_TEXTS = [
  '{"10":1,"9":2}',
  '{ "a" : 1.0, "b":\t1e2 }',
  '{"a":1,"a":2}',
  '"\\u00e9\\/"',
  '[12345678901234567890]',
];

const appendCases: Case[] = [
  {
    title: 'numbers the events of a new stream from 0',
    run: async ({ store }) => {
      const stream = uniqueStream();
      const result = await appendOrThrow(store, stream, newEvents(3), NO_STREAM);
      expect(result.revision).to.equal(2);
      const events = await store.read(stream, 0, 10);
      expect(events.map(({ revision }) => revision)).to.deep.equal([0, 1, 2]);
    },
  },
  {
    title: 'returns every field of an event, and its stream',
    run: async ({ store }) => {
      const stream = uniqueStream();
      const event = newEvent({ type: 'user.created', data: '{"a":"b"}', metadata: '{"c":["d"]}' });
      const { revision, position } = await appendOrThrow(store, stream, [event], NO_STREAM);
      expect(await store.read(stream, 0, 1)).to.deep.equal([{ ...event, stream, revision, position }]);
    },
  },
  {
    title: 'continues at the next revision, and keeps the order of the events',
    run: async ({ store }) => {
      const stream = uniqueStream();
      const events = newEvents(7);
      await appendOrThrow(store, stream, events.slice(0, 2), NO_STREAM);
      await appendOrThrow(store, stream, events.slice(2, 3), 1);
      const last = await appendOrThrow(store, stream, events.slice(3), 2);
      expect(last.revision).to.equal(6);
      expect(idsOf(await store.read(stream, 0, 10))).to.deep.equal(idsOf(events));
    },
  },
  {
    title: 'assigns unique positions that increase over all streams',
    run: async ({ store }) => {
      const [one, two] = [uniqueStream(), uniqueStream()];
      const first = await appendOrThrow(store, one, newEvents(3), NO_STREAM);
      const second = await appendOrThrow(store, two, newEvents(2), NO_STREAM);
      const third = await appendOrThrow(store, one, newEvents(2), 2);
      const inOne = await store.read(one, 0, 10);
      const inTwo = await store.read(two, 0, 10);
      const inOrder = [...inOne.slice(0, 3), ...inTwo, ...inOne.slice(3)].map(({ position }) => position);
      expect(inOrder).to.have.lengthOf(7);
      for (const [index, position] of inOrder.entries()) {
        if (index > 0)
          expect(position > inOrder[index - 1]!, `${position} after the one before`).to.equal(true);
      }
      expect([inOrder[2], inOrder[4], inOrder[6]]).to.deep.equal(
        [first, second, third].map((it) => it.position),
      );
    },
  },
  {
    title: 'rejects the start of an existing stream, and returns its last revision',
    run: async ({ store }) => {
      const stream = uniqueStream();
      const before = newEvents(4);
      await appendOrThrow(store, stream, before, NO_STREAM);
      expect(await store.append(stream, newEvents(2), NO_STREAM)).to.deep.equal({ ok: false, actual: 3 });
      expect(idsOf(await store.read(stream, 0, 10))).to.deep.equal(idsOf(before));
    },
  },
  {
    title: 'rejects a past or future revision, and appends none of the events',
    run: async ({ store }) => {
      const stream = uniqueStream();
      const before = newEvents(4);
      await appendOrThrow(store, stream, before, NO_STREAM);
      for (const expected of [0, 2, 4, 1_000]) {
        const result = await store.append(stream, newEvents(3), expected);
        expect(result, `expecting ${expected}`).to.deep.equal({ ok: false, actual: 3 });
      }
      expect(idsOf(await store.read(stream, 0, 10))).to.deep.equal(idsOf(before));
    },
  },
  {
    title: 'rejects a revision of a missing stream',
    run: async ({ store }) => {
      const stream = uniqueStream();
      expect(await store.append(stream, newEvents(1), 0)).to.deep.equal({ ok: false, actual: NO_STREAM });
      expect(await store.read(stream, 0, 10)).to.deep.equal([]);
    },
  },
  {
    title: 'accepts an append after a rejected one',
    run: async ({ store }) => {
      const stream = uniqueStream();
      await appendOrThrow(store, stream, newEvents(1), NO_STREAM);
      const events = newEvents(2);
      const refused = await store.append(stream, events, NO_STREAM);
      if (refused.ok) throw new Error('The stream was there.');
      expect((await appendOrThrow(store, stream, events, refused.actual)).revision).to.equal(2);
    },
  },
  {
    title: 'never stores a second copy of an append that is sent again',
    run: async ({ store }) => {
      const stream = uniqueStream();
      const [first, second] = [newEvents(3), newEvents(2)];
      await appendOrThrow(store, stream, first, NO_STREAM);
      const done = await appendOrThrow(store, stream, second, 2);
      for (const [events, expected, last] of [
        [second, 2, 4],
        [first, NO_STREAM, 2],
      ] as const) {
        const again = await store.append(stream, events, expected);
        if (again.ok) expect(again.revision).to.equal(last);
        else expect(again.actual).to.equal(done.revision);
      }
      expect(idsOf(await store.read(stream, 0, 10))).to.deep.equal(idsOf([...first, ...second]));
    },
  },
  {
    title: `accepts ${APPEND_EVENTS_MAX} events at once`,
    run: async ({ store }) => {
      const stream = uniqueStream();
      const events = newEvents(APPEND_EVENTS_MAX);
      const { revision } = await appendOrThrow(store, stream, events, NO_STREAM);
      expect(revision).to.equal(APPEND_EVENTS_MAX - 1);
      expect((await store.read(stream, 0, APPEND_EVENTS_MAX)).map(given)).to.deep.equal(events);
    },
  },
  {
    title: 'rejects an append with no events, too many events, or too many bytes',
    run: async ({ store }) => {
      const stream = uniqueStream();
      const tooBig = newEvent({ data: textOfBytes(APPEND_BYTES_MAX) });
      for (const events of [[], newEvents(APPEND_EVENTS_MAX + 1), [tooBig]]) {
        const fault: unknown = await store.append(stream, events, NO_STREAM).catch((error: unknown) => error);
        expect(fault).to.be.instanceOf(RangeError);
      }
      expect(await store.read(stream, 0, 1)).to.deep.equal([]);
    },
  },
  {
    title: 'accepts the maximum number of bytes, in one event or in many',
    run: async ({ store }) => {
      const stream = uniqueStream();
      const bytes = APPEND_BYTES_MAX - newEvent().metadata.length;
      const big = newEvent({ data: textOfBytes(bytes) });
      await appendOrThrow(store, stream, [big], NO_STREAM);
      const each = Math.floor(APPEND_BYTES_MAX / APPEND_EVENTS_MAX) - big.metadata.length;
      const many = newEvents(APPEND_EVENTS_MAX, { data: textOfBytes(each) });
      await appendOrThrow(store, stream, many, 0);
      expect((await store.read(stream, 0, APPEND_EVENTS_MAX + 1)).map(given)).to.deep.equal([big, ...many]);
    },
  },
  {
    title: 'stores data and metadata unchanged',
    run: async ({ store }) => {
      const stream = uniqueStream();
      const events = [
        ...HARD_TEXTS.map((text) => newEvent({ data: text, metadata: `{"x":${text}}` })),
        ...FOREIGN_TEXTS.map((text) => newEvent({ data: text })),
      ];
      await appendOrThrow(store, stream, events, NO_STREAM);
      expect((await store.read(stream, 0, 100)).map(given)).to.deep.equal(events);
      expect((await store.readLast(stream))?.metadata).to.equal(events.at(-1)?.metadata);
    },
  },
];

const readCases: Case[] = [
  {
    title: 'reads a stream in pages, and nothing after its end',
    run: async ({ store }) => {
      const stream = uniqueStream();
      const events = newEvents(10);
      await appendOrThrow(store, stream, events, NO_STREAM);
      const page = async (from: number, count: number): Promise<string[]> =>
        idsOf(await store.read(stream, from, count));
      expect(await page(0, 4)).to.deep.equal(idsOf(events.slice(0, 4)));
      expect(await page(4, 4)).to.deep.equal(idsOf(events.slice(4, 8)));
      expect(await page(8, 4)).to.deep.equal(idsOf(events.slice(8)));
      expect(await page(9, 1)).to.deep.equal(idsOf(events.slice(9)));
      expect(await page(10, 4)).to.deep.equal([]);
      expect(await page(1_000, 4)).to.deep.equal([]);
    },
  },
  {
    title: 'reads the newest event of a stream, and none of a missing stream',
    run: async ({ store }) => {
      const stream = uniqueStream();
      expect(await store.readLast(stream)).to.equal(undefined);
      const events = newEvents(3);
      const { position } = await appendOrThrow(store, stream, events, NO_STREAM);
      const last = await store.readLast(stream);
      expect(last).to.deep.equal({ ...events[2]!, stream, revision: 2, position });
    },
  },
  {
    title: 'separates streams with similar names',
    run: async ({ store }) => {
      const stream = uniqueStream();
      const names = [
        stream,
        `${stream}-a`,
        `${stream}_`,
        `${stream}%`,
        stream.toUpperCase().replace('BOOK', 'book'),
      ];
      const events = newEvents(names.length);
      for (const [index, name] of names.entries())
        await appendOrThrow(store, name, [events[index]!], NO_STREAM);
      const read = await Promise.all(names.map((name) => store.read(name, 0, 10)));
      expect(read.map(idsOf)).to.deep.equal(events.map(({ id }) => [id]));
    },
  },
  {
    title: 'has its head at the newest event',
    run: async ({ store }) => {
      const before = await store.head();
      const { position } = await appendOrThrow(store, uniqueStream(), newEvents(3), NO_STREAM);
      expect(position > before).to.equal(true);
      expect(await store.head()).to.equal(position);
    },
  },
];

const racingCases: Case[] = [
  {
    title: 'lets one of 16 writers win each revision of a stream',
    run: async ({ store }) => {
      const stream = uniqueStream();
      const writers = Array.from({ length: 16 }, () => newEvents(5));
      await Promise.all(
        writers.map(async (events) => {
          for (const event of events) await appendWithRetry(store, stream, [event]);
        }),
      );
      const stored = await store.read(stream, 0, 1_000);
      expect(stored.map(({ revision }) => revision)).to.deep.equal(
        Array.from({ length: 80 }, (_, index) => index),
      );
      expect(idsOf(stored)).to.have.members(idsOf(writers.flat()));
      for (const events of writers) {
        const own = new Set(idsOf(events));
        expect(idsOf(stored).filter((id) => own.has(id))).to.deep.equal(idsOf(events));
      }
    },
  },
  {
    title: 'accepts concurrent appends to many streams',
    run: async ({ store }) => {
      const streams = Array.from({ length: 50 }, uniqueStream);
      const results = await Promise.all(
        streams.map((stream) => appendOrThrow(store, stream, newEvents(4), NO_STREAM)),
      );
      expect(new Set(results.map(({ position }) => position)).size).to.equal(50);
      for (const stream of streams) expect(await store.read(stream, 0, 10)).to.have.lengthOf(4);
    },
  },
];

/** A JSON text of this size in UTF-8, mostly of multi-byte characters. */
function textOfBytes(bytes: number): string {
  const shell = '{"text":""}'.length;
  const wide = Math.floor((bytes - shell) / 2);
  return `{"text":"${'é'.repeat(wide)}${'x'.repeat(bytes - shell - 2 * wide)}"}`;
}

const pingCase: Case = { title: 'answers a ping', run: ({ store }) => store.ping() };

export const eventStoreContract: readonly Case[] = [
  ...appendCases,
  ...readCases,
  ...racingCases,
  ...followCases,
  pingCase,
];
