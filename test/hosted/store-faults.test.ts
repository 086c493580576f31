import { expect } from 'chai';
import { StoreUnavailable } from '../../src/event-store/port.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { openPage, submitForm } from '../support/hosted-page.ts';
import { startMemoryApp, type MemoryApp } from '../support/memory-app.ts';
import { newLinks, newPayment, userNow } from './hosted-support.ts';

describe('Hosted pages during faults', () => {
  let app: MemoryApp;
  let fault: Error | undefined;
  /** How many more reads find documents. */
  let readsLeft = Infinity;
  before(async () => {
    const documents = createMemoryDocumentStore();
    const get: typeof documents.get = (collection, id) => {
      if (fault !== undefined) return Promise.reject(fault);
      readsLeft -= 1;
      return readsLeft < 0 ? Promise.resolve(undefined) : documents.get(collection, id);
    };
    app = await startMemoryApp({ documents: { ...documents, get } });
  });
  after(() => app.close());

  it('ask the user to try again while a store is unavailable, and then work', async () => {
    const { user_id, kyc } = await newLinks(app);
    const page = await openPage(kyc);
    fault = new StoreUnavailable('away');
    for (const seen of [await openPage(kyc), await submitForm(page, { outcome: 'approved' })])
      expect([seen.status, seen.heading]).to.deep.equal([503, 'We can’t process this right now']);
    fault = undefined;
    expect((await submitForm(page, { outcome: 'approved' })).status).to.equal(303);
    expect((await userNow(app, user_id)).kyc_status).to.equal('approved');
  });

  it('show a payment whose document is lost while the page is made', async () => {
    const { url } = await newPayment(app);
    await submitForm(await openPage(url), { decision: 'pay' });
    // The first read finds the book.
    readsLeft = 1;
    const seen = await openPage(url);
    readsLeft = Infinity;
    expect([seen.status, seen.heading]).to.deep.equal([200, 'The payment is approved']);
  });

  it('report an internal error without details', async () => {
    const { kyc } = await newLinks(app);
    fault = new Error('a secret of ours');
    const broken = await openPage(kyc);
    fault = undefined;
    expect([broken.status, broken.heading]).to.deep.equal([500, 'Something went wrong']);
    expect(broken.text).to.not.contain('secret');
  });
});
