/** When a store is away, people still get a page. */
import { expect } from 'chai';
import { createMemoryDocuments } from '../../src/documents/memory.ts';
import { StoreUnavailable } from '../../src/eventstore/port.ts';
import { startMemoryApp } from '../http/memory-app.ts';
import type { MemoryApp } from '../http/memory-app.ts';
import { fillIn, visit } from '../support/page.ts';
import { newLinks, shown } from './support.ts';

describe('A page, while', () => {
  let app: MemoryApp;
  let fault: Error | undefined;
  before(async () => {
    const documents = createMemoryDocuments();
    const get: typeof documents.get = (collection, id) =>
      fault === undefined ? documents.get(collection, id) : Promise.reject(fault);
    app = await startMemoryApp({ documents: { ...documents, get } });
  });
  after(() => app.close());

  it('a store is away, asks for a moment’s patience, and works afterwards', async () => {
    const { user_id, kyc } = await newLinks(app);
    const page = await visit(kyc);
    fault = new StoreUnavailable('away');
    for (const seen of [await visit(kyc), await fillIn(page, { outcome: 'approved' })])
      expect([seen.status, seen.heading]).to.deep.equal([503, 'We can’t do that right now']);
    fault = undefined;
    expect((await fillIn(page, { outcome: 'approved' })).status).to.equal(303);
    expect((await shown(app, user_id)).kyc_status).to.equal('approved');
  });

  it('something is broken, says so and no more', async () => {
    const { kyc } = await newLinks(app);
    fault = new Error('a secret of ours');
    const broken = await visit(kyc);
    fault = undefined;
    expect([broken.status, broken.heading]).to.deep.equal([500, 'Something broke on our side']);
    expect(broken.text).to.not.contain('secret');
  });
});
