/** Whether another site sent a form. */
import type { IncomingMessage } from 'node:http';
import { isCrossSite } from './form-body.ts';

/** By what the browser says of where it comes from. A client that is no browser says nothing. */
export function isCrossOrigin(req: IncomingMessage, publicUrl: string): boolean {
  if (isCrossSite(req)) return true;
  const { origin, host } = req.headers;
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  return new URL(origin).host !== host && origin !== new URL(publicUrl).origin;
}
