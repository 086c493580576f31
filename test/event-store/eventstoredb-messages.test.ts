import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { decodeReadAnswer, encodeAppend, encodeRead } from '../../src/event-store/eventstoredb/messages.ts';
import type { NewEvent, StoredEvent } from '../../src/event-store/port.ts';

/** A number that a position or revision may be. */
const number = fc.maxSafeNat();
const json = fc.oneof(
  fc.json(),
  fc.string({ unit: 'grapheme', maxLength: 500 }).map((text) => JSON.stringify(text)),
);
const newEvent: fc.Arbitrary<NewEvent> = fc.record({
  id: fc.uuid(),
  type: fc.string({ unit: 'grapheme' }),
  data: json,
  metadata: json,
});
const storedEvent: fc.Arbitrary<StoredEvent> = fc
  .tuple(newEvent, fc.string({ unit: 'grapheme' }), number, number)
  .map(([event, stream, revision, position]) => ({ ...event, stream, revision, position: BigInt(position) }));

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | string): string => Buffer.from(bytes as Uint8Array).toString('utf8');

/** The client's own message for an event, as the server sends it. */
function recordedEvent(event: StoredEvent): streams.ReadResp.ReadEvent.RecordedEvent {
  const id = new shared.UUID();
  id.setString(event.id);
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(bytesOf(event.stream));
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent();
  recorded.setId(id);
  recorded.setStreamIdentifier(identifier);
  recorded.setStreamRevision(String(event.revision));
  recorded.setPreparePosition(String(event.position));
  recorded.setCommitPosition(String(event.position));
  recorded.getMetadataMap().set('created', '638000000000000000');
  recorded.getMetadataMap().set('type', event.type);
  recorded.getMetadataMap().set('content-type', 'application/json');
  recorded.setCustomMetadata(bytesOf(event.metadata));
  recorded.setData(bytesOf(event.data));
  return recorded;
}

const encoded = (answer: streams.ReadResp): Buffer => Buffer.from(answer.serializeBinary());

describe('Messages to and from EventStoreDB', () => {
  it('decode an event as the client encodes it', () => {
    fc.assert(
      fc.property(storedEvent, (event) => {
        const read = new streams.ReadResp.ReadEvent();
        read.setEvent(recordedEvent(event));
        read.setCommitPosition(String(event.position));
        const answer = new streams.ReadResp();
        answer.setEvent(read);
        expect(decodeReadAnswer(encoded(answer))).to.deep.equal(event);
      }),
    );
  });

  it('decode no event from the other messages of an answer', () => {
    const missing = new streams.ReadResp();
    missing.setStreamNotFound(new streams.ReadResp.StreamNotFound());
    const last = new streams.ReadResp();
    last.setLastStreamPosition('7');
    const position = new streams.ReadResp();
    position.setLastAllStreamPosition(new shared.AllStreamPosition());
    for (const answer of [missing, last, position, new streams.ReadResp()])
      expect(decodeReadAnswer(encoded(answer))).to.equal('other');
  });

  it('decode a link as it is', () => {
    const event: StoredEvent = {
      ...{ id: '00000000-0000-4000-8000-000000000001', type: '$>', data: '"0@a"', metadata: '{}' },
      ...{ stream: '$ce-a', revision: 3, position: 9n },
    };
    const read = new streams.ReadResp.ReadEvent();
    read.setEvent(recordedEvent(event));
    read.setLink(recordedEvent({ ...event, stream: 'other' }));
    const answer = new streams.ReadResp();
    answer.setEvent(read);
    expect(decodeReadAnswer(encoded(answer))).to.deep.equal(event);
  });

  it('encode an append as the client decodes it', () => {
    fc.assert(
      fc.property(
        fc.array(newEvent, { minLength: 1, maxLength: 4 }),
        fc.string({ unit: 'grapheme' }),
        fc.option(number, { nil: undefined }),
        fc.uuid(),
        number,
        (events, stream, expectedRevision, correlationId, deadline) => {
          const message = encodeAppend({ correlationId, stream, expectedRevision, deadline, events });
          const request = streams.BatchAppendReq.deserializeBinary(message);
          expect(request.getCorrelationId()?.getString()).to.equal(correlationId);
          expect(request.getIsFinal()).to.equal(true);
          const options = request.getOptions();
          expect(textOf(options?.getStreamIdentifier()?.getStreamName_asU8() ?? '')).to.equal(stream);
          expect(options?.hasNoStream()).to.equal(expectedRevision === undefined);
          expect(options?.getStreamPosition()).to.equal(String(expectedRevision ?? 0));
          expect(options?.getDeadline()?.getSeconds()).to.equal(deadline);
          const sent = request.getProposedMessagesList().map((each) => {
            expect(each.getMetadataMap().get('content-type')).to.equal('application/json');
            return {
              id: each.getId()?.getString(),
              type: each.getMetadataMap().get('type'),
              data: textOf(each.getData_asU8()),
              metadata: textOf(each.getCustomMetadata_asU8()),
            };
          });
          expect(sent).to.deep.equal(events);
        },
      ),
    );
  });

  it('reject the ID of an event that is not a lower-case UUID', () => {
    for (const id of ['', 'x', '00000000-0000-4000-8000-00000000000A', '00000000000040008000000000000001']) {
      const events = [{ id, type: 't', data: '{}', metadata: '{}' }];
      const request = { correlationId: '', stream: 's', expectedRevision: undefined, deadline: 0, events };
      expect(() => encodeAppend(request), id).to.throw(RangeError, 'lower-case UUID');
    }
  });

  it('encode a read of a stream as the client decodes it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.oneof(number, fc.constant('end' as const)),
        number,
        fc.boolean(),
        (stream, from, count, isBackwards) => {
          const message = encodeRead({ stream, from, count, isBackwards });
          const options = streams.ReadReq.deserializeBinary(message).getOptions();
          const start = options?.getStream();
          expect(textOf(start?.getStreamIdentifier()?.getStreamName_asU8() ?? '')).to.equal(stream);
          expect(start?.hasEnd()).to.equal(from === 'end');
          expect(start?.getRevision()).to.equal(from === 'end' ? '0' : String(from));
          expectRead(options, count, isBackwards);
        },
      ),
    );
  });

  it('encode a filter as the client decodes it', () => {
    for (const by of ['stream', 'type'] as const) {
      const filter = { by, prefixes: ['book-', 'platform'] };
      const message = encodeRead({ position: 'start', count: 3, filter });
      const options = streams.ReadReq.deserializeBinary(message).getOptions();
      const [given, other] = [
        options?.getFilter()?.getStreamIdentifier(),
        options?.getFilter()?.getEventType(),
      ];
      const [wanted, unwanted] = by === 'stream' ? [given, other] : [other, given];
      expect(wanted?.getPrefixList()).to.deep.equal(['book-', 'platform']);
      expect(unwanted).to.equal(undefined);
      expect(options?.getFilter()?.getMax()).to.equal(4_096);
      expect(options?.hasNoFilter()).to.equal(false);
    }
  });

  it('encode a read of all streams as the client decodes it', () => {
    fc.assert(
      fc.property(
        fc.oneof(number.map(BigInt), fc.constantFrom('start' as const, 'end' as const)),
        number,
        fc.boolean(),
        (position, count, isBackwards) => {
          const message = encodeRead({ position, count, isBackwards });
          const options = streams.ReadReq.deserializeBinary(message).getOptions();
          const all = options?.getAll();
          expect(all?.hasStart()).to.equal(position === 'start');
          expect(all?.hasEnd()).to.equal(position === 'end');
          const text = typeof position === 'bigint' ? String(position) : undefined;
          expect(all?.getPosition()?.getCommitPosition()).to.equal(text);
          expect(all?.getPosition()?.getPreparePosition()).to.equal(text);
          expectRead(options, count, isBackwards);
        },
      ),
    );
  });
});

function expectRead(options: streams.ReadReq.Options | undefined, count: number, isBackwards: boolean): void {
  expect(options?.getCount()).to.equal(String(count));
  expect(options?.getReadDirection()).to.equal(isBackwards ? 1 : 0);
  expect(options?.getResolveLinks()).to.equal(false);
  expect(options?.hasNoFilter()).to.equal(true);
  expect(options?.getUuidOption()?.hasString()).to.equal(true);
}
