/** Webhook handlers in the frameworks that they have adapters for, over real sockets. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { expect } from 'chai';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { createWebhookHandler } from '../../packages/client/src/index.ts';
import type { WebhookHandler, WebhookHandlerOptions } from '../../packages/client/src/index.ts';
import { createWebhookSigningKeys } from '../../src/vault/webhook-signing-keys.ts';

const signingKeys = createWebhookSigningKeys(randomBytes(32));
const key = signingKeys.generate('endpoint');
const newKey = signingKeys.generate('endpoint');

const eventOf = (id: string, type = 'user.created'): string =>
  JSON.stringify({ id, object: 'event', type, data: { external_reference: `früh ${id}` } });

function headersFor(
  body: string,
  { sealed } = key,
  t = Math.floor(Date.now() / 1_000),
): Record<string, string> {
  const signature = signingKeys.sign(sealed, 'endpoint', Buffer.from(`${t}.${body}`));
  return { 'Content-Type': 'application/json', 'Svc-Signature': `t=${t},v1=${signature}` };
}

type Running = { readonly url: string; close(): Promise<unknown> };
type Start = (webhooks: WebhookHandler) => Promise<Running>;

async function listen(server: Server): Promise<Running> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The address of a TCP server has this type.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** A server that takes a Request and returns a Response, as Deno, Bun, and workers have. */
const startFetchServer = (handle: (request: Request) => Response | Promise<Response>): Promise<Running> =>
  listen(
    createServer((incoming, outgoing) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const headers = Object.entries(incoming.headersDistinct).map(([name, values]): [string, string] => [
          name,
          values?.join(', ') ?? '',
        ]);
        const body = Buffer.concat(chunks);
        const request = new Request(`http://127.0.0.1${incoming.url}`, { method: 'POST', headers, body });
        Promise.resolve(request)
          .then(handle)
          .then(async (response) => outgoing.writeHead(response.status).end(await response.text()))
          .catch(() => outgoing.writeHead(500).end());
      });
    }),
  );

const SERVERS: Readonly<Record<string, Start>> = {
  express: (webhooks) => {
    const app = express().set('env', 'test');
    app.post('/hooks', webhooks.express);
    app.use(express.json());
    app.post('/parsed', webhooks.express);
    return listen(createServer((request, response) => void app(request, response)));
  },
  'express with a raw parser': (webhooks) => {
    const app = express().set('env', 'test');
    app.use(express.raw({ type: '*/*' }));
    app.post('/hooks', webhooks.express);
    return listen(createServer((request, response) => void app(request, response)));
  },
  fastify: async (webhooks) => {
    const app = Fastify();
    await app.register(webhooks.fastify, { path: '/hooks' });
    app.post('/other', (request) => request.body);
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    return { url, close: () => app.close() };
  },
  hono: (webhooks) => {
    const app = new Hono();
    app.post('/hooks', webhooks.hono);
    app.onError((_, context) => context.body(null, 500));
    return startFetchServer((request) => app.fetch(request));
  },
  fetch: (webhooks) => startFetchServer(webhooks.fetch),
};

for (const [name, start] of Object.entries(SERVERS))
  describe(`The webhook handler in ${name}`, () => {
    let running: Running;
    let handled: string[];
    let failures: number;
    before(async () => {
      running = await start(
        createWebhookHandler({
          publicKeys: [key.publicKeyPem],
          seen: new Set<string>(),
          on: {
            'user.created': async ({ data }) => {
              await Promise.resolve();
              if (failures > 0) {
                failures -= 1;
                throw new Error('The database is down.');
              }
              handled.push(data.external_reference);
            },
          },
        }),
      );
    });
    beforeEach(() => {
      handled = [];
      failures = 0;
    });
    after(() => running.close());

    const post = async (body: string, headers = headersFor(body), path = '/hooks') => {
      const response = await fetch(running.url + path, {
        ...{ method: 'POST', body },
        headers: { ...headers, Connection: 'close' },
      });
      return { status: response.status, text: await response.text() };
    };

    it('handles an event, once', async () => {
      const body = eventOf('evt_1');
      expect(await post(body)).to.deep.equal({ status: 204, text: '' });
      expect(await post(body)).to.deep.equal({ status: 204, text: '' });
      expect(handled).to.deep.equal(['früh evt_1']);
    });

    it('accepts events that it has no function for', async () => {
      expect((await post(eventOf('evt_2', 'transfer.created'))).status).to.equal(204);
      expect((await post(eventOf('evt_3', 'rocket.launched'))).status).to.equal(204);
    });

    it('rejects what the service did not sign', async () => {
      const body = eventOf('evt_4');
      expect(await post(`${body} `, headersFor(body))).to.deep.equal({
        status: 400,
        text: 'signature_wrong',
      });
      expect(await post(body, {})).to.deep.equal({ status: 400, text: 'signature_missing' });
      expect(await post(body, headersFor(body, newKey))).to.deep.equal({
        status: 400,
        text: 'signature_wrong',
      });
      const old = headersFor(body, key, 1_700_000_000);
      expect(await post(body, old)).to.deep.equal({ status: 400, text: 'timestamp_out_of_tolerance' });
      expect((await post('', headersFor(''))).status).to.equal(400);
      expect(handled).to.deep.equal([]);
    });

    it('lets the server answer 500 when a function fails, and handles the event at the next attempt', async () => {
      failures = 1;
      const body = eventOf('evt_5');
      expect((await post(body)).status).to.equal(500);
      expect((await post(body)).status).to.equal(204);
      expect(handled).to.deep.equal(['früh evt_5']);
    });

    it('rejects a body that is too large', async () => {
      const body = JSON.stringify({ object: 'event', padding: 'x'.repeat(1_100_000) });
      expect((await post(body)).status).to.equal(413);
    });

    if (name === 'express')
      it('says what is wrong when the body was parsed before', async () => {
        const { status, text } = await post(eventOf('evt_6'), undefined, '/parsed');
        expect(status).to.equal(500);
        expect(text).to.contain('Register the webhook before express.json()');
      });

    if (name === 'fastify')
      it('leaves the parsers of other routes alone', async () => {
        expect(await post('{"a":1}', { 'Content-Type': 'application/json' }, '/other')).to.deep.equal({
          ...{ status: 200, text: '{"a":1}' },
        });
      });
  });

describe('The webhook handler', () => {
  const handlerWith = (options: Partial<WebhookHandlerOptions>): WebhookHandler =>
    createWebhookHandler({ publicKeys: key.publicKeyPem, on: {}, ...options });

  it('accepts both keys during a rotation', async () => {
    const { handle } = handlerWith({ publicKeys: [key.publicKeyPem, newKey.publicKeyPem] });
    const body = eventOf('evt_1');
    for (const each of [key, newKey])
      expect(await handle(body, headersFor(body, each))).to.include({ status: 204 });
  });

  it('handles an event once when two attempts overlap', async () => {
    let handled = 0;
    let finish: () => void = () => undefined;
    const blocked = new Promise<void>((resolve) => (finish = resolve));
    const { handle } = handlerWith({
      on: {
        'user.created': async () => {
          handled += 1;
          await blocked;
        },
      },
    });
    const body = eventOf('evt_1');
    const both = Promise.all([handle(body, headersFor(body)), handle(body, headersFor(body))]);
    // Both signatures have been verified by then.
    setTimeout(() => finish(), 100);
    expect(await both).to.deep.equal([
      { status: 204, body: '' },
      { status: 204, body: '' },
    ]);
    expect(handled).to.equal(1);
  });

  it('remembers an event only after its function has returned', async () => {
    const seen = new Set<string>();
    const fail = (): never => {
      throw new Error('No.');
    };
    const { handle } = handlerWith({ seen, on: { 'user.created': fail } });
    const body = eventOf('evt_1');
    await handle(body, headersFor(body)).catch(() => undefined);
    expect(seen.has('evt_1')).to.equal(false);
  });

  it('fails for an invalid key of its own, which is no fault of the request', async () => {
    const body = eventOf('evt_1');
    const error: unknown = await handlerWith({ publicKeys: 'x' })
      .handle(body, headersFor(body))
      .catch((thrown: unknown) => thrown);
    expect(error).to.include({ name: 'WebhookError', code: 'key_malformed' });
  });
});
