/**
 * The cookie of a session. Over https it carries the prefix `__Host-`, so that no other host of the domain can set one;
 * browsers take that prefix only with the path `/`. Over plain http, as on a developer's machine, the path is the
 * console's.
 */
import type { IncomingMessage } from 'node:http';

/** Of a session, and of the form that begins one. */
export type CookieName = 'svc_console' | 'svc_console_form';

export type Cookie = {
  readonly read: (req: IncomingMessage) => string | undefined;
  /** The value of a Set-Cookie header. Browsers drop it when they are closed. */
  readonly set: (secret: string) => string;
  readonly clear: () => string;
};

/** `isHttps` is asked each time: where the service is reached is known once it listens. */
export function createCookie(name: CookieName, isHttps: () => boolean): Cookie {
  const nameNow = (): string => (isHttps() ? `__Host-${name}` : name);
  const attributes = (): string =>
    `HttpOnly; SameSite=Strict; ${isHttps() ? 'Secure; Path=/' : 'Path=/console'}`;
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
