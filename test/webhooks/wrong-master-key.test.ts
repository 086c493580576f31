import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'chai';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { expectBody } from '../support/api-steps.ts';
import { startTestService, type RunningService } from '../support/service.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';
import { LOCAL, isSigned, newEndpoint } from '../support/webhook-client.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const SETTINGS = { ...LOCAL, features: { webhook_endpoint_test: true } };

describe('A service whose secrets do not fit its data', () => {
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
  /** Runs SQL on the file of the stopped service. */
  async function change(sql: string): Promise<void> {
    await service?.close();
    service = undefined;
    const database = openDatabase(join(folder.path, DATABASE_FILE_NAME));
    database.exec(sql);
    database.close();
  }
  /** Simulates lost read models, which contain the check of the master key. */
  const loseMark = (): Promise<void> => change("DELETE FROM records WHERE place = 'vault' AND key = 'mark'");
  const readable = '"2.';
  const unreadable = '"2.AAAA';
  const replaceInKeys = (from: string, to: string): Promise<void> =>
    change(`UPDATE "documents delivery_targets_v1" SET body = replace(body, '${from}', '${to}')`);
  const text = async (path: string): Promise<string> => (await fetch(`${service?.url ?? ''}${path}`)).text();

  it('does not start, even if the mark of the right key was lost', async () => {
    await start();
    await loseMark();
    const started = await start({ MASTER_KEY: randomBytes(32).toString('base64') }).catch(
      (error: unknown) => error,
    );
    expect(String(started)).to.match(/of platform cannot be authenticated: its MAC is of another master key/);
  });
  it('sends nothing unsigned, reports why, and delivers everything with the right signing key', async () => {
    await start();
    const endpoint = await newEndpoint(service!.sandbox, receiver.url);
    await waitFor('the endpoint to be stored', async () =>
      (await text('/metrics')).includes('webhook_endpoints_active 1') ? true : undefined,
    );
    await replaceInKeys(readable, unreadable);
    await start();
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
    expect(receiver.received).to.deep.equal([]);
    await replaceInKeys(unreadable, readable);
    await start();
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
