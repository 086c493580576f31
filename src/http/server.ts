import {
  IncomingMessage,
  ServerResponse,
  createServer,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerOptions,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Express } from 'express';
import { clearInterval, clearTimeout, setInterval, setTimeout } from '../system/runtime.ts';
import { errorBody, malformedRequest, notFoundProblem, type Problem } from './errors.ts';
import { OpenSockets } from './open-sockets.ts';
import { sendReply } from './reply.ts';
import { newRequestId } from './serve.ts';

// The HTTP server: timeouts, shutdown, and answers to requests that are not valid HTTP.

const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than the idle timeout of common load balancers, so that they close connections first. */
const KEEP_ALIVE_MS = 75_000;
/** How long a client may keep the connection open after an error response. */
const LAST_RESPONSE_TIMEOUT_MS = 5_000;

/** Connections that are open at the same time. Further ones are closed at once. */
const CONNECTIONS_MAX = 4_096;
/** How long a client may take nothing of a response, or send nothing on a new connection. */
const STALL_TIMEOUT_MS = 30_000;

/** One year. Subdomains are not included, because other services may use them. */
const STRICT_TRANSPORT_SECURITY = ['Strict-Transport-Security', 'max-age=31536000'] as const;

export type HttpServerOptions = {
  /** Browsers are told to use only HTTPS if this URL does. It is known once the server listens. */
  readonly publicUrl?: () => string;
  readonly connectionsMax?: number;
  readonly stallTimeoutMs?: number;
};

/** The open sockets of each server. */
const socketsOf = new WeakMap<Server, Iterable<Socket>>();

/** Creates a server that is not listening yet. */
export function createHttpServer(
  app: Express,
  {
    publicUrl = () => '',
    connectionsMax = CONNECTIONS_MAX,
    stallTimeoutMs = STALL_TIMEOUT_MS,
  }: HttpServerOptions = {},
): Server {
  // Without this callback, Express answers requests that its router rejects with HTML.
  const replyNotFound = (res: ServerResponse) => () => {
    if (!res.headersSent) sendReply(res, newRequestId(), notFoundProblem('path'));
  };
  // An Express application takes a third argument, and its types expect requests that it has already extended.
  const listener = app as unknown as (req: IncomingMessage, res: ServerResponse, next: () => void) => void;
  const latestResponses = new WeakMap<Socket, ServerResponse>();
  const sockets = new OpenSockets(
    connectionsMax,
    (socket) => latestResponses.get(socket)?.writableFinished !== false,
  );
  const handle: RequestListener = (req, res) => {
    latestResponses.set(req.socket, res);
    sockets.used(req.socket);
    const hosts = countHosts(req);
    if (hosts > 1 || (hosts === 0 && req.httpVersion === '1.1')) rejectHosts(res, publicUrl());
    else listener(req, res, replyNotFound(res));
  };
  const server = createServer(
    {
      ...typesFor(app, () => publicUrl().startsWith('https:')),
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Node's own answer to a request without a Host header has no body.
      requireHostHeader: false,
    },
    handle,
  );
  server.maxConnections = connectionsMax;
  // Node restarts this timeout whenever the client reads or sends. It passes while a handler works, too.
  server.setTimeout(stallTimeoutMs, (socket) => {
    if (latestResponses.get(socket)?.writableEnded !== false) socket.destroy();
  });
  socketsOf.set(server, sockets);
  server.on('connection', (socket: Socket) => sockets.add(socket));
  // Unknown values of the Expect header are ignored.
  server.on('checkExpectation', handle);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    answerClientError(error, socket, publicUrl()),
  );
  // Without a listener, Node drops the connection. CONNECT requests have no path, so the answer is 404.
  server.on('connect', (_req, socket: Socket) =>
    answerSocket(socket, '404 Not Found', notFoundProblem('path'), publicUrl()),
  );
  return server;
}

/**
 * Express changes the prototype of every request and response, which makes V8 treat their shape as unknown: property
 * access becomes several times slower, and the objects live until the next full garbage collection. These classes
 * already have the prototypes that Express sets.
 */
function typesFor(
  app: Express,
  isHttps: () => boolean,
): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  class Request extends IncomingMessage {}
  class Response<To extends IncomingMessage> extends ServerResponse<To> {
    override writeHead(status: number, reason?: string | HeaderList, headers?: HeaderList): this {
      const given = typeof reason === 'string' ? headers : reason;
      return super.writeHead(status, isHttps() ? withStrictTransport(given) : given);
    }
  }
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  Object.assign(app, { request: Request.prototype, response: Response.prototype });
  return { IncomingMessage: Request, ServerResponse: Response };
}

type HeaderList = OutgoingHttpHeaders | OutgoingHttpHeader[];

const withStrictTransport = (headers: HeaderList = {}): HeaderList =>
  Array.isArray(headers)
    ? [...headers, ...STRICT_TRANSPORT_SECURITY]
    : { ...headers, [STRICT_TRANSPORT_SECURITY[0]]: STRICT_TRANSPORT_SECURITY[1] };

/** Node's `headers` keep the first of two. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === 'host'.length && rawHeaders[i]?.toLowerCase() === 'host') count += 1;
  return count;
}

/** A proxy might read another of two headers than this service. */
const rejectHosts = (res: ServerResponse, baseUrl: string): void =>
  void sendReply(
    res,
    newRequestId(),
    { ...malformedRequest('Send exactly one Host header.'), closeConnection: true },
    { baseUrl },
  );

const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers a request that Node could not parse. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket, baseUrl: string): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = STATUS_LINES[error.code ?? ''] ?? '400 Bad Request';
  answerSocket(
    socket,
    status,
    malformedRequest('The request is not valid HTTP, or its headers are too large.'),
    baseUrl,
  );
}

/** Sends a last response and closes the connection. No one else handles its errors or its end. */
function answerSocket(socket: Socket, status: string, problem: Problem, baseUrl: string): void {
  socket.on('error', () => socket.destroy());
  const end = setTimeout(() => socket.destroy(), LAST_RESPONSE_TIMEOUT_MS);
  socket.on('close', () => clearTimeout(end));
  socket.resume();
  const requestId = newRequestId();
  const body = errorBody(problem, requestId, baseUrl);
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Starts listening and returns the URL. */
export async function listen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  // The address of a TCP server is always of this type.
  const address = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${address.port}`;
}

/** How often idle connections are closed during shutdown. */
const CLOSE_IDLE_INTERVAL_MS = 20;
/** How long running requests may take during shutdown. This is most of the shutdown time. */
const SHUTDOWN_TIMEOUT_MS = 10_000;

/** Stops accepting connections and closes each open one after its current response. */
export async function stopListening(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Busy connections never become idle, so their next response asks the client to close.
  server.prependListener('request', (_req, res) => {
    res.shouldKeepAlive = false;
  });
  const closing = setInterval(() => {
    server.closeIdleConnections();
    // Browsers and load balancers open connections in advance. Node does not count them as idle before the first
    // request.
    for (const socket of socketsOf.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
  }, CLOSE_IDLE_INTERVAL_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS);
  await closed;
  clearInterval(closing);
  clearTimeout(deadline);
}
