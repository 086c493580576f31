import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '../../src/sqlite/database.ts';
import { DATABASE_FILE_NAME } from '../../src/config/storage.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Folder } from '../support/temporary-folder.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import type { WebhookReceiver } from '../support/webhook-receiver.ts';
import { startTestService } from '../support/service.ts';
import type { RunningService } from '../support/service.ts';
import { expectBody, expectError, listAll } from '../support/api-steps.ts';
import { waitFor } from '../support/wait-for.ts';
import { LOCAL, isSigned, newEndpoint } from '../support/webhook-client.ts';

const SETTINGS = { ...LOCAL, features: { webhook_endpoint_test: true } };

describe('A service with a wrong master key', () => {
  let folder: Folder;
  let receiver: WebhookReceiver;
  let service: RunningService | undefined;
  beforeEach(async () => {
    folder = await temporaryFolder();
    receiver = await startWebhookReceiver();
  });
  afterEach(async () => {
    await service?.close();
    await receiver.close();
    await folder.remove();
  });

  const start = async (more: Readonly<Record<string, string>> = {}): Promise<RunningService> => {
    await service?.close();
    return (service = await startTestService({ DATA_DIR: folder.path, ...more }, Date.now, SETTINGS));
  };
  /** Simulates lost read models, which contain the check of the master key. */
  async function loseMark(): Promise<void> {
    await service?.close();
    service = undefined;
    const database = openDatabase(join(folder.path, DATABASE_FILE_NAME));
    database.exec("DELETE FROM records WHERE place = 'vault' AND key = 'mark'");
    database.close();
  }
  const text = async (path: string): Promise<string> => (await fetch(`${service?.url ?? ''}${path}`)).text();

  it('sends nothing unsigned, reports why, and delivers everything with the right key', async () => {
    await start();
    const endpoint = await newEndpoint(service!.sandbox, receiver.url);
    await loseMark();
    await start({ MASTER_KEY: randomBytes(32).toString('base64') });
    const { sandbox } = service!;
    const user = { type: 'individual', external_reference: 'one' };
    const { id } = expectBody(await sandbox.post('/v1/users', user), 201);
    // Readiness reports the problem but stays ready, because API requests still work.
    const ready = await waitFor('readiness to report the problem', async () => {
      const health = JSON.parse(await text('/readyz'));
      return health.parts.webhooks.detail === undefined ? undefined : health;
    });
    expect(ready.ready).to.equal(true);
    expect(ready.parts.webhooks.detail).to.contain('MASTER_KEY');
    const figures = await text('/metrics');
    expect(figures).to.match(/^webhook_endpoints_paused 1$/m);
    expect(figures).to.not.match(/^webhook_attempts_total\{/m);
    const events = await listAll(sandbox, '/v1/events');
    expectError(await sandbox.post(`/v1/webhook_endpoints/${endpoint.id}/test`), 500, 'internal_error');
    expect(await listAll(sandbox, '/v1/events')).to.deep.equal(events);
    expect(receiver.received).to.deep.equal([]);
    await loseMark();
    await start({ MASTER_KEY: readFileSync(join(folder.path, 'master.key'), 'utf8').trim() });
    const [first] = await waitFor(
      'the event to be delivered',
      () => receiver.received[0] && receiver.received,
    );
    expect(JSON.parse(first!.body).data.id).to.equal(id);
    expect(first!.headers['svc-delivery-attempt']).to.equal('1');
    expect(isSigned(first!, endpoint.public_key_pem)).to.equal(true);
    expect(JSON.parse(await text('/readyz')).parts.webhooks).to.deep.equal({ ok: true });
  });
});
