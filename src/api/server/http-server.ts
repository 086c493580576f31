/** The server around the application: its limits, and an answer for what is not even HTTP. */
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { RequestListener, Server, ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import { errorBody, malformedRequest, notFoundProblem } from './errors.ts';
import type { Problem } from './errors.ts';
import { newRequestId } from './request-id.ts';
import { sendReply } from './respond.ts';

const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than the idle time of common load balancers, so that they and not the service close a connection. */
const KEEP_ALIVE_MS = 75_000;
/** For how long a client may keep open what was answered for the last time. */
const LINGER_MS = 5_000;

/** The open connections of each server. */
const socketsOf = new WeakMap<Server, ReadonlySet<Socket>>();

/** A server that is not listening yet. */
export function createHttpServer(app: Express): Server {
  // Express answers what its own router can't read with a page of HTML, unless it is told what else to do.
  const unread = (res: ServerResponse) => () => {
    if (!res.headersSent) sendReply(res, newRequestId(), notFoundProblem('path'));
  };
  // An Express application is a listener that takes a third argument; its types ask for requests it has made its own.
  const listener = app as unknown as (req: IncomingMessage, res: ServerResponse, next: () => void) => void;
  const handle: RequestListener = (req, res) => {
    if (req.headers.host === undefined && req.httpVersion === '1.1') refuseHostless(res);
    else listener(req, res, unread(res));
  };
  const server = createServer(
    {
      ...typesFor(app),
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Node's own answer to a request without a host would be an empty one.
      requireHostHeader: false,
    },
    handle,
  );
  const sockets = new Set<Socket>();
  socketsOf.set(server, sockets);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // An expectation that we don't know is no reason to refuse what comes with it.
  server.on('checkExpectation', handle);
  server.on('clientError', answerClientError);
  // Without a listener Node cuts these off. To a proxy's question there is no path, so nothing is to be found at it.
  server.on('connect', (_req, socket: Socket) =>
    answerSocket(socket, '404 Not Found', notFoundProblem('path')),
  );
  return server;
}

/**
 * Express gives every request and every response another prototype, after which the engine no longer knows their shape:
 * all that is done with them takes several times as long, and they stay in memory until the next full collection. So
 * they are made with these prototypes, and Express finds nothing to change.
 */
function typesFor(app: Express): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  class Request extends IncomingMessage {}
  class Response<To extends IncomingMessage> extends ServerResponse<To> {}
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  Object.assign(app, { request: Request.prototype, response: Response.prototype });
  return { IncomingMessage: Request, ServerResponse: Response };
}

const refuseHostless = (res: ServerResponse): void =>
  void sendReply(res, newRequestId(), {
    ...malformedRequest('Send a Host header.'),
    closeConnection: true,
  });

const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** There is no request to answer, only a socket. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = STATUS_LINES[error.code ?? ''] ?? '400 Bad Request';
  answerSocket(
    socket,
    status,
    malformedRequest('The request is not valid HTTP, or its headers are too large.'),
  );
}

/** The last words over a connection. It is nobody else's any more, so its errors and its end are seen to here. */
function answerSocket(socket: Socket, status: string, problem: Problem): void {
  socket.on('error', () => socket.destroy());
  const end = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.on('close', () => clearTimeout(end));
  socket.resume();
  const requestId = newRequestId();
  const body = errorBody(problem, requestId);
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Gives the address it then listens at. */
export async function listen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  // A server that listens on a host and port has an address of this kind.
  const address = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${address.port}`;
}

/** How often connections are looked at that a client may keep open for its next request. */
const CLOSE_IDLE_EVERY_MS = 20;
/** For how long a request may take that is under way when the server stops; most of what the process has to stop in. */
const FINISH_MS = 10_000;

/** Takes no new connections, and closes each of the others as soon as what was asked over it is answered. */
export async function stopListening(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Clients in a hurry never let a connection go idle: they are told that this answer is the last one over it.
  server.prependListener('request', (_req, res) => {
    res.shouldKeepAlive = false;
  });
  const closing = setInterval(() => {
    server.closeIdleConnections();
    // Browsers and load balancers keep connections ready, and to Node one is not idle before its first request.
    for (const socket of socketsOf.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
  }, CLOSE_IDLE_EVERY_MS);
  const giveUp = setTimeout(() => server.closeAllConnections(), FINISH_MS);
  await closed;
  clearInterval(closing);
  clearTimeout(giveUp);
}
