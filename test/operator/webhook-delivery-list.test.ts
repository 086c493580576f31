/** The list of webhook deliveries of all integrators. */
import { expect } from 'chai';
import type { ListedWebhookDelivery } from '../../src/generated/api.ts';
import { expectBody, expectError, newUser, unknownId } from '../support/api-steps.ts';
import { createClient } from '../support/client.ts';
import type { Client } from '../support/client.ts';
import { createKey } from '../support/operator-world.ts';
import { startServiceWithOperators } from '../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../support/service-with-operators.ts';
import { waitFor } from '../support/wait-for.ts';
import { LOCAL, newEndpoint } from '../support/webhook-client.ts';
import { startWebhookReceiver, statusResponse } from '../support/webhook-receiver.ts';
import type { WebhookReceiver } from '../support/webhook-receiver.ts';
import { createConsoleClient, visibleText } from '../console/console-client.ts';

type Filters = Readonly<Record<string, string>>;

describe('The list of webhook deliveries of all endpoints', () => {
  let service: ServiceWithOperators;
  let accepting: WebhookReceiver;
  let failing: WebhookReceiver;
  let other: { readonly id: string; readonly client: Client };
  let endpoints: { readonly good: string; readonly bad: string };

  before(async () => {
    service = await startServiceWithOperators(LOCAL);
    [accepting, failing] = [await startWebhookReceiver(), await startWebhookReceiver()];
    failing.respondWith(statusResponse(503));
    const { admin, url, sandbox } = service;
    const id = expectBody(await admin.post('/operator/v1/integrators', { name: 'Hooks' }), 201).id;
    other = { id, client: createClient(url, (await createKey(admin, id)).secret) };
    const good = await newEndpoint(sandbox, `${accepting.url}/hooks`, { event_types: ['user.created'] });
    const bad = await newEndpoint(other.client, `${failing.url}/hooks`, { event_types: ['user.created'] });
    endpoints = { good: good.id, bad: bad.id };
    for (let i = 0; i < 3; i++) await newUser(sandbox);
    await newUser(other.client);
    await waitFor('the deliveries', async () => ((await list()).length === 4 ? true : undefined));
    await waitFor('the first attempts', async () =>
      (await list({ state: 'succeeded' })).length === 3 ? true : undefined,
    );
  });
  after(async () => {
    await service.close();
    await Promise.all([accepting.close(), failing.close()]);
  });

  const page = async (filters: Filters = {}) =>
    expectBody(
      await service.operators.viewer.get(
        `/operator/v1/webhook_deliveries?${new URLSearchParams(filters).toString()}`,
      ),
      200,
    );
  const list = async (filters: Filters = {}): Promise<readonly ListedWebhookDelivery[]> =>
    (await page({ limit: '100', ...filters })).data;
  const endpointsOf = (found: readonly ListedWebhookDelivery[]): string[] => [
    ...new Set(found.map(({ webhook_delivery }) => webhook_delivery.webhook_endpoint_id)),
  ];

  it('has those of every integrator, newest event first, with the request that caused each', async () => {
    const all = await list();
    expect(all.map(({ id }) => id)).to.deep.equal(
      all
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
    expect(all[0]).to.include({ object: 'operated_webhook_delivery', integrator_id: other.id });
    expect(all[0]?.environment).to.equal('sandbox');
    expect(all[0]?.webhook_delivery).to.include({ state: 'pending', response_status: 503 });
    for (const { webhook_delivery } of all) expect(webhook_delivery.request_id).to.match(/^req_/);
  });

  it('is filtered by endpoint, state, event, type, time, integrator, and environment', async () => {
    const all = await list();
    expect(endpointsOf(await list({ state: 'pending' }))).to.deep.equal([endpoints.bad]);
    expect(endpointsOf(await list({ webhook_endpoint_id: endpoints.good }))).to.deep.equal([endpoints.good]);
    expect(endpointsOf(await list({ integrator_id: other.id }))).to.deep.equal([endpoints.bad]);
    const event_id = all[1]?.webhook_delivery.event_id ?? '';
    expect((await list({ event_id })).map(({ id }) => id)).to.deep.equal([all[1]?.id]);
    expect(await list({ event_type: 'user.created' })).to.have.length(4);
    expect(await list({ event_type: 'transfer.created' })).to.deep.equal([]);
    expect(await list({ environment: 'production' })).to.deep.equal([]);
    expect(await list({ webhook_endpoint_id: endpoints.bad, state: 'succeeded' })).to.deep.equal([]);
    const created_before = all[0]?.webhook_delivery.created_at ?? '';
    expect(endpointsOf(await list({ created_before }))).to.deep.equal([endpoints.good]);
    expect(await list({ webhook_endpoint_id: unknownId('we') })).to.deep.equal([]);
    for (const query of ['state=waiting', 'starting_after=whd_nothing', 'unknown=1'])
      expectError(
        await service.admin.get(`/operator/v1/webhook_deliveries?${query}`),
        400,
        'malformed_request',
      );
  });

  it('continues over pages in both orders', async () => {
    for (const order of ['newest', 'oldest']) {
      const whole = (await list({ order })).map(({ id }) => id);
      const read: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const after: Filters = cursor === '' ? {} : { starting_after: cursor };
        const { data, next_cursor } = await page({ limit: '3', order, ...after });
        read.push(...data.map(({ id }: { id: string }) => id));
        cursor = next_cursor;
      }
      expect(read).to.deep.equal(whole);
    }
  });

  it('is exported as CSV, and recorded as an export', async () => {
    const { admin, url } = service;
    const headers = { Authorization: `Bearer ${admin.apiKey}`, Accept: 'text/csv' };
    const csv = await fetch(`${url}/operator/v1/webhook_deliveries?state=pending`, { headers });
    const lines = (await csv.text()).trim().split(/\r?\n/);
    expect(lines[0]).to.match(/^id,created_at,attempted_at,integrator_id/);
    expect(lines).to.have.length(2);
    expect(lines[1]).to.include(endpoints.bad).and.to.include('503');
    const log = '/operator/v1/activity?operation=exportAllWebhookDeliveries';
    expect(expectBody(await admin.get(log), 200).data[0].target).to.equal('state=pending');
  });

  it('is a page of the console, with filters, a link to each endpoint, and an export', async () => {
    const { admin, url } = service;
    const console = createConsoleClient(url);
    expect((await console.signIn(admin.apiKey)).status).to.equal(303);
    const all = await console.get('/console/deliveries');
    expect(visibleText(all)).to.include('Webhook deliveries').and.to.include('Export CSV');
    for (const id of Object.values(endpoints)) expect(all.text).to.include(`href="/console/webhooks/${id}"`);
    const waiting = await console.get(`/console/deliveries?state=pending&integrator_id=${other.id}`);
    expect(visibleText(waiting)).to.include('State: Retrying').and.to.include('503');
    expect(waiting.text).to.not.include(endpoints.good);
    expect((await console.get('/console/webhooks')).text).to.include('href="/console/deliveries"');
    const csv = await console.get('/console/deliveries/export?state=pending');
    expect(csv.text).to.include(endpoints.bad).and.to.not.include(endpoints.good);
    const none = await console.get('/console/deliveries?event_type=wallet.created');
    expect(visibleText(none)).to.include('Nothing matches the filters');
  });
});
