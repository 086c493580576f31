/** The closing of a day while the books take longer to read than a request waits. */
import { expect } from 'chai';
import { isBookStream } from '../../../src/ledger/ids.ts';
import { openStores } from '../../../src/service/stores.ts';
import { expectBody, expectError, fundedWallet } from '../../support/api-steps.ts';
import { createOperatorClient } from '../../support/client.ts';
import { startTestService } from '../../support/service.ts';

const PATH = '/operator/v1/reconciliation/sandbox';
const DAY_MS = 24 * 60 * 60 * 1_000;

describe('The closing of a day whose books are read slowly', function () {
  this.timeout(120_000);

  it('is answered with 503 after 20 seconds, and continues to read', async () => {
    let [aheadMs, reading, release] = [0, Promise.resolve(), (): void => undefined];
    const service = await startTestService(
      {},
      () => Date.now() + aheadMs,
      {},
      {
        openStores: async (...parts) => {
          const stores = await openStores(...parts);
          const read: typeof stores.eventStore.read = async (stream, ...range) => {
            if (isBookStream(stream)) await reading;
            return stores.eventStore.read(stream, ...range);
          };
          return { ...stores, eventStore: { ...stores.eventStore, read } };
        },
      },
    );
    await fundedWallet(service.sandbox, { cashable: '100.00' });
    const operator = createOperatorClient(service.url, service.credentials.operator_token);
    const day = new Date().toISOString().slice(0, 10);
    aheadMs = DAY_MS;
    reading = new Promise((resolve) => {
      release = resolve;
    });
    const late = await operator.post(`${PATH}/days/${day}/closing`);
    expect(expectError(late, 503, 'service_unavailable').message).to.contain('still reading');
    expect(late.headers.get('retry-after')).to.equal('10');
    // Nothing else waits.
    expectBody(await operator.get(`${PATH}/days`), 200);
    release();
    const body = { without_statements: ['bank_eft:usd'] };
    const closed = expectBody(await operator.post(`${PATH}/days/${day}/closing`, body), 200);
    expect(closed.totals.kinds).to.deep.include({ kind: 'onramp', unit: 'usd', count: 1, amount: '1.00' });
    await service.close();
  });
});
