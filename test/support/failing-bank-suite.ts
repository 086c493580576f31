/** What operators see of a payout that a bank does not accept. Run by each kind of stores. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { PayoutAttempts } from '../../src/jobs/payout-attempts.ts';
import { createConsoleClient, visibleText } from '../console/console-client.ts';
import { untilReady } from '../faults/service-behind-gates.ts';
import { expectBody, fundedWallet, newPayoutAccount, offrampBody } from './api-steps.ts';
import { createOperatorClient } from './client.ts';
import type { ServiceStores } from './service-stores.ts';
import { startTestService, type RunningService } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { waitFor } from './wait-for.ts';

export function failingBankSuite(where: string, stores: () => ServiceStores): void {
  describe(`Attempts to submit a payout at a bank that fails, ${where}`, () => {
    let bank: Server;
    let orders = 0;
    const secret = randomBytes(32).toString('base64');
    before(async () => {
      bank = createServer((request, response) => {
        const isOrder = request.url?.endsWith('/payouts') === true;
        if (isOrder) orders += 1;
        request.resume().on('end', () => {
          response.writeHead(isOrder ? 500 : 200, { 'Content-Type': 'application/json' });
          response.end(isOrder ? '{"error":"Ada Lovelace is unknown"}' : '{"status":"ok"}');
        });
      });
      bank.listen(0, '127.0.0.1');
      await once(bank, 'listening');
    });
    after(() => bank.close());

    const start = async (
      env: Readonly<Record<string, string>>,
      isSimulated: boolean,
    ): Promise<RunningService> => {
      // Listening servers have an address with a port.
      const { port } = bank.address() as AddressInfo;
      const connector = {
        type: 'http',
        url: `http://127.0.0.1:${port}`,
        signing: { scheme: 'hmac-sha256', secrets: ['env:BANK_SECRET'] },
      };
      const provider = isSimulated ? { type: 'simulator' } : connector;
      const started = await startTestService({ BANK_SECRET: secret, ...env }, Date.now, {
        rails: { bank_eft: { providers: { sandbox: provider } } },
      });
      await untilReady(started.url);
      return started;
    };

    it('are shown on the page of the transfer, and counted on after a restart', async () => {
      const folder = await temporaryFolder();
      const env = { DATA_DIR: folder.path, ...(await stores().prepare(folder.path)) };
      let service = await start(env, true);
      const wallet = await fundedWallet(service.sandbox, { cashable: '500.00' });
      const account = await newPayoutAccount(service.sandbox, wallet.user_id);
      const { credentials } = service;
      await service.close();
      service = await start(env, false);
      const attempted = async (least: number): Promise<PayoutAttempts> => {
        const admin = createOperatorClient(service.url, credentials.operator_token);
        return waitFor(`${least} attempts`, async () => {
          const answer = await admin.get(`/operator/v1/transfers/${id}/timeline`);
          const { payout_attempts: found } = expectBody(answer, 200);
          return found !== null && found.attempts >= least ? found : undefined;
        });
      };
      const body = offrampBody(wallet.id, account.id, '100.00');
      const { id } = expectBody(
        await waitFor('the rail', async () => {
          const answer = await service.sandbox.post('/v1/transfers', body);
          return answer.status === 201 ? answer : undefined;
        }),
        201,
      );
      const first = await attempted(2);
      expect(first).to.include({ result: 'no_answer', status: 500 });
      await service.close();
      const made = orders;
      service = await start(env, false);
      const later = await attempted(first.attempts + 1);
      expect(later.attempts).to.be.above(first.attempts);
      expect(orders).to.be.above(made);
      const ana = createConsoleClient(service.url);
      await ana.signIn(credentials.operator_token);
      expect(visibleText(await ana.get(`/console/transfers/${id}`))).to.match(
        /Attempted \d+ times, last at \d\d:\d\d UTC: the provider answered 500\. (Next attempt at|The next attempt is due)/,
      );
      await service.close();
      await folder.remove();
    });
  });
}
