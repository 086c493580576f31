/** Serves everything under /docs. It is public and contains no customer data. */
import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MountRoutes } from '../api/server/mount.ts';
import { parseTarget } from '../api/server/request-handler.ts';
import { newRequestId } from '../api/server/request-id.ts';
import { ASSETS, PAGE_HEADERS } from './page-frame.ts';
import { createSite } from './site.ts';
import type { DocsSite } from './site.ts';

const ROOT = '/docs';
const CACHE_FOREVER = 'public, max-age=31536000, immutable';
/** Cached, but revalidated each time, because a new version may be running. */
const REVALIDATE = 'no-cache';

type Sent = {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
  readonly route: string;
  readonly cache: string;
};

/** `baseUrl` is the public URL of the service. Pages are read from disk at the first request. */
export function mountDocs(baseUrl: () => string): MountRoutes {
  let site: DocsSite | undefined;
  const assets = new Map(ASSETS.map((each) => [each.path, each]));

  function find(path: string, search: string): Sent {
    const asset = assets.get(path);
    if (asset !== undefined)
      return { status: 200, ...asset, route: '/docs/assets/{name}', cache: CACHE_FOREVER };
    site ??= createSite(baseUrl);
    const bare = path.length > ROOT.length ? path.replace(/\/+$/, '') : path;
    return { ...site.respond(bare === '' ? ROOT : bare, new URLSearchParams(search)), cache: REVALIDATE };
  }

  return (app, metrics) => {
    app.use((req, res, next) => {
      const { path, search } = parseTarget(req);
      if (path !== ROOT && !path.startsWith(`${ROOT}/`)) {
        next();
        return;
      }
      const startedAt = performance.now();
      const { method } = req;
      const isRead = method === 'GET' || method === 'HEAD';
      const sent = isRead ? find(path, search) : WRONG_METHOD;
      const status = send(req, res, sent);
      metrics.observe(method, sent.route, status, (performance.now() - startedAt) / 1000);
    });
  };
}

const WRONG_METHOD: Sent = {
  status: 405,
  type: 'text/plain; charset=utf-8',
  body: 'Use GET or HEAD for the documentation.\n',
  route: 'none',
  cache: 'no-store',
};

/** Gives the status: 304 when the browser already has this version. */
function send(req: IncomingMessage, res: ServerResponse, sent: Sent): number {
  const { status, type, body, cache } = sent;
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  const isKnown = status === 200 && req.headers['if-none-match'] === etag;
  res.writeHead(isKnown ? 304 : status, {
    ...PAGE_HEADERS,
    'Cache-Control': cache,
    ETag: etag,
    'Request-Id': newRequestId(),
    ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
    ...(isKnown ? {} : { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }),
  });
  res.end(isKnown ? undefined : body);
  return isKnown ? 304 : status;
}
