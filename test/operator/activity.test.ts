/** The activity log of operators: through the API, the console, and its events. */
import { join } from 'node:path';
import { expect } from 'chai';
import { ACTIVITY_STREAM } from '../../projections/activity.ts';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import type { ActivityEntry } from '../../src/generated/api.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteEventStore } from '../../src/sqlite/event-store.ts';
import { createConsoleClient, visibleText } from '../console/console-client.ts';
import { expectBody, expectError, newUser, newWallet, unknownId } from '../support/api-steps.ts';
import { createOperatorClient, type Client } from '../support/client.ts';
import { startServiceWithOperators, type ServiceWithOperators } from '../support/service-with-operators.ts';
import { startTestService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('The activity log', () => {
  let service: ServiceWithOperators;
  before(async () => {
    service = await startServiceWithOperators();
  });
  after(() => service.close());

  const list = async (query: string, as: Client = service.admin): Promise<readonly ActivityEntry[]> =>
    expectBody(await as.get(`/operator/v1/activity?${query}`), 200).data;
  const newest = async (query: string, as?: Client): Promise<ActivityEntry> => {
    const [entry] = await list(`${query}&limit=1`, as);
    if (entry === undefined) throw new Error(`nothing was recorded for ${query}`);
    return entry;
  };

  it('records a write with who, what, why, from where, when, and the outcome', async () => {
    const wallet = await newWallet(service.sandbox);
    const before = new Date().toISOString();
    const answer = await service.operators.reviewer.post(`/operator/v1/wallets/${wallet.id}/freeze`, {
      reason: 'Reported as stolen',
    });
    expectBody(answer, 200);
    const entry = await newest(`target=${wallet.id}`);
    expect(entry).to.include({
      object: 'activity',
      operation: 'freezeWallet',
      channel: 'api',
      address: '127.0.0.1',
      target: wallet.id,
      integrator_id: service.credentials.integrator_id,
      environment: 'sandbox',
      result: 'done',
      code: null,
      reason: 'Reported as stolen',
      replayed: false,
      omitted_before: 0,
      request_id: answer.headers.get('request-id'),
    });
    expect(entry.operator).to.include({ name: 'A reviewer', role: 'reviewer' });
    expect(entry.created_at >= before).to.equal(true);
  });

  it('records what a call created, and both parts of a reason', async () => {
    const { integrator_id } = service.credentials;
    const path = `/operator/v1/integrators/${integrator_id}/keys`;
    const key = expectBody(
      await service.admin.post(path, { environment: 'sandbox', permissions: 'read' }),
      201,
    );
    expect(await newest(`target=${key.id}`)).to.include({
      operation: 'createKey',
      target: `${integrator_id}/${key.id}`,
    });
    expect(JSON.stringify(await list('limit=100'))).to.not.include(key.secret);
    const transfer = unknownId('trf');
    const reason = { code: 'known', message: 'We know them.' };
    const review = { outcome: 'rejected', reason };
    expectError(
      await service.admin.post(`/operator/v1/transfers/${transfer}/review`, review),
      404,
      'not_found',
    );
    expect(await newest(`target=${transfer}`)).to.include({
      result: 'refused',
      code: 'not_found',
      reason: 'known: We know them.',
    });
  });

  it('records refusals by validation without what was sent', async () => {
    const wallet = await newWallet(service.sandbox);
    const path = `/operator/v1/wallets/${wallet.id}/rewards`;
    expectError(await service.admin.post(path, { amount: 'Ana Silva' }), 422, 'validation_failed');
    const entry = await newest(`target=${wallet.id}`);
    expect(entry).to.include({ operation: 'grantReward', result: 'refused', code: 'validation_failed' });
    expect(JSON.stringify(entry)).to.not.include('Silva');
    expectError(
      await service.admin.post('/operator/v1/wallets/Ana/rewards', { amount: '1' }),
      404,
      'not_found',
    );
    expect(await newest('operation=grantReward')).to.include({ target: null, code: 'not_found' });
  });

  it('records that an answer was repeated', async () => {
    const wallet = await newWallet(service.sandbox);
    const body = { reason: 'Twice' };
    const send = () =>
      service.admin.request('POST', `/operator/v1/wallets/${wallet.id}/freeze`, {
        body,
        idempotencyKey: `twice-${wallet.id}`,
      });
    expectBody(await send(), 200);
    expectBody(await send(), 200);
    const found = await list(`target=${wallet.id}`);
    expect(found.map(({ replayed }) => replayed)).to.deep.equal([true, false]);
  });

  it('records denials, and bounds them', async () => {
    const { viewer } = service.operators;
    const path = '/operator/v1/integrators';
    for (let i = 0; i < 30; i++)
      expectError(await viewer.post(path, { name: 'X' }), 403, 'permission_denied');
    const found = await list('operation=createIntegrator&result=denied&limit=100');
    expect(found[0]).to.deep.include({ code: 'permission_denied', target: null });
    expect(found[0]?.operator?.role).to.equal('viewer');
    expect(found.length).to.equal(20);
    expectBody(await service.admin.post(path, { name: 'Counted' }), 201);
    expect((await newest('operation=createIntegrator')).omitted_before).to.equal(10);
  });

  it('records invalid tokens, but no requests without one', async () => {
    const invalid = createOperatorClient(service.url, 'svc_op_wrong');
    expectError(await invalid.get('/operator/v1/rails'), 401, 'invalid_api_key');
    const entry = await newest('operation=authenticate');
    expect(entry).to.include({ operator: null, result: 'denied', code: 'invalid_api_key' });
    expect(JSON.stringify(entry)).to.not.include('wrong');
    const none = createOperatorClient(service.url, '');
    expectError(await none.get('/operator/v1/rails'), 401, 'invalid_api_key');
    expect((await newest('operation=authenticate')).id).to.equal(entry.id);
  });

  it('records reads of personal data once, and only for roles that see it', async () => {
    const { id } = await newUser(service.sandbox);
    const { reviewer, viewer } = service.operators;
    for (const client of [viewer, reviewer, reviewer])
      expectBody(await client.get(`/operator/v1/users/${id}`), 200);
    const found = await list(`target=${id}`);
    expect(found).to.have.length(1);
    expect(found[0]).to.include({ operation: 'getOperatorUser', result: 'done' });
    expect(found[0]?.operator?.role).to.equal('reviewer');
  });

  it('shows addresses to admins only', async () => {
    expect((await newest('result=done')).address).to.equal('127.0.0.1');
    expect((await newest('result=done', service.operators.viewer)).address).to.equal(null);
  });

  it('can be filtered and paged', async () => {
    const ids = async (query: string) => (await list(`${query}&limit=100`)).map(({ id }) => id);
    const all = await ids('');
    const [first, second, third] = all;
    expect(await ids(`starting_after=${first}`)).to.include(second);
    expect(await ids(`ending_before=${third}`)).to.deep.equal([first, second]);
    for (const query of ['channel=cli', 'operation=nothing', 'created_after=2100-01-01T00:00:00Z'])
      expect(await ids(query), query).to.deep.equal([]);
    const entry = await newest('operation=freezeWallet');
    for (const query of [
      `operator_id=${entry.operator?.id}`,
      `target=${entry.target}`,
      'channel=api',
      'result=done',
      `created_before=${new Date(Date.parse(entry.created_at) + 1).toISOString()}`,
    ])
      expect(await ids(query), query).to.include(entry.id);
    expectError(await service.admin.get('/operator/v1/activity?result=unknown'), 400, 'malformed_request');
    expectError(await service.admin.get('/operator/v1/activity?starting_after=x'), 400, 'malformed_request');
  });

  describe('of the console', () => {
    it('contains sign-ins, failed sign-ins, sign-outs, denied forms, and pages with personal data', async () => {
      const client = createConsoleClient(service.url);
      expect((await client.signIn(`svc_op_${'x'.repeat(43)}`)).status).to.equal(401);
      expect(await newest('operation=signIn')).to.include({ result: 'denied', operator: null });
      expect((await client.signIn(service.operators.reviewer.apiKey)).status).to.equal(303);
      const signedIn = await newest('operation=signIn');
      expect(signedIn).to.include({ result: 'done', channel: 'console', address: '127.0.0.1' });
      expect((await client.get('/console/tokens/new')).status).to.equal(403);
      expect(await newest('operation=createOperatorToken&channel=console')).to.include({ result: 'denied' });
      const { id } = await newUser(service.sandbox);
      await client.get(`/console/users/${id}`);
      await client.get(`/console/users/${id}`);
      expect((await list(`target=${id}`)).map(({ operation }) => operation)).to.deep.equal([
        'viewPersonalData',
      ]);
      const csrf = /name="csrf"\s+value="([^"]+)"/.exec((await client.get('/console')).text)?.[1] ?? '';
      expect((await client.post('/console/sign-out', { csrf })).status).to.equal(303);
      expect((await newest('operation=signOut')).operator?.id).to.equal(signedIn.operator?.id);
    });

    it('is a page with filters in the URL, and an export that is recorded itself', async () => {
      const client = createConsoleClient(service.url);
      await client.signIn(service.admin.apiKey);
      const wallet = await newWallet(service.sandbox);
      const reason = '=HYPERLINK("https://attacker.example")';
      expectBody(await service.admin.post(`/operator/v1/wallets/${wallet.id}/freeze`, { reason }), 200);
      const today = new Date().toISOString().slice(0, 10);
      const filters = `target=${wallet.id}&from=${today}&to=${today}&result=done`;
      const page = await client.get(`/console/activity?${filters}`);
      expect(visibleText(page)).to.include('Freeze wallet').and.to.include('127.0.0.1');
      expect(page.text).to.include(`/console/activity/export?target=${wallet.id}`);
      expect(visibleText(await client.get('/console/activity?operation=nothing'))).to.include(
        'Nothing matches the filters',
      );
      expect((await client.get('/console/activity?from=yesterday')).status).to.equal(400);
      const file = await client.get(`/console/activity/export?${filters}`);
      expect(file.headers.get('content-type')).to.include('text/csv');
      expect(file.headers.get('content-disposition')).to.match(
        /^attachment; filename="activity-[\d-]+\.csv"$/,
      );
      const [head, row, ...rest] = file.text.trim().split('\n');
      expect(head).to.match(/^id,created_at,operator_id,operator_name,role,operation,target,/);
      expect(row).to.include(`freezeWallet,${wallet.id},`).and.to.include(`"'=HYPERLINK(`);
      expect(rest).to.deep.equal([]);
      expect(await newest('operation=exportActivity')).to.include({ result: 'done', channel: 'console' });
    });

    it('exports more than a page', async () => {
      const client = createConsoleClient(service.url);
      await client.signIn(service.admin.apiKey);
      for (let i = 0; i < 105; i++)
        expectError(await service.admin.post('/operator/v1/integrators', {}), 422, 'validation_failed');
      const file = await client.get('/console/activity/export?operation=createIntegrator&result=refused');
      expect(file.text.trim().split('\n').length).to.be.at.least(106);
    });
  });
});

describe('The events of the activity log', () => {
  it('continue after a restart, and contain neither addresses nor secrets', async () => {
    const folder = await temporaryFolder();
    for (let run = 0; run < 2; run++) {
      const service = await startTestService({ DATA_DIR: folder.path });
      const admin = createOperatorClient(service.url, service.credentials.operator_token);
      expectBody(await admin.post('/operator/v1/integrators', { name: `Run ${run}` }), 201);
      expect(
        expectBody(await admin.get('/operator/v1/activity?operation=createIntegrator'), 200).data,
      ).to.have.length(run + 1);
      await service.close();
    }
    const database = openDatabase(join(folder.path, DATABASE_FILE_NAME), { readOnly: true });
    const store = createSqliteEventStore(database);
    const events = await store.read(ACTIVITY_STREAM, 0, 100);
    await store.close();
    database.close();
    expect(events.map(({ type }) => type)).to.include('action.recorded');
    const text = events.map(({ data, metadata }) => data + metadata).join();
    expect(text).to.not.match(/127\.0\.0\.1|svc_op_/);
    await folder.remove();
  });
});
