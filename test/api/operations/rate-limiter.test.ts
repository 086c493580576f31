import { expect } from 'chai';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../../support/client.ts';
import { startSharedService } from '../../support/shared-service.ts';
import type { SharedService } from '../../support/shared-service.ts';
import { expectError } from '../../support/api-steps.ts';

const BURST = 6;
const DEADLINE_MS = 10_000;

describe('The rate limit', () => {
  let service: SharedService;
  beforeEach(async () => {
    service = await startSharedService({ rate_limit: { requests_per_second: 1, burst: BURST } });
  });
  afterEach(() => service.close());

  const figures = ({ headers }: Answer): number[] =>
    ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`ratelimit-${name}`) ?? NaN));

  it('is reported in every answer to a valid key', async () => {
    const { sandbox } = service;
    let before = BURST;
    for (const [method, path, request] of [
      ['GET', '/v1/users', {}],
      ['GET', '/v1/nothing', {}],
      ['PUT', '/v1/users', {}],
      ['POST', '/v1/users', { body: {} }],
      ['POST', '/v1/users', { raw: '{' }],
      ['POST', '/v1/transfers/x/cancel', {}],
    ] as const) {
      const [limit, remaining, reset] = figures(await sandbox.request(method, path, request));
      expect(limit).to.equal(BURST);
      expect(remaining).to.be.within(0, before);
      expect(reset).to.be.within(1, BURST);
      before = remaining ?? NaN;
    }
  });

  it('counts reads and writes, and rejects further requests until Retry-After', async () => {
    const { sandbox } = service;
    for (let i = 0; i < BURST; i++) {
      const { status } = await (i % 2 === 0 ? sandbox.get('/v1/users') : sandbox.post('/v1/users', {}));
      expect(status).to.not.equal(429);
    }
    const refused = await sandbox.get('/v1/users');
    expectError(refused, 429, 'rate_limited');
    expect(refused.headers.get('retry-after')).to.equal('1');
    expect(figures(refused)[1]).to.equal(0);
    const deadline = performance.now() + DEADLINE_MS;
    let answer = refused;
    while (answer.status === 429 && performance.now() < deadline) {
      await delay(50);
      answer = await sandbox.get('/v1/users');
    }
    expect(answer.status).to.equal(200);
  });

  it('is separate for each key', async () => {
    for (let i = 0; i <= BURST; i++) await service.sandbox.get('/v1/users');
    expectError(await service.sandbox.get('/v1/users'), 429, 'rate_limited');
    for (const client of [service.secondKey, service.readOnly, service.production, service.otherIntegrator]) {
      expect((await client.get('/v1/users')).status).to.equal(200);
    }
  });

  it('stores no refusal, so the same idempotency key succeeds later', async () => {
    const { sandbox } = service;
    for (let i = 0; i < BURST; i++) await sandbox.get('/v1/users');
    const user = { type: 'individual', external_reference: 'r-1' };
    const create = () => sandbox.post('/v1/users', user, { idempotencyKey: 'r-1' });
    const deadline = performance.now() + DEADLINE_MS;
    const first = await create();
    expectError(first, 429, 'rate_limited');
    let answer = first;
    while (answer.status === 429 && performance.now() < deadline) {
      await delay(50);
      answer = await create();
    }
    expect(answer.status, answer.text).to.equal(201);
    expect(answer.headers.get('idempotent-replayed')).to.equal(null);
  });
});
