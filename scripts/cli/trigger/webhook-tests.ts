/** Events about webhook endpoints are sent to endpoints only, so a scenario receives them on this machine. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import type { Client } from '../../../packages/client/src/client.ts';
import { CommandFailed, isJsonObject } from '../outcome.ts';
import type { JsonObject } from '../outcome.ts';

/** Returns the event that the test of a temporary endpoint on this machine received. */
export async function testEndpoint(ledger: Client): Promise<JsonObject> {
  let received: unknown;
  const server = createServer((req, res) => {
    void textOf(req).then((body) => {
      received = JSON.parse(body);
      res.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    // A server that listens on a port has this kind of address.
    const { port } = server.address() as AddressInfo;
    const { id } = await ledger.webhookEndpoints.create({ url: `http://127.0.0.1:${port}/` });
    try {
      await ledger.webhookEndpoints.test(id);
    } finally {
      await ledger.webhookEndpoints.delete(id);
    }
  } finally {
    server.close();
  }
  if (isJsonObject(received)) return received;
  throw new CommandFailed('The service could not reach this machine, so it cannot test an endpoint here.');
}
