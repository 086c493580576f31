/**
 * Writes whose answer shows a user. Personal fields stand in the book sealed under the user's own key, and the book
 * can't fetch keys while it decides: so the key is fetched first, and the command is told when it no longer fits.
 */
import type { Answer, Outcome } from '../../../writer/command.ts';
import type { UserKey } from '../../../vault/vault.ts';
import type { ReadonlyBook, DecisionContext, Decision } from '../../../ledger/book.ts';
import { sealingKeyId } from '../../../ledger/users/forget-user.ts';
import { NO_PERSONAL_FIELDS, presentUser } from '../../../ledger/present.ts';
import type { PersonalFields } from '../../../ledger/present.ts';
import type { Refusal } from '../../../ledger/refusal.ts';
import type { BookCaller } from '../../operations/operation.ts';
import type { Reply } from '../../server/reply.ts';
import type { Services } from '../../operations/services.ts';
import { submitForOutcome, replyToOutcome } from '../../operations/write.ts';
import type { Write } from '../../operations/write.ts';

/** Reads and writes one user's personal fields while a command about them is decided. */
export type PersonalDataCipher = {
  open(sealed: string | null): PersonalFields;
  /** Null for a user without a key. */
  seal(personal: PersonalFields): string | null;
  /** Seals any text under the user's key; null for a user without one. */
  sealText(text: string): string | null;
};

export type UserCommand = {
  readonly user_id: string;
  readonly decide: (book: ReadonlyBook, context: DecisionContext, person: PersonalDataCipher) => Decision;
  /** Whether the command may seal something, so that a user without a key needs one. */
  readonly mayCreateKey?: boolean;
  /** What the caller is told; left out, it is 200 and the user after it. Kept sealed under the user's key. */
  readonly render?: (book: ReadonlyBook, person: PersonalDataCipher) => Answer;
  /** Why it was done, where somebody said so. */
  readonly reason?: string | undefined;
};

/** Submits a command about a user and answers with what `render` shows. */
export async function submitUserCommand(caller: BookCaller, command: UserCommand): Promise<Reply> {
  const { services, stream } = caller;
  const outcome = await executeUserCommand(services, stream, command, (write) =>
    submitForOutcome(caller, write),
  );
  return replyToOutcome(caller, outcome);
}

/** The same for those who are no caller of the API: `submit` hands the command to the keeper. */
export async function executeUserCommand(
  { keepers, vault }: Pick<Services, 'keepers' | 'vault'>,
  stream: string,
  {
    user_id,
    decide,
    mayCreateKey = false,
    reason,
    render = (book, person) => userAnswer(book, user_id, person),
  }: UserCommand,
  submit: (write: Write) => Promise<Outcome>,
): Promise<Outcome> {
  for (;;) {
    const expected = await keepers.read(stream, (book) => sealedPersonalData(book, user_id));
    const found = typeof expected === 'string' ? await vault.keyFor(expected) : undefined;
    const key = found ?? (mayCreateKey && expected !== undefined ? await vault.createKey() : undefined);
    const person = personWith(key);
    const outcome = await submit({
      decide: (book, context) =>
        hasSameKey(sealedPersonalData(book, user_id), expected)
          ? decide(book, context, person)
          : { refusal: KEY_CHANGED },
      answer: {
        from: 'book',
        render: (book) => render(book, person),
        ...(key === undefined ? {} : { seal: (body: string) => key.seal(body) }),
      },
      reason,
    });
    if (outcome.kind !== 'refused' || outcome.refusal !== KEY_CHANGED) return outcome;
  }
}

/** The user's key is another one than was fetched. Never an answer: the command is tried again with the new key. */
export const KEY_CHANGED: Refusal = {
  code: 'not_found',
  message: 'The encryption key of the user has changed.',
};

/** Undefined where there is no such user, null where nothing is sealed. */
export const sealedPersonalData = (book: ReadonlyBook, userId: string): Sealed =>
  book.users.get(userId)?.sealed;
type Sealed = string | null | undefined;

export const hasSameKey = (a: Sealed, b: Sealed): boolean => sealingKeyId(a) === sealingKeyId(b);

function personWith(key: UserKey | undefined): PersonalDataCipher {
  return {
    // What is sealed under a key that was destroyed is forgotten.
    open: (sealed) =>
      sealed !== null && key !== undefined && sealingKeyId(sealed) === key.id
        ? opened(key, sealed)
        : NO_PERSONAL_FIELDS,
    seal: (personal) => key?.seal(JSON.stringify(personal)) ?? null,
    sealText: (text) => key?.seal(text) ?? null,
  };
}

// What is sealed was written by this service, from a Personal.
const opened = (key: UserKey, sealed: string): PersonalFields => ({
  ...NO_PERSONAL_FIELDS,
  ...(JSON.parse(key.open(sealed)) as PersonalFields),
});

function userAnswer(book: ReadonlyBook, userId: string, person: PersonalDataCipher): Answer {
  const found = book.users.get(userId);
  if (found === undefined)
    throw new Error(`a command was accepted for the user ${userId}, who does not exist`);
  return { status: 200, body: JSON.stringify(presentUser(found.user, person.open(found.sealed))) };
}
