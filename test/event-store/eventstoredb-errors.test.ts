import statuses from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { expect } from 'chai';
import anything from 'google-protobuf/google/protobuf/any_pb.js';
import { failureOf, withStoreErrors } from '../../src/event-store/eventstoredb/calls.ts';
import { createEventStoreDb } from '../../src/event-store/eventstoredb/eventstoredb.ts';
import { StoreUnavailable } from '../../src/event-store/port.ts';

const DEADLINE_MS = 60_000;
const ID = '00000000-0000-4000-8000-000000000001';

const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

/** The message for an error of the client with these members. */
async function messageFor(members: object): Promise<string> {
  const error = await faultOf(
    withStoreErrors(Promise.reject(Object.assign(new Error(), members)), DEADLINE_MS),
  );
  if (!(error instanceof Error)) throw new Error('expected an error');
  return error.message;
}

describe('Errors of EventStoreDB', () => {
  const REFUSED = 'connect ECONNREFUSED 127.0.0.1:2113';
  const cases: readonly [string, object, string][] = [
    [
      'a read without a connection',
      {
        type: 'unavailable',
        code: 14,
        message: `14 UNAVAILABLE: No connection established. Last error: Error: ${REFUSED}. Resolution note: `,
      },
      `EventStoreDB is unavailable: ${REFUSED}`,
    ],
    [
      'an append without a connection',
      {
        code: 14,
        message: `14 UNAVAILABLE: No connection established. Last error: ${REFUSED} (5). Resolution note:`,
      },
      `EventStoreDB is unavailable: ${REFUSED} (5)`,
    ],
    [
      'a certificate that nobody trusts',
      {
        type: 'unavailable',
        code: 14,
        message:
          '14 UNAVAILABLE: No connection established. Last error: Error: unable to verify the first certificate. Resolution note: ',
      },
      'EventStoreDB is unavailable: unable to verify the first certificate',
    ],
    [
      'a server without TLS',
      {
        code: 14,
        message:
          '14 UNAVAILABLE: No connection established. Last error: Error: 80:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../ssl3_record.c:350:\n. Resolution note: ',
      },
      'EventStoreDB is unavailable: TLS: wrong version number',
    ],
    [
      'a cluster without nodes',
      { message: 'Failed to discover after 10 attempts.' },
      'EventStoreDB is unavailable: Failed to discover after 10 attempts',
    ],
    [
      'wrong credentials',
      { type: 'access-denied', code: 7, message: '7 PERMISSION_DENIED: Access Denied' },
      'EventStoreDB rejected the call: Access Denied',
    ],
    ['an error with only a type', { type: 'no-leader' }, 'EventStoreDB is unavailable: no leader'],
    ['an error without anything', {}, 'EventStoreDB is unavailable: no connection'],
  ];
  for (const [title, members, expected] of cases)
    it(`have one short text for ${title}`, async () => {
      expect(await messageFor(members)).to.equal(expected);
    });

  it('have the same text for a read, a ping, and an append when nothing listens', async () => {
    // A port that nothing listens on.
    const store = createEventStoreDb('esdb://127.0.0.1:1?tls=false', { deadlineMs: DEADLINE_MS });
    const event = { id: ID, type: 'test', data: '{}', metadata: '{}' };
    try {
      for (const call of [
        () => store.ping(),
        () => store.read('book-a-sandbox', 0, 1),
        () => store.append('book-a-sandbox', [event], -1),
      ]) {
        const error = await faultOf(call());
        expect(error).to.be.instanceOf(StoreUnavailable);
        expect(error).to.have.property(
          'message',
          'EventStoreDB is unavailable: connect ECONNREFUSED 127.0.0.1:1',
        );
      }
    } finally {
      await store.close();
    }
  });

  it('are permanent if a server of 24.10 or later rejects the size of an event', async () => {
    const details = new anything.Any();
    // The client has no class for it: the ID of the event, its size, and the limit.
    details.pack(Uint8Array.of(10, 1, 97, 16, 5, 24, 4), 'event_store.client.MaximumAppendEventSizeExceeded');
    const status = new statuses.Status();
    status.setDetails(details);
    const answer = new streams.BatchAppendResp();
    answer.setError(status);
    const error = await faultOf(withStoreErrors(Promise.reject(failureOf(answer)), DEADLINE_MS));
    expect(error).to.be.instanceOf(Error).and.not.instanceOf(StoreUnavailable);
    expect(String(error)).to.include('an event is larger than the setting MaxAppendEventSize of the server');
  });
});
