/** How responses of a connector are interpreted. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createHttpConnector } from '../../src/rails/http-connector.ts';
import type { Provider } from '../../src/rails/port.ts';

const ORDER = {
  transfer_id: 'trf_1',
  amount: '10.00',
  currency: 'usd',
  rail: 'bank_eft',
  country: 'US',
  account_owner_name: 'Ada',
  destination: { type: 'emailpay', email: 'ada@example.com', phone: null },
} as const;

describe('A connector response', () => {
  let server: Server;
  let provider: Provider;
  let answer: { readonly status: number; readonly body: object };
  before(async () => {
    server = createServer((_req, res) => {
      res.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer.body));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // It listens on a port and not on a path.
    const { port } = server.address() as AddressInfo;
    provider = createHttpConnector({
      url: `http://127.0.0.1:${port}`,
      timeout_seconds: 5,
      signing: { sign: () => 't=1,v1=00' },
      rail: 'bank_eft',
      environment: 'sandbox',
      of: { type: 'bank', checks_names: false, checks_payouts: true },
      clock: Date.now,
    });
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it('that refuses a payout is a refusal even with a long multi-line message', async () => {
    const message = `The account is closed.\n\tAsk the holder. ${'🏦'.repeat(600)}`;
    answer = { status: 422, body: { error: { code: 'account_closed', message } } };
    const submitted = await provider.submitPayout(ORDER);
    const cut = `The account is closed. Ask the holder. ${'🏦'.repeat(500 - 39)}`;
    const reason = { code: 'account_closed', message: cut };
    expect(submitted).to.deep.equal({ accepted: false, reason });
    expect(await provider.checkPayout?.(ORDER)).to.deep.equal(reason);
  });
});
