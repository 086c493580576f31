/** A webhook receiver: a real HTTP(S) server that records requests and responds as configured. */
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from './certificate-authority.ts';

export type Received = {
  readonly path: string;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
  /** Names and values alternating, in the original order and case. */
  readonly rawHeaders: readonly string[];
  /** The number of the connection, starting at 1. */
  readonly connection: number;
  /** A value of `performance.now()`. */
  readonly at: number;
};

export type Responder = (response: ServerResponse, received: Received) => void;

export type WebhookReceiver = {
  readonly url: string;
  readonly port: number;
  readonly received: readonly Received[];
  /** Sets the response from now on. */
  respondWith(answering: Responder): void;
  close(): Promise<void>;
};

export const statusResponse =
  (status: number, body = ''): Responder =>
  (response) => {
    response.writeHead(status).end(body);
  };

/** Listens on 127.0.0.1, with TLS if a certificate is given. Responds with 204 by default. */
export async function startWebhookReceiver({
  certificate,
  port = 0,
  keep = true,
}: {
  readonly certificate?: Certificate;
  readonly port?: number;
  /** Whether requests are recorded. */
  readonly keep?: boolean;
} = {}): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const connections = new WeakMap<object, number>();
  let connected = 0;
  let answering = statusResponse(204);
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url = '', headers, rawHeaders, socket } = request;
      const connection = connections.get(socket) ?? (connected += 1);
      connections.set(socket, connection);
      const body = Buffer.concat(chunks).toString();
      const at = performance.now();
      const got = { path: url, body, headers, rawHeaders, connection, at };
      if (keep) received.push(got);
      answering(response, got);
    });
  };
  const server = certificate === undefined ? createServer(listener) : createTlsServer(certificate, listener);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  // The address of a TCP server has this type.
  const address = server.address() as AddressInfo;
  return {
    url: `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    respondWith: (next) => (answering = next),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
