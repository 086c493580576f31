/** The client where there is no Node.js: a module worker of a browser has the same functions as other workers, Deno, and Bun. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { createWebhookSigningKeys } from '../../src/vault/webhook-signing-keys.ts';
import { describeInBrowser, startBrowser } from '../support/browser.ts';
import { buildPackages } from '../support/project-process.ts';

const COMPILED = new URL('../../packages/client/dist/esm/', import.meta.url);

const signingKeys = createWebhookSigningKeys(randomBytes(32));
const { publicKeyPem, sealed } = signingKeys.generate('endpoint');
const BODY = JSON.stringify({ id: 'evt_1', object: 'event', type: 'user.created', data: {} });
const T = Math.floor(Date.now() / 1_000);
const SIGNATURE = `t=${T},v1=${signingKeys.sign(sealed, 'endpoint', Buffer.from(`${T}.${BODY}`))}`;

const WORKER = `
  import { createClient, createWebhookHandler, decimal } from '/client/index.js';
  const ledger = createClient({ baseUrl: location.origin, apiKey: 'svc_test_x' });
  const user = await ledger.users.create({ type: 'individual', external_reference: 'ana' });
  const webhooks = createWebhookHandler({ publicKeys: ${JSON.stringify(publicKeyPem)}, on: {} });
  const answer = await webhooks.fetch(new Request('/hooks', {
    method: 'POST',
    headers: { 'Svc-Signature': '${SIGNATURE}' },
    body: ${JSON.stringify(BODY)},
  }));
  postMessage([typeof process, user.id, answer.status, decimal.add('0.1', '0.2')]);
`;

describeInBrowser('The client in a worker', () => {
  let server: Server;
  let browser: Browser;
  const keys: unknown[] = [];
  before(async function () {
    this.timeout(300_000);
    buildPackages();
    server = createServer((request, response) => {
      const { url = '' } = request;
      const script = { 'Content-Type': 'text/javascript' };
      if (url === '/worker.js') response.writeHead(200, script).end(WORKER);
      else if (url.startsWith('/client/'))
        response.writeHead(200, script).end(readFileSync(new URL(url.slice('/client/'.length), COMPILED)));
      else if (url === '/v1/users') {
        keys.push(request.headers['idempotency-key']);
        // The first attempt loses its connection.
        if (keys.length === 1) response.destroy();
        else response.writeHead(201).end('{"id":"usr_1"}');
      } else response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    browser = await startBrowser();
  });
  after(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });

  it('sends requests, repeats them with the same key, verifies webhooks, and calculates', async () => {
    const page = await browser.newPage();
    // The address of a TCP server has this type.
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const result: unknown = await page.evaluate(`new Promise((resolve, reject) => {
      const worker = new Worker('/worker.js', { type: 'module' });
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    })`);
    expect(result).to.deep.equal(['undefined', 'usr_1', 204, '0.3']);
    expect(keys).to.have.length(2);
    expect(keys[0]).to.be.a('string').and.equal(keys[1]);
  });
});
