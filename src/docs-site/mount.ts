/** Serves everything under /docs. It asks for no key and shows nothing of anybody's. */
import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MountRoutes } from '../api/server/mount.ts';
import { parseTarget } from '../api/server/request-handler.ts';
import { newRequestId } from '../api/server/request-id.ts';
import { ASSETS, PAGE_HEADERS } from './page-frame.ts';
import { createSite } from './site.ts';
import type { DocsSite } from './site.ts';

const ROOT = '/docs';
const FOR_EVER = 'public, max-age=31536000, immutable';
/** May be kept, and is asked for again each time: a new version may be running. */
const ASK_AGAIN = 'no-cache';

type Sent = {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
  readonly route: string;
  readonly cache: string;
};

/** `baseUrl` is where readers reach the service; the pages are read from the disk at the first request for one. */
export function mountDocs(baseUrl: () => string): MountRoutes {
  let site: DocsSite | undefined;
  const assets = new Map(ASSETS.map((each) => [each.path, each]));

  function find(path: string, search: string): Sent {
    const asset = assets.get(path);
    if (asset !== undefined) return { status: 200, ...asset, route: '/docs/assets/{name}', cache: FOR_EVER };
    site ??= createSite(baseUrl);
    const bare = path.length > ROOT.length ? path.replace(/\/+$/, '') : path;
    return { ...site.respond(bare === '' ? ROOT : bare, new URLSearchParams(search)), cache: ASK_AGAIN };
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
  body: 'The documentation can only be read.\n',
  route: 'none',
  cache: 'no-store',
};

/** Gives the status. A reader who has this version already is told so. */
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
