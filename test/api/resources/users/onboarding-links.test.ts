/** Onboarding links from the integrator's perspective. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Client } from '../../../support/client.ts';
import { startTestService } from '../../../support/service.ts';
import type { RunningService } from '../../../support/service.ts';
import { approvedUser, expectBody, expectError, newUser, unknownId } from '../../../support/api-steps.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('Onboarding links', () => {
  let service: RunningService;
  let sandbox: Client;
  let production: Client;
  before(async () => {
    service = await startTestService();
    ({ sandbox, production } = service);
  });
  after(() => service.close());

  const links = (userId: string, body?: object, client = sandbox) =>
    client.post(`/v1/users/${userId}/onboarding_links`, body);

  it('are two open URLs of this service that expire after a day', async () => {
    const { id } = await newUser(sandbox);
    const before = Date.now();
    const issued = expectBody(await links(id), 201);
    expect(issued).to.include({ object: 'onboarding_links', user_id: id });
    for (const page of ['kyc', 'terms'] as const) {
      const { url, status, expires_at } = issued[page];
      expect(status).to.equal('open');
      expect(url).to.match(new RegExp(`^${service.url}/onboarding/${id}/${page}/[\\w-]{43}$`));
      expect(Date.parse(expires_at)).to.be.within(before + DAY_MS, Date.now() + DAY_MS);
    }
    expect(issued.kyc.url.slice(-43)).to.not.equal(issued.terms.url.slice(-43));
  });

  it('do not change the user and emit no event', async () => {
    const user = await newUser(sandbox);
    expectBody(await links(user.id, {}), 201);
    expect(expectBody(await sandbox.get(`/v1/users/${user.id}`), 200)).to.deep.equal(user);
    const { data } = expectBody(await sandbox.get(`/v1/events?object_id=${user.id}`), 200);
    expect(data.map(({ type }: { type: string }) => type)).to.deep.equal(['user.created']);
  });

  it('are completed from the start if the page needs no input', async () => {
    const { id } = await newUser(sandbox);
    const statuses = async (kyc_status: string, terms_status: string) => {
      expectBody(await sandbox.post(`/v1/sandbox/users/${id}/kyc`, { kyc_status, terms_status }), 200);
      const { kyc, terms } = expectBody(await links(id), 201);
      return `${kyc.status} ${terms.status}`;
    };
    expect(await statuses('not_started', 'pending')).to.equal('open open');
    expect(await statuses('under_review', 'pending')).to.equal('completed open');
    expect(await statuses('incomplete', 'approved')).to.equal('open completed');
    expect(await statuses('rejected', 'approved')).to.equal('open completed');
    expect(await statuses('approved', 'approved')).to.equal('open completed');
  });

  it('are the same for a repeated request and new for another', async () => {
    const { id } = await newUser(sandbox);
    const path = `/v1/users/${id}/onboarding_links`;
    const idempotencyKey = randomUUID();
    const first = await sandbox.post(path, {}, { idempotencyKey });
    const again = await sandbox.post(path, {}, { idempotencyKey });
    expect(again.text).to.equal(first.text);
    expect(again.status).to.equal(201);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    const other = await sandbox.post(path, { redirect_url: 'https://shop.example/' }, { idempotencyKey });
    expectError(other, 409, 'idempotency_key_reused');
    expect(expectBody(await links(id), 201).kyc.url).to.not.equal(first.body.kyc.url);
  });

  it('accept HTTPS redirect URLs, and HTTP loopback URLs in the sandbox', async () => {
    const [tried, live] = await Promise.all([newUser(sandbox), newUser(production)]);
    for (const redirect_url of [
      'https://shop.example/welcome?a=1#b',
      'https://127.0.0.1:8443/x',
      'https://müller.example/danke/€',
    ]) {
      expectBody(await links(tried.id, { redirect_url }), 201);
      expectBody(await links(live.id, { redirect_url }, production), 201);
    }
    for (const redirect_url of ['http://localhost:3000/x', 'http://127.0.0.1:8080/', 'http://[::1]:80/x']) {
      expectBody(await links(tried.id, { redirect_url }), 201);
      const { details } = expectError(
        await links(live.id, { redirect_url }, production),
        422,
        'validation_failed',
      );
      expect(details).to.have.length(1);
      expect(details[0].field).to.equal('redirect_url');
    }
  });

  it('reject other redirect URLs', async () => {
    const { id } = await newUser(sandbox);
    for (const redirect_url of [
      'http://shop.example/',
      'http://127.0.0.1.shop.example/',
      'http://localhost.shop.example/',
      'http://10.0.0.1/',
      'javascript:alert(1)',
      'ftp://shop.example/',
      '//shop.example/',
      '/welcome',
      'https://',
      'https://user:secret@shop.example/',
      'https://shop.example/\r\nSet-Cookie: a=b',
      'https:\\\\shop.example',
      'https://shop.example/\u202egpj.exe',
      'https://shop\u200b.example/',
      'https://a;sandbox/',
      'https://a,default-src/',
      'https://*.example/',
      `https://shop.example/${'x'.repeat(2048)}`,
      '',
      7,
      null,
    ]) {
      const { details } = expectError(await links(id, { redirect_url }), 422, 'validation_failed');
      expect(details.map(({ field }: { field: string }) => field)).to.deep.equal(['redirect_url']);
    }
  });

  it('are refused for unknown and deactivated users', async () => {
    expectError(await links(unknownId('usr')), 404, 'not_found');
    const { id } = await newUser(production);
    expectError(await links(id), 404, 'not_found');
    const user = await approvedUser(sandbox);
    expectBody(await links(user.id), 201);
    expectBody(await sandbox.post(`/v1/users/${user.id}/deactivate`), 200);
    expectError(await links(user.id), 409, 'user_deactivated');
  });
});
