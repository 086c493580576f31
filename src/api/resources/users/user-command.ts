/**
 * Commands whose answer shows personal data. The book stores personal data encrypted under the user's key and cannot
 * fetch keys while it decides. Therefore the key is fetched first, and the command is retried if the key has changed.
 */
import type { Answer, Outcome } from '../../../writer/command.ts';
import { PersonalKeyLost } from '../../../vault/personal-key-lost.ts';
import type { UserKey } from '../../../vault/vault.ts';
import type { ReadonlyBook, DecisionContext, Decision } from '../../../ledger/book.ts';
import { sealingKeyId } from '../../../ledger/users/forget-user.ts';
import { identityContext, personalFieldsContext } from '../../../ledger/sealing-context.ts';
import type { SealingContext } from '../../../ledger/sealing-context.ts';
import { NO_PERSONAL_FIELDS, presentUser } from '../../../ledger/present.ts';
import type { PersonalFields } from '../../../ledger/present.ts';
import type { Refusal } from '../../../ledger/refusal.ts';
import type { BookCaller } from '../../operations/operation.ts';
import type { Reply } from '../../server/reply.ts';
import type { Services } from '../../operations/services.ts';
import { sealAnswerWith, submitForOutcome, replyToOutcome } from '../../operations/write.ts';
import type { Write } from '../../operations/write.ts';

/** Decrypts and encrypts the personal data of one user during a command. */
export type PersonalDataCipher = {
  open(sealed: string | null): PersonalFields;
  /** Null if the user has no key. */
  seal(personal: PersonalFields): string | null;
  /** Encrypts submitted identity data under the user's key; null if the user has no key. */
  sealIdentity(text: string): string | null;
};

export type UserCommand = {
  readonly user_id: string;
  readonly decide: (book: ReadonlyBook, context: DecisionContext, person: PersonalDataCipher) => Decision;
  /** Whether the command may encrypt data, so that a key is created if the user has none. */
  readonly mayCreateKey?: boolean;
  /** Renders the answer. Default: 200 with the user. The stored answer is encrypted under the user's key. */
  readonly render?: (book: ReadonlyBook, person: PersonalDataCipher) => Answer;
  /** The reason given by the caller. */
  readonly reason?: string | undefined;
};

/** Submits a command for a user and replies with the answer of `render`. */
export async function submitUserCommand(caller: BookCaller, command: UserCommand): Promise<Reply> {
  const { services, stream } = caller;
  const outcome = await executeUserCommand(services, stream, command, (write) =>
    submitForOutcome(caller, write),
  );
  return replyToOutcome(caller, outcome);
}

/** Executes a command for a user outside of the API. `submit` passes the command to the writer. */
export async function executeUserCommand(
  { writers, vault }: Pick<Services, 'writers' | 'vault'>,
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
    const expected = await writers.read(stream, (book) => sealedPersonalData(book, user_id));
    const key = await keyOf(vault, stream, expected, mayCreateKey);
    const person = personWith(key, stream, user_id);
    const outcome = await submit({
      decide: (book, context) =>
        hasSameKey(sealedPersonalData(book, user_id), expected)
          ? decide(book, context, person)
          : { refusal: KEY_CHANGED },
      answer: {
        from: 'book',
        render: (book) => render(book, person),
        ...(key === undefined ? {} : { seal: sealAnswerWith(key) }),
      },
      reason,
    });
    if (outcome.kind !== 'refused' || outcome.refusal !== KEY_CHANGED) return outcome;
  }
}

/**
 * The key of a user, or a new one for a user who has none. Throws PersonalKeyLost instead of replacing a lost key. Commands that
 * seal nothing go on without it, so that a user whose key cannot be restored can be deactivated and forgotten.
 */
async function keyOf(
  vault: Services['vault'],
  stream: string,
  sealed: Sealed,
  mayCreateKey: boolean,
): Promise<UserKey | undefined> {
  if (typeof sealed !== 'string') return sealed === null && mayCreateKey ? vault.createKey() : undefined;
  return vault.requireKey(sealed, stream).catch((error: unknown) => {
    if (mayCreateKey || !(error instanceof PersonalKeyLost)) throw error;
    return undefined;
  });
}

/** Internal marker: the user's key has changed, so the command is retried. Never returned to the caller. */
export const KEY_CHANGED: Refusal = {
  code: 'not_found',
  message: 'The encryption key of the user has changed.',
};

/** The encrypted personal data; undefined if the user does not exist, null if nothing is stored. */
export const sealedPersonalData = (book: ReadonlyBook, userId: string): Sealed =>
  book.users.get(userId)?.sealed;
type Sealed = string | null | undefined;

export const hasSameKey = (a: Sealed, b: Sealed): boolean => sealingKeyId(a) === sealingKeyId(b);

function personWith(key: UserKey | undefined, stream: string, userId: string): PersonalDataCipher {
  const personal = personalFieldsContext(stream, userId);
  return {
    // Data encrypted under a destroyed key is erased.
    open: (sealed) =>
      sealed !== null && key !== undefined && sealingKeyId(sealed) === key.id
        ? opened(key, sealed, personal)
        : NO_PERSONAL_FIELDS,
    seal: (fields) => key?.seal(JSON.stringify(fields), personal) ?? null,
    sealIdentity: (text) => key?.seal(text, identityContext(stream, userId)) ?? null,
  };
}

// This service encrypted it from a value of type PersonalData.
const opened = (key: UserKey, sealed: string, context: SealingContext): PersonalFields => ({
  ...NO_PERSONAL_FIELDS,
  ...(JSON.parse(key.open(sealed, context)) as PersonalFields),
});

function userAnswer(book: ReadonlyBook, userId: string, person: PersonalDataCipher): Answer {
  const found = book.users.get(userId);
  if (found === undefined) throw new Error(`user ${userId} not found after a change`);
  return { status: 200, body: JSON.stringify(presentUser(found.user, person.open(found.sealed))) };
}
