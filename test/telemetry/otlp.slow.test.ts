/** Traces, metrics, and log lines as a collector receives them from a separate service process. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
import { startOtlpCollector, type CollectedSpan, type OtlpCollector } from '../support/otlp-collector.ts';
import { waitFor } from '../support/wait-for.ts';

type Body = { readonly id: string };

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const TRACEPARENT = { traceparent: `00-${TRACE}-${PARENT}-01` };

describe('Traces', () => {
  let collector: OtlpCollector;
  let folder: Folder;
  let service: ServiceProcess;

  before(async () => {
    collector = await startOtlpCollector();
    folder = await temporaryFolder();
    service = await spawnService(folder.path, {
      CONFIG_FILE: writeConfigFile(folder.path, { webhooks: { allow_loopback: true } }),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: 'ledger-of-acme',
      OTEL_BSP_SCHEDULE_DELAY: '50',
      OTEL_METRICS_EXPORTER: 'otlp',
      OTEL_METRIC_EXPORT_INTERVAL: '500',
      OTEL_LOGS_EXPORTER: 'otlp',
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

  it('come with metrics of the same registry', async () => {
    const { sandbox, url } = service;
    await fundedWallet(sandbox, { cashable: '100.00' });
    const last = (name: string, attributes: object = {}) =>
      waitFor(`points of ${name}`, () =>
        collector.points.findLast(
          (each) =>
            each.name === name &&
            Object.entries(attributes).every(([label, text]) => each.attributes[label] === text),
        ),
      );
    await waitFor('the on-ramp to be counted', async () => {
      const counted = await last('ledger_transfers_total', { kind: 'onramp' });
      return counted.value >= 1 ? counted : undefined;
    });
    expect(await last('ledger_transfers_total', { kind: 'onramp' })).to.include({
      service: 'ledger-of-acme',
      kind: 'sum',
    });
    expect(await last('projection_live', { projection: 'users' })).to.include({ kind: 'gauge', value: 1 });
    expect((await last('process_start_time_seconds')).value).to.be.above(1.6e9);
    const requests = await last('http_request_duration_seconds', { route: '/v1/users', method: 'POST' });
    expect(requests.kind).to.equal('histogram');
    expect(requests.counts).to.have.length(requests.boundaries.length + 1);
    expect(requests.boundaries.slice(0, 3)).to.deep.equal([0.001, 0.0025, 0.005]);
    expect(requests.counts.reduce((sum, each) => sum + each, 0)).to.be.at.least(1);
    expect(requests.value).to.be.above(0);
    // All that Prometheus is shown.
    const shown = await (await fetch(`${url}/metrics`)).text();
    const names = new Set(
      [...shown.matchAll(/^([a-z]\w*?)(?:_bucket|_sum|_count)?[{ ]/gm)].map(([, name]) => name),
    );
    // What was counted after the last export comes with the next one.
    await waitFor('every metric', () => {
      const sent = new Set(collector.points.map(({ name }) => name));
      return [...names].every((name = '') => sent.has(name)) ? sent : undefined;
    });
  });

  it('come with the lines of the log, with the same request ID', async () => {
    const answer = await service.sandbox.request('GET', '/v1/routes', { headers: TRACEPARENT });
    const requestId = answer.headers.get('request-id');
    const line = await waitFor('the line of the request', () =>
      collector.lines.find(({ attributes }) => attributes['request_id'] === requestId),
    );
    expect(line).to.include({ service: 'ledger-of-acme', severity: 9, severityText: 'INFO' });
    expect(line.attributes).to.include({ route: '/v1/routes', status: 200 });
    expect(line.atMs).to.be.closeTo(Date.now(), 60_000);
    expect(collector.lines.map(({ body }) => body)).to.include('listening');
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

describe('A service whose collector does not answer', () => {
  it('stops in time', async () => {
    const folder = await temporaryFolder();
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const service = await spawnService(folder.path, {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_METRICS_EXPORTER: 'otlp',
      OTEL_LOGS_EXPORTER: 'otlp',
    });
    await service.sandbox.get('/v1/routes');
    expect(await service.stop()).to.equal(0);
    silent.closeAllConnections();
    silent.close();
    await folder.remove();
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

  it('is enabled alone by an address for everything; metrics and log lines by their own variables', () => {
    const all = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
    const off = { logs: false, metricsEveryMs: undefined };
    expect(readConfig(all).exports).to.deep.equal(off);
    const both = { ...all, OTEL_METRICS_EXPORTER: 'otlp', OTEL_LOGS_EXPORTER: 'otlp' };
    expect(readConfig(both).exports).to.deep.equal({ logs: true, metricsEveryMs: 60_000 });
    expect(readConfig({ ...both, OTEL_SDK_DISABLED: 'true' }).exports).to.deep.equal(off);
    expect(
      readConfig({
        OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://127.0.0.1:4318/v1/metrics',
        OTEL_METRIC_EXPORT_INTERVAL: '5000',
      }).exports,
    ).to.deep.equal({ logs: false, metricsEveryMs: 5_000 });
    expect(() => readConfig({ ...both, OTEL_METRIC_EXPORT_INTERVAL: '1' })).to.throw(ConfigError, /100 to/);
    expect(() => readConfig({ OTEL_LOGS_EXPORTER: 'console' })).to.throw(ConfigError, /otlp or none/);
  });
});
