/**
 * Who is signed in. A session is a record of the documents store, so every node knows it; its key is the hash of what
 * the browser's cookie holds, and nobody else has that. It names an operator's token and never holds it: what the token
 * may do, and whether it still may, is looked up with every request.
 */
import { createHash, hash } from 'node:crypto';
import nacl from 'tweetnacl';
import type { DocumentStore } from '../../read-models/port.ts';
import { newToken } from '../../vault/link-token.ts';
import type { OperatorToken, Platform } from '../../platform/platform.ts';

/** A message for the next page, shown once. `secret` is what an answer shows this once, such as a key's text. */
export type Flash = {
  readonly tone: 'ok' | 'stop';
  readonly text: string;
  readonly secret?: { readonly label: string; readonly text: string };
};

export type Session = {
  /** What the cookie holds. */
  readonly secret: string;
  readonly token: OperatorToken;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly expiresAt: number;
  readonly flash: Flash | undefined;
};

export type Sessions = {
  /** Begins a session; gives what its cookie is to hold. Throws StoreUnavailable, as all of these do. */
  create(token: OperatorToken): Promise<string>;
  /** The session of a cookie. Undefined for one that is over, was ended, or whose token was revoked. */
  find(secret: string): Promise<Session | undefined>;
  /** Keeps a message for the session's next page. */
  setFlash(session: Session, flash: Flash): Promise<void>;
  /** What was told has been shown. */
  clearFlash(session: Session): Promise<void>;
  end(session: Session): Promise<void>;
};

export const IDLE_TIMEOUT_MS = 30 * 60 * 1000;
export const LIFETIME_MAX_MS = 12 * 60 * 60 * 1000;
/** A session's last use is written down no more often than this. */
const SEEN_EVERY_MS = 60 * 1000;

/** As it is stored. */
type Kept = { readonly token_id: string; readonly began: number; readonly seen: number };

export type SessionDependencies = {
  readonly documents: Pick<DocumentStore, 'getRecord' | 'putRecord' | 'deleteRecord'>;
  readonly platform: () => Pick<Platform, 'tokens'>;
  readonly clock: () => number;
};

export function createSessions({ documents, platform, clock }: SessionDependencies): Sessions {
  const save = (secret: string, kept: Kept): Promise<string> =>
    documents.putRecord('sessions', keyOf(secret), JSON.stringify(kept), {
      expiresAt: new Date(endOf(kept)),
    });

  async function load(secret: string): Promise<Kept | undefined> {
    const text = await documents.getRecord('sessions', keyOf(secret));
    // Only `save` writes these.
    return text === undefined ? undefined : (JSON.parse(text) as Kept);
  }

  /** What is kept of a session beside it, as requests of one session may come at once: none undoes what another did. */
  const putBeside = (what: Beside, secret: string, text: string): Promise<string> =>
    documents.putRecord('sessions', keyOf(secret, what), text, {
      expiresAt: new Date(clock() + LIFETIME_MAX_MS),
    });
  const getBeside = (what: Beside, secret: string): Promise<string | undefined> =>
    documents.getRecord('sessions', keyOf(secret, what));

  return {
    async create(token) {
      const secret = newToken();
      const now = clock();
      await save(secret, { token_id: token.id, began: now, seen: now });
      return secret;
    },
    async find(secret) {
      if (!SECRET.test(secret)) return undefined;
      const [kept, ended, flash] = await Promise.all([
        load(secret),
        getBeside('ended', secret),
        getBeside('flash', secret),
      ]);
      if (kept === undefined || ended !== undefined) return undefined;
      const now = clock();
      const token = platform().tokens.get(kept.token_id);
      if (now >= endOf(kept) || token?.revoked_at !== null) {
        await documents.deleteRecord('sessions', keyOf(secret));
        return undefined;
      }
      const seen = now - kept.seen >= SEEN_EVERY_MS ? { ...kept, seen: now } : kept;
      if (seen !== kept) await save(secret, seen);
      const { id, name, role } = token;
      return {
        secret,
        token: { id, name, role },
        startedAt: kept.began,
        expiresAt: endOf(seen),
        flash: flash === undefined ? undefined : openFlash(secret, flash),
      };
    },
    async setFlash({ secret }, flash) {
      await putBeside('flash', secret, sealFlash(secret, flash));
    },
    clearFlash: ({ secret }) => documents.deleteRecord('sessions', keyOf(secret, 'flash')),
    async end({ secret }) {
      await putBeside('ended', secret, 'true');
      await documents.deleteRecord('sessions', keyOf(secret));
      await documents.deleteRecord('sessions', keyOf(secret, 'flash'));
    },
  };
}

/** `flash`: the message, sealed under a key that follows from the cookie, for it may hold a secret. */
type Beside = 'flash' | 'ended';

const SECRET = /^[\w-]{43}$/;

const keyOf = (secret: string, what?: Beside): string =>
  hash('sha256', `${what === undefined ? 'session' : `session-${what}`} ${secret}`);

const endOf = ({ began, seen }: Kept): number => Math.min(seen + IDLE_TIMEOUT_MS, began + LIFETIME_MAX_MS);

const flashKey = (secret: string): Uint8Array => createHash('sha256').update(`flash ${secret}`).digest();

function sealFlash(secret: string, flash: Flash): string {
  const nonce = nacl.randomBytes(nacl.secretbox.nonceLength);
  const box = nacl.secretbox(Buffer.from(JSON.stringify(flash)), nonce, flashKey(secret));
  return Buffer.concat([nonce, box]).toString('base64');
}

/** A message that does not open is none. */
function openFlash(secret: string, sealed: string): Flash | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  const nonce = bytes.subarray(0, nacl.secretbox.nonceLength);
  const plain = nacl.secretbox.open(bytes.subarray(nacl.secretbox.nonceLength), nonce, flashKey(secret));
  // `sealFlash` sealed it.
  return plain === null ? undefined : (JSON.parse(Buffer.from(plain).toString()) as Flash);
}
