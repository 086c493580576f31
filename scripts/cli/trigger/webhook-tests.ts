/** Events about webhook endpoints are sent to endpoints only, so a scenario receives them on this machine. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../../packages/client/src/client.ts';
import { CommandFailed, isJsonObject } from '../outcome.ts';
import type { JsonObject } from '../outcome.ts';
import { newUser, withFeature } from './sandbox-objects.ts';

/** Returns the event that the test of a temporary endpoint on this machine received. */
export async function testEndpoint(ledger: Client): Promise<JsonObject> {
  const received = await receiveAt(ledger, 204, async (id) => {
    await withFeature('webhook_endpoint_test', ledger.webhookEndpoints.test(id));
  });
  if (isJsonObject(received)) return received;
  throw new CommandFailed('The service could not reach this machine, so it cannot test an endpoint here.');
}

const DISABLED_WITHIN_MS = 20_000;
const POLL_MS = 200;

/** Returns a temporary endpoint on this machine that the service disabled, because it answered 410. */
export async function disabledEndpoint(ledger: Client): Promise<{ readonly id: string }> {
  let endpointId = '';
  await receiveAt(ledger, 410, async (id) => {
    endpointId = id;
    await ledger.webhookEndpoints.update(id, { status: 'enabled', event_types: ['user.created'] });
    await newUser(ledger);
    const until = Date.now() + DISABLED_WITHIN_MS;
    while ((await ledger.webhookEndpoints.get(id)).status === 'enabled') {
      if (Date.now() > until)
        throw new CommandFailed('The service could not reach this machine, so it disabled no endpoint.');
      await delay(POLL_MS);
    }
  });
  return { id: endpointId };
}

/** Creates an endpoint on this machine for the time of `use`, and returns the last event that it received. */
async function receiveAt(
  ledger: Client,
  status: number,
  use: (endpointId: string) => Promise<void>,
): Promise<unknown> {
  let received: unknown;
  const server = createServer((req, res) => {
    void textOf(req).then((body) => {
      received = JSON.parse(body);
      res.writeHead(status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    // A server that listens on a port has this kind of address.
    const { port } = server.address() as AddressInfo;
    const { id } = await ledger.webhookEndpoints.create({ url: `http://127.0.0.1:${port}/` });
    try {
      await use(id);
    } finally {
      await ledger.webhookEndpoints.delete(id);
    }
  } finally {
    server.close();
  }
  return received;
}
