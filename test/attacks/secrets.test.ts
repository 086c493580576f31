/** Secrets and personal data stay out of logs and of what a start prints. */
import { expect } from 'chai';
import { readConfig } from '../../src/config/config.ts';
import { banner } from '../../src/service/startup-messages.ts';
import { createLogger } from '../../src/telemetry/log.ts';

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
