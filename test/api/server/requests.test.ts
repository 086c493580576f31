import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { expect } from 'chai';
import { makeHolder, startMemoryApp } from '../../support/memory-app.ts';
import type { Answer, MemoryApp, Request } from '../../support/memory-app.ts';

const userBody = () => ({ type: 'individual', external_reference: randomUUID() });

const expectProblem = ({ status, body, text }: Answer, wanted: number, code: string): void => {
  expect(status, text).to.equal(wanted);
  expect(body.error.code).to.equal(code);
};

/** Sends raw bytes that no client library would send, and returns the response. */
function speak(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    // The sending side stays open because Node drops unsent responses when the client closes it.
    const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'));
    let heard = '';
    socket.on('data', (chunk) => (heard += chunk.toString()));
    socket.on('close', () => resolve(heard));
    socket.on('error', reject);
  });
}

describe('A request', () => {
  let app: MemoryApp;
  before(async () => {
    app = await startMemoryApp();
  });
  after(() => app.close());

  describe('with its key', () => {
    it('gets the same answer for every invalid key', async () => {
      const { sandbox, revoked, expired } = app.keys;
      const mistyped = sandbox.slice(0, -1) + (sandbox.endsWith('A') ? 'B' : 'A');
      for (const key of ['', 'x', revoked, expired, mistyped, `${sandbox},${sandbox}`]) {
        const answer = await app.call('GET', '/v1/users', { key, as: 'listUsers' });
        expectProblem(answer, 401, 'invalid_api_key');
        expect(answer.headers.has('ratelimit-limit')).to.equal(false);
      }
    });

    it('is authenticated before any other check', async () => {
      for (const path of ['/v1', '/v1/', '/v1/nothing', '/v1/users?limit=x']) {
        expectProblem(await app.call('PUT', path, { key: '' }), 401, 'invalid_api_key');
      }
    });

    it('needs the permission read_write for writes', async () => {
      const key = app.keys.readOnly;
      expect((await app.call('GET', '/v1/users', { key })).status).to.equal(200);
      expectProblem(
        await app.call('POST', '/v1/users', { key, body: userBody(), as: 'createUser' }),
        403,
        'permission_denied',
      );
      expectProblem(await app.call('POST', '/v1/transfers/x/cancel', { key }), 403, 'permission_denied');
    });

    it('cannot use the sandbox with a production key', async () => {
      const answer = await app.call('POST', '/v1/sandbox/deposits', {
        key: app.keys.production,
        raw: '{',
        as: 'createSandboxDeposit',
      });
      expectProblem(answer, 403, 'sandbox_only');
    });
  });

  describe('with its path', () => {
    it('is 404 for an unknown path or an ID of another kind', async () => {
      const { user_id, wallet_id } = await makeHolder(app);
      const paths = [
        '/v1',
        '/v1/users/',
        '/v1/nothing',
        '/v1/users/x',
        '/v1/users/%',
        `/v1/users/${wallet_id}`,
      ];
      for (const path of [
        ...paths,
        `/v1/users/${user_id}/wallets/${user_id}`,
        `/v1//users`,
        '/V1/users',
        '/nothing',
        '/%ff',
      ]) {
        expectProblem(await app.call('GET', path), 404, 'not_found');
      }
    });

    it('is 405 with the supported methods', async () => {
      const answer = await app.call('PUT', '/v1/users');
      expectProblem(answer, 405, 'method_not_allowed');
      expect(answer.headers.get('allow')).to.equal('GET, POST');
      expect((await app.call('HEAD', '/v1/users')).status).to.equal(405);
    });
  });

  describe('to monitoring endpoints', () => {
    it('has a request ID and needs no key', async () => {
      for (const path of ['/healthz', '/readyz', '/metrics']) {
        const { status, headers } = await fetch(app.url + path, { method: 'HEAD' });
        expect(status).to.be.oneOf([200, 503]);
        expect(headers.get('request-id'), path).to.match(/^req_[0-9a-hjkmnp-tv-z]{26}$/);
        const answer = await app.call('POST', path, { key: '' });
        expectProblem(answer, 405, 'method_not_allowed');
        expect(answer.headers.get('allow')).to.equal('GET, HEAD');
        expect(answer.body.error.message).to.equal(
          'The path does not support this method. It supports only GET and HEAD.',
        );
      }
    });
  });

  describe('with its query', () => {
    it('is 400 for an unknown, repeated, or invalid parameter', async () => {
      for (const [query, named] of [
        ['colour=red', 'colour'],
        ['limit=1&limit=2', 'limit'],
        ['limit=0', 'limit'],
        ['limit=101', 'limit'],
        ['limit=1.5', 'limit'],
        ['limit=', 'limit'],
        ['status=gone', 'status'],
        ['starting_after=a&ending_before=b', 'ending_before'],
        ['__proto__=1', '__proto__'],
        ['external_reference=%00', 'query'],
        ['external_reference=%ff', 'query'],
        ['%', 'query'],
      ]) {
        const answer = await app.call('GET', `/v1/users?${query}`, { as: 'listUsers' });
        expectProblem(answer, 400, 'malformed_request');
        expect(answer.body.error.message, query).to.contain(named);
      }
      expectProblem(await app.call('GET', '/v1/transfers?created_after=yesterday'), 400, 'malformed_request');
      expectProblem(await app.call('POST', '/v1/users?x=1', { body: userBody() }), 400, 'malformed_request');
    });
  });

  describe('with its body', () => {
    const post = (request: Request) => app.call('POST', '/v1/users', { as: 'createUser', ...request });

    it('is 400 if the body is not a JSON object', async () => {
      const bytes = new Uint8Array([
        ...new TextEncoder().encode('{"type":"'),
        0xff,
        ...new TextEncoder().encode('"}'),
      ]);
      for (const raw of ['', '{', '[]', 'null', '"x"', '\u0000', '\ufeff{}', '['.repeat(60_000), bytes]) {
        expectProblem(
          await post({ raw, headers: { 'Content-Type': 'application/json' } }),
          400,
          'malformed_request',
        );
      }
    });

    it('is 415 for another content type', async () => {
      for (const type of [
        'text/plain',
        'application/xml',
        'application/json; charset=latin1',
        'application/json; q=1; charset="utf-16"',
        'application/json;\tcharset=utf-16',
        'application/jsonx',
        'application/json, text/plain',
      ]) {
        expectProblem(
          await post({ raw: '{}', headers: { 'Content-Type': type } }),
          415,
          'unsupported_media_type',
        );
      }
      expectProblem(
        await post({ raw: '{}', headers: { 'Content-Encoding': 'gzip' } }),
        415,
        'unsupported_media_type',
      );
      for (const more of [
        '; charset=UTF-8',
        ';charset="utf-8" ; q=1',
        ';\tcharset=utf8',
        '\t; profile=short',
        ';',
      ])
        expectProblem(
          await post({ raw: '{', headers: { 'Content-Type': `application/json${more}` } }),
          400,
          'malformed_request',
        );
    });

    it('is 413 above 128 KiB', async () => {
      const raw = (bytes: number) => `{"type":"${'x'.repeat(bytes - 11)}"}`;
      expectProblem(await post({ raw: raw(131_072) }), 422, 'validation_failed');
      expectProblem(await post({ raw: raw(131_073) }), 413, 'payload_too_large');
      expectProblem(await post({ raw: raw(1_000_000) }), 413, 'payload_too_large');
    });

    it('is 422 for invalid fields', async () => {
      for (const extra of [
        { metadata: { '\ud800': 'x' } },
        { metadata: { x: '\ud800' } },
        { external_reference: '\u0000' },
        { external_reference: 'x', __proto__: undefined, constructor: 1 },
        { metadata: { x: { y: 1 } } },
      ]) {
        expectProblem(await post({ body: { ...userBody(), ...extra } }), 422, 'validation_failed');
      }
      const deep = `{"metadata":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
      expectProblem(await post({ raw: deep }), 422, 'validation_failed');
    });

    it('needs no body if no field is required', async () => {
      const { user_id } = await makeHolder(app);
      const path = `/v1/users/${user_id}/deactivate`;
      expectProblem(
        await app.call('POST', path, { body: { x: 1 }, as: 'deactivateUser' }),
        422,
        'validation_failed',
      );
      expectProblem(await app.call('POST', path, { body: [] }), 400, 'malformed_request');
      expect(
        (await app.call('POST', path, { raw: '', headers: { 'Content-Type': 'text/plain' } })).status,
      ).to.equal(200);
    });
  });

  describe('that is not valid HTTP', () => {
    const head = (line: string, more = '') =>
      `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}\r\n`;

    it('gets a JSON error', async () => {
      const key = `Api-Key: ${app.keys.sandbox}\r\n`;
      for (const [request, status] of [
        [head('GET http://somewhere.example/v1/users', key), 200],
        [head('GET http://[::1/v1/users', key), 404],
        [head('GET *', key), 404],
        [head('GET ?x'), 400],
        [head('GET /v1/users', `X-Long: ${'x'.repeat(20_000)}\r\n`), 431],
        [head('GET /v1/users', `${key}${key}`), 401],
        [head('GET /v1/users', `${key}Expect: miracles\r\n`), 200],
        ['nonsense\r\n\r\n', 400],
        [`GET /v1/users HTTP/1.1\r\nConnection: close\r\n${key}\r\n`, 400],
        [head('GET /v1/users', `${key}Host: other.example\r\n`), 400],
        [head('GET /v1/users', `${key}host: x\r\n`), 400],
        [`GET /v1/users HTTP/1.0\r\n${key}\r\n`, 200],
        ['CONNECT shop.example:443 HTTP/1.1\r\nHost: shop.example:443\r\n\r\n', 404],
        [head('POST /v1/users', `${key}Content-Length: x\r\n`), 400],
      ] as const) {
        const heard = await speak(app.url, request);
        expect(heard.split('\r\n')[0], request.slice(0, 80)).to.contain(` ${status} `);
        expect(heard).to.match(/request-id: req_/i);
        if (status !== 200) expect(heard).to.contain('{"error":{"type":');
      }
    });
  });

  describe('with its idempotency key', () => {
    const post = (body: unknown, idempotencyKey: string, as = 'createUser') =>
      app.call('POST', '/v1/users', { body, idempotencyKey, as });

    it('needs exactly one key of limited length', async () => {
      for (const headers of [{ 'Idempotency-Key': '' }, { 'Idempotency-Key': 'x'.repeat(256) }]) {
        expectProblem(
          await app.call('POST', '/v1/users', { body: userBody(), headers }),
          400,
          'malformed_request',
        );
      }
      expect((await post(userBody(), 'x'.repeat(255))).status).to.equal(201);
      const { wallet_id } = await makeHolder(app);
      const end = { type: 'wallet', wallet_id };
      const real = { source: end, destination: end, amount: '1', dry_run: false };
      expectProblem(
        await app.call('POST', '/v1/transfers', { body: real, headers: { 'Idempotency-Key': '' } }),
        400,
        'malformed_request',
      );
    });

    it('gets the same answer again, byte for byte, and writes once', async () => {
      const body = { ...userBody(), email: 'a@example.com' };
      const key = randomUUID();
      const first = await post(body, key);
      expect(first.headers.get('idempotent-replayed')).to.equal(null);
      const { external_reference, ...rest } = body;
      const again = await post({ external_reference, ...rest }, key);
      expect([again.status, again.text]).to.deep.equal([201, first.text]);
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
      expect(again.headers.get('request-id')).to.not.equal(first.headers.get('request-id'));
    });

    it('gets a stored refusal again even if it would now be accepted', async () => {
      const { body: user } = await post(userBody(), randomUUID());
      const open = (idempotencyKey: string) =>
        app.call('POST', `/v1/users/${user.id}/wallets`, {
          body: { asset: 'svc-points' },
          idempotencyKey,
          as: 'createWallet',
        });
      const key = randomUUID();
      const refused = await open(key);
      expectProblem(refused, 403, 'user_not_approved');
      await app.call('POST', `/v1/sandbox/users/${user.id}/kyc`, { body: { kyc_status: 'approved' } });
      const again = await open(key);
      expect([again.status, again.text]).to.deep.equal([403, refused.text]);
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
      expect((await open(randomUUID())).status).to.equal(201);
    });

    it('cannot reuse the key of another request', async () => {
      const done = randomUUID();
      const body = userBody();
      const first = await post(body, done);
      expectProblem(await post(userBody(), done), 409, 'idempotency_key_reused');
      expectProblem(
        await app.call('POST', `/v1/users/${first.body.id}/deactivate`, { idempotencyKey: done }),
        409,
        'idempotency_key_reused',
      );
      expect((await post(body, done)).text).to.equal(first.text);
      const refused = randomUUID();
      const no = await post({ ...userBody(), external_reference: body.external_reference }, refused);
      expectProblem(no, 409, 'external_reference_exists');
      expectProblem(await post(userBody(), refused), 409, 'idempotency_key_reused');
      // Each integrator has its own idempotency keys.
      expect(
        (await app.call('POST', '/v1/users', { body, idempotencyKey: done, key: app.keys.stranger })).status,
      ).to.equal(201);
    });

    it('can reuse the key of a malformed request', async () => {
      const key = randomUUID();
      expectProblem(await post({ type: 'individual' }, key), 422, 'validation_failed');
      expect((await post(userBody(), key)).status).to.equal(201);
    });

    it('writes once for many concurrent repeats', async () => {
      const body = userBody();
      const key = randomUUID();
      const answers = await Promise.all(Array.from({ length: 8 }, () => post(body, key)));
      expect(new Set(answers.map(({ text }) => text)).size).to.equal(1);
      expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).to.have.length(
        7,
      );
      const { wallet_id, user_id } = await makeHolder(app);
      const order = {
        source: { type: 'fiat', currency: 'usd', rail: 'bank_eft' },
        destination: { type: 'wallet', wallet_id },
        amount: '5',
      };
      const bought = await Promise.all(
        Array.from({ length: 4 }, () =>
          app.call('POST', '/v1/transfers', { body: order, idempotencyKey: key + key }),
        ),
      );
      expect(new Set(bought.map(({ text }) => text)).size).to.equal(1);
      const { body: list } = await app.call('GET', `/v1/transfers?user_id=${user_id}`);
      expect(list.data).to.have.length(1);
    });
  });
});

describe('The rate limit', () => {
  it('is separate for each key and reports how long to wait', async () => {
    const app = await startMemoryApp({ settings: { rateLimit: { requestsPerSecond: 0.01, burst: 2 } } });
    try {
      const first = await app.call('GET', '/v1/routes');
      expect(first.headers.get('ratelimit-limit')).to.equal('2');
      expect(first.headers.get('ratelimit-remaining')).to.equal('1');
      expect(Number(first.headers.get('ratelimit-reset'))).to.be.within(99, 100);
      await app.call('GET', '/v1/nothing');
      const refused = await app.call('GET', '/v1/routes', { as: 'listRoutes' });
      expectProblem(refused, 429, 'rate_limited');
      expect(Number(refused.headers.get('retry-after'))).to.be.within(99, 100);
      expect(refused.headers.get('ratelimit-remaining')).to.equal('0');
      expect((await app.call('GET', '/v1/routes', { key: app.keys.stranger })).status).to.equal(200);
    } finally {
      await app.close();
    }
  });
});
