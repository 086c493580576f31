/**
 * Console sessions, stored as records that all nodes share. The record key is a hash of the secret in the cookie. A
 * record contains the ID of the operator token, never the token itself; each request checks the token's role and
 * state again. The record of an operator whom the provider identified contains the role of that sign-in.
 */

import { createHash, hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import nacl from 'tweetnacl';
import { ulid } from 'ulid';
import type { SignInSettings } from '../../operator/operations/services.ts';
import type { SessionDirectory, SessionMethod } from '../../operator/operations/session-directory.ts';
import { statusAt, type OperatorToken, type Platform } from '../../platform/platform.ts';
import { typedRecords, type RecordCalls } from '../../read-models/records.ts';
import { randomBytes, randomFraction } from '../../system/runtime.ts';
import { newToken } from '../../vault/link-token.ts';

// Encrypts what a session stores with a key that derives from the value of its cookie.

const sealingKey = (purpose: string, secret: string): Uint8Array =>
  createHash('sha256').update(`${purpose} ${secret}`).digest();

function sealForSession(purpose: string, secret: string, text: string): string {
  const nonce = randomBytes(nacl.secretbox.nonceLength);
  const box = nacl.secretbox(Buffer.from(text), nonce, sealingKey(purpose, secret));
  return Buffer.concat([nonce, box]).toString('base64');
}

/** Undefined if it cannot be decrypted. */
function openForSession(purpose: string, secret: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  const nonce = bytes.subarray(0, nacl.secretbox.nonceLength);
  const plain = nacl.secretbox.open(
    bytes.subarray(nacl.secretbox.nonceLength),
    nonce,
    sealingKey(purpose, secret),
  );
  return plain === null ? undefined : Buffer.from(plain).toString();
}

/** A message shown once, on the next page. `secret` is a value that is never shown again, such as a new API key. */
export type Flash = {
  readonly tone: 'ok' | 'stop';
  readonly text: string;
  readonly secret?: { readonly label: string; readonly text: string };
};

export type Session = {
  /** `ses_…`. It is no secret. */
  readonly id: string;
  readonly method: SessionMethod;
  /** The value of the cookie. */
  readonly secret: string;
  readonly token: OperatorToken;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly expiresAt: number;
  readonly flash: Flash | undefined;
  /** With which the operator signs out at the provider. */
  readonly idToken: string | undefined;
};

/** How and from which IP address an operator signed in. */
export type SignedInFrom = { readonly address: string | null } & (
  { readonly method: 'token' } | { readonly method: 'oidc'; readonly idToken: string }
);

export const IDLE_TIMEOUT_MS = 30 * 60 * 1000;
export const LIFETIME_MAX_MS = 12 * 60 * 60 * 1000;
/** Minimum time between two updates of a session's last use. */
const LAST_USE_UPDATE_INTERVAL_MS = 60 * 1000;

/** The stored record. */
type StoredSession = {
  /** Sessions of earlier releases have none, and cannot be continued. */
  readonly id?: string;
  readonly began: number;
  readonly seen: number;
  readonly address: string | null;
} & (
  | { readonly method: 'token'; readonly token_id: string }
  | {
      readonly method: 'oidc';
      readonly operator: OperatorToken;
      readonly lifetime_ms: number;
      readonly sealed_id_token: string;
    }
);

type SessionDependencies = {
  /** Their MAC prevents that a record which this service did not write signs anybody in. */
  readonly records: RecordCalls;
  readonly platform: () => Pick<Platform, 'tokens' | 'refresh'>;
  readonly directory: Pick<SessionDirectory, 'put' | 'remove' | 'isRevoked'>;
  /** Sessions of a way to sign in that is turned off have ended. */
  readonly signIn: Pick<SignInSettings, 'tokens' | 'provider'>;
  readonly clock: () => number;
};

/** All methods throw StoreUnavailable. */
export class Sessions {
  readonly #parts: SessionDependencies;
  readonly #records: ReturnType<typeof typedRecords<StoredSession>>;

  constructor(parts: SessionDependencies) {
    this.#parts = parts;
    this.#records = typedRecords<StoredSession>(parts.records, 'sessions');
  }

  /** Creates a session and returns the cookie value. */
  async create(
    token: OperatorToken,
    from: SignedInFrom = { method: 'token', address: null },
  ): Promise<string> {
    const { clock, signIn } = this.#parts;
    const secret = newToken();
    const now = clock();
    const id = `ses_${ulid(now, randomFraction).toLowerCase()}`;
    const common = { id, began: now, seen: now, address: from.address };
    const session: StoredSession =
      from.method === 'oidc'
        ? {
            ...common,
            method: from.method,
            operator: token,
            lifetime_ms: Math.min(signIn.provider?.sessionMs ?? 0, LIFETIME_MAX_MS),
            sealed_id_token: sealForSession('id token', secret, from.idToken),
          }
        : { ...common, method: from.method, token_id: token.id };
    await this.#save(secret, id, session, token);
    return secret;
  }

  /**
   * The session of a cookie value; undefined if it has expired or ended, or its token was revoked or has expired. In the background, as when a
   * page refreshes itself, it is no use of the session, and leaves the flash message to the next page.
   */
  async find(secret: string, isBackground = false): Promise<Session | undefined> {
    if (!SECRET.test(secret)) return undefined;
    const { clock, directory } = this.#parts;
    const [kept, ended, flash] = await Promise.all([
      this.#records.get(keyOf(secret)),
      this.#getSideRecord('ended', secret),
      this.#getSideRecord('flash', secret),
    ]);
    if (kept?.id === undefined || ended !== undefined) return undefined;
    const { id, method, began } = kept;
    const now = clock();
    const token = await this.#operatorOf(kept);
    if (now >= expiryOf(kept) || token === undefined || (await directory.isRevoked(id))) {
      await this.#records.delete(keyOf(secret));
      await directory.remove(id);
      return undefined;
    }
    const isUse = !isBackground && now - kept.seen >= LAST_USE_UPDATE_INTERVAL_MS;
    const seen = isUse ? { ...kept, seen: now } : kept;
    if (seen !== kept) await this.#save(secret, id, seen, token);
    return {
      id,
      method,
      secret,
      token,
      startedAt: began,
      expiresAt: expiryOf(seen),
      flash: flash === undefined || isBackground ? undefined : decryptFlash(secret, flash),
      idToken: seen.method === 'oidc' ? openForSession('id token', secret, seen.sealed_id_token) : undefined,
    };
  }

  /** Stores a message for the next page of the session. */
  async setFlash({ secret }: Session, flash: Flash): Promise<void> {
    await this.#putSideRecord('flash', secret, encryptFlash(secret, flash));
  }

  /** Removes the message after it was shown. */
  clearFlash({ secret }: Session): Promise<void> {
    return this.#parts.records.deleteRecord('sessions', keyOf(secret, 'flash'));
  }

  async end({ secret, id }: Session): Promise<void> {
    const { records, directory } = this.#parts;
    await this.#putSideRecord('ended', secret, 'true');
    await directory.remove(id);
    await records.deleteRecord('sessions', keyOf(secret));
    await records.deleteRecord('sessions', keyOf(secret, 'flash'));
  }

  async #save(secret: string, id: string, session: StoredSession, token: OperatorToken): Promise<void> {
    const expiresAt = new Date(expiryOf(session));
    await this.#records.put(keyOf(secret), session, { expiresAt });
    const { method, address, began, seen } = session;
    await this.#parts.directory.put({
      id,
      operator: { id: token.id, name: token.name, role: token.role },
      method,
      address,
      created_at: new Date(began).toISOString(),
      last_used_at: new Date(seen).toISOString(),
      expires_at: expiresAt.toISOString(),
    });
  }

  /**
   * The operator of a session with the current role; undefined if the operator may not continue it. Another node may have issued
   * the token a moment ago.
   */
  async #operatorOf(session: StoredSession): Promise<OperatorToken | undefined> {
    const { signIn, platform, clock } = this.#parts;
    if (session.method === 'oidc') {
      const { operator } = session;
      return operator.identity?.issuer === signIn.provider?.issuer ? operator : undefined;
    }
    if (!signIn.tokens) return undefined;
    const loaded = platform();
    if (!loaded.tokens.has(session.token_id)) await loaded.refresh();
    const token = loaded.tokens.get(session.token_id);
    if (token === undefined || statusAt(clock(), token) !== 'active') return undefined;
    const { id, name, role } = token;
    return { id, name, role };
  }

  // Separate records for a session's flash message and end, so that concurrent requests do not overwrite each other.

  #putSideRecord(kind: SideRecord, secret: string, text: string): Promise<string> {
    const { records, clock } = this.#parts;
    const expiresAt = new Date(clock() + LIFETIME_MAX_MS);
    return records.putRecord('sessions', keyOf(secret, kind), text, { expiresAt });
  }

  #getSideRecord(kind: SideRecord, secret: string): Promise<string | undefined> {
    return this.#parts.records.getRecord('sessions', keyOf(secret, kind));
  }
}

/** `flash` is encrypted with a key derived from the cookie value because it may contain a secret. */
type SideRecord = 'flash' | 'ended';

const SECRET = /^[\w-]{43}$/;

const keyOf = (secret: string, kind?: SideRecord): string =>
  hash('sha256', `${kind === undefined ? 'session' : `session-${kind}`} ${secret}`);

const expiryOf = (session: StoredSession): number =>
  Math.min(session.seen + IDLE_TIMEOUT_MS, session.began + lifetimeOf(session));

const lifetimeOf = (session: StoredSession): number =>
  session.method === 'oidc' ? session.lifetime_ms : LIFETIME_MAX_MS;

const encryptFlash = (secret: string, flash: Flash): string =>
  sealForSession('flash', secret, JSON.stringify(flash));

/** Returns undefined if the message cannot be decrypted. */
function decryptFlash(secret: string, sealed: string): Flash | undefined {
  const text = openForSession('flash', secret, sealed);
  // `encryptFlash` encrypted it.
  return text === undefined ? undefined : (JSON.parse(text) as Flash);
}

// Session cookies. Over HTTPS the name has the prefix `__Host-`, so that another host of the domain cannot set it;
// browsers require the path `/` for that prefix. Over plain HTTP the path is `/console`.

/**
 * `svc_console` identifies a session; `svc_console_form` binds the sign-in form to a browser, and `svc_console_provider` the
 * sign-in at a provider.
 */
type CookieName = 'svc_console' | 'svc_console_form' | 'svc_console_provider';

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
