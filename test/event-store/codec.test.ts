import { expect } from 'chai';
import fc from 'fast-check';
import {
  BrokenHashChain,
  FIRST_HASH,
  decodeData,
  decodeMetadata,
  verifyHash,
  type Metadata,
} from '../../src/event-store/codec.ts';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import type { EventStore, StoredEvent } from '../../src/event-store/port.ts';
import { validateEventData, validateEventMetadata } from '../../src/generated/validators.js';
import { runs } from '../support/effort.ts';
import { encodeEvent } from '../support/encode-event.ts';
import { reward, transfer } from '../support/ledger-commands.ts';
import { createLedger } from '../support/ledger.ts';
import { STREAM } from '../support/policy.ts';
import { storedEvents } from '../support/project-book.ts';
import { randomCommands } from '../support/random-commands.ts';
import { runCommands } from '../support/random-ledger.ts';
import { command, done, expectHash, keepersOn, openWalletOn } from '../support/writer.ts';

const text = fc.string({ unit: 'binary', maxLength: 30 });
const metadata: fc.Arbitrary<Metadata> = fc.record({
  schema_version: fc.constant(1),
  time: fc.constant('2026-03-01T09:00:00.000Z'),
  actor: text,
  request_id: text,
});
const written = fc.array(fc.record({ type: fc.constantFrom('a', 'b.c'), data: fc.jsonValue(), metadata }), {
  minLength: 1,
  maxLength: 6,
});
type Written = { readonly type: string; readonly data: unknown; readonly metadata: Metadata };

function encodeAll(all: readonly Written[]): StoredEvent[] {
  let hash = FIRST_HASH;
  return all.map((event, revision) => {
    const encoded = encodeEvent(hash, STREAM, revision, event, event.metadata);
    hash = encoded.hash;
    return { ...encoded.event, stream: STREAM, revision, position: BigInt(revision) };
  });
}

function verifyAll(events: readonly StoredEvent[]): void {
  let hash = FIRST_HASH;
  for (const event of events) hash = verifyHash(hash, event);
}

/** A text of the same length with one different character. */
function flipped(value: string, at: number, by: number): string {
  const place = at % value.length;
  const code = value.charCodeAt(place);
  // Within seven bits, so that it stays one byte; if that gives the same character, the next one.
  const other = (code + 1 + (by % 126)) % 127;
  return (
    value.slice(0, place) + String.fromCharCode(other === code ? other + 1 : other) + value.slice(place + 1)
  );
}

describe('An encoded event', () => {
  it('has a hash that independent code computes too', () => {
    fc.assert(
      fc.property(written, (all) => {
        const events = encodeAll(all);
        let hash = FIRST_HASH;
        for (const event of events) {
          hash = expectHash(hash, event);
          expect(decodeMetadata(event).hash).to.equal(hash);
        }
        verifyAll(events);
      }),
    );
  });

  it('is decoded unchanged', () => {
    fc.assert(
      fc.property(written, (all) => {
        encodeAll(all).forEach((event, i) => {
          expect(decodeData(event)).to.deep.equal(JSON.parse(JSON.stringify(all[i]?.data)));
          expect(decodeMetadata(event)).to.deep.include(all[i]?.metadata);
        });
      }),
    );
  });

  it('fails verification when any byte of it was changed', () => {
    const field = fc.constantFrom<'data' | 'metadata' | 'id' | 'type'>('data', 'metadata', 'id', 'type');
    fc.assert(
      fc.property(written, fc.nat(), field, fc.nat(), fc.nat(), (all, which, name, at, by) => {
        const events = encodeAll(all);
        const index = which % events.length;
        const event = events[index];
        if (event === undefined) return;
        events[index] = { ...event, [name]: flipped(event[name], at, by) };
        expect(() => verifyAll(events)).to.throw(BrokenHashChain, `at revision`);
      }),
      { numRuns: 1_000 },
    );
  });

  it('fails verification when it was moved, or an earlier event is missing or duplicated', () => {
    const events = encodeAll(
      [1, 2, 3].map((n) => ({
        type: 'a',
        data: n,
        metadata: { schema_version: 1, time: '', actor: '', request_id: '' },
      })),
    );
    const [one, two, three] = events;
    if (one === undefined || two === undefined || three === undefined) throw new Error('three were written');
    for (const wrong of [
      [two, three],
      [one, three],
      [one, one, two, three],
      [one, three, two],
      [{ ...one, revision: 5 }],
      [{ ...one, stream: 'book-other-sandbox' }],
    ]) {
      expect(() => verifyAll(wrong)).to.throw(BrokenHashChain);
    }
  });

  it('has a unique ID', () => {
    const event = {
      type: 'a',
      data: null,
      metadata: { schema_version: 1, time: '', actor: '', request_id: '' },
    };
    const ids = encodeAll(Array.from({ length: 100 }, () => event)).map(({ id }) => id);
    expect(new Set(ids).size).to.equal(100);
  });
});

describe('An event of the ledger', () => {
  it('matches its schema', () => {
    fc.assert(
      fc.property(randomCommands(), (commands) => {
        for (const event of runCommands(createLedger(), commands).events) {
          const validate = validateEventData[event.type];
          if (!validate(event.data)) expect.fail(`${event.type}: ${JSON.stringify(validate.errors)}`);
        }
      }),
      { numRuns: runs(40) },
    );
  });

  it('has metadata that matches the schema, with and without an idempotency record', async () => {
    const eventStore = createMemoryEventStore();
    const writers = keepersOn({ eventStore });
    const [anna, ben] = [await openWalletOn(writers, '10.00'), await openWalletOn(writers, '0.00')];
    const answer = { from: 'book', render: () => ({ status: 201, body: '{}' }) } as const;
    await writers.submit(STREAM, command(transfer(anna, ben, '1.00'), { key: 'k', answer }));
    for (const event of await eventStore.read(STREAM, 0, 100)) {
      if (!validateEventMetadata(decodeMetadata(event)))
        expect.fail(JSON.stringify(validateEventMetadata.errors));
    }
  });
});

describe('A book whose stream was changed', () => {
  /** A store that returns one event changed. */
  const tampered = (
    inner: EventStore,
    revision: number,
    change: (event: StoredEvent) => StoredEvent,
  ): EventStore => ({
    ...inner,
    read: async (...args) =>
      (await inner.read(...args)).map((event) => (event.revision === revision ? change(event) : event)),
  });

  it('is not loaded and decides nothing, whichever byte of data or metadata differs', async () => {
    const ledger = runCommands(createLedger(), []);
    const events = storedEvents(ledger.events);
    const inner = createMemoryEventStore();
    await inner.append(STREAM, events, -1);
    const place = fc.nat({ max: events.length - 1 });
    await fc.assert(
      fc.asyncProperty(
        place,
        fc.constantFrom<'data' | 'metadata'>('data', 'metadata'),
        fc.nat(),
        fc.nat(),
        async (revision, field, at, by) => {
          const eventStore = tampered(inner, revision, (event) => ({
            ...event,
            [field]: flipped(event[field], at, by),
          }));
          const writers = keepersOn({ eventStore });
          for (const asked of [
            () => writers.read(STREAM, (book) => book.revision),
            () => writers.submit(STREAM, command(reward('wal_0', '1.00'))),
          ]) {
            expect(await asked().catch((error: unknown) => error)).to.be.instanceOf(BrokenHashChain);
          }
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('is loaded again once its stream is restored', async () => {
    const inner = createMemoryEventStore();
    const anna = await openWalletOn(keepersOn({ eventStore: inner }), '1.00');
    let wrong = true;
    const eventStore = tampered(inner, 2, (event) => (wrong ? { ...event, data: `${event.data} ` } : event));
    const writers = keepersOn({ eventStore });
    expect(await done(writers, reward(anna, '1.00')).catch((error: unknown) => error)).to.be.instanceOf(
      BrokenHashChain,
    );
    wrong = false;
    await done(writers, reward(anna, '1.00'));
  });
});
