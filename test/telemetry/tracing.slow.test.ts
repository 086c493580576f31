/** Traces as a collector receives them from a separate service process. */
import { expect } from 'chai';
import { ConfigError } from '../../src/config/config-file.ts';
import { readConfig } from '../../src/config/config.ts';
import { isTracingEnabled, traceHeaders, withSpan } from '../../src/telemetry/tracing.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  newPayoutAccount,
  submittedOfframp,
  transferBody,
  unknownId,
} from '../support/api-steps.ts';
import { spawnService, writeConfigFile, type ServiceProcess } from '../support/service.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { startTraceCollector, type CollectedSpan, type TraceCollector } from '../support/trace-collector.ts';
import { waitFor } from '../support/wait-for.ts';

type Body = { readonly id: string };

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const TRACEPARENT = { traceparent: `00-${TRACE}-${PARENT}-01` };

describe('Traces', () => {
  let collector: TraceCollector;
  let folder: Folder;
  let service: ServiceProcess;

  before(async () => {
    collector = await startTraceCollector();
    folder = await temporaryFolder();
    service = await spawnService(folder.path, {
      CONFIG_FILE: writeConfigFile(folder.path, { webhooks: { allow_loopback: true } }),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: 'ledger-of-acme',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    });
  });
  after(async () => {
    await service.stop();
    await collector.close();
    await folder.remove();
  });

  const span = (what: string, matches: (span: CollectedSpan) => boolean): Promise<CollectedSpan> =>
    waitFor(what, () => collector.spans.find(matches));

  it('follow a request from HTTP to the events', async () => {
    const { sandbox } = service;
    const from = await fundedWallet(sandbox, { cashable: '100.00' });
    const to = await fundedWallet(sandbox, {});
    const body = transferBody(from.id, to.id, '12.34');
    const answer = await sandbox.post('/v1/transfers', body, { headers: TRACEPARENT });
    expectBody(answer, 201);
    const requestId = answer.headers.get('request-id') ?? '';

    const request = await span('the request', ({ attributes, name }) =>
      name.startsWith('POST') ? attributes['ledger.request_id'] === requestId : false,
    );
    expect(request).to.include({ name: 'POST /v1/transfers', traceId: TRACE, parentId: PARENT, kind: 2 });
    expect(request.service).to.equal('ledger-of-acme');
    expect(request.attributes).to.include({
      'http.request.method': 'POST',
      'http.route': '/v1/transfers',
      'http.response.status_code': 201,
    });
    const command = await span(
      'the command',
      ({ name, traceId }) => name === 'writer.command' && traceId === TRACE,
    );
    expect(command.parentId).to.equal(request.spanId);
    expect(command.attributes).to.include({ 'ledger.request_id': requestId, 'ledger.outcome': 'done' });
    expect(command.attributes['ledger.stream']).to.match(/^book-int_\w+-sandbox$/);
    const append = await span(
      'the append',
      ({ name, attributes }) =>
        name === 'writer.append' && String(attributes['ledger.request_ids']).includes(requestId),
    );
    expect(append.attributes['ledger.revision']).to.be.a('number');
    expect(append.startedMs).to.be.within(request.startedMs - 5, request.endedMs + 5);
    expect(append.endedMs).to.be.at.least(append.startedMs);
  });

  it('show what a read waited for', async () => {
    const answer = await service.sandbox.request('GET', '/v1/users', { headers: TRACEPARENT });
    const requestId = answer.headers.get('request-id');
    const read = await span('the read', ({ attributes }) => attributes['ledger.request_id'] === requestId);
    const list = await span(
      'the list',
      ({ name, parentId }) => name === 'documents.list' && parentId === read.spanId,
    );
    expect(list.kind).to.equal(3);
  });

  it('show that a request was refused', async () => {
    const answer = await service.sandbox.get(`/v1/users/${unknownId('usr')}`);
    expectError(answer, 404, 'not_found');
    const requestId = answer.headers.get('request-id');
    const found = await span(
      'the refusal',
      ({ attributes }) => attributes['ledger.request_id'] === requestId,
    );
    expect(found.attributes).to.include({ 'http.response.status_code': 404, 'ledger.refusal': 'not_found' });
  });

  it('show payouts, tasks, and projection pages', async () => {
    const { sandbox } = service;
    const wallet = await fundedWallet(sandbox, { cashable: '5000.00' });
    const account = await newPayoutAccount(sandbox, wallet.user_id);
    const { id } = await submittedOfframp(sandbox, wallet.id, account.id);
    const task = await span(
      'the task',
      ({ name, attributes }) => name === 'task.run' && attributes['ledger.subject'] === id,
    );
    expect(task.attributes).to.include({ 'ledger.task': 'submit_payout' });
    const call = await span(
      'the call of the rail',
      ({ name, parentId }) => name === 'rail.submitPayout' && parentId === task.spanId,
    );
    expect(call.attributes).to.include({ 'rail.code': 'bank_eft', 'rail.environment': 'sandbox' });
    const page = await span('a page', ({ name }) => name === 'projector.page');
    expect(page.attributes['ledger.events']).to.be.at.least(1);
  });

  it('show webhook attempts', async () => {
    const { sandbox } = service;
    const { id } = expectBody(
      await sandbox.post('/v1/webhook_endpoints', { url: `${collector.url}/hook` }),
      201,
    );
    expectBody(await sandbox.patch(`/v1/webhook_endpoints/${String(id)}`, { status: 'enabled' }), 200);
    const wallet = await fundedWallet(sandbox, { cashable: '100.00' });
    const events = expectBody(await sandbox.get(`/v1/events?object_id=${String(wallet.user_id)}`), 200).data;
    const attempt = await span(
      'the attempt',
      ({ name, attributes }) =>
        name === 'webhook.attempt' && events.some((each: Body) => each.id === attributes['ledger.event_id']),
    );
    expect(attempt).to.include({ kind: 3, failed: false });
    expect(attempt.attributes).to.include({ 'ledger.attempt': 1, 'http.response.status_code': 200 });
    expectBody(await sandbox.patch(`/v1/webhook_endpoints/${String(id)}`, { status: 'disabled' }), 200);
  });

  it('contain no request content and no keys', async () => {
    const secret = {
      first_name: 'Zebulonia',
      email: 'zebulonia@example.org',
      metadata: { note: 'Quixotry' },
    };
    const answer = await service.sandbox.post('/v1/users', {
      type: 'individual',
      external_reference: 'Xylograph-1',
      ...secret,
    });
    const { id } = expectBody(answer, 201);
    await service.sandbox.get('/v1/users?external_reference=Xylograph-1');
    const requestId = answer.headers.get('request-id');
    await span('the request', ({ attributes }) => attributes['ledger.request_id'] === requestId);
    await service.sandbox.get(`/v1/users/${String(id)}`);
    const last = await service.sandbox.get('/v1/routes');
    await span(
      'the last request',
      ({ attributes }) => attributes['ledger.request_id'] === last.headers.get('request-id'),
    );
    const sent = collector.bytes().toString('latin1');
    for (const text of ['Zebulonia', 'zebulonia', 'Quixotry', 'Xylograph', '000123456789', 'Moreau', '12.34'])
      expect(sent).to.not.contain(text);
    expect(sent).to.not.contain(service.sandbox.apiKey.slice(10));
  });
});

describe('Tracing without configuration', () => {
  const asked = (env: Record<string, string>): boolean => readConfig(env).tracing;

  it('is off and costs one variable check', async () => {
    expect(asked({})).to.equal(false);
    expect(asked({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })).to.equal(false);
    expect(isTracingEnabled()).to.equal(false);
    expect(traceHeaders()).to.deep.equal({});
    expect(await withSpan('nothing', {}, () => Promise.resolve(7))).to.equal(7);
  });

  it('is enabled by the standard variables', () => {
    const endpoint = 'http://127.0.0.1:4318';
    expect(asked({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).to.equal(true);
    expect(asked({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint })).to.equal(true);
    expect(asked({ OTEL_TRACES_EXPORTER: 'otlp' })).to.equal(true);
    expect(asked({ OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).to.equal(false);
    expect(asked({ OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).to.equal(false);
    expect(() => asked({ OTEL_TRACES_EXPORTER: 'zipkin' })).to.throw(ConfigError, /otlp or none/);
  });
});
