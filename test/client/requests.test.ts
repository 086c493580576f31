/** How the client repeats requests, against servers that answer as each test prescribes. */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import fc from 'fast-check';
import {
  LedgerConnectionError,
  LedgerError,
  LedgerTimeoutError,
  createClient,
} from '../../packages/client/src/index.ts';
import type { Client, ClientOptions } from '../../packages/client/src/index.ts';
import { readRetryAfter, retryDelayMs } from '../../packages/client/src/retries.ts';

type Answer = (response: ServerResponse) => void;

const errorBody = (code: string, more: object = {}): string =>
  JSON.stringify({ error: { type: 'api_error', code, message: 'No.', request_id: 'req_1', ...more } });
const refuse =
  (status: number, code: string, headers: Record<string, string> = {}, more: object = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(errorBody(code, more));
const accept: Answer = (response) => response.writeHead(201).end('{"id":"usr_1"}');
const loseConnection: Answer = (response) => response.destroy();
const loseRestOfBody: Answer = (response) => {
  response.writeHead(201, { 'Content-Length': '100' }).write('{"id":');
  setImmediate(() => response.destroy());
};
const badGateway: Answer = (response) => response.writeHead(502).end('<h1>Bad gateway</h1>');
const neverAnswer: Answer = () => undefined;

const USER = { type: 'individual', external_reference: 'ana', first_name: 'Ana' } as const;

async function failureOf(work: PromiseLike<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  return expect.fail('it succeeded');
}

describe('A request of the client', () => {
  let server: Server;
  let answers: Answer[];
  let received: IncomingMessage[];
  let client: (options?: Partial<ClientOptions>) => Client;
  const keys = () => received.map(({ headers }) => headers['idempotency-key']);

  beforeEach(async () => {
    received = [];
    server = createServer((request, response) => {
      received.push(request);
      request.resume().on('end', () => (answers[received.length - 1] ?? accept)(response));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // The address of a TCP server has this type.
    const { port } = server.address() as AddressInfo;
    client = (options) =>
      createClient({ apiKey: 'svc_test_x', baseUrl: `http://127.0.0.1:${port}`, ...options });
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('is repeated with the same key after 429, 503, and lost connections', async () => {
    for (const answer of [
      refuse(429, 'rate_limited', { 'Retry-After': '0' }),
      refuse(503, 'service_unavailable'),
      loseConnection,
      loseRestOfBody,
      badGateway,
    ]) {
      received = [];
      answers = [answer];
      expect(await client().users.create(USER)).to.deep.equal({ id: 'usr_1' });
      expect(keys()).to.have.length(2);
      expect(keys()[0])
        .to.match(/^[0-9a-f-]{36}$/)
        .and.equal(keys()[1]);
    }
  });

  it('has a new key for each call, or the given one', async () => {
    answers = [];
    await client().users.create(USER);
    await client().users.create(USER);
    await client().users.create(USER, { idempotencyKey: 'order-1' });
    expect(new Set(keys())).to.have.property('size', 3);
    expect(keys()[2]).to.equal('order-1');
  });

  it('waits for the time of Retry-After', async () => {
    answers = [refuse(503, 'service_unavailable', { 'Retry-After': '1' })];
    const start = performance.now();
    await client().users.create(USER);
    expect(performance.now() - start).to.be.at.least(990);
  });

  it('is not repeated after a refusal, or when Retry-After is far away', async () => {
    for (const answer of [
      refuse(422, 'insufficient_balance'),
      refuse(500, 'internal_error'),
      refuse(429, 'rate_limited', { 'Retry-After': '3600' }),
    ]) {
      received = [];
      answers = [answer];
      expect(await failureOf(client().users.create(USER))).to.be.instanceOf(LedgerError);
      expect(received).to.have.length(1);
    }
  });

  it('ends with the last error when the retries are used up', async () => {
    answers = Array.from({ length: 9 }, () => refuse(503, 'service_unavailable', { 'Retry-After': '0' }));
    const error = await failureOf(client({ retries: 1 }).users.create(USER));
    expect(error).to.include({ name: 'LedgerError', code: 'service_unavailable', status: 503 });
    expect(error).to.include({ retryAfterSeconds: 0, idempotencyKey: keys()[0] });
    expect(received).to.have.length(2);
  });

  it('reports what the service refused', async () => {
    const details = [{ field: 'email', code: 'invalid_format', message: 'No.' }];
    answers = [
      refuse(422, 'validation_failed', {}, { details }),
      refuse(409, 'wallet_exists', {}, { existing_id: 'wal_1', doc_url: 'https://docs.example/x' }),
    ];
    const invalid = await failureOf(client().users.create(USER));
    if (!(invalid instanceof LedgerError) || invalid.code !== 'validation_failed')
      return expect.fail('another error');
    // The code narrows the type.
    const fields: readonly string[] = invalid.details.map(({ field }) => field);
    expect(fields).to.deep.equal(['email']);
    expect(invalid).to.include({ type: 'api_error', message: 'No.', requestId: 'req_1' });
    const exists = await failureOf(client().wallets.create('usr_1', { asset: 'svc-points' }));
    if (!(exists instanceof LedgerError) || exists.code !== 'wallet_exists')
      return expect.fail('another error');
    const existing: string = exists.existingId;
    expect(existing).to.equal('wal_1');
    expect(exists.docUrl).to.equal('https://docs.example/x');
  });

  it('reports a connection that cannot be made, with the key for a later retry', async () => {
    const baseUrl = 'http://127.0.0.1:1';
    const error = await failureOf(
      client({ baseUrl, retries: 0 }).users.create(USER, { idempotencyKey: 'order-1' }),
    );
    expect(error).to.be.instanceOf(LedgerConnectionError);
    expect(error).to.include({ idempotencyKey: 'order-1', status: undefined });
    expect(error).to.have.property('cause').that.is.instanceOf(Error);
  });

  it('reports an address that is not that of the service, without following redirects', async () => {
    answers = [
      (response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end(),
      (response) => response.writeHead(404).end('<h1>Not found</h1>'),
    ];
    for (const status of [302, 404]) {
      const error = await failureOf(client().users.get('usr_1'));
      expect(error).to.be.instanceOf(LedgerConnectionError).and.include({ status });
    }
    expect(received).to.have.length(2);
  });

  it('times out on each attempt', async () => {
    answers = [neverAnswer, accept];
    await client({ timeoutMs: 100 }).users.create(USER);
    expect(received).to.have.length(2);
    answers = [neverAnswer, neverAnswer, neverAnswer];
    const error = await failureOf(
      client({ timeoutMs: 60_000 }).users.get('usr_1', { timeoutMs: 50, retries: 0 }),
    );
    expect(error).to.be.instanceOf(LedgerTimeoutError).and.instanceOf(LedgerConnectionError);
  });

  it('times out when the rest of a body does not come', async () => {
    answers = [(response) => response.writeHead(200).write('{')];
    const error = await failureOf(client({ timeoutMs: 100, retries: 0 }).users.get('usr_1'));
    expect(error).to.be.instanceOf(LedgerTimeoutError);
  });

  it('ends with the reason of the signal, during an attempt, between attempts, and before', async () => {
    const reason = new Error('The user left.');
    const busy = refuse(503, 'service_unavailable', { 'Retry-After': '30' });
    for (const answer of [neverAnswer, busy]) {
      received = [];
      const controller = new AbortController();
      answers = [
        (response) => {
          answer(response);
          setTimeout(() => controller.abort(reason), 50);
        },
      ];
      const { signal } = controller;
      expect(await failureOf(client().users.create(USER, { signal }))).to.equal(reason);
      expect(received).to.have.length(1);
    }
    received = [];
    expect(await failureOf(client().users.list({}, { signal: AbortSignal.abort(reason) }))).to.equal(reason);
    expect(received).to.have.length(0);
  });

  it('carries the key, the query, and the wish for consistency', async () => {
    answers = [];
    await client().request({
      method: 'GET',
      path: '/v1/users',
      query: { limit: 5, status: undefined, name: 'a b&c' },
      consistency: 'eventual',
    });
    const [request] = received;
    expect(request?.url).to.equal('/v1/users?limit=5&name=a+b%26c');
    expect(request?.headers).to.include({ 'api-key': 'svc_test_x', 'ledger-consistency': 'eventual' });
    expect(request?.headers).to.not.have.property('idempotency-key');
  });
});

describe('The delay before a retry', () => {
  const busy = (retryAfterSeconds?: number) =>
    new LedgerError({
      ...{ code: 'service_unavailable', type: 'api_error', message: 'No.', requestId: 'req_1', status: 503 },
      retryAfterSeconds,
    });

  it('is random, with a bound that doubles up to eight seconds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempt, x) => {
          const bound = Math.min(8_000, 250 * 2 ** (attempt - 1));
          expect(retryDelayMs(busy(), attempt, () => x)).to.equal(x * bound);
        },
      ),
    );
  });

  it('comes on top of Retry-After', () => {
    expect(retryDelayMs(busy(2), 1, () => 0.5)).to.equal(2_125);
    expect(retryDelayMs(busy(61), 1)).to.equal(undefined);
  });

  it('reads Retry-After as seconds or as a date', () => {
    const now = Date.parse('2026-11-23T10:00:00Z');
    expect(readRetryAfter('3', now)).to.equal(3);
    expect(readRetryAfter('Mon, 23 Nov 2026 10:00:05 GMT', now)).to.equal(5);
    expect(readRetryAfter('Mon, 23 Nov 2026 09:00:00 GMT', now)).to.equal(0);
    for (const header of [null, '', 'soon', '-1e9x']) expect(readRetryAfter(header, now)).to.equal(undefined);
  });
});
