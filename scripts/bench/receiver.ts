/** Child process: a local webhook receiver. It responds immediately and counts requests. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveTasks } from './child.ts';

export type ReceiverTask = { readonly kind: 'listen' | 'count' };
export type ReceiverResult = { readonly port: number; readonly count: number };

let count = 0;
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    count += 1;
    response.writeHead(204).end();
  });
});
server.keepAliveTimeout = 60_000;
const listening = new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

serveTasks(async (_task: ReceiverTask): Promise<ReceiverResult> => {
  await listening;
  // The address of a TCP server has this type.
  return { port: (server.address() as AddressInfo).port, count };
});
