/**
 * Session cookies. Over HTTPS the name has the prefix `__Host-`, so that another host of the domain cannot set it;
 * browsers require the path `/` for that prefix. Over plain HTTP the path is `/console`.
 */
import type { IncomingMessage } from 'node:http';

/**
 * `svc_console` identifies a session; `svc_console_form` binds the sign-in form to a browser, and `svc_console_provider` the
 * sign-in at a provider.
 */
export type CookieName = 'svc_console' | 'svc_console_form' | 'svc_console_provider';

export type Cookie = {
  readonly read: (req: IncomingMessage) => string | undefined;
  /** The value of a Set-Cookie header for a session cookie without an expiry date. */
  readonly set: (secret: string) => string;
  readonly clear: () => string;
};

/** `Lax` also sends the cookie when another site redirects here. */
type CookieOptions = { readonly sameSite?: 'Strict' | 'Lax' };

/** `isHttps` is a function because the public URL is only known once the server listens. */
export function createCookie(
  name: CookieName,
  isHttps: () => boolean,
  { sameSite = 'Strict' }: CookieOptions = {},
): Cookie {
  const nameNow = (): string => (isHttps() ? `__Host-${name}` : name);
  const attributes = (): string =>
    `HttpOnly; SameSite=${sameSite}; ${isHttps() ? 'Secure; Path=/' : 'Path=/console'}`;
  return {
    read: ({ headers }) => valueOf(headers.cookie ?? '', nameNow()),
    set: (secret) => `${nameNow()}=${secret}; ${attributes()}`,
    clear: () => `${nameNow()}=; Max-Age=0; ${attributes()}`,
  };
}

function valueOf(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals !== -1 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return undefined;
}
