/** The limits of the stream of events: idle and slow clients, stores that fail, the rate limit, and shutdown. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { COLLECTIONS } from '../../../../projections/collections.ts';
import { StoreUnavailable } from '../../../../src/event-store/port.ts';
import { createMemoryDocumentStore } from '../../../../src/read-models/stores/memory.ts';
import { createLogger } from '../../../../src/telemetry/log.ts';
import { expectBody, newUser } from '../../../support/api-steps.ts';
import { openEventStream } from '../../../support/event-stream-client.ts';
import { startMemoryApp, type MemoryApp } from '../../../support/memory-app.ts';
import { startTestService } from '../../../support/service.ts';
import { waitFor } from '../../../support/wait-for.ts';

/** A user whose events have about 100 KB each. */
async function makeLargeUser(app: MemoryApp): Promise<string> {
  const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`key_${i}`, '€'.repeat(500)]));
  const body = { type: 'individual', external_reference: 'large', metadata };
  return (await app.call('POST', '/v1/users', { body })).body.id;
}

async function makeEvents(app: MemoryApp, userId: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const body = { kyc_status: i % 2 === 0 ? 'rejected' : 'incomplete' };
    const answer = await app.call('POST', `/v1/sandbox/users/${userId}/kyc`, { body });
    expect(answer.status, answer.text).to.equal(200);
  }
}

/** A client that sends the request and then reads nothing. */
async function openUnread(
  app: { readonly url: string },
  key: string,
  query: string,
): Promise<IncomingMessage> {
  const sent = request(`${app.url}/v1/events/stream${query}`, { headers: { 'Api-Key': key }, agent: false });
  sent.on('error', () => undefined);
  sent.end();
  // The second value of the event is always this type.
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  return response;
}

describe('A client that reads a stream too slowly', () => {
  it('is disconnected, and what it does not read is not loaded', async () => {
    const lines: { end?: string; events?: number }[] = [];
    const log = createLogger('info', {
      write: (line: string) => void lines.push(JSON.parse(line) as { end?: string }),
    });
    let reads = 0;
    const store = createMemoryDocumentStore();
    const documents: typeof store = {
      ...store,
      list(collection, query) {
        if (collection.startsWith('events')) reads += query.order === 'oldest' ? 1 : 0;
        return store.list(collection, query);
      },
    };
    const settings = { eventStreams: { heartbeatMs: 50, stallTimeoutMs: 500 } };
    const app = await startMemoryApp({ documents, settings, log });
    try {
      const start = (await openEventStream(app.url, app.keys.sandbox)).lastId() ?? '';
      const user = await makeLargeUser(app);
      await makeEvents(app, user, 300);
      const all = await openEventStream(app.url, app.keys.sandbox, { lastEventId: start });
      await all.untilEvents(301);
      const readsOfAll = reads;
      reads = 0;
      const response = await openUnread(app, app.keys.sandbox, `?after=${start}`);
      const line = await waitFor('the end', () => lines.find(({ end }) => end === 'client_too_slow'));
      expect(line.events).to.be.below(200);
      expect(reads).to.be.below(readsOfAll);
      const closed = new Promise((resolve) => response.on('close', resolve));
      response.resume();
      await closed;
      expect(response.complete).to.equal(false);
      const metrics = await (await fetch(`${app.url}/metrics`)).text();
      expect(metrics).to.match(
        /http_streams_ended_total\{route="\/v1\/events\/stream",end="client_too_slow"\} 1\n/,
      );
      expect(metrics).to.match(/http_streams\{route="\/v1\/events\/stream"\} 2\n/);
    } finally {
      await app.close();
    }
  });
});

describe('A stream without events', () => {
  let app: MemoryApp;
  before(async () => {
    app = await startMemoryApp({ settings: { eventStreams: { heartbeatMs: 100, stallTimeoutMs: 5_000 } } });
  });
  after(() => app.close());

  it('sends heartbeats', async () => {
    const stream = await openEventStream(app.url, app.keys.sandbox);
    await waitFor('three heartbeats', () => (stream.heartbeats() >= 3 ? true : undefined));
    expect(stream.events).to.deep.equal([]);
    await stream.close();
  });

  it('moves its position past events that its filter excludes, so that the ID does not become too old', async () => {
    const stream = await openEventStream(app.url, app.keys.sandbox, { query: '?types=user.deactivated' });
    const start = stream.lastId();
    const user = await makeLargeUser(app);
    const list = await app.call('GET', '/v1/events?limit=1');
    await waitFor('the position', () => (stream.lastId() === list.body.data[0]?.id ? true : undefined));
    expect(stream.lastId()).to.not.equal(start);
    await app.call('POST', `/v1/users/${user}/deactivate`);
    const [event] = await stream.untilEvents(1);
    expect(event?.type).to.equal('user.deactivated');
    await stream.close();
  });
});

describe('A stream whose documents store fails', () => {
  it('shows that it is alive, and continues without a gap when the store is back', async () => {
    const store = createMemoryDocumentStore();
    let isUp = true;
    let failures = 0;
    const documents: typeof store = {
      ...store,
      list(collection, query) {
        const isRead = collection.startsWith('events') && query.scope.startsWith('book-');
        if (isUp || !isRead) return store.list(collection, query);
        failures += 1;
        return Promise.reject(new StoreUnavailable('the store is away'));
      },
    };
    const settings = { eventStreams: { heartbeatMs: 100, stallTimeoutMs: 5_000 } };
    const app = await startMemoryApp({ documents, settings });
    try {
      const stream = await openEventStream(app.url, app.keys.sandbox);
      isUp = false;
      await makeLargeUser(app);
      await waitFor('a failure', () => (failures > 1 ? true : undefined));
      const before = stream.heartbeats();
      await waitFor('heartbeats', () => (stream.heartbeats() > before + 1 ? true : undefined));
      isUp = true;
      expect(await stream.untilEvents(1)).to.have.length(1);
      await stream.close();
    } finally {
      await app.close();
    }
  });

  it('is ended by any other error, which is logged', async () => {
    const lines: { end?: string; msg?: string }[] = [];
    const log = createLogger('info', {
      write: (line: string) => void lines.push(JSON.parse(line) as { end?: string }),
    });
    const store = createMemoryDocumentStore();
    let isBroken = false;
    const documents: typeof store = {
      ...store,
      list: (collection, query) =>
        isBroken && collection.startsWith(COLLECTIONS.events)
          ? Promise.reject(new Error('a defect'))
          : store.list(collection, query),
    };
    const app = await startMemoryApp({ documents, log });
    try {
      const stream = await openEventStream(app.url, app.keys.sandbox);
      isBroken = true;
      await makeLargeUser(app);
      expect(await stream.ended).to.equal(true);
      expect(await waitFor('the line', () => lines.find(({ end }) => end === 'failed'))).to.not.equal(
        undefined,
      );
      expect(lines.some(({ msg }) => msg === 'event stream failed')).to.equal(true);
    } finally {
      await app.close();
    }
  });
});

describe('The rate limit', () => {
  it('counts a stream once, whatever it sends', async () => {
    const service = await startTestService({}, Date.now, {
      rate_limit: { requests_per_second: 1, burst: 20 },
    });
    try {
      const { sandbox } = service;
      const stream = await openEventStream(service.url, sandbox.apiKey);
      expect(Number(stream.response.headers['ratelimit-remaining'])).to.be.below(20);
      for (let i = 0; i < 10; i++) await newUser(sandbox);
      await stream.untilEvents(10);
      const { headers } = await sandbox.get('/v1/users');
      // Each second gives a request back.
      expect(Number(headers.get('ratelimit-remaining'))).to.be.at.least(8);
      await stream.close();
    } finally {
      await service.close();
    }
  });
});

describe('A service that stops', () => {
  it('ends its streams with a whole response, and does not wait for clients that read nothing', async () => {
    const service = await startTestService();
    const { url, sandbox } = service;
    const stream = await openEventStream(url, sandbox.apiKey);
    const unread = await openUnread(service, sandbox.apiKey, '');
    expectBody(await sandbox.get('/v1/users'), 200);
    const startedAt = performance.now();
    await service.close();
    expect(await stream.ended).to.equal(true);
    // Running requests may take ten seconds.
    expect(performance.now() - startedAt).to.be.below(9_000);
    unread.destroy();
  });
});
