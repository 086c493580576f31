import { expect } from 'chai';
import type { AttentionItem } from '../../../src/generated/api.ts';
import { createConsoleClient, visibleText } from '../../console/console-client.ts';
import { expectBody, expectError } from '../../support/api-steps.ts';
import { createOperatorClient, type Client } from '../../support/client.ts';
import { startTestService, type RunningService } from '../../support/service.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const TOKENS = '/operator/v1/tokens';

describe('An operator token that expires', () => {
  let service: RunningService;
  let admin: Client;
  let aheadMs = 0;
  const now = (): number => Date.now() + aheadMs;
  const inDays = (days: number): string => new Date(now() + days * DAY_MS).toISOString();
  before(async () => {
    service = await startTestService({}, now);
    admin = createOperatorClient(service.url, service.credentials.operator_token);
  });
  beforeEach(() => (aheadMs = 0));
  after(() => service.close());

  const issue = async (body: Readonly<Record<string, unknown>> = {}) =>
    expectBody(await admin.post(TOKENS, { name: 'Rita', role: 'reviewer', ...body }), 201);
  const use = (secret: string) => createOperatorClient(service.url, secret).get('/operator/v1/integrators');
  const listed = async (id: string) => {
    const { data } = expectBody(await admin.get(`${TOKENS}?limit=100`), 200);
    return data.find((each: { readonly id: string }) => each.id === id);
  };
  const expire = (id: string, expires_at: string, reason?: string) =>
    admin.post(`${TOKENS}/${id}/expiry`, { expires_at, ...(reason === undefined ? {} : { reason }) });
  const refusedWith = (message: string) => [{ field: 'expires_at', code: 'out_of_range', message }];

  it('works until then, and is refused like a revoked one afterwards', async () => {
    const expires_at = inDays(90);
    const token = await issue({ expires_at });
    expect(token).to.include({ status: 'active', expires_at });
    const browser = createConsoleClient(service.url);
    await browser.signIn(token.secret);
    expectBody(await use(token.secret), 200);
    expect((await browser.get('/console/permissions')).status).to.equal(200);

    const revoked = await issue();
    expectBody(await admin.post(`${TOKENS}/${revoked.id}/revoke`), 200);
    aheadMs = 90 * DAY_MS;
    const late = expectError(await use(token.secret), 401, 'invalid_api_key');
    expect(late.message).to.include('neither revoked nor expired');
    expect(expectError(await use(revoked.secret), 401, 'invalid_api_key').message).to.equal(late.message);
    expect(await listed(token.id)).to.include({ status: 'expired', expires_at, revoked_at: null });
    const refused = await createConsoleClient(service.url).signIn(token.secret);
    expect(refused.status).to.equal(401);
    expect(visibleText(refused)).to.include('works until it expires or is revoked');
  });

  it('ends a session of the console that it began', async () => {
    const token = await issue({ expires_at: new Date(now() + 10 * 60_000).toISOString() });
    const browser = createConsoleClient(service.url);
    await browser.signIn(token.secret);
    expect((await browser.get('/console')).status).to.equal(200);
    aheadMs = 11 * 60_000;
    expect((await browser.get('/console')).status).to.equal(303);
  });

  it('can get its expiry later, and an earlier one, but no later one', async () => {
    const { id, secret, expires_at } = await issue();
    expect(expires_at).to.equal(null);
    const [first, sooner] = [inDays(30), inDays(2)];
    expect(expectBody(await expire(id, first, 'Her contract ends.'), 200)).to.include({ expires_at: first });
    expect(expectBody(await expire(id, sooner), 200)).to.include({ expires_at: sooner });
    expect(expectError(await expire(id, first), 422, 'validation_failed').details).to.deep.equal(
      refusedWith(`Must not be later than ${sooner}, when the token expires.`),
    );
    expect(expectError(await expire(id, inDays(-1)), 422, 'validation_failed').details).to.deep.equal(
      refusedWith('Must be in the future.'),
    );
    expectBody(await use(secret), 200);
    aheadMs = 3 * DAY_MS;
    expectError(await use(secret), 401, 'invalid_api_key');
    expect(expectError(await expire(id, inDays(1)), 422, 'validation_failed').details).to.deep.equal(
      refusedWith('The token is expired already.'),
    );
  });

  it('is not issued for the past, and a revoked one cannot expire', async () => {
    const past = { name: 'Rita', role: 'viewer', expires_at: inDays(-1) };
    expect(expectError(await admin.post(TOKENS, past), 422, 'validation_failed').details).to.deep.equal(
      refusedWith('Must be in the future.'),
    );
    const { id } = await issue();
    expectBody(await admin.post(`${TOKENS}/${id}/revoke`), 200);
    expect(expectError(await expire(id, inDays(1)), 422, 'validation_failed').details).to.deep.equal(
      refusedWith('The token is revoked already.'),
    );
  });

  it('needs attention for 14 days before, and the pages of operators show it', async () => {
    const find = async (): Promise<AttentionItem | undefined> => {
      const { data } = expectBody(await admin.get('/operator/v1/attention'), 200);
      return data.find(({ kind }: AttentionItem) => kind === 'tokens_expiring');
    };
    // Those of the other tests expire later, or have expired.
    aheadMs = 200 * DAY_MS;
    const { id } = await issue({ name: 'Sven', expires_at: inDays(20) });
    expect(await find()).to.equal(undefined);
    aheadMs += 7 * DAY_MS;
    const found = await find();
    expect(found).to.include({ count: 1 });
    expect(found?.detail).to.match(/^The first one expires on 20\d\d-/);
    const browser = createConsoleClient(service.url);
    await browser.signIn(service.credentials.operator_token);
    expect(visibleText(await browser.get('/console'))).to.include('1 operator token expires soon');
    const { expires_at } = await listed(id);
    for (const path of ['/console/tokens', '/console/permissions']) {
      const row = (await browser.get(path)).text.split('<tr').find((each) => each.includes('Sven'));
      expect(row, path).to.include(`datetime="${expires_at}"`);
    }
    const sooner = inDays(1).slice(0, 16);
    const page = await browser.performAction(`/console/tokens/${id}/expiry`, {
      expires_at: sooner,
      reason: 'He leaves.',
    });
    expect(visibleText(page)).to.include(`The token of Sven expires on ${sooner.slice(0, 10)}.`);
    expect((await listed(id)).expires_at).to.equal(`${sooner}:00.000Z`);
    aheadMs += 14 * DAY_MS;
    expect(await find()).to.equal(undefined);
  });
});
