/** Serves everything under /docs, and the files for language models at the root. It is public and contains no customer data. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseTarget, type RequestTarget } from '../http/request-handler.ts';
import { newRequestId } from '../http/request-id.ts';
import { baseUrlFor, type ServiceAddress } from '../http/router.ts';
import type { MountRoutes } from '../http/server.ts';
import { monotonicTime } from '../system/runtime.ts';
import { createStaticContent, sendStatic } from '../web/static-content.ts';
import { ASSETS, PAGE_HEADERS } from './page-frame.ts';
import { createSite, type DocsResponse, type DocsSite } from './site.ts';

const ROOT = '/docs';
/** Where language models look for documentation. */
const ROOT_FILES: ReadonlySet<string> = new Set(['/llms.txt', '/llms-full.txt']);
const CACHE_FOREVER = 'public, max-age=31536000, immutable';
/** Cached, but revalidated each time, because a new version may be running. */
const REVALIDATE = 'no-cache';

type Sent = DocsResponse & { readonly cache: string };

/**
 * `address` is the service's own URL, and `isPublic` tells whether it is configured, so that all clients can use it. Pages are
 * read from disk at the first request.
 */
export function mountDocs(address: () => ServiceAddress): MountRoutes {
  let site: DocsSite | undefined;
  const baseUrlFor = createBaseUrls(address);
  const assets = new Map(ASSETS.map((each) => [each.path, each]));

  async function find(path: string, search: string, baseUrl: string): Promise<Sent> {
    const asset = assets.get(path);
    if (asset !== undefined)
      return { status: 200, content: asset, route: '/docs/assets/{name}', cache: CACHE_FOREVER };
    site ??= createSite();
    return { ...(await site.respond(path, new URLSearchParams(search), baseUrl)), cache: REVALIDATE };
  }

  async function serve(req: IncomingMessage, res: ServerResponse, { path, search }: RequestTarget) {
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const { status, content, cache, route } = isRead
      ? await find(path, search, baseUrlFor(req))
      : WRONG_METHOD;
    const headers = {
      ...PAGE_HEADERS,
      'Cache-Control': cache,
      'Request-Id': newRequestId(),
      ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
    };
    return { route, status: await sendStatic(req, res, content, { status, headers }) };
  }

  return (app, metrics) => {
    app.use((req, res, next) => {
      const target = parseTarget(req);
      const { path } = target;
      const startedAt = monotonicTime();
      if (path === '/' && isBrowser(req)) {
        res.writeHead(302, { Location: ROOT, Vary: 'Accept', 'Request-Id': newRequestId() }).end();
        metrics.observe(req.method, '/', 302, (monotonicTime() - startedAt) / 1000);
        return;
      }
      if (path !== ROOT && !path.startsWith(`${ROOT}/`) && !ROOT_FILES.has(path)) {
        next();
        return;
      }
      serve(req, res, target).then(({ route, status }) => {
        metrics.observe(req.method, route, status, (monotonicTime() - startedAt) / 1000);
      }, next);
    });
  };
}

/** Browsers accept HTML, and say so; other clients get the 404 of the API at the root. */
const isBrowser = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');

/** Pages are kept for each address, so that requests with invented ones must not fill the memory. */
const ADDRESSES_MAX = 8;

/** Returns the address of the service that examples name: the configured one, or the one that the client used. */
function createBaseUrls(address: Parameters<typeof mountDocs>[0]): (req: IncomingMessage) => string {
  const known = new Set<string>();
  return ({ headers: { host = '' } }) => {
    const baseUrl = baseUrlFor(address(), host);
    if (known.size < ADDRESSES_MAX) known.add(baseUrl);
    return known.has(baseUrl) ? baseUrl : address().url;
  };
}

const WRONG_METHOD: Sent = {
  status: 405,
  content: createStaticContent('text/plain; charset=utf-8', 'Use GET or HEAD for the documentation.\n'),
  route: 'none',
  cache: 'no-store',
};
