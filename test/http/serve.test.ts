import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { expect } from 'chai';
import pino from 'pino';
import { StoreUnavailable } from '../../src/event-store/port.ts';
import { createApp } from '../../src/http/app.ts';
import { createMetrics } from '../../src/http/metrics.ts';
import { MetricRegistry } from '../../src/telemetry/metrics.ts';
import type { Mount } from '../../src/http/serve.ts';
import { createHttpServer, stopListening } from '../../src/http/server.ts';

type Line = Readonly<Record<string, unknown>>;

/** Answers with the path below its own. */
const pages: Mount = {
  paths: ['/pages'],
  answer(exchange) {
    if (exchange.path === '/pages/none') return Promise.resolve(undefined);
    exchange.route = { path: '/pages/{name}' };
    if (exchange.path === '/pages/away') return Promise.reject(new StoreUnavailable('the store is away'));
    if (exchange.path === '/pages/broken') return Promise.reject(new Error('a bug'));
    return Promise.resolve({
      status: 200,
      headers: { 'Content-Type': 'text/plain' },
      content: exchange.path,
    });
  },
  failed: (_exchange, { problem }) => ({
    status: problem === 'internal_error' ? 500 : 503,
    headers: { 'Content-Type': 'text/plain' },
    content: `failed: ${problem}`,
  }),
  callerFields: () => ({ visitor: 'somebody' }),
};

const files: Mount = {
  paths: ['/files'],
  records: 'metrics',
  answer: () =>
    Promise.resolve({
      status: 200,
      headers: { 'Content-Type': 'text/csv' },
      content: 'a\n',
      rest: linesOf('b', 'c'),
    }),
};

async function* linesOf(...lines: readonly string[]): AsyncGenerator<string> {
  for (const line of lines) yield await Promise.resolve(`${line}\n`);
}

describe('The handler of all requests', () => {
  const lines: Line[] = [];
  let server: Server;
  let url: string;

  before(async () => {
    const log = pino({}, { write: (text) => void lines.push(JSON.parse(text) as Line) });
    const app = createApp(
      {
        log,
        metrics: createMetrics(new MetricRegistry()),
        publicUrl: () => 'https://ledger.test',
        health: () => ({ ready: true, parts: {} }),
        monitoring: { isPublic: true, token: undefined },
      },
      pages,
      files,
    );
    server = createHttpServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // The address of a TCP server is always of this type.
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => (lines.length = 0));
  after(() => stopListening(server));

  it('finds the part of the service whose path begins like that of the request', async () => {
    for (const path of ['/pages', '/pages/one'])
      expect(await (await fetch(url + path)).text(), path).to.equal(path);
    for (const path of ['/pagesone', '/pages/none', '/', '/other/pages'])
      expect((await fetch(url + path)).status, path).to.equal(404);
  });

  it('logs and measures a request by its route', async () => {
    const answer = await fetch(`${url}/pages/one`);
    const [line] = lines;
    expect(lines).to.have.length(1);
    expect(line).to.include({ visitor: 'somebody', method: 'GET', route: '/pages/{name}', status: 200 });
    expect(line).to.have.property('request_id', answer.headers.get('request-id'));
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).to.match(
      /duration_seconds_count\{method="GET",route="\/pages\/\{name\}",status="2xx"\} \d/,
    );
  });

  it('neither logs nor measures requests of monitoring, and only measures those of files', async () => {
    await fetch(`${url}/healthz`);
    expect(await (await fetch(`${url}/files`)).text()).to.equal('a\nb\nc\n');
    expect(lines).to.deep.equal([]);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).to.match(/duration_seconds_count\{method="GET",route="none",status="2xx"\} 1\n/);
    expect(metrics).to.not.contain('healthz');
  });

  it('answers a failure as its part of the service does, with the reason in the log', async () => {
    const away = await fetch(`${url}/pages/away`);
    expect([away.status, await away.text()]).to.deep.equal([503, 'failed: service_unavailable']);
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include({ status: 503, reason: 'the store is away' });
    lines.length = 0;
    const broken = await fetch(`${url}/pages/broken`);
    expect([broken.status, await broken.text()]).to.deep.equal([500, 'failed: internal_error']);
    expect(lines.map(({ msg }) => msg)).to.deep.equal(['request failed', undefined]);
  });
});
