/** The page on which a payer approves a payment by emailpay. */
import type { Visit } from './hosted.ts';
import { unknownLink } from './notices.ts';
import type { Page, Redirect } from './page.ts';

export function servePayment(
  _visit: Visit,
  _target: { transfer_id: string; token: string },
): Promise<Page | Redirect> {
  return Promise.resolve(unknownLink());
}
