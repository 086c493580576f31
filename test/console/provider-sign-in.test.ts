/** Signing in to the console at a real OpenID Connect provider. */
import { expect } from 'chai';
import { operatorIdOf } from '../../src/platform/credentials.ts';
import { expectBody, fundedWallet } from '../support/api-steps.ts';
import { Visitor, startOpenidProvider, type OpenidProvider } from '../support/openid-provider.ts';
import { startServiceWithOperators, type ServiceWithOperators } from '../support/service-with-operators.ts';

describe('Signing in at a provider', function () {
  let provider: OpenidProvider;
  let service: ServiceWithOperators;
  before(async () => {
    provider = await startOpenidProvider();
    service = await startServiceWithOperators({
      ...provider.settings,
      dual_control: { rewards_at_least: '50000.00' },
    });
    provider.register(service.url);
    provider.accounts.set('ana', { name: 'Ana Silva', groups: ['staff', 'ledger-admins'] });
    provider.accounts.set('ben', { name: 'Ben Okafor', groups: ['ledger-reviewers', 'ledger-admins'] });
    provider.accounts.set('eve', { name: 'Eve', groups: ['staff'] });
  });
  after(async () => {
    await service.close();
    await provider.close();
  });

  const idOf = (subject: string): string => operatorIdOf({ issuer: provider.issuer, subject });
  const page = (visitor: Visitor, path: string) => visitor.fetch(`${service.url}${path}`);
  const fieldOf = (text: string, name: string): string =>
    new RegExp(`name="${name}"\\s+value="([^"]+)"`).exec(text)?.[1] ?? '';

  it('gives the role of the claims, and returns to the page that was asked for', async () => {
    const visitor = new Visitor();
    const back = await visitor.signInAt(service.url, 'ana', '/console/rails');
    expect(back.status, back.text).to.equal(200);
    expect(back.text).to.include('url=/console/rails').and.to.include('Signed in');
    const shown = await page(visitor, '/console/rails');
    expect(shown.status).to.equal(200);
    expect(shown.text).to.include('Ana Silva').and.to.include('admin');
    const { data } = expectBody(
      await service.admin.get(`/operator/v1/activity?operator_id=${idOf('ana')}&operation=signIn`),
      200,
    );
    expect(data[0].operator).to.deep.equal({
      ...{ id: idOf('ana'), name: 'Ana Silva', role: 'admin' },
      identity: { issuer: provider.issuer, subject: 'ana' },
    });
    const sessions = expectBody(await service.admin.get('/operator/v1/sessions'), 200);
    expect(sessions.data.map(({ method }: { method: string }) => method)).to.include('oidc');
  });

  it('lists who has signed in, by the operator API and in the console', async () => {
    const { data } = expectBody(await service.admin.get('/operator/v1/operators'), 200);
    expect(data).to.have.length(1);
    expect(data[0]).to.include({
      ...{ id: idOf('ana'), object: 'operator', name: 'Ana Silva' },
      ...{ issuer: provider.issuer, subject: 'ana' },
    });
    const visitor = new Visitor();
    await visitor.signInAt(service.url, 'ana');
    const shown = (await page(visitor, '/console/tokens')).text;
    expect(shown).to.include('People of the provider').and.to.include(idOf('ana'));
  });

  it('gives no access without a matching claim, and says so', async () => {
    const visitor = new Visitor();
    const back = await visitor.signInAt(service.url, 'eve');
    expect(back.status).to.equal(403);
    expect(back.text).to.include('has no access to this console');
    expect((await page(visitor, '/console')).status).to.equal(303);
    const { data } = expectBody(await service.admin.get(`/operator/v1/activity?target=${idOf('eve')}`), 200);
    expect(data[0]).to.include({ operation: 'signIn', result: 'denied', code: 'permission_denied' });
  });

  it('rejects a response for another browser, a changed state, and a refusal of the provider', async () => {
    const visitor = new Visitor();
    const stranger = await page(new Visitor(), '/console/sign-in/callback?code=x&state=y');
    expect([stranger.status, stranger.text.includes('another browser')]).to.deep.equal([400, true]);
    await page(visitor, '/console/sign-in/provider');
    const forged = await page(visitor, '/console/sign-in/callback?code=x&state=y');
    expect(forged.status).to.equal(403);
    const declined = await page(visitor, '/console/sign-in/callback?error=access_denied');
    expect(declined.status).to.equal(403);
    expect((await page(visitor, '/console')).status).to.equal(303);
  });

  it('rejects an ID token that another key signed, even from the token endpoint', async () => {
    provider.signsWithAnotherKey = true;
    try {
      const visitor = new Visitor();
      const back = await visitor.signInAt(service.url, 'ana');
      expect(back.status).to.equal(403);
      expect((await page(visitor, '/console')).status).to.equal(303);
    } finally {
      provider.signsWithAnotherKey = false;
    }
  });

  it('never leaves the console after the sign-in', async () => {
    const back = await new Visitor().signInAt(service.url, 'ana', 'https://evil.example/');
    expect(back.text).to.include('url=/console"');
  });

  it('signs out at the provider, too', async () => {
    const visitor = new Visitor();
    await visitor.signInAt(service.url, 'ana');
    const { text } = await page(visitor, '/console');
    const left = await visitor.fetch(`${service.url}/console/sign-out`, { csrf: fieldOf(text, 'csrf') });
    expect(left.status).to.equal(200);
    expect(left.text).to.include(`url=${provider.issuer}/session/end`).and.to.include('id_token_hint=');
    expect((await page(visitor, '/console')).status).to.equal(303);
  });

  it('tells operators apart by subject, not by name, and lets tokens neither propose nor approve', async () => {
    const wallet = await fundedWallet(service.sandbox, { earned: '10.00' });
    const path = `/console/wallets/${wallet.id}/reward`;
    const reward = { amount: '60000.00', description: 'Large' };
    const denied = await service.admin.post(`/operator/v1/wallets/${wallet.id}/rewards`, {
      amount: '60000.00',
    });
    expect([denied.status, denied.body.error.code]).to.deep.equal([403, 'second_operator_required']);

    const [ana, ben] = [new Visitor(), new Visitor()];
    await ana.signInAt(service.url, 'ana');
    const hidden = (text: string) => ({
      csrf: fieldOf(text.slice(text.indexOf('id="content"')), 'csrf'),
      key: fieldOf(text, 'key'),
      idempotency_key: fieldOf(text, 'idempotency_key'),
    });
    const form = (await page(ana, path)).text;
    const proposed = await ana.fetch(`${service.url}${path}`, { ...hidden(form), ...reward });
    expect(proposed.status, proposed.text).to.equal(303);
    const { data } = expectBody(await service.admin.get('/operator/v1/proposals'), 200);
    expect(data[0].proposed_by).to.equal(`Ana Silva (${idOf('ana')})`);

    // The same person with another name, and somebody else with the name of the first one.
    provider.accounts.set('ana', { name: 'Somebody Else', groups: ['ledger-admins'] });
    provider.accounts.set('ben', { name: 'Ana Silva', groups: ['ledger-admins'] });
    const renamed = new Visitor();
    await renamed.signInAt(service.url, 'ana');
    await ben.signInAt(service.url, 'ben');
    const approval = `/console/proposals/${data[0].id}/approve`;
    const approve = async (visitor: Visitor) =>
      visitor.fetch(`${service.url}${approval}`, {
        ...hidden((await page(visitor, approval)).text),
        confirm: 'yes',
      });
    expect((await approve(renamed)).text).to.include('Another operator must approve');
    const byToken = await service.admin.post(`/operator/v1/proposals/${data[0].id}/approve`, {});
    expect(byToken.body.error.code).to.equal('second_operator_required');
    expect((await approve(ben)).status).to.equal(303);
  });

  it('issues no token with the name of a person of the provider', async () => {
    const name = `Ana Silva (${idOf('ana')})`;
    const answer = await service.admin.post('/operator/v1/tokens', { name, role: 'viewer' });
    expect([answer.status, answer.body.error.code]).to.deep.equal([422, 'validation_failed']);
  });
});

describe('A provider that does not work', () => {
  const messageAt = async (issuer: string): Promise<{ status: number; text: string }> => {
    const oidc = { issuer, client_id: 'x', roles: { admin: ['a'] } };
    const service = await startServiceWithOperators({ console: { oidc, token_sign_in: true } });
    try {
      return await new Visitor().fetch(`${service.url}/console/sign-in/provider`);
    } finally {
      await service.close();
    }
  };

  it('is reported as unavailable, and tokens still work', async () => {
    const { status, text } = await messageAt('http://127.0.0.1:9');
    expect(status).to.equal(503);
    expect(text).to.include('does not respond').and.to.include('Operator token');
  });

  it('is reported as not configured correctly if it is no provider', async () => {
    const provider = await startOpenidProvider();
    provider.register('http://127.0.0.1:1');
    const { status, text } = await messageAt(`${provider.issuer}/elsewhere`);
    await provider.close();
    expect([status, text.includes('not configured correctly')]).to.deep.equal([503, true]);
  });
});
