import { domainToASCII } from 'node:url';
import { COLLECTIONS } from '../../../projections/collections.ts';
import { userReferenceTerm, userTerms } from '../../../projections/users.ts';
import type { ErrorDetail, UserCreate, UserUpdate } from '../../generated/api.ts';
import { isProblem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import type { Decision, DecisionContext, ReadonlyBook } from '../../ledger/book.ts';
import type { RecordedBookEvent } from '../../ledger/event.ts';
import { NO_PERSONAL_FIELDS, presentUser, type PersonalFields } from '../../ledger/present.ts';
import type { Refusal } from '../../ledger/refusal.ts';
import { identityContext, personalFieldsContext, type SealingContext } from '../../ledger/sealing-context.ts';
import { createUser, deactivateUser, evolveUser, sealingKeyId, updateUser } from '../../ledger/user.ts';
import { PersonalKeyLost, type UserKey } from '../../vault/vault.ts';
import type { Answer, Outcome } from '../../writer/command.ts';
import { replyWithPage, usersKeys, type Selection } from '../operations/list.ts';
import type { BookCaller, Caller, Handlers } from '../operations/operation.ts';
import { replyWithObject } from '../operations/read.ts';
import type { Services } from '../operations/services.ts';
import { replyToOutcome, sealAnswerWith, submit, submitForOutcome, type Write } from '../operations/write.ts';

/** Country codes (ISO 3166-1 alpha-2). */

const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO ' +
  'JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR ' +
  'MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO ' +
  'RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV ' +
  'TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

const COUNTRIES: ReadonlySet<string> = new Set(CODES.split(' '));

/** All countries with their names in a language, sorted by name. */
export const countryNames = (locale = 'en'): readonly { code: string; name: string }[] => {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return [...COUNTRIES]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, locale));
};

/** Whether the code is assigned to a country. */
export const isCountry = (code: string): boolean => COUNTRIES.has(code);

// Commands whose answer shows personal data. The book stores personal data encrypted under the user's key and cannot
// fetch keys while it decides. Therefore the key is fetched first, and the command is retried if the key has changed.

/** Decrypts and encrypts the personal data of one user during a command. */
export type PersonalDataCipher = {
  open(sealed: string | null): PersonalFields;
  /** Null if the user has no key. */
  seal(personal: PersonalFields): string | null;
  /** Encrypts submitted identity data under the user's key; null if the user has no key. */
  sealIdentity(text: string): string | null;
};

type UserCommand = {
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

// Users.

export const userHandlers = {
  listUsers: (call) => {
    const { external_reference, kyc_status, status } = call.query;
    return replyWithPage(
      call,
      {
        collection: COLLECTIONS.users,
        prefix: 'usr',
        keysOf: usersKeys(external_reference),
        selection: selectUsers(external_reference, userTerms({ kyc_status, status })),
      },
      call.query,
    );
  },
  createUser: (call) => create(call, call.body),
  getUser: (call) => replyWithObject(call, COLLECTIONS.users, call.params.user_id, 'user'),
  updateUser: (call) => update(call, call.params.user_id, call.body),
  deactivateUser: (call) => {
    const { user_id } = call.params;
    return submitUserCommand(call, { user_id, decide: (book) => deactivateUser(book, { user_id }) });
  },
} satisfies Partial<Handlers>;

/** A cursor stays valid when its user has another status. */
function selectUsers(reference: string | undefined, terms: readonly string[]): Selection {
  if (reference === undefined) return { terms, isCursor: () => true };
  const withReference = userReferenceTerm(reference);
  return {
    terms: [withReference],
    filter: (document) => document.terms.some((term) => terms.includes(term)),
    isCursor: (document) => document.terms.includes(withReference),
  };
}

const ATOM = /^[^\p{C}\p{Z}"(),:;<>@[\\\]]+$/u;
const LABELS = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

/** Whether the text is an address with a host that a name server can know. The schema checks that it has one `@`. */
function isEmail(text: string): boolean {
  const [local = '', host = ''] = text.split('@');
  return local.split('.').every((atom) => ATOM.test(atom)) && LABELS.test(domainToASCII(host));
}

/** The detail about an email address that is none. */
export const checkEmail = (field: string, email: unknown): readonly ErrorDetail[] =>
  typeof email !== 'string' || isEmail(email)
    ? []
    : [{ field, code: 'invalid_format', message: 'Must be an email address.' }];

/** What the schema cannot say about a user. */
export const checkUser = (body: unknown): readonly ErrorDetail[] => [
  ...checkCountry(body),
  ...(typeof body === 'object' && body !== null && 'email' in body ? checkEmail('email', body.email) : []),
];

/** The schema checks the format of the code; this checks that the country exists. */
function checkCountry(body: unknown): readonly ErrorDetail[] {
  if (typeof body !== 'object' || body === null || !('country' in body) || typeof body.country !== 'string')
    return [];
  if (isCountry(body.country)) return [];
  return [
    {
      field: 'country',
      code: 'invalid_format',
      message: 'Must be an ISO 3166-1 alpha-2 country code, such as US.',
    },
  ];
}

/** The key must be durable before anything is encrypted with it. */
async function create(caller: Caller, body: UserCreate): Promise<Reply> {
  const { vault } = caller.services;
  const key = await vault.createKey();
  const personal = personalOf(body);
  const { type, external_reference, country = null, metadata = {} } = body;
  const seal = (userId: string): string =>
    key.seal(JSON.stringify(personal), personalFieldsContext(caller.stream, userId));
  const reply = await submit(caller, {
    decide: (book, context) =>
      createUser(book, { type, external_reference, country, metadata, seal }, context),
    answer: {
      from: 'book',
      render: (_book, events) => ({ status: 201, body: createdBody(events, personal) }),
      seal: sealAnswerWith(key),
    },
  });
  if (isProblem(reply) || reply.replayed === true) await deleteUnusedKey(caller, key.id);
  return reply;
}

function personalOf(body: UserCreate): PersonalFields {
  const { email = null, phone = null, first_name = null, last_name = null, business_name = null } = body;
  return { email, phone, first_name, last_name, business_name };
}

function createdBody(events: readonly RecordedBookEvent[], personal: PersonalFields): string {
  const [event] = events;
  if (event?.type !== 'user.created') throw new Error('expected the event user.created');
  return JSON.stringify(presentUser(evolveUser(undefined, event), personal));
}

/** Deletes the unused key of a user that was not created. A leftover key is harmless. */
async function deleteUnusedKey({ services: { vault, log } }: Caller, keyId: string): Promise<void> {
  await vault.destroyKey(keyId).catch((error: unknown) => log.warn({ err: error }, 'unused key not deleted'));
}

function update(caller: Caller, user_id: string, { email, phone, metadata }: UserUpdate): Promise<Reply> {
  const mayCreateKey = email !== undefined || phone !== undefined;
  const reseal = (before: string | null, person: PersonalDataCipher): string | null => {
    const old = person.open(before);
    const changed = {
      ...old,
      ...(email === undefined ? {} : { email }),
      ...(phone === undefined ? {} : { phone }),
    };
    return changed.email === old.email && changed.phone === old.phone ? before : person.seal(changed);
  };
  return submitUserCommand(caller, {
    user_id,
    mayCreateKey,
    decide: (book, _context, person) =>
      updateUser(book, {
        user_id,
        ...(metadata === undefined ? {} : { metadata: { ...metadata } }),
        ...(mayCreateKey ? { reseal: (before) => reseal(before, person) } : {}),
      }),
  });
}
