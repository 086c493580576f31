/** Headers of every response, exact paths, and clients that occupy connections. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import express from 'express';
import { createHttpServer, listen, stopListening, type HttpServerOptions } from '../../src/http/server.ts';
import { createConsoleClient } from '../console/console-client.ts';
import { freePort } from '../support/free-port.ts';
import { startTestService, type RunningService } from '../support/service.ts';
import { until } from '../support/writer.ts';

const HSTS = 'strict-transport-security';

async function readText(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += (chunk as Buffer).toString();
  return text;
}

describe('A response', () => {
  let service: RunningService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.close());

  const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    fetch(service.url + path, { method, headers, redirect: 'manual' });

  it('of an API is neither cached nor interpreted as another type', async () => {
    const key = { 'Api-Key': service.sandbox.apiKey };
    const token = { Authorization: `Bearer ${service.credentials.operator_token}` };
    for (const [path, headers, method] of [
      ['/v1/users', key],
      ['/v1/users', {}],
      ['/v1/users/usr_00000000000000000000000000', key],
      ['/v1/users', key, 'PUT'],
      ['/operator/v1/keys', token],
      ['/operator/v1/keys', {}],
      ['/metrics', {}],
      ['/metrics', {}, 'POST'],
      ['/healthz', {}],
      ['/readyz', {}],
      ['/rails/sandbox/bank_eft/callbacks', {}, 'POST'],
      ['/nothing', {}],
      ['/%ff', {}],
    ] as const) {
      const response = await get(path, headers, method);
      await response.text();
      expect(response.headers.get('x-content-type-options'), path).to.equal('nosniff');
      expect(response.headers.get('cache-control'), path).to.equal('no-store');
      expect(response.headers.get(HSTS), path).to.equal(null);
    }
  });

  it('to text that is not HTTP has the same headers', async () => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () =>
      socket.write('nonsense\r\n\r\n'),
    );
    const text = await readText(socket);
    expect(text).to.match(/^HTTP\/1\.1 400 /);
    expect(text)
      .to.include('\r\nX-Content-Type-Options: nosniff\r\n')
      .and.to.include('\r\nCache-Control: no-store\r\n');
  });

  it('is 404 for a path with another case or a slash at its end', async () => {
    const headers = {
      'Api-Key': service.sandbox.apiKey,
      Authorization: `Bearer ${service.credentials.operator_token}`,
    };
    for (const path of [
      '/v1/users/',
      '/v1/Users',
      '/V1/users',
      '/operator/v1/keys/',
      '/Operator/v1/keys',
      '/healthz/',
      '/Healthz',
      '/readyz/',
      '/metrics/',
      '/METRICS',
      '/rails/sandbox/bank_eft/callbacks/',
      '/Rails/sandbox/bank_eft/callbacks',
      '/docs/',
      '/Docs',
      '/docs/API',
      '/docs/guides/operations/',
      '/Console',
      '/pay/trf_00000000000000000000000000/x/',
      '/Pay/trf_00000000000000000000000000/x',
    ]) {
      const response = await get(path, headers);
      await response.text();
      expect(response.status, path).to.equal(404);
    }
    const client = createConsoleClient(service.url);
    await client.signIn(service.credentials.operator_token);
    for (const path of ['/console/', '/console/transfers/', '/console/Transfers'])
      expect((await client.get(path)).status, path).to.equal(404);
    expect((await client.get('/console')).status).to.equal(200);
  });
});

describe('A service whose public URL is HTTPS', () => {
  it('tells browsers to use HTTPS only, on every path', async () => {
    const port = await freePort();
    const service = await startTestService({ PUBLIC_URL: 'https://ledger.example', PORT: String(port) });
    try {
      for (const path of [
        '/v1/users',
        '/operator/v1/keys',
        '/docs',
        '/console',
        '/pay/x/y',
        '/healthz',
        '/metrics',
        '/x',
      ]) {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
        await response.text();
        expect(response.headers.get(HSTS), path).to.equal('max-age=31536000');
      }
    } finally {
      await service.close();
    }
  });
});

describe('The HTTP server', () => {
  const RESPONSE_BYTES = 64 * 1024 * 1024;
  let server: Server;
  afterEach(() => stopListening(server));

  async function start(options: HttpServerOptions): Promise<{ port: number; sockets: Socket[] }> {
    const app = express();
    app.get('/large', (_req, res) => void res.end(Buffer.alloc(RESPONSE_BYTES, 'x')));
    app.get('/small', (_req, res) => void res.end('x'));
    app.get('/late', (_req, res) => void setTimeout(() => res.end('late'), 3_000));
    server = createHttpServer(app, options);
    const sockets: Socket[] = [];
    server.on('connection', (socket: Socket) => sockets.push(socket));
    const url = await listen(server, { host: '127.0.0.1', port: 0 });
    return { port: Number(new URL(url).port), sockets };
  }

  const speak = async (port: number, text: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  };

  function speakFrom(localAddress: string, port: number, text: string): Socket {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.write(text);
    return socket;
  }

  /** Resolves when the server has closed its first connection. */
  async function closedByServer(sockets: readonly Socket[]): Promise<Socket> {
    const [socket] = sockets;
    if (socket === undefined) throw new Error('no connection');
    if (!socket.destroyed) await once(socket, 'close');
    return socket;
  }

  it('drops a client that does not read its response', async () => {
    const { port, sockets } = await start({ stallTimeoutMs: 300 });
    const client = await speak(port, 'GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
    const { bytesWritten } = await closedByServer(sockets);
    expect(bytesWritten).to.be.greaterThan(0);
    client.destroy();
  });

  it('drops a client that sends requests without reading the responses', async () => {
    const { port, sockets } = await start({ stallTimeoutMs: 300 });
    const requests = 50_000;
    let answered = 0;
    server.on('request', () => (answered += 1));
    const client = await speak(port, 'GET /small HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(requests));
    await closedByServer(sockets);
    expect(answered).to.be.within(1, requests - 1);
    client.destroy();
  });

  it('keeps a client that waits for a response', async () => {
    const { port } = await start({ stallTimeoutMs: 1_000 });
    const client = await speak(port, 'GET /late HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(await readText(client)).to.match(/late$/);
  });

  it('keeps a client that reads slowly', async () => {
    const { port } = await start({ stallTimeoutMs: 1_000 });
    const client = await speak(port, 'GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const startedAt = performance.now();
    let bytes = 0;
    for await (const chunk of client) {
      bytes += (chunk as Buffer).length;
      // Twice the limit in total, with a short pause after each piece.
      if (performance.now() - startedAt < 2_000) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(bytes).to.be.greaterThan(RESPONSE_BYTES);
  });

  it('closes idle connections of the address with the most before others are locked out', async () => {
    const { port } = await start({ connectionsMax: 32 });
    const idle = await Promise.all(Array.from({ length: 32 }, () => speak(port, '')));
    const closed = () => idle.filter((socket) => socket.destroyed || socket.readableEnded).length;
    for (const socket of idle) socket.resume().on('error', () => undefined);
    await until(() => closed() === 2);
    const get = 'GET /late HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const others = Array.from({ length: 8 }, () => readText(speakFrom('127.0.0.2', port, get)));
    for (const text of await Promise.all(others)) expect(text).to.match(/late$/);
    await until(() => closed() === 10);
    for (const socket of idle) socket.destroy();
  });

  it('keeps connections at work, and accepts no more from their address when few are left', async () => {
    const { port } = await start({ connectionsMax: 32 });
    const get = 'GET /late HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    let requests = 0;
    server.on('request', () => (requests += 1));
    const ask = (address: string) => readText(speakFrom(address, port, get)).catch(() => '');
    const first = Array.from({ length: 30 }, () => ask('127.0.0.1'));
    await until(() => requests === 30);
    expect(await Promise.all([ask('127.0.0.1'), ask('127.0.0.1')])).to.deep.equal(['', '']);
    expect(await ask('127.0.0.2')).to.match(/late$/);
    for (const text of await Promise.all(first)) expect(text).to.match(/late$/);
  });

  it('accepts only a limited number of connections', async () => {
    const { port } = await start({ connectionsMax: 1 });
    const first = await speak(port, '');
    const second = connect(port, '127.0.0.1');
    second.on('error', () => undefined);
    await once(server, 'drop');
    await once(second.resume(), 'close');
    first.destroy();
  });
});
