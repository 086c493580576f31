/**
 * The request log must not become a copy of what is encrypted elsewhere. A full demo and one request of every kind run, and
 * then no personal value, account number, link, or key of theirs is in the stored log.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { documentedOperations } from '../support/client.ts';
import { expectBody, fundedWallet, newDepositAccount, newPayoutAccount } from '../support/api-steps.ts';
import { withFile } from '../support/extra-keys.ts';
import { bodyFor, createSampleObjects, pathOf, queryFor } from '../support/sample-objects.ts';
import { startTestService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { REQUESTS_COLLECTION } from '../../src/request-log/entry.ts';

/** Values that the demo sends. */
const OF_DEMO = ['Lovelace', '000123456789', 'First Example Bank', 'dinner'];
const PERSON = {
  email: 'zoe.quill@example.com',
  phone: '+14155550199',
  first_name: 'Zoe',
  last_name: 'Quill',
};

describe('The stored request log', () => {
  it('contains no personal value, account number, link, or key of a full demo', async () => {
    const folder = await temporaryFolder();
    const service = await startTestService({ DATA_DIR: folder.path });
    const secrets = new Set([...OF_DEMO, ...Object.values(PERSON)]);
    const { sandbox, credentials } = service;
    secrets.add(credentials.operator_token).add(sandbox.apiKey).add(service.production.apiKey);
    try {
      await runDemo(folder.path);
      const world = await createSampleObjects(sandbox);
      const user = expectBody(
        await sandbox.post('/v1/users', { type: 'individual', external_reference: PERSON.email, ...PERSON }),
        201,
      );
      const links = expectBody(await sandbox.post(`/v1/users/${user.id}/onboarding_links`), 201);
      for (const { url } of [links.kyc, links.terms]) secrets.add(url.slice(url.lastIndexOf('/')));
      const wallet = await fundedWallet(sandbox, { cashable: '200.00' });
      await newPayoutAccount(sandbox, wallet.user_id, 'cad', { account_owner_name: 'Zoe Quill' });
      const account = await newDepositAccount(sandbox, wallet);
      for (const name of ['account_number', 'reference', 'account_name'])
        secrets.add(String(account.deposit_instructions[name]));
      secrets.add('70081234567').add('Maple Bank');
      // Every operation, correctly and with personal values where they do not belong.
      for (const operation of documentedOperations()) {
        const path = pathOf(operation, world);
        const body = bodyFor(operation.id, world);
        const query = queryFor(operation.id);
        await sandbox.request(operation.method, path + query, body === undefined ? {} : { body });
        if (operation.method === 'GET') continue;
        const wrong = { ...body, ...PERSON, name: { Zoe: 'Quill' }, rail: 'Zoe', status: 'Quill', Zoe: 1 };
        await sandbox.request(operation.method, path, { body: wrong });
      }
      for (const path of [
        `/v1/users?external_reference=${encodeURIComponent(PERSON.email)}`,
        `/v1/users/${PERSON.email}`,
        `/v1/${sandbox.apiKey}?api_key=${sandbox.apiKey}&Zoe=Quill`,
        '/v1/transfers?state=Zoe&Quill=1',
      ])
        await sandbox.get(path);
    } finally {
      await service.close();
    }
    const entries = await withFile(folder.path, async ({ documents }) =>
      documents.scan(REQUESTS_COLLECTION, { limit: 10_000 }),
    );
    const stored = entries.map(({ body, terms }) => JSON.stringify([body, terms])).join('\n');
    // The log is not empty: it has the requests of the demo and of every operation.
    expect(entries.length).to.be.greaterThan(150);
    for (const { id } of documentedOperations())
      if (!['listRequests', 'getRequest', 'streamEvents'].includes(id))
        expect(stored, id).to.contain(`operation:${id}`);
    for (const secret of secrets) expect(stored, secret).to.not.contain(secret);
    // The values were sent, so the test would find them.
    expect(readFileSync(new URL('../../scripts/demo/payout.ts', import.meta.url), 'utf8')).to.contain(
      '000123456789',
    );
    await folder.remove();
  });
});

async function runDemo(dataDir: string): Promise<void> {
  const script = new URL('../../scripts/demo.ts', import.meta.url).pathname;
  const { base_url } = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8')) as {
    base_url: string;
  };
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    env: { ...process.env, DATA_DIR: dataDir, BASE_URL: base_url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text));
  const [code] = (await once(child, 'exit')) as [number];
  expect(code, output.join('')).to.equal(0);
}
