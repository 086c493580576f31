import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import {
  createWebhookSender,
  type Attempt,
  type AttemptResult,
  type WebhookSender,
  type WebhookSenderOptions,
} from '../../../src/webhooks/webhook-sender.ts';
import { createAuthority, type Authority } from '../../support/certificate-authority.ts';
import { hasOpenssl } from '../../support/installed-programs.ts';
import { skip } from '../../support/skip.ts';
import { temporaryFolder, type Folder } from '../../support/temporary-folder.ts';
import { waitFor } from '../../support/wait-for.ts';
import {
  startWebhookReceiver,
  statusResponse,
  type WebhookReceiver,
} from '../../support/webhook-receiver.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const hexOf = (bytes: Uint8Array): string => sign(null, bytes, privateKey).toString('hex');
const BODY = '{"id":"evt_1","note":"ünïcode"}';
const AT = 1_790_000_000_123;

const attemptAt = (url: string, more: Partial<Attempt> = {}): Attempt => ({
  url,
  body: BODY,
  event_id: 'evt_1',
  attempt: 3,
  sentAt: AT,
  sign: (bytes) => [hexOf(bytes)],
  allowLoopback: true,
  ...more,
});

/** Short, because some tests wait for it. */
const TIMEOUT_MS = 400;

describe('The webhook sender', () => {
  let receiver: WebhookReceiver;
  let sender: WebhookSender;
  let senders: WebhookSender[] = [];
  const senderWith = (options: Partial<WebhookSenderOptions> = {}): WebhookSender => {
    const made = createWebhookSender({ timeoutMs: TIMEOUT_MS, ...options });
    senders.push(made);
    return made;
  };
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
    sender = senderWith();
  });
  afterEach(async () => {
    await Promise.all(senders.map((each) => each.close()));
    senders = [];
    await receiver.close();
  });

  const deliver = (more: Partial<Attempt> = {}): Promise<AttemptResult> =>
    sender.send(attemptAt(`${receiver.url}/hooks?token=1`, more));
  const failure = async (more: Partial<Attempt> = {}): Promise<string | null> => {
    const { succeeded, error } = await deliver(more);
    expect(succeeded).to.equal(false);
    return error;
  };

  it('posts the body with its headers in order', async () => {
    const result = await deliver();
    expect(result).to.include({ succeeded: true, response_status: 204, error: null });
    expect(receiver.received).to.have.length(1);
    const [{ path, body, rawHeaders }] = [receiver.received[0]!];
    expect(path).to.equal('/hooks?token=1');
    expect(body).to.equal(BODY);
    const names = rawHeaders.filter((_, index) => index % 2 === 0);
    const ours = ['Content-Type', 'Svc-Signature', 'Svc-Event-Id', 'Svc-Delivery-Attempt', 'User-Agent'];
    const from = names.indexOf('Content-Type');
    expect(names.slice(from, from + ours.length)).to.deep.equal(ours);
    const values = rawHeaders.filter((_, index) => index % 2 === 1).slice(from, from + ours.length);
    expect(values).to.deep.equal([
      'application/json',
      `t=1790000000,v1=${hexOf(Buffer.from(`1790000000.${BODY}`))}`,
      'evt_1',
      '3',
      'svc-webhooks/1',
    ]);
  });

  it("creates signatures that Node's crypto and OpenSSL verify", async function () {
    await deliver();
    const header = String(receiver.received[0]!.headers['svc-signature']);
    const [, t, hex] = /^t=([0-9]+),v1=([0-9a-f]{128})$/.exec(header)!;
    const message = Buffer.from(`${t}.${receiver.received[0]!.body}`);
    const signature = Buffer.from(hex!, 'hex');
    expect(verify(null, message, publicKey, signature)).to.equal(true);
    expect(verify(null, Buffer.from(`${t}.{}`), publicKey, signature)).to.equal(false);
    if (!hasOpenssl()) skip(this, 'needs the openssl command');
    const folder = await temporaryFolder();
    try {
      const [pem, said, signed] = ['key.pem', 'message', 'signature'].map((name) => join(folder.path, name));
      writeFileSync(pem!, publicKey.export({ type: 'spki', format: 'pem' }));
      writeFileSync(said!, message);
      writeFileSync(signed!, signature);
      const args = ['-verify', '-pubin', '-inkey', pem!, '-rawin', '-in', said!, '-sigfile', signed!];
      expect(execFileSync('openssl', ['pkeyutl', ...args]).toString()).to.match(/success/i);
    } finally {
      await folder.remove();
    }
  });

  it('sends a signature for each key', async () => {
    await deliver({ sign: () => ['aa', 'bb'] });
    expect(receiver.received[0]!.headers['svc-signature']).to.equal('t=1790000000,v1=aa,v1=bb');
  });

  it('sends the headers of Standard Webhooks, too, with a signature for each key', async () => {
    await deliver();
    const { headers, body } = receiver.received[0]!;
    expect(headers['webhook-id']).to.equal(headers['svc-event-id']);
    expect(headers['webhook-timestamp']).to.equal('1790000000');
    const [, base64] = /^v1a,([A-Za-z0-9+/]{86}==)$/.exec(String(headers['webhook-signature']))!;
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.`;
    const isSigned = (text: string): boolean =>
      verify(null, Buffer.from(text), publicKey, Buffer.from(base64!, 'base64'));
    expect(isSigned(signed + body)).to.equal(true);
    expect(isSigned(`${signed}{}`)).to.equal(false);
    expect(isSigned(`evt_2.1790000000.${body}`)).to.equal(false);
    await deliver({ sign: () => ['aa', 'bb'] });
    expect(receiver.received[1]!.headers['webhook-signature']).to.equal('v1a,qg== v1a,uw==');
  });

  it('treats only a 2xx status as success', async () => {
    for (const status of [200, 201, 202, 204, 299]) {
      receiver.respondWith(statusResponse(status));
      expect(await deliver(), String(status)).to.include({ succeeded: true, response_status: status });
    }
    for (const status of [300, 304, 400, 401, 404, 410, 429, 500, 503]) {
      receiver.respondWith(statusResponse(status));
      const expected = { succeeded: false, response_status: status, error: 'status' };
      expect(await deliver(), String(status)).to.include(expected);
    }
  });

  it('does not follow redirects', async () => {
    receiver.respondWith((response) => response.writeHead(307, { Location: `${receiver.url}/other` }).end());
    expect(await deliver()).to.include({ succeeded: false, response_status: 307 });
    expect(receiver.received).to.have.length(1);
  });

  it('reuses a connection, even after a response with a body', async () => {
    receiver.respondWith(statusResponse(200, 'x'.repeat(10_000)));
    for (let i = 0; i < 5; i += 1) await deliver();
    receiver.respondWith(statusResponse(500, 'x'.repeat(10_000)));
    for (let i = 0; i < 5; i += 1) await deliver();
    expect(new Set(receiver.received.map(({ connection }) => connection)).size).to.equal(1);
  });

  it('stops reading a large response', async () => {
    let written = 0;
    let ended = false;
    receiver.respondWith((response) => {
      response.writeHead(200);
      response.on('close', () => (ended = true));
      const write = (): void => {
        while (!ended && response.write('x'.repeat(65_536))) written += 65_536;
        written += 65_536;
      };
      response.on('drain', write);
      write();
    });
    expect(await deliver()).to.include({ succeeded: true, response_status: 200 });
    await waitFor('the connection to be closed', () => ended || undefined);
    expect(written).to.be.below(64 * 1024 * 1024);
    receiver.respondWith(statusResponse(204));
    expect(await deliver()).to.include({ succeeded: true });
  });

  it('refuses oversized headers', async () => {
    receiver.respondWith((response) => response.writeHead(200, { Long: 'x'.repeat(20_000) }).end());
    expect(await failure()).to.equal('invalid_answer');
  });

  describe('limits the time of the whole attempt', () => {
    const late = async (): Promise<void> => {
      const result = await deliver();
      expect(result).to.include({ succeeded: false, error: 'timeout', response_status: null });
      expect(result.took_ms).to.be.within(TIMEOUT_MS - 5, TIMEOUT_MS * 4);
    };

    it('without a response', async () => {
      receiver.respondWith(() => undefined);
      await late();
    });

    it('with a slow response body', async () => {
      receiver.respondWith((response) => {
        response.writeHead(200);
        const drip = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(drip));
      });
      await late();
    });

    it('with slow response headers', async () => {
      await withRaw(
        (socket) => {
          socket.write('HTTP/1.1 200 OK\r\nX: ');
          const drip = setInterval(() => socket.write('x'), 20);
          socket.on('close', () => clearInterval(drip));
        },
        async (url) => expect((await sender.send(attemptAt(url))).error).to.equal('timeout'),
      );
    });

    it('with a name server that does not answer', async () => {
      sender = senderWith({ resolve: () => new Promise(() => undefined) });
      expect((await sender.send(attemptAt('https://hooks.example.test/'))).error).to.equal('timeout');
    });

    it('with a TLS handshake that does not finish', async () => {
      await withRaw(
        () => undefined,
        async (url) => {
          const result = await sender.send(attemptAt(url.replace('http:', 'https:')));
          expect(result.error).to.equal('timeout');
        },
      );
    });
  });

  it('reports why a connection failed', async () => {
    await withRaw(
      (socket) => socket.destroy(),
      async (url) => expect((await sender.send(attemptAt(url))).error).to.equal('connection_lost'),
    );
    await withRaw(
      (socket) => socket.resetAndDestroy(),
      async (url) => expect((await sender.send(attemptAt(url))).error).to.equal('connection_lost'),
    );
    await withRaw(
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort'),
      async (url) => expect((await sender.send(attemptAt(url))).succeeded).to.equal(false),
    );
    await withRaw(
      (socket) => socket.end('SMTP ready\r\n\r\n'),
      async (url) => expect((await sender.send(attemptAt(url))).error).to.equal('invalid_answer'),
    );
    const { url } = receiver;
    await receiver.close();
    expect((await sender.send(attemptAt(url))).error).to.equal('connection_refused');
  });

  it('never throws for any URL', async () => {
    for (const url of ['nonsense', 'ftp://127.0.0.1/', 'http://127.0.0.1:99999/', 'https://'])
      expect((await sender.send(attemptAt(url))).succeeded, url).to.equal(false);
  });

  it('aborts attempts in flight when it is closed', async () => {
    receiver.respondWith(() => undefined);
    const slow = senderWith({ timeoutMs: 60_000 });
    const sending = slow.send(attemptAt(receiver.url));
    await waitFor('the webhook to be sent', () => receiver.received[0]);
    await slow.close();
    expect((await sending).error).to.equal('stopped');
    expect((await slow.send(attemptAt(receiver.url))).error).to.equal('stopped');
  });

  describe('connects only to allowed addresses', () => {
    const refused = async (url: string, more: Partial<Attempt> = {}): Promise<void> => {
      const { succeeded, error } = await sender.send(attemptAt(url, more));
      expect(succeeded).to.equal(false);
      expect(error, url).to.equal('address_not_allowed');
    };

    it('in every notation in the URL', async () => {
      const { port } = receiver;
      const here = ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '[::1]', '0.0.0.0', '[::]'];
      for (const host of here) {
        await refused(`http://${host}:${port}/`, { allowLoopback: false });
        await refused(`https://${host}:${port}/`, { allowLoopback: false });
      }
      for (const host of ['10.0.0.1', '169.254.169.254', '[fd00:ec2::254]', '[64:ff9b::a00:1]'])
        await refused(`https://${host}/latest/meta-data`);
      await refused('http://8.8.8.8/');
      expect(receiver.received).to.deep.equal([]);
    });

    it('that a name resolves to at connect time', async () => {
      sender = senderWith({
        resolve: () => Promise.resolve(['10.0.0.1', '169.254.169.254', '::ffff:10.0.0.1']),
      });
      await refused('https://hooks.example.test/');
      sender = senderWith({ resolve: () => Promise.resolve(['127.0.0.1']) });
      await refused(`https://hooks.example.test:${receiver.port}/`, { allowLoopback: false });
      await refused(`http://hooks.example.test:${receiver.port}/`, { allowLoopback: false });
      await refused(`http://localhost:${receiver.port}/`, { allowLoopback: false });
      expect(receiver.received).to.deep.equal([]);
    });

    it('with one lookup per connection, so that DNS rebinding fails', async () => {
      let asked = 0;
      const changing = (): Promise<string[]> =>
        Promise.resolve((asked += 1) === 1 ? ['127.0.0.1'] : ['10.0.0.1']);
      sender = senderWith({ resolve: changing });
      const url = `http://hooks.example.test:${receiver.port}/`;
      expect((await sender.send(attemptAt(url))).succeeded).to.equal(true);
      expect(asked).to.equal(1);
    });

    it('and never reuses a sandbox connection for a production book', async () => {
      expect((await deliver()).succeeded).to.equal(true);
      await refused(`${receiver.url}/`, { allowLoopback: false });
      expect(receiver.received).to.have.length(1);
    });

    it('and not for unknown names', async () => {
      sender = senderWith({
        resolve: () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })),
      });
      expect((await sender.send(attemptAt('https://hooks.example.test/'))).error).to.equal('name_not_found');
    });

    it('and ignores proxy environment variables', async () => {
      const proxy = await startWebhookReceiver();
      const before = { ...process.env };
      Object.assign(process.env, { HTTP_PROXY: proxy.url, http_proxy: proxy.url, NODE_USE_ENV_PROXY: '1' });
      try {
        expect((await senderWith().send(attemptAt(receiver.url))).succeeded).to.equal(true);
        expect(proxy.received).to.deep.equal([]);
      } finally {
        process.env = before;
        await proxy.close();
      }
    });
  });

  describe('over HTTPS', () => {
    let folder: Folder | undefined;
    let authority: Authority;
    before(async function () {
      if (!hasOpenssl()) skip(this, 'needs the openssl command');
      folder = await temporaryFolder();
      authority = createAuthority(folder.path);
    });
    after(() => folder?.remove());

    async function sendTo(
      name: string | undefined,
      options: Partial<WebhookSenderOptions>,
      host = 'localhost',
    ) {
      const secure = await startWebhookReceiver({ certificate: authority.issue(name) });
      try {
        const with_ = senderWith({ timeoutMs: 5_000, ...options });
        const first = await with_.send(attemptAt(`https://${host}:${secure.port}/`));
        if (first.succeeded) await with_.send(attemptAt(`https://${host}:${secure.port}/`));
        return { ...first, received: secure.received };
      } finally {
        await secure.close();
      }
    }

    it('delivers with a valid certificate and keeps the connection', async () => {
      const { succeeded, received } = await sendTo(undefined, { ca: [authority.ca] });
      expect(succeeded).to.equal(true);
      expect(received.map(({ body, connection }) => [body, connection])).to.deep.equal([
        [BODY, 1],
        [BODY, 1],
      ]);
      expect((await sendTo(undefined, { ca: [authority.ca] }, '127.0.0.1')).succeeded).to.equal(true);
    });

    it('sends nothing with an untrusted certificate', async () => {
      expect(await sendTo(undefined, {})).to.deep.include({ succeeded: false, error: 'tls', received: [] });
    });

    it('sends nothing with a certificate for another name', async () => {
      const result = await sendTo('other.example.test', { ca: [authority.ca] });
      expect(result).to.deep.include({ succeeded: false, error: 'tls', received: [] });
    });

    it('sends nothing to a server without TLS', async () => {
      const result = await senderWith().send(attemptAt(receiver.url.replace('http:', 'https:')));
      expect(result.error).to.equal('tls');
    });
  });
});

/** A TCP server that runs the handler for each connection after its first data. */
async function withRaw(
  serve: (socket: Socket) => unknown,
  use: (url: string) => Promise<unknown>,
): Promise<void> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => serve(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await use(`http://127.0.0.1:${port}`);
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}
