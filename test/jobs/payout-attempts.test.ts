import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import {
  readPayoutAttempts,
  recordPayoutAttempt,
  type PayoutAttempts,
} from '../../src/jobs/payout-attempts.ts';
import { NoAnswer, ProviderUnavailable } from '../../src/rails/port.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { createConsoleClient, visibleText } from '../console/console-client.ts';
import { expectBody, fundedWallet, newPayoutAccount, offrampBody } from '../support/api-steps.ts';
import { createOperatorClient } from '../support/client.ts';
import { STREAM } from '../support/policy.ts';
import { startTestService, type RunningService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

/** A record expires by the clock of the store. */
const NOW = Date.now();
const inMs = (milliseconds: number): string => new Date(NOW + milliseconds).toISOString();
const TRANSFER = 'trf_01kakz3v000000000000000008';

describe('Attempts to submit a payout', () => {
  const faultOf = (error: unknown, retryInMs = 500) => ({
    task: {
      kind: 'submit_payout' as const,
      stream: STREAM,
      subject: TRANSFER,
      due_at: inMs(0),
    },
    error,
    retryInMs,
  });

  it('are counted with the last result and the next time, and without what the bank said', async () => {
    const documents = createMemoryDocumentStore();
    expect(await readPayoutAttempts(documents, TRANSFER)).to.equal(undefined);
    await recordPayoutAttempt(documents, faultOf(new ProviderUnavailable('Ada Lovelace 1234', 503)), NOW);
    expect(await readPayoutAttempts(documents, TRANSFER)).to.deep.equal({
      ...{ attempts: 1, result: 'unavailable', status: 503 },
      ...{ attempted_at: inMs(0), next_attempt_at: inMs(500) },
    });
    await recordPayoutAttempt(documents, faultOf(new NoAnswer('Ada Lovelace 1234'), 1_000), NOW + 500);
    expect(await readPayoutAttempts(documents, TRANSFER)).to.deep.include({
      ...{ attempts: 2, result: 'no_answer', status: null },
      ...{ attempted_at: inMs(500), next_attempt_at: inMs(1_500) },
    });
    await recordPayoutAttempt(documents, faultOf(new Error('Ada Lovelace 1234')), NOW);
    expect(await readPayoutAttempts(documents, TRANSFER)).to.deep.include({ attempts: 3, result: 'failed' });
    const stored = JSON.stringify(await documents.listRecords('payout_attempts', { limit: 10 }));
    expect(stored).to.include(TRANSFER).and.not.include('Ada').and.not.include('1234');
  });

  describe('at a bank that fails', () => {
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

    const start = (dataDir: string, isSimulated: boolean): Promise<RunningService> => {
      // Listening servers have an address with a port.
      const { port } = bank.address() as AddressInfo;
      const connector = {
        type: 'http',
        url: `http://127.0.0.1:${port}`,
        signing: { scheme: 'hmac-sha256', secrets: ['env:BANK_SECRET'] },
      };
      const provider = isSimulated ? { type: 'simulator' } : connector;
      return startTestService({ BANK_SECRET: secret, DATA_DIR: dataDir }, Date.now, {
        rails: { bank_eft: { providers: { sandbox: provider } } },
      });
    };

    it('are shown on the page of the transfer, and counted on after a restart', async () => {
      const folder = await temporaryFolder();
      let service = await start(folder.path, true);
      const wallet = await fundedWallet(service.sandbox, { cashable: '500.00' });
      const account = await newPayoutAccount(service.sandbox, wallet.user_id);
      const { credentials } = service;
      await service.close();
      service = await start(folder.path, false);
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
      service = await start(folder.path, false);
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
});
