import { once } from 'node:events';
import { text as readText } from 'node:stream/consumers';
import { request } from 'node:http';
import { connect } from 'node:net';
import type { IncomingMessage } from 'node:http';
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import type { Folder } from '../../support/temporary-folder.ts';
import { spawnService, startTestService } from '../../support/service.ts';
import type { RunningService, ServiceProcess } from '../../support/service.ts';
import type { Answer } from '../../support/client.ts';
import { expectBody, newUser } from '../../support/api-steps.ts';

describe('The service’s health', () => {
  let service: RunningService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.close());

  const plain = (path: string) => fetch(service.url + path);

  it('is available without a key', async () => {
    const alive = await plain('/healthz');
    expect([alive.status, await alive.json()]).to.deep.equal([200, { status: 'ok' }]);
    const ready = await plain('/readyz');
    expect(ready.status).to.equal(200);
    expect(await ready.json()).to.deep.include({ ready: true });
  });

  it('includes metrics for each requested route pattern', async () => {
    const { id } = await newUser(service.sandbox);
    expectBody(await service.sandbox.get(`/v1/users/${id}`), 200);
    const metrics = await plain('/metrics');
    expect(metrics.status).to.equal(200);
    expect(metrics.headers.get('content-type')).to.contain('text/plain');
    const text = await metrics.text();
    expect(text).to.match(
      /http_request_duration_seconds_count\{[^}]*route="\/v1\/users\/\{user_id\}"[^}]*\} [1-9]/,
    );
    expect(text).to.not.contain(id);
  });

  it('has no other paths outside of /v1', async () => {
    for (const path of ['/', '/health', '/healthz/x', '/favicon.ico', '/..%2f', '/%']) {
      const answer = await plain(path);
      expect(answer.status, path).to.equal(404);
      expect(answer.headers.get('request-id')).to.match(/^req_/);
      expect(await answer.json()).to.have.nested.property('error.code', 'not_found');
    }
  });
});

describe('A graceful shutdown', () => {
  let folder: Folder;
  let service: ServiceProcess | undefined;
  beforeEach(async () => {
    folder = await temporaryFolder();
    service = await spawnService(folder.path, { LOG_LEVEL: 'warn' });
  });
  afterEach(async () => {
    await service?.kill();
    await folder.remove();
  });

  it('finishes running requests, refuses new connections, and exits with code 0', async () => {
    if (service === undefined) throw new Error('the service did not start');
    const { url, sandbox } = service;
    const text = JSON.stringify({ type: 'individual', external_reference: randomUUID() });
    const slow = request(`${url}/v1/users`, {
      method: 'POST',
      headers: {
        'Api-Key': sandbox.apiKey,
        'Content-Type': 'application/json',
        'Content-Length': text.length,
        'Idempotency-Key': randomUUID(),
        Expect: '100-continue',
      },
    });
    slow.flushHeaders();
    // The service has received the request and waits for its body.
    await once(slow, 'continue');
    const answered = new Promise<IncomingMessage>((resolve) => slow.once('response', resolve));
    slow.write(text.slice(0, 10));
    const stopped = service.stop();
    await refusesConnections(url);
    slow.end(text.slice(10));
    const response = await answered;
    expect(response.statusCode).to.equal(201);
    const created: Answer['body'] = JSON.parse(await readText(response));
    expect(await stopped).to.equal(0);
    service = await spawnService(folder.path, { LOG_LEVEL: 'warn' });
    expectBody(await service.sandbox.get(`/v1/users/${created.id}`), 200);
  });

  it('does not wait for connections without a request', async () => {
    if (service === undefined) throw new Error('the service did not start');
    const port = Number(new URL(service.url).port);
    const silent = connect(port, '127.0.0.1');
    await once(silent, 'connect');
    const closed = once(silent, 'close');
    expect(await service.stop()).to.equal(0);
    await closed;
  });

  it('does not wait for incomplete requests after a timeout', async () => {
    if (service === undefined) throw new Error('the service did not start');
    const { url, sandbox } = service;
    const half = connect(Number(new URL(url).port), '127.0.0.1');
    half.write('GET /v1/routes HTTP/1.1\r\nHost: x\r\n');
    const endless = request(`${url}/v1/users`, {
      method: 'POST',
      headers: {
        'Api-Key': sandbox.apiKey,
        'Content-Type': 'application/json',
        'Content-Length': 100,
        'Idempotency-Key': randomUUID(),
        Expect: '100-continue',
      },
    });
    const cutOff = new Promise((resolve) => endless.once('error', resolve));
    endless.flushHeaders();
    await once(endless, 'continue');
    const ended = Promise.all([once(half, 'close'), cutOff]);
    expect(await service.stop()).to.equal(0);
    await ended;
  });

  it('is not needed to keep acknowledged writes', async () => {
    if (service === undefined) throw new Error('the service did not start');
    const { sandbox } = service;
    const idempotencyKey = randomUUID();
    const body = { type: 'individual', external_reference: randomUUID(), email: 'kill@example.com' };
    const first = await sandbox.post('/v1/users', body, { idempotencyKey });
    expectBody(first, 201);
    await service.kill();
    service = await spawnService(folder.path, { LOG_LEVEL: 'warn' });
    expect(expectBody(await service.sandbox.get(`/v1/users/${first.body.id}`), 200)).to.deep.equal(
      first.body,
    );
    const again = await service.sandbox.post('/v1/users', body, { idempotencyKey });
    expect([again.status, again.text]).to.deep.equal([201, first.text]);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    expect(service.output()).to.not.contain(sandbox.apiKey);
  });
});

/** Resolves when the port accepts no more connections. */
async function refusesConnections(url: string): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (performance.now() < deadline) {
    const isOpen = await fetch(`${url}/healthz`, { headers: { Connection: 'close' } }).then(
      (response) => response.text().then(() => true),
      () => false,
    );
    if (!isOpen) return;
  }
  throw new Error('the service still takes connections');
}
