/**
 * Writes whose answer shows a user. Personal fields stand in the book sealed under the user's own key, and the book
 * can't fetch keys while it decides: so the key is fetched first, and the command is told when it no longer fits.
 */
import type { UserKey } from '../keeper/vault.ts';
import type { Book, Context, Decision } from '../ledger/book.ts';
import { NOTHING_PERSONAL, presentUser } from '../ledger/present.ts';
import type { Personal } from '../ledger/present.ts';
import type { Refusal } from '../ledger/refusal.ts';
import type { BookCaller, Reply } from './route.ts';
import { outcomeOf, replyTo } from './write.ts';

/** Reads and writes one user's personal fields while a command about them is decided. */
export type Person = { open(sealed: string | null): Personal; seal(personal: Personal): string | null };

export type AboutUser = {
  readonly user_id: string;
  readonly decide: (book: Book, context: Context, person: Person) => Decision;
  /** Whether the command may seal something, so that a user without a key needs one. */
  readonly seals?: boolean;
  /** Why it was done, where somebody said so. */
  readonly reason?: string | undefined;
};

/** The user's key is another one than was fetched. Never an answer: the command is tried again with the new key. */
const KEY_CHANGED: Refusal = { code: 'not_found', message: 'The key of the user has changed.' };

/** Submits a command about a user and answers 200 with the user after it. */
export async function submitAboutUser(
  caller: BookCaller,
  { user_id, decide, seals = false, reason }: AboutUser,
): Promise<Reply> {
  const { keepers, vault } = caller.services;
  for (;;) {
    const expected = await keepers.inspect(caller.stream, (book) => sealedOf(book, user_id));
    const found = typeof expected === 'string' ? await vault.keyFor(expected) : undefined;
    const key = found ?? (seals && expected !== undefined ? await vault.createKey() : undefined);
    const person = personWith(key);
    const outcome = await outcomeOf(caller, {
      decide: (book, context) =>
        sameKey(sealedOf(book, user_id), expected) ? decide(book, context, person) : { refusal: KEY_CHANGED },
      answer: {
        from: 'book',
        render: (book) => ({ status: 200, body: userBody(book, user_id, person) }),
        ...(found === undefined ? {} : { seal: (body: string) => found.seal(body) }),
      },
      reason,
    });
    if (outcome.kind !== 'refused' || outcome.refusal !== KEY_CHANGED) return replyTo(caller, outcome);
  }
}

/** Undefined where there is no such user, null where nothing is sealed. */
const sealedOf = (book: Book, userId: string): Sealed => book.users.get(userId)?.sealed;
type Sealed = string | null | undefined;

/** A sealed text begins with the ID of its key: 12 bytes, so exactly 16 characters of base64url. */
const KEY_ID_CHARS = 16;
const keyIdOf = (sealed: Sealed): string | undefined => sealed?.slice(0, KEY_ID_CHARS);
const sameKey = (a: Sealed, b: Sealed): boolean => keyIdOf(a) === keyIdOf(b);

function personWith(key: UserKey | undefined): Person {
  return {
    // What is sealed under a key that was destroyed is forgotten.
    open: (sealed) =>
      sealed !== null && key !== undefined && keyIdOf(sealed) === key.id
        ? opened(key, sealed)
        : NOTHING_PERSONAL,
    seal: (personal) => key?.seal(JSON.stringify(personal)) ?? null,
  };
}

// What is sealed was written by this service, from a Personal.
const opened = (key: UserKey, sealed: string): Personal => ({
  ...NOTHING_PERSONAL,
  ...(JSON.parse(key.open(sealed)) as Personal),
});

function userBody(book: Book, userId: string, person: Person): string {
  const found = book.users.get(userId);
  if (found === undefined)
    throw new Error(`a command was accepted for the user ${userId}, who does not exist`);
  return JSON.stringify(presentUser(found.user, person.open(found.sealed)));
}
