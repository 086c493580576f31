/** Service pages of the console: webhooks, projections, snapshots, audit, and overview. */
import { expect } from 'chai';
import { expectBody, newDepositAccount, newUser, newWallet } from '../../support/api-steps.ts';
import { startConsole } from '../console-world.ts';
import type { ConsoleWorld } from '../console-world.ts';
import { createConsoleClient, flashOf, visibleText } from '../console-client.ts';
import type { ConsoleClient } from '../console-client.ts';
import { waitFor } from '../../support/wait-for.ts';
import type { RoleName } from '../../support/service-with-operators.ts';

describe('The console', () => {
  let world: ConsoleWorld;
  let admin: ConsoleClient;
  const as = async (role: RoleName): Promise<ConsoleClient> => {
    const client = createConsoleClient(world.service.url);
    expect((await client.signIn(world.tokens[role])).status).to.equal(303);
    return client;
  };
  before(async () => {
    world = await startConsole();
    admin = await as('admin');
  });
  after(() => world.close());

  const operator = () => world.service.admin;
  const CHECKED = { reason: 'A test asks for it.', confirm: 'yes' };
  describe('manages the service', () => {
    it('on the webhook pages: lists deliveries, redelivers, and rotates a signing key', async () => {
      const { webhook_endpoint_id: id, webhook_delivery_id: delivery, receiver } = world;
      expect((await admin.get('/console/webhooks')).text).to.include(`/console/webhooks/${id}`);
      const page = await admin.get(`/console/webhooks/${id}`);
      expect(visibleText(page))
        .to.match(/succeeded/)
        .and.to.include(`${receiver.url}/hooks`);
      expect(visibleText(await admin.get(`/console/webhooks/${id}?state=failed`))).to.include(
        'Nothing matches the filters',
      );
      expect((await admin.get(`/console/webhooks/${id}?state=odd`)).status).to.equal(400);
      expect(page.text).to.include(`/console/deliveries/${delivery}`);
      const before = receiver.received.length;
      const again = await admin.performAction(`/console/webhooks/${id}/deliveries/${delivery}/redeliver`, {});
      expect(flashOf(again)).to.equal('The event was queued for redelivery.');
      await waitFor('the event once more', () => (receiver.received.length > before ? true : undefined));
      const key = async () =>
        expectBody(await world.service.sandbox.get(`/v1/webhook_endpoints/${id}`), 200).public_key_pem;
      const old = await key();
      await admin.performAction(`/console/webhooks/${id}/rotate`, {
        overlap: '3600',
        reason: 'Time for it.',
      });
      expect(await key()).to.not.equal(old);
      expect((await admin.get('/console/webhooks/we_00000000000000000000000000')).status).to.equal(404);
    });

    it('on the pages of operators: shows what each role may do, and who signed in last', async () => {
      const text = visibleText(await admin.get('/console/permissions'));
      // Viewer, reviewer, treasury, admin.
      expect(text)
        .to.match(/Freeze wallet — ✓ yes — ✓ yes/)
        .and.to.match(/Record trade — — ✓ yes ✓ yes/)
        .and.to.match(/Forget user — — — ✓ yes/)
        .and.to.match(/List rails ✓ yes ✓ yes ✓ yes ✓ yes/);
      expect(text).to.match(/Review KYC — ✓ yes — ✓ yes/);
      await as('treasury');
      const tokens = await waitFor('the sign-in', async () => {
        const rows = (await admin.get('/console/tokens')).text.split('<tr');
        const signedIn = rows.find((row) => row.includes('Robin treasury'));
        return signedIn && /data-label="Last sign-in"[^]*?<time/.test(signedIn) ? rows : undefined;
      });
      const never = tokens.find((row) => row.includes('Robin reviewer')) ?? '';
      expect(never).to.match(/data-label="Last sign-in"[^>]*>\s*<div><span class="none">/);
    });

    it('on the page of a delivery: shows every attempt', async () => {
      const { webhook_delivery_id: id, webhook_endpoint_id } = world;
      const page = await admin.get(`/console/deliveries/${id}`);
      const { request_body, attempts } = expectBody(
        await world.service.sandbox.get(`/v1/webhook_deliveries/${id}`),
        200,
      );
      const shown = visibleText(page);
      for (const text of [
        'Attempt 1 Result succeeded 200',
        `Duration ${attempts[0].took_ms} ms`,
        attempts[0].request.headers['Svc-Signature'],
        'Response body Thank you.',
        `&quot;id&quot;: &quot;${JSON.parse(request_body).id}&quot;`,
      ])
        expect(shown).to.include(text);
      expect(page.text).to.include(`/console/webhooks/${webhook_endpoint_id}/deliveries/${id}/redeliver`);
      const found = await admin.get(`/console/search?q=${id}`);
      expect([found.status, found.location]).to.deep.equal([303, `/console/deliveries/${id}`]);
      const masked = visibleText(await (await as('viewer')).get(`/console/deliveries/${id}`));
      expect(masked).to.include('Shown to reviewers and admins only.').and.to.not.include('Svc-Signature');
      expect((await admin.get('/console/deliveries/whd_00000000000000000000000000')).status).to.equal(404);
    });

    it('on the projections page: rebuilds, compares, and removes the old build', async () => {
      const status = async () => {
        const { data } = expectBody(await operator().get('/operator/v1/projections'), 200);
        return data.find(({ name }: { name: string }) => name === 'wallets');
      };
      const { generation } = await status();
      const begun = await admin.performAction('/console/projections/wallets/rebuild', {
        verify: 'yes',
        reason: 'A test.',
      });
      expect(flashOf(begun)).to.equal('wallets is being rebuilt.');
      await waitFor('the new build is read', async () =>
        (await status()).generation > generation ? true : undefined,
      );
      const compared = await admin.performAction('/console/projections/wallets/verify', {
        reason: 'To be sure.',
      });
      expect(flashOf(compared)).to.equal('The comparison has started.');
      await waitFor('they were compared', async () =>
        (await status()).verification?.state === 'done' ? true : undefined,
      );
      expect(visibleText(await admin.get('/console/projections'))).to.match(/wallets v\d+ .*identical/);
      await admin.performAction('/console/projections/drop-old', CHECKED);
      expect((await admin.get('/console/projections/nothing/rebuild')).status).to.equal(404);
    });

    it('on the projections page: rebuilds and deletes snapshots', async () => {
      const made = await admin.performAction('/console/snapshots/rebuild', { reason: 'A test.' });
      expect(flashOf(made)).to.match(/^Rebuilt the snapshots of \d+ books\.$/);
      expect(visibleText(made)).to.match(/demo sandbox \d+ usable/);
      expect(visibleText(await admin.performAction('/console/snapshots/drop', CHECKED))).to.include(
        'No snapshots yet',
      );
    });

    it('on the audit page', async () => {
      const page = await admin.get('/console/audit');
      expect(visibleText(page)).to.include('Checkpoints disabled').and.to.include('audit verify');
      expect(page.text).to.include(
        expectBody(await operator().get('/operator/v1/audit'), 200).public_key.slice(0, 12),
      );
    });

    it('and erases the personal data of a deactivated user', async () => {
      const { id } = await newUser(world.service.sandbox, { first_name: 'Fortunata' });
      expect((await admin.get(`/console/users/${id}`)).text).to.not.include('/forget');
      expectBody(await world.service.sandbox.post(`/v1/users/${id}/deactivate`), 200);
      // The page may briefly lag behind the integrator's writes.
      const page = await waitFor('the way is offered', async () => {
        const { text } = await admin.get(`/console/users/${id}`);
        return text.includes('/forget') ? text : undefined;
      });
      expect(page).to.include('Fortunata');
      await admin.performAction(`/console/users/${id}/forget`, CHECKED);
      await waitFor('the name is gone', async () =>
        (await admin.get(`/console/users/${id}`)).text.includes('Fortunata') ? undefined : true,
      );
    });
  });

  describe('shows the overview', () => {
    it('with figures, and metrics of the last hour elsewhere, as charts and as tables', async () => {
      const sampled = await waitFor('a sample with points', async () => {
        const { text } = await admin.get('/console/overview.json?environment=sandbox');
        const overview = JSON.parse(text);
        return Number(overview.samples.at(-1)?.supply.sandbox.in_circulation ?? 0) > 0 ? overview : undefined;
      });
      const { supply } = sampled.samples.at(-1);
      expect(supply.sandbox.in_circulation).to.equal(supply.sandbox.issued);
      expect(sampled.hours).to.have.length(24);
      const dollars = ({ flows }: { flows: readonly { unit: string; in: string }[] }) =>
        flows.find(({ unit }) => unit === 'usd')?.in;
      expect(Number(dollars(sampled.hours.at(-1)) ?? dollars(sampled.hours.at(-2)))).to.be.at.least(165);
      expect(visibleText(await admin.get('/console/metrics?environment=sandbox')))
        .to.match(/Points in circulation vs\. issued/)
        .and.to.match(/\d\d:\d\d:\d\d UTC [\d,.]+ [\d,.]+ 0\.00/);
      expect(visibleText(await admin.get('/console?environment=sandbox')))
        .to.match(/Service ready/)
        .and.to.match(/In circulation [\d,.]+ points as many as were issued/);
      expect((await createConsoleClient(world.service.url).get('/console/overview.json')).status).to.equal(
        303,
      );
    });

    it('with the flows of the last hours although a sandbox has later ones', async () => {
      const { sandbox } = world.service;
      const account = await newDepositAccount(sandbox, await newWallet(sandbox));
      const deposit = { deposit_account_id: account.id, amount: '1.00' };
      for (let hours = 0; hours <= 24; hours += 1) {
        expectBody(await sandbox.post('/v1/sandbox/clock/advance', { seconds: 3_600 }), 200);
        expectBody(await sandbox.post('/v1/sandbox/deposits', deposit), 200);
      }
      const { text } = await admin.get('/console/overview.json?environment=sandbox');
      const shown = JSON.parse(text).hours.filter(({ flows }: { flows: readonly { unit: string }[] }) =>
        flows.some(({ unit }) => unit === 'usd'),
      );
      expect(shown).to.not.deep.equal([]);
    });
  });
});
