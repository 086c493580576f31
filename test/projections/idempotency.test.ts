import { expect } from 'chai';
import { idempotencyKeyId } from '../../projections/idempotency.ts';
import { listAll, project, storedEvents } from '../support/project-book.ts';
import { given } from '../support/ledger.ts';
import { STREAM } from '../support/policy.ts';

describe('The uses of idempotency keys', () => {
  it('are taken from events of any type that carry a record', async () => {
    const ledger = given();
    ledger.approvedUser();
    ledger.record({ type: 'request.recorded', data: {} });
    const record = (key: string, events: number) => ({ key, fingerprint: `f-${key}`, status: 201, events });
    const idempotency = new Map([
      [0, record('first', 3)],
      [3, record('a|b', 1)],
    ]);
    const documents = await project(storedEvents(ledger.events, { idempotency }));
    const found = await listAll(documents, 'idempotency', STREAM);
    expect(found.length).to.equal(2);
    const place = async (key: string): Promise<unknown> => {
      const document = await documents.get('idempotency_v1', idempotencyKeyId(STREAM, key));
      return document === undefined ? undefined : JSON.parse(document.body);
    };
    expect(await place('first')).to.deep.equal({ fingerprint: 'f-first', revision: 0, events: 3 });
    expect(await place('a|b')).to.deep.equal({ fingerprint: 'f-a|b', revision: 3, events: 1 });
    expect(await place('never')).to.equal(undefined);
  });

  it('distinguish the same key in two books', () => {
    expect(idempotencyKeyId('book-a-sandbox', 'k')).to.not.equal(idempotencyKeyId('book-b-sandbox', 'k'));
    expect(idempotencyKeyId('book-a-sandbox', 'k')).to.not.equal(idempotencyKeyId('book-a-production', 'k'));
  });
});
