/** A receiver of webhooks: a real HTTP(S) server that keeps what it got, and answers as it is told. */
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from './certificate-authority.ts';

export type Received = {
  readonly path: string;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
  /** Names and values in turn, in the order and the letters in which they came. */
  readonly rawHeaders: readonly string[];
  /** Which of the receiver's connections it came on, from 1 on. */
  readonly connection: number;
  /** Milliseconds of performance.now. */
  readonly at: number;
};

export type Responder = (response: ServerResponse, received: Received) => void;

export type WebhookReceiver = {
  readonly url: string;
  readonly port: number;
  readonly received: readonly Received[];
  /** How it answers from now on. */
  respondWith(answering: Responder): void;
  close(): Promise<void>;
};

export const statusResponse =
  (status: number, body = ''): Responder =>
  (response) => {
    response.writeHead(status).end(body);
  };

/** Listens on 127.0.0.1; with a certificate it speaks TLS. It answers 204 until it is told otherwise. */
export async function startWebhookReceiver({
  certificate,
  port = 0,
  keep = true,
}: {
  readonly certificate?: Certificate;
  readonly port?: number;
  /** Whether it keeps what it got. */
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
  // A server on TCP has an address of this shape.
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
