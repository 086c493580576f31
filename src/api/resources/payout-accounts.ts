import { isPossiblePhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js';
import { isValidIBAN } from 'ibantools';
import { COLLECTIONS } from '../../../projections/collections.ts';
import type { ErrorDetail, PayoutAccountCreate } from '../../generated/api.ts';
import type { Reply } from '../../http/reply.ts';
import type { RecordedBookEvent } from '../../ledger/event.ts';
import { deletePayoutAccount, evolvePayoutAccount, openPayoutAccount } from '../../ledger/payout-account.ts';
import { presentPayoutAccount, type PayoutAccountPerson } from '../../ledger/present.ts';
import { ProviderUnavailable, type PayoutDestination } from '../../rails/port.ts';
import { openPayoutSecrets, sealPayoutSecrets } from '../../vault/payout-secrets.ts';
import type { UserKey } from '../../vault/vault.ts';
import { readConsistent } from '../../writer/command.ts';
import { noFurtherKeys, replyWithPage } from '../operations/list.ts';
import type { BookCall, Caller, Handlers } from '../operations/operation.ts';
import { replyWithObject } from '../operations/read.ts';
import { replyToOutcome, sealAnswerWith, submit, submitForOutcome } from '../operations/write.ts';
import { KEY_CHANGED, checkEmail, hasSameKey, isCountry, sealedPersonalData } from './users.ts';

// Details of payout accounts: validation, encryption input, and masking. Libraries validate check digits and formats.

type Bank = NonNullable<PayoutAccountCreate['bank']>;

/** Details for invalid fields, one for each field. The body may have failed its schema. */
export function checkPayoutDetails(body: unknown): readonly ErrorDetail[] {
  const account = membersOf(body);
  const { currency, country, account_owner_name: name } = account;
  return [
    ...invalidIf(
      'country',
      typeof country === 'string' && !isCountry(country),
      'Must be an ISO 3166-1 alpha-2 country code, such as US.',
    ),
    ...invalidIf('account_owner_name', isBlank(name), 'Must be the name of the account owner.'),
    ...(account['bank'] === undefined ? [] : checkBank(membersOf(account['bank']), currency)),
    ...checkEmail('emailpay.email', membersOf(account['emailpay'])['email']),
    ...checkPhone('emailpay.phone', membersOf(account['emailpay'])['phone']),
    ...checkPhone('mobile_money.phone_number', membersOf(account['mobile_money'])['phone_number']),
  ];
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  // Every object has string keys and unknown values.
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** Whether a text has only invisible characters. The schema rejects empty texts. */
const isBlank = (text: unknown): boolean =>
  typeof text === 'string' && text !== '' && /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(text);

const invalidIf = (field: string, isWrong: boolean, message: string): ErrorDetail[] =>
  isWrong ? [{ field, code: 'invalid_format', message }] : [];

function checkBank(bank: Readonly<Record<string, unknown>>, currency: unknown): ErrorDetail[] {
  const { routing_code, account_number, swift_bic, bank_name } = bank;
  const rule =
    typeof currency === 'string' && Object.hasOwn(BANK_RULES, currency) ? BANK_RULES[currency] : undefined;
  return [
    ...invalidIf('bank.bank_name', isBlank(bank_name), 'Must be the name of the bank.'),
    ...invalidIf(
      'bank.swift_bic',
      typeof swift_bic === 'string' && !isBic(swift_bic.toUpperCase()),
      'Must be a SWIFT/BIC of 8 or 11 characters.',
    ),
    ...(rule === undefined ? [] : checkRouting(routing_code, rule)),
    ...(rule === undefined
      ? invalidIf('bank.account_number', isBlank(account_number), 'Must be an account number.')
      : invalidIf(
          'bank.account_number',
          typeof account_number === 'string' && !rule.isAccount(withoutSpaces(account_number)),
          rule.account,
        )),
  ];
}

function checkRouting(code: unknown, { isRouting, routing }: BankRule): ErrorDetail[] {
  const field = 'bank.routing_code';
  if (isRouting === undefined) {
    return code === undefined ? [] : [{ field, code: 'not_allowed', message: routing }];
  }
  if (code === undefined) return [{ field, code: 'required', message: routing }];
  return invalidIf(field, typeof code === 'string' && !isRouting(code), routing);
}

/** ISO 9362: four letters or digits, a country, and a location; Kosovo's code is none of ISO 3166. */
const isBic = (code: string): boolean =>
  /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(code) &&
  (code.slice(4, 6) === 'XK' || isCountry(code.slice(4, 6)));

const ABA_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/** The first two digits are those of a Federal Reserve district, or of its thrifts, electronic transactions, or travelers' checks. */
const isAbaRouting = (code: string): boolean =>
  /^(0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)[0-9]{7}$/.test(code) &&
  code !== '000000000' &&
  ABA_WEIGHTS.reduce((sum, weight, index) => sum + weight * Number(code[index]), 0) % 10 === 0;

type BankRule = {
  /** Omitted: accounts in this currency have no routing code. */
  readonly isRouting?: (code: string) => boolean;
  readonly routing: string;
  readonly isAccount: (number: string) => boolean;
  readonly account: string;
};

const BANK_RULES: Readonly<Record<string, BankRule>> = {
  usd: {
    isRouting: isAbaRouting,
    routing: 'Must be an ABA routing number: 9 digits with a valid check digit.',
    isAccount: (number) => /^[0-9]{4,17}$/.test(number),
    account: 'Must be 4 to 17 digits.',
  },
  cad: {
    isRouting: (code) => /^0[0-9]{8}$/.test(code),
    routing:
      'Must be 9 digits: a zero, the institution number (3 digits), and the transit number (5 digits).',
    isAccount: (number) => /^[0-9]{7,12}$/.test(number),
    account: 'Must be 7 to 12 digits.',
  },
  eur: {
    routing: 'Omit the routing code: an IBAN needs none.',
    isAccount: (number) => isValidIBAN(number),
    account: 'Must be an IBAN with valid check digits.',
  },
};

/** Removes spaces and converts an IBAN to uppercase. */
const withoutSpaces = (number: string): string => number.replace(/\s/g, '').toUpperCase();

function checkPhone(field: string, phone: unknown): ErrorDetail[] {
  return invalidIf(
    field,
    typeof phone === 'string' && !isPossiblePhoneNumber(phone),
    'Must be a valid phone number in E.164 format.',
  );
}

/** The destination for the rail; always stored encrypted. Undefined for details that no rail supports yet. */
function toPayoutDestination({ type, bank, emailpay }: PayoutAccountCreate): PayoutDestination | undefined {
  if (type === 'bank' && bank !== undefined) return bankDestination(bank);
  if (type === 'emailpay' && emailpay !== undefined) {
    return { type, email: emailpay.email ?? null, phone: emailpay.phone ?? null };
  }
  return undefined;
}

const bankDestination = ({ bank_name, account_number, ...rest }: Bank): PayoutDestination => ({
  type: 'bank',
  bank_name,
  account_number: withoutSpaces(account_number),
  routing_code: rest.routing_code ?? null,
  swift_bic: rest.swift_bic?.toUpperCase() ?? null,
  account_type: rest.account_type ?? null,
});

/** What responses show of an address. It is sealed, because its host and its digits say something about a person. */
function maskedAddress(destination: PayoutDestination | undefined): PayoutAccountPerson['emailpay'] {
  if (destination?.type !== 'emailpay') return undefined;
  const { email, phone } = destination;
  return {
    email_masked: email === null ? null : maskedEmail(email),
    phone_number_last4: phone === null ? null : maskedPhone(phone),
  };
}

/** What the event shows of the details. */
function shownOf(destination: PayoutDestination) {
  if (destination.type === 'emailpay') return { emailpay: { email_masked: null, phone_number_last4: null } };
  const { bank_name, account_number, routing_code, swift_bic, account_type } = destination;
  return {
    bank: {
      bank_name,
      account_number_last4: lastFour(account_number),
      routing_code,
      swift_bic,
      account_type,
    },
  };
}

const SHOWN_CHARACTERS_MAX = 4;
/** Characters that always stay hidden, so that short numbers are never shown completely. */
const HIDDEN_CHARACTERS_MIN = 2;

/** The last four characters, or fewer of a short number. */
function lastFour(number: string): string {
  return number.slice(Math.max(number.length - SHOWN_CHARACTERS_MAX, HIDDEN_CHARACTERS_MIN));
}

/** The country code is easy to guess, so only the digits after it count. */
const maskedPhone = (phone: string): string =>
  lastFour(parsePhoneNumberFromString(phone)?.nationalNumber ?? phone);

/** `ana@example.com` becomes `a***@example.com`; a one-letter local part is hidden completely. */
function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const first = at > 1 ? email.slice(0, 1) : '';
  return `${first}***${email.slice(at)}`;
}

// Payout accounts.

export const payoutAccountHandlers = {
  listPayoutAccounts: (call: BookCall<'listPayoutAccounts'>) => {
    const { user_id } = call.params;
    const parent = { collection: COLLECTIONS.users, id: user_id, noun: 'user' };
    const selection = { terms: [`user:${user_id}`] };
    return replyWithPage(
      call,
      { collection: COLLECTIONS.payoutAccounts, parent, prefix: 'pa', selection, keysOf: noFurtherKeys },
      call.query,
    );
  },
  createPayoutAccount: (call) => createAccount(call, call.params.user_id, call.body),
  getPayoutAccount: (call) => {
    const { user_id, payout_account_id: id } = call.params;
    return replyWithObject(call, COLLECTIONS.payoutAccounts, id, 'payout account', [`user:${user_id}`]);
  },
  deletePayoutAccount: (call) => deleteAccount(call, call.params),
} satisfies Partial<Handlers>;

const SANCTIONED_NAME = {
  field: 'account_owner_name',
  code: 'not_allowed',
  message: 'Accounts cannot be registered under this name.',
};

/**
 * Encrypts the account under its user's key, which must be fetched before the book decides. If the key changes in
 * between, the command is decided again.
 */
async function createAccount(caller: Caller, user_id: string, body: PayoutAccountCreate): Promise<Reply> {
  const { writers, screening } = caller.services;
  const { type, currency, country, rail, account_owner_name, metadata = {} } = body;
  const destination = toPayoutDestination(body);
  const person = { account_owner_name, emailpay: maskedAddress(destination) };
  const screened = screening.screen(account_owner_name);
  const problems = screened.result === 'match' ? [SANCTIONED_NAME] : [];
  const about = {
    user_id,
    type,
    currency,
    country,
    rail,
    metadata,
    problems,
    screened: screened.recordFor(user_id),
  };
  for (;;) {
    const expected = await writers.read(caller.stream, (book) => sealedPersonalData(book, user_id));
    const key = await keyForUser(caller, expected);
    const seal = (id: string) =>
      key === undefined
        ? { sealed: '', sealed_details: '' }
        : sealPayoutSecrets(
            key,
            caller.stream,
            { user_id, id },
            { ...person, destination: destination ?? null },
          );
    const shown = { ...(destination && shownOf(destination)), check_name: checksNames(caller, rail) };
    const outcome = await submitForOutcome(caller, {
      decide: (book, context) =>
        hasSameKey(sealedPersonalData(book, user_id), expected)
          ? openPayoutAccount(book, { ...about, seal, ...shown }, context)
          : { refusal: KEY_CHANGED },
      answer: {
        from: 'book',
        render: (_book, events) => ({ status: 201, body: openedBody(events, person) }),
        ...(key === undefined ? {} : { seal: sealAnswerWith(key) }),
      },
    });
    if (outcome.kind !== 'refused' || outcome.refusal !== KEY_CHANGED) return replyToOutcome(caller, outcome);
  }
}

/**
 * The user's key, or a new one for a user who has none. Undefined if there is no user; the book then refuses the command. Throws
 * PersonalKeyLost.
 */
async function keyForUser(
  { services: { vault }, stream }: Caller,
  sealed: string | null | undefined,
): Promise<UserKey | undefined> {
  if (sealed === undefined) return undefined;
  return sealed === null ? vault.createKey() : vault.requireKey(sealed, stream);
}

/** Whether the rail verifies names. An unavailable rail is assumed to, and is asked later. */
function checksNames({ services, key }: Caller, rail: string): boolean {
  try {
    return services.rails.provider(key.environment, rail).checksNames;
  } catch (error) {
    if (error instanceof ProviderUnavailable) return true;
    throw error;
  }
}

function openedBody([event]: readonly RecordedBookEvent[], person: PayoutAccountPerson): string {
  if (event?.type !== 'payout_account.opened') throw new Error('expected the event payout_account.opened');
  return JSON.stringify(presentPayoutAccount(evolvePayoutAccount(undefined, event), person));
}

/** The answer still shows the name of the account's owner. */
async function deleteAccount(
  caller: Caller,
  named: { readonly user_id: string; readonly payout_account_id: string },
): Promise<Reply> {
  const { writers, vault } = caller.services;
  const { user_id, payout_account_id } = named;
  const found = await readConsistent(writers, caller.stream, (book) =>
    book.payoutAccounts.get(payout_account_id),
  );
  const secrets =
    found?.account.user_id === user_id ? await openPayoutSecrets(vault, caller.stream, found) : undefined;
  return submit(caller, {
    decide: (book) => deletePayoutAccount(book, named),
    answer: {
      from: 'book',
      render(book) {
        const kept = book.payoutAccounts.get(payout_account_id);
        if (kept === undefined)
          throw new Error(`payout account ${payout_account_id} not found after a change`);
        const body = presentPayoutAccount(kept.account, secrets);
        return { status: 200, body: JSON.stringify(body) };
      },
    },
  });
}
