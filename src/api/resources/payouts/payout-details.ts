/**
 * Details of payout accounts: validation, encryption input, and masking. Libraries validate check digits and formats.
 */
import { isPossiblePhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js';
import validator from 'validator';
import type { ErrorDetail, PayoutAccountCreate } from '../../../generated/api.ts';
import type { PayoutDestination } from '../../../rails/port.ts';
import { isCountry } from '../users/countries.ts';

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
      typeof swift_bic === 'string' && !validator.isBIC(swift_bic.toUpperCase()),
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

type BankRule = {
  /** Omitted: accounts in this currency have no routing code. */
  readonly isRouting?: (code: string) => boolean;
  readonly routing: string;
  readonly isAccount: (number: string) => boolean;
  readonly account: string;
};

const BANK_RULES: Readonly<Record<string, BankRule>> = {
  usd: {
    isRouting: (code) => validator.isAbaRouting(code),
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
    // The library ignores hyphens, but the rail would receive them.
    isAccount: (number) => /^[A-Z0-9]+$/.test(number) && validator.isIBAN(number),
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
export function toPayoutDestination({
  type,
  bank,
  emailpay,
}: PayoutAccountCreate): PayoutDestination | undefined {
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

/** The part of the details that is not secret. */
export function maskDestination(destination: PayoutDestination) {
  if (destination.type === 'emailpay') {
    const { email, phone } = destination;
    const email_masked = email === null ? null : maskedEmail(email);
    return { emailpay: { email_masked, phone_number_last4: phone === null ? null : maskedPhone(phone) } };
  }
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
