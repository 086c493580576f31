/** Content that does not change while the service runs. It is hashed once, and compressed once when first requested. */

import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { PageReply } from '../http/reply.ts';
import { sourceFile } from '../system/project-root.ts';

export type StaticContent = {
  /** The Content-Type header. */
  readonly type: string;
  readonly body: Buffer;
  /** The beginning of the SHA-256 of the body, in hex. */
  readonly mark: string;
  /** The body compressed with gzip. */
  readonly gzipped: () => Promise<Buffer>;
};

const MARK_LENGTH = 16;
/** Smaller bodies fit into one packet anyway. */
const COMPRESSED_BYTES_MIN = 1_024;

const compress = promisify<Buffer, Buffer>(gzip);

export function createStaticContent(type: string, content: string | Buffer): StaticContent {
  const body = Buffer.from(content);
  let gzipped: Promise<Buffer> | undefined;
  return {
    type,
    body,
    mark: hash('sha256', body, 'hex').slice(0, MARK_LENGTH),
    gzipped: () => (gzipped ??= compress(body)),
  };
}

/** The content, compressed if the client accepts it; 304 if the client has it already. */
export async function staticReply(
  req: IncomingMessage,
  { type, body, mark, gzipped }: StaticContent,
  { status, headers }: Pick<PageReply, 'status' | 'headers'>,
): Promise<PageReply> {
  const isCompressed = body.length >= COMPRESSED_BYTES_MIN && acceptsGzip(req);
  const etag = isCompressed ? `"${mark}-gzip"` : `"${mark}"`;
  const common = { ...headers, ETag: etag, Vary: 'Accept-Encoding' };
  if (status === 200 && req.headers['if-none-match'] === etag) return { status: 304, headers: common };
  return {
    status,
    headers: { ...common, 'Content-Type': type, ...(isCompressed ? { 'Content-Encoding': 'gzip' } : {}) },
    content: isCompressed ? await gzipped() : body,
  };
}

/** Every client that can decompress lists gzip. A weight of 0 excludes it. */
const acceptsGzip = ({ headers }: IncomingMessage): boolean =>
  /(?:^|[,\s])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(headers['accept-encoding'] ?? '');

// Static files served by the service.

export type Asset = StaticContent & {
  /** Contains a hash of the content, so that browsers can cache it indefinitely. */
  readonly path: string;
};

const TYPES = { css: 'text/css', js: 'text/javascript' } as const;

/** Creates an asset with the path `<folder>/<name>-<hash>.<extension>`. */
export function createAsset(
  folder: string,
  [name, extension]: readonly [string, keyof typeof TYPES],
  body: Buffer,
): Asset {
  const content = createStaticContent(`${TYPES[extension]}; charset=utf-8`, body);
  return { path: `${folder}/${name}-${content.mark}.${extension}`, ...content };
}

/** The base stylesheet of all pages. */
export const readBaseStylesheet = (): Buffer => readFileSync(sourceFile('src/web/assets/base.css'));

/** Concatenates the base stylesheet and the named files of a folder, in this order. */
export const readStylesheet = (folder: URL, names: readonly string[]): Buffer =>
  Buffer.concat([readBaseStylesheet(), ...names.map((name) => readFileSync(new URL(`${name}.css`, folder)))]);

/** Security headers of pages. Each page adds its own content security policy. */

/** For all pages: isolates the page from other sites and denies access to device features. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
} as const;

/** For private pages: also forbids caching and indexing. */
export const PRIVATE_PAGE_HEADERS = {
  ...SECURITY_HEADERS,
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
} as const;
