/** Connects a webhook handler to servers. The types name only what is used, so that no framework is a dependency. */
import type { WebhookHeaders } from './signature-header.ts';

type Answer = { readonly status: number; readonly body: string };
type Handle = (rawBody: string | Uint8Array, headers: WebhookHeaders) => Promise<Answer>;
type Body = string | Uint8Array;

type NodeHeaders = { readonly [name: string]: string | readonly string[] | undefined };

export type NodeRequest = AsyncIterable<Uint8Array> & {
  readonly headers: NodeHeaders;
  /** What a body parser left. */
  readonly body?: unknown;
};
export type NodeResponse = { writeHead(status: number): { end(body: string): unknown } };

export type FastifyRequest = { readonly headers: NodeHeaders; readonly body: unknown };
export type FastifyReply = { code(status: number): { send(body: string): unknown } };
export type FastifyServer = {
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer' },
    parser: (request: unknown, body: Uint8Array, done: (error: null, body: unknown) => void) => void,
  ): unknown;
  post(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown;
};

export type Adapters = {
  /** For servers that take a Request and return a Response, such as Deno, Bun, and workers. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** `app.post('/hooks', webhooks.hono)` */
  readonly hono: (context: { readonly req: { readonly raw: Request } }) => Promise<Response>;
  /** `app.post('/hooks', webhooks.express)`, before any `app.use(express.json())`. */
  readonly express: (
    request: NodeRequest,
    response: NodeResponse,
    next: (error: unknown) => void,
  ) => Promise<void>;
  /** `app.register(webhooks.fastify, { path: '/hooks' })` */
  readonly fastify: (server: FastifyServer, options: { readonly path: string }) => Promise<void>;
};

/** Events are much smaller. */
const BODY_BYTES_MAX = 1_048_576;

const TOO_LARGE: Answer = { status: 413, body: 'body_too_large' };

/** Each adapter passes the error of a handler to its server, which responds with 500, so that the event is sent again. */
export function createAdapters(handle: Handle): Adapters {
  const handleBody = async (body: Body | undefined, headers: WebhookHeaders): Promise<Answer> =>
    body === undefined ? TOO_LARGE : handle(body, headers);
  const fetch = async (request: Request): Promise<Response> => {
    const answer = await handleBody(await readBody(request.body ?? []), request.headers);
    // A status without content allows no body, not even an empty one.
    return new Response(answer.body === '' ? null : answer.body, { status: answer.status });
  };
  return {
    fetch,
    hono: ({ req }) => fetch(req.raw),
    async express(request, response, next) {
      try {
        const { status, body } = await handleBody(await expressBody(request), request.headers);
        response.writeHead(status).end(body);
      } catch (error) {
        next(error);
      }
    },
    // Fastify waits for a promise, and for a callback if there is none.
    // oxlint-disable-next-line typescript/require-await
    async fastify(server, { path }) {
      // Parsers belong to this plugin only; other routes keep theirs.
      server.removeAllContentTypeParsers();
      server.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
      server.post(path, async (request, reply) => {
        // The parser above leaves bytes, and a request without a body has none.
        const { status, body } = await handle(
          (request.body as Uint8Array | undefined) ?? '',
          request.headers,
        );
        return reply.code(status).send(body);
      });
    },
  };
}

/** The bytes of a body, or undefined if there are too many. */
async function readBody(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Body | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    // Reads on without keeping it, because a request that is not read to its end closes the connection before the answer.
    if (length <= BODY_BYTES_MAX) parts.push(chunk);
  }
  if (length > BODY_BYTES_MAX) return undefined;
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** The raw body: as `express.raw()` or `express.text()` left it, or else read from the request. */
async function expressBody(request: NodeRequest): Promise<Body | undefined> {
  const { body } = request;
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body === undefined) return readBody(request);
  throw new TypeError('The body has been parsed. Register the webhook before express.json().');
}
