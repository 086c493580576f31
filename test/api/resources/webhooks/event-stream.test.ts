import { expect } from 'chai';
import { bookStreamOf, deriveId } from '../../../../src/ledger/ids.ts';
import {
  approvedUser,
  expectBody,
  expectError,
  listAll,
  newUser,
  newWallet,
  onrampBody,
} from '../../../support/api-steps.ts';
import { createClient, type Client } from '../../../support/client.ts';
import { openEventStream, type EventStreamClient } from '../../../support/event-stream-client.ts';
import {
  startServiceWithOperators,
  type ServiceWithOperators,
} from '../../../support/service-with-operators.ts';
import { waitFor } from '../../../support/wait-for.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const RETENTION_DAYS = 30;

describe('The stream of events', () => {
  let service: ServiceWithOperators;
  let sandbox: Client;
  const streams: EventStreamClient[] = [];
  before(async () => {
    service = await startServiceWithOperators();
    ({ sandbox } = service);
  });
  after(() => service.close());
  afterEach(async () => {
    for (const stream of streams.splice(0)) await stream.close();
  });

  const open = async (
    options: Parameters<typeof openEventStream>[2] = {},
    key = sandbox.apiKey,
  ): Promise<EventStreamClient> => {
    const stream = await openEventStream(service.url, key, options);
    streams.push(stream);
    return stream;
  };
  const idsOf = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id);
  /** The IDs of all events after this one, in order. */
  const listedAfter = async (id: string): Promise<string[]> =>
    idsOf((await listAll(sandbox, '/v1/events')).reverse()).filter((each) => each > id);
  const newKey = async (more: object = {}): Promise<{ id: string; secret: string }> => {
    const path = `/operator/v1/integrators/${service.credentials.integrator_id}/keys`;
    const body = { environment: 'sandbox', permissions: 'read', ...more };
    return expectBody(await service.admin.post(path, body), 201);
  };

  it('sends each event as it is returned elsewhere, with its type, in order', async () => {
    const stream = await open();
    const start = stream.lastId() ?? '';
    const wallet = await newWallet(sandbox);
    // Its event contains a link that is not stored.
    const onramp = onrampBody(wallet.id, '5.00', {
      source: { type: 'fiat', currency: 'cad', rail: 'emailpay' },
    });
    expectBody(await sandbox.post('/v1/transfers', onramp), 201);
    const expected = await listedAfter(start);
    const events = await stream.untilEvents(expected.length);
    expect(idsOf(events)).to.deep.equal(expected);
    for (const { id, type, data } of events) {
      const answer = await sandbox.get(`/v1/events/${id}`);
      expect(data).to.equal(answer.text);
      expect(type).to.equal(answer.body.type);
    }
    expect(events.some(({ data }) => data.includes('approval_url'))).to.equal(true);
  });

  it('asks proxies to pass everything on at once, and to store nothing', async () => {
    const { headers } = (await open()).response;
    expect(headers).to.include({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(headers).to.not.have.property('content-length');
  });

  it('begins with the next event', async () => {
    await newUser(sandbox);
    const stream = await open();
    const user = await newUser(sandbox);
    const [event] = await stream.untilEvents(1);
    expect(JSON.parse(event?.data ?? '')).to.deep.include({ type: 'user.created', data: user });
  });

  it('continues where a stream ended that had not sent an event yet', async () => {
    const first = await open();
    await first.close();
    const user = await newUser(sandbox);
    const second = await open({ lastEventId: first.lastId() });
    const [event] = await second.untilEvents(1);
    expect(JSON.parse(event?.data ?? '').data.id).to.equal(user.id);
  });

  it('continues where a stream ended before the first event of a book', async () => {
    const { credentials, admin } = service;
    const { id } = expectBody(await admin.post('/operator/v1/integrators', { name: 'new' }), 201);
    expect(id).to.not.equal(credentials.integrator_id);
    const issue = { environment: 'sandbox', permissions: 'read_write' };
    const { secret } = expectBody(await admin.post(`/operator/v1/integrators/${id}/keys`, issue), 201);
    const first = await open({}, secret);
    await first.close();
    const other = createClient(service.url, secret);
    const user = await newUser(other);
    const second = await open({ lastEventId: first.lastId() }, secret);
    const [event] = await second.untilEvents(1);
    expect(JSON.parse(event?.data ?? '').data.id).to.equal(user.id);
  });

  it('continues after the last event without gaps or duplicates, over many connections', async () => {
    const start = (await open()).lastId() ?? '';
    const received: string[] = [];
    let last = start;
    const users = 30;
    const writing = (async () => {
      for (let i = 0; i < users; i++) await newUser(sandbox);
    })();
    while (received.length < users) {
      const stream = await openEventStream(service.url, sandbox.apiKey, { lastEventId: last });
      await stream.untilEvents(1);
      await stream.close();
      received.push(...idsOf(stream.events));
      last = stream.lastId() ?? last;
    }
    await writing;
    expect(received).to.deep.equal(await listedAfter(start));
  });

  it('replays many pages of past events', async () => {
    const start = (await open()).lastId() ?? '';
    await Promise.all(Array.from({ length: 120 }, () => newUser(sandbox)));
    const stream = await open({ query: `?after=${start}` });
    expect(idsOf(await stream.untilEvents(120))).to.deep.equal(await listedAfter(start));
  });

  it('prefers the header to the parameter, because clients repeat the parameter', async () => {
    const start = (await open()).lastId() ?? '';
    await newUser(sandbox);
    await newUser(sandbox);
    const [first = '', second = ''] = await listedAfter(start);
    const stream = await open({ query: `?after=${start}`, lastEventId: first });
    expect(idsOf(await stream.untilEvents(1))).to.deep.equal([second]);
  });

  it('filters by types and by object', async () => {
    const start = (await open()).lastId() ?? '';
    const user = await approvedUser(sandbox);
    await newUser(sandbox);
    const created = await open({ query: `?after=${start}&types=user.created` });
    const changes = await open({
      query: `?after=${start}&types=user.terms_status_changed,user.kyc_status_changed,wallet.unknown`,
    });
    const about = await open({ query: `?after=${start}&object_id=${user.id}` });
    const both = await open({ query: `?after=${start}&object_id=${user.id}&types=user.created` });
    const typesOf = async (stream: EventStreamClient, count: number): Promise<string[]> =>
      (await stream.untilEvents(count)).map(({ type }) => type);
    expect(await typesOf(created, 2)).to.deep.equal(['user.created', 'user.created']);
    const status = ['user.kyc_status_changed', 'user.terms_status_changed'];
    expect(await typesOf(changes, 2)).to.have.members(status);
    expect(await typesOf(about, 3)).to.have.members(['user.created', ...status]);
    expect(await typesOf(both, 1)).to.deep.equal(['user.created']);
    // The order of the list, although each type is a list of its own.
    const wanted = (await listedAfter(start)).filter((id) => changes.events.some((each) => each.id === id));
    expect(idsOf(changes.events)).to.deep.equal(wanted);
  });

  it('refuses IDs that it cannot continue after', async () => {
    const [event] = await listAll(sandbox, '/v1/events');
    const production = service.production;
    const book = bookStreamOf(service.credentials.integrator_id, 'sandbox');
    const expired = deriveId('evt', Date.now() - (RETENTION_DAYS + 1) * DAY_MS, book, 1);
    for (const id of ['evt_1', 'usr_01kakz3v00000000000000000f', expired, String(event.id).toUpperCase()])
      expectError(await sandbox.get(`/v1/events/stream?after=${id}`), 400, 'malformed_request');
    expectError(await production.get(`/v1/events/stream?after=${event.id}`), 400, 'malformed_request');
  });

  it('refuses unknown, repeated, and malformed parameters', async () => {
    for (const query of ['type=user.created', 'after=', 'types=', 'types=a,,b', 'types=a&types=b', 'limit=1'])
      expectError(await sandbox.get(`/v1/events/stream?${query}`), 400, 'malformed_request');
    const types = Array.from({ length: 21 }, (_, i) => `a${i}`).join(',');
    expectError(await sandbox.get(`/v1/events/stream?types=${types}`), 400, 'malformed_request');
  });

  it('supports GET only', async () => {
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      const answer = await sandbox.request(method, '/v1/events/stream');
      expectError(answer, 405, 'method_not_allowed');
      expect(answer.headers.get('allow')).to.equal('GET');
    }
    const headers = { 'Api-Key': sandbox.apiKey };
    const head = await fetch(`${service.url}/v1/events/stream`, { method: 'HEAD', headers });
    expect(head.status).to.equal(405);
  });

  it('can be opened five times with a key', async () => {
    const { secret } = await newKey();
    const opened = await Promise.all(Array.from({ length: 5 }, () => open({}, secret)));
    const refused = await createClient(service.url, secret).get('/v1/events/stream');
    expectError(refused, 429, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).to.be.at.least(1);
    // Another key of the same integrator has its own five.
    await open();
    await opened[0]?.close();
    await waitFor('the place is free', async () => {
      const answer = await fetch(`${service.url}/v1/events/stream`, { headers: { 'Api-Key': secret } });
      await answer.body?.cancel();
      return answer.status === 200 || undefined;
    });
  });

  it('ends when its key is revoked, and sends nothing that happens later', async () => {
    const { id, secret } = await newKey();
    const stream = await open({}, secret);
    expectBody(await service.admin.post(`/operator/v1/keys/${id}/revoke`, {}), 200);
    await newUser(sandbox);
    expect(await stream.ended).to.equal(true);
    expect(stream.events).to.deep.equal([]);
    expectError(await createClient(service.url, secret).get('/v1/events/stream'), 401, 'invalid_api_key');
  });

  it('ends when its key expires', async () => {
    const expires_at = new Date(Date.now() + 1_000).toISOString();
    const { secret } = await newKey({ expires_at });
    const stream = await open({}, secret);
    expect(await stream.ended).to.equal(true);
    expect(Date.now()).to.be.at.least(Date.parse(expires_at));
  });

  it('shows no person that was forgotten', async () => {
    const before = (await open()).lastId();
    const user = await newUser(sandbox, { email: 'ada@example.com' });
    expectBody(await sandbox.post(`/v1/users/${user.id}/deactivate`), 200);
    expectBody(await service.admin.post(`/operator/v1/users/${user.id}/forget`, { reason: 'Asked.' }), 200);
    const stream = await open({ lastEventId: before, query: `?object_id=${user.id}` });
    const [event] = await stream.untilEvents(1);
    expect(event?.data).to.equal((await sandbox.get(`/v1/events/${event?.id}`)).text);
    expect(event?.type).to.equal('user.created');
    expect(stream.text()).to.not.contain('ada@example.com');
  });
});
