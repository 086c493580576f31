/** Detects form submissions from other sites. */
import type { IncomingMessage } from 'node:http';

/** Checks `Sec-Fetch-Site` and `Origin`. Clients other than browsers send neither and are accepted. */
export function isCrossOrigin(req: IncomingMessage, publicUrl: string): boolean {
  if (isCrossSite(req)) return true;
  const { origin, host } = req.headers;
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  return new URL(origin).host !== host && origin !== new URL(publicUrl).origin;
}

/** Whether `Sec-Fetch-Site` says that another site caused the request. */
export function isCrossSite({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
