/** Secrets and personal data stay out of logs and of what a start prints. */
import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { readConfig } from '../../src/config/config.ts';
import { createApprovalLinks } from '../../src/rails/approval-links.ts';
import { banner } from '../../src/service/start-service.ts';
import { createLogger } from '../../src/telemetry/log.ts';
import { expectBody, newWallet, onrampBody } from '../support/api-steps.ts';
import { startTestService, type RunningService } from '../support/service.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';
import { LOCAL, newEndpoint } from '../support/webhook-client.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

/** The line that a call of the logger writes. */
function logged(write: (log: ReturnType<typeof createLogger>) => void): Record<string, unknown> {
  const lines: string[] = [];
  write(createLogger('info', { write: (line: string) => void lines.push(line) }));
  expect(lines).to.have.length(1);
  return JSON.parse(lines[0] ?? '') as Record<string, unknown>;
}

describe('A log line', () => {
  const SECRETS = {
    token: 's3cret-1',
    email: 's3cret-2',
    phone: 's3cret-3',
    first_name: 's3cret-4',
    businessName: 's3cret-5',
    Authorization: 's3cret-6',
    'Api-Key': 's3cret-7',
    account_number: 's3cret-8',
    webhook_secret: 's3cret-9',
    approval_url: 's3cret-10',
  };

  it('contains no secret or personal field at any depth', () => {
    let nested: Record<string, unknown> = SECRETS;
    for (let level = 0; level < 7; level++) {
      nested = level % 2 === 0 ? { inner: nested } : { list: [nested] };
      const line = JSON.stringify(logged((log) => log.info({ request: nested }, 'request failed')));
      expect(line, `level ${level}`).to.not.contain('s3cret');
    }
    expect(JSON.stringify(logged((log) => log.info(SECRETS, 'request failed')))).to.not.contain('s3cret');
  });

  it('keeps fields that are not secret, and unset ones', () => {
    const fields = { request_id: 'req_1', stream: 'book-1', route: '/v1/users', status: 201, token: null };
    expect(logged((log) => log.info({ ...fields, inner: { code: 'EIO' } }, 'done'))).to.include(fields);
  });

  it('describes an error by type, message, code, and stack only', () => {
    class DriverError extends Error {
      readonly code = 11_000;
      readonly keyValue = { email: 's3cret@example.com' };
      readonly options = { headers: { authorization: 's3cret' } };
    }
    const cause = new Error('the cause');
    const { err } = logged((log) =>
      log.error({ err: new DriverError('duplicate key', { cause }) }, 'failed'),
    );
    expect(err).to.have.all.keys('type', 'message', 'code', 'stack');
    expect(err).to.include({ type: 'DriverError', message: 'duplicate key', code: 11_000 });
    expect(JSON.stringify(err)).to.contain('the cause').and.not.contain('s3cret');
    const nested = logged((log) => log.error({ inner: { list: [new DriverError('x')] } }, 'failed'));
    expect(JSON.stringify(nested)).to.not.contain('s3cret');
  });

  it('contains no key, password of a URL, or hosted-page token from an error message', () => {
    const texts = [
      `invalid key svc_live_abcdefgh_${'x'.repeat(49)}`,
      `token svc_op_${'y'.repeat(43)} is unknown`,
      'cannot connect to mongodb://ledger:xxxxx@db.example/ledger',
      `GET http://localhost/pay/trf_01j/${'x'.repeat(43)} failed`,
      `GET http://localhost/onboarding/usr_01j/kyc/${'y'.repeat(43)} failed`,
    ];
    for (const text of texts) {
      const line = JSON.stringify(logged((log) => log.error({ err: new Error(text) }, 'failed')));
      expect(line, text)
        .to.contain('[redacted]')
        .and.not.match(/x{5}|y{5}/);
    }
  });

  it('ends for fields that contain themselves', () => {
    const cyclic: Record<string, unknown> = { stream: 'book-1' };
    cyclic['self'] = cyclic;
    expect(JSON.stringify(logged((log) => log.info({ cyclic }, 'done')))).to.contain('[too deep]');
  });
});

describe('The first start', () => {
  const credentials = {
    ...{ base_url: '', docs_url: '', console_url: '', integrator_id: 'int_1', isNew: true },
    ...{ sandbox_api_key: 's3cret-1', production_api_key: 's3cret-2', operator_token: 's3cret-3' },
  };
  const service = { url: 'http://127.0.0.1:3000', credentials, close: () => Promise.resolve() };
  const config = readConfig({ DATA_DIR: '/srv/ledger' });

  it('shows the new keys in a terminal', () => {
    for (const key of ['s3cret-1', 's3cret-2', 's3cret-3'])
      expect(banner(service, config, true)).to.contain(key);
  });

  it('gives the path of the keys to any other output, such as the log of a container', () => {
    const text = banner(service, config, false);
    expect(text).to.contain('/srv/ledger/credentials.json').and.not.contain('s3cret');
  });
});

describe('The link of a payment', () => {
  let folder: Folder;
  let service: RunningService;
  let receiver: WebhookReceiver;
  before(async () => {
    folder = await temporaryFolder();
    receiver = await startWebhookReceiver();
    service = await startTestService({ DATA_DIR: folder.path }, Date.now, LOCAL);
  });
  after(async () => {
    await service.close();
    await receiver.close();
    await folder.remove();
  });

  it('is shown to the integrator and opens, but is stored neither in events nor in documents', async () => {
    const { sandbox } = service;
    await newEndpoint(sandbox, receiver.url);
    const wallet = await newWallet(sandbox);
    const source = { type: 'fiat', currency: 'cad', rail: 'emailpay' };
    const metadata = { approval_url: 'unchanged', 1: 'a' };
    const body = { ...onrampBody(wallet.id, '5.00'), source, metadata };
    const idempotencyKey = randomUUID();
    const made = await sandbox.post('/v1/transfers', body, { idempotencyKey });
    const { id, deposit_instructions, metadata: kept } = expectBody(made, 201);
    const link: string = deposit_instructions.approval_url;
    expect(link).to.match(new RegExp(`^${service.url}/pay/${id}/[\\w-]{43}$`));
    expect(kept).to.deep.equal(metadata);
    expect((await fetch(link)).status).to.equal(200);

    expect((await sandbox.post('/v1/transfers', body, { idempotencyKey })).text).to.equal(made.text);
    expect((await sandbox.get(`/v1/transfers/${id}`)).text).to.equal(made.text);
    for (const path of ['/v1/transfers', `/v1/events?object_id=${id}`])
      expect((await sandbox.get(path)).text).to.contain(link);
    const delivered = await waitFor('the webhook', () =>
      receiver.received.find((each) => each.body.includes('transfer.created')),
    );
    expect(delivered.body).to.contain(link);

    const token = link.split('/').at(-1) ?? '';
    const files = readdirSync(folder.path).map((name) => readFileSync(join(folder.path, name), 'latin1'));
    expect(files.join('')).to.contain(id);
    for (const file of files) expect(file).to.not.contain(token);
  });

  it('of a transfer that was stored with it stays the same', () => {
    const links = createApprovalLinks(new Uint8Array(32), 'https://ledger.example');
    const instructions = { type: 'emailpay', approval_url: 'https://old.example/pay/trf_1/token' };
    const stored = JSON.stringify({ id: 'trf_1', deposit_instructions: instructions });
    expect(links.complete(stored)).to.equal(stored);
  });

  it('is not added where an integrator asks for it', () => {
    const links = createApprovalLinks(new Uint8Array(32), 'https://ledger.example');
    const inner = { id: 'trf_2', deposit_instructions: { type: 'emailpay' } };
    for (const body of [{ metadata: inner }, { id: 'pac_1', deposit_instructions: { type: 'emailpay' } }])
      expect(links.complete(JSON.stringify(body))).to.equal(JSON.stringify(body));
  });
});
