import { expect } from 'chai';
import * as fc from 'fast-check';
import { InvalidEvent, draftEvents } from '../../src/event-store/codec.ts';
import { EVENT_SCHEMAS, UNVALIDATED_TYPES, encodingSchemasOf } from '../../src/event-store/event-schemas.ts';
import { runs } from '../support/effort.ts';
import { createLedger } from '../support/ledger.ts';
import { randomCommands } from '../support/random-commands.ts';
import { runCommands } from '../support/random-ledger.ts';

const metadata = { time: '2026-11-21T09:30:00.000Z', actor: 'key:one', request_id: 'req_one' };

describe('An event to be written', () => {
  it('is rejected when its data does not match its schema', () => {
    const events = [{ type: 'wallet.frozen', data: { wallet_id: 7 } }];
    expect(() => draftEvents({ events, schemaOf: encodingSchemasOf('book'), metadata })).to.throw(
      InvalidEvent,
      'wallet.frozen does not match its schema: data',
    );
  });

  it('is rejected when its type does not belong to the stream', () => {
    const events = [{ type: 'wallet.frozen', data: {} }];
    expect(() => draftEvents({ events, schemaOf: encodingSchemasOf('platform'), metadata })).to.throw(
      'platform streams have no event type wallet.frozen',
    );
  });
});

describe('Event types that are not validated before each append', () => {
  it('match their schemas in every sequence of random commands', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(randomCommands(), (commands) => {
        for (const { type, data } of runCommands(createLedger(), commands).events) {
          if (!UNVALIDATED_TYPES.has(type)) continue;
          seen.add(type);
          const validate = EVENT_SCHEMAS.book.get(type)?.validate;
          if (validate?.(data) !== true) expect.fail(`${type}: ${JSON.stringify(validate?.errors)}`);
        }
      }),
      { numRuns: runs(100) },
    );
    expect(seen).to.deep.equal(UNVALIDATED_TYPES);
  });
});
