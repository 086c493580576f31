/**
 * The simulated bank behind the sandbox's bank rails. Everything it issues is made from the request's reference
 * alone, so that the same request always gets the same details. Its numbers pass the checks of real ones (ABA and IBAN
 * check digits, the Canadian layout) but belong to no bank.
 */
import { hash } from 'node:crypto';
import type { DepositInstructions } from '../ledger/deposits/deposit-account.ts';
import type { Reason } from '../ledger/users/user.ts';
import { InstructionsRefused, ProviderUnavailable } from './port.ts';
import type { InstructionsRequest, NameCheckAnswer, NameCheckRequest, Provider } from './port.ts';

export function createBankSimulator(): Provider {
  return {
    type: 'bank',
    checksNames: true,
    issueStandingDetails: (request) => Promise.resolve(detailsFor(request)),
    issueInstructions: ({ amount, expires_at, ...request }) =>
      refuseOnePayment(amount) ?? Promise.resolve({ ...detailsFor(request), amount, expires_at }),
    submitPayout: ({ transfer_id }) =>
      Promise.resolve({ taken: true, rail_reference: simulatedRailReference(transfer_id) }),
    checkPayout,
    checkName: (question) => Promise.resolve(compareNames(question)),
    tellDecision: () => Promise.resolve(),
    ping: () => Promise.resolve(),
  };
}

/**
 * The simulated emailpay rail. The payer is sent to the service's own approval page, so its instructions have no page.
 */
export function createEmailpaySimulator(): Provider {
  return {
    type: 'emailpay',
    checksNames: false,
    issueStandingDetails: ({ rail }) =>
      Promise.reject(new ProviderUnavailable(`${rail} has no standing details`)),
    issueInstructions: ({ reference, currency, rail, amount, expires_at }) =>
      refuseOnePayment(amount) ??
      Promise.resolve({ type: 'emailpay', currency, rail, reference: quoted(reference), amount, expires_at }),
    submitPayout: ({ transfer_id }) =>
      Promise.resolve({ taken: true, rail_reference: simulatedRailReference(transfer_id, 'EMP') }),
    checkPayout,
    checkName: ({ rail }) => Promise.reject(new Error(`${rail} checks no names`)),
    tellDecision: () => Promise.resolve(),
    ping: () => Promise.resolve(),
  };
}

/** Both refuse exactly this amount, in and out, so that integrators can see what becomes of such a transfer. */
export const REFUSED_AMOUNT = '404.04';
const REFUSED: Reason = { code: 'refused_by_rail', message: 'The rail does not take this payment.' };

const refuseOnePayment = (amount: string): Promise<never> | undefined =>
  amount === REFUSED_AMOUNT ? Promise.reject(new InstructionsRefused(REFUSED)) : undefined;

const checkPayout = ({ amount }: { amount: string }): Promise<Reason | undefined> =>
  Promise.resolve(amount === REFUSED_AMOUNT ? REFUSED : undefined);

/** Compares with the user's own name: the same words are a match, some of them a partial one. */
function compareNames({ account_owner_name, user_name }: NameCheckRequest): NameCheckAnswer {
  const [given, known] = [wordsOf(account_owner_name), wordsOf(user_name)];
  const shared = [...given].filter((word) => known.has(word)).length;
  if (shared === 0) return 'no_match';
  return shared === given.size && shared === known.size ? 'match' : 'partial_match';
}

/** The words of a name, whatever their case, accents and punctuation. */
const wordsOf = (name: string): ReadonlySet<string> =>
  new Set(
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  );

type Account = Pick<
  DepositInstructions,
  'bank_name' | 'bank_address' | 'account_number' | 'routing_code' | 'swift_bic'
>;

/** The account that a reference pays into, by currency. */
const ACCOUNTS: Readonly<Record<string, (reference: string) => Account>> = {
  usd: (reference) => ({
    bank_name: 'Sandbox Harbor Bank',
    bank_address: '100 Test Street, Boston, MA 02110, United States',
    account_number: digits(reference, 'usd account', 12),
    routing_code: '110000000',
  }),
  cad: (reference) => ({
    bank_name: 'Sandbox Maple Bank',
    bank_address: '200 Test Avenue, Toronto, ON M5H 2N2, Canada',
    account_number: digits(reference, 'cad account', 7),
    // A zero, the institution (3 digits) and the transit (5 digits).
    routing_code: '000011000',
  }),
  eur: (reference) => ({
    bank_name: 'Sandbox Rhein Bank',
    bank_address: 'Testallee 300, 60311 Frankfurt am Main, Germany',
    account_number: germanIban('10020099', digits(reference, 'eur account', 10)),
    swift_bic: 'SVCBDEFFXXX',
  }),
};

/** An account in any other currency. */
const elsewhere = (reference: string): Account => ({
  bank_name: 'Sandbox World Bank',
  account_number: digits(reference, 'account', 12),
  swift_bic: 'SVCBGB2LXXX',
});

function detailsFor({ reference, currency, rail }: InstructionsRequest): DepositInstructions {
  const account = Object.hasOwn(ACCOUNTS, currency) ? ACCOUNTS[currency] : undefined;
  return {
    type: 'bank',
    currency,
    rail,
    account_name: 'SVC Client Money',
    ...(account ?? elsewhere)(reference),
    reference: quoted(reference),
  };
}

/** What the sender quotes: 60 bits, so that no two requests share it. */
const quoted = (reference: string): string => `SVC-${letters(reference, 'quoted', 12)}`;

/** The rail's own reference of a pretended payment. */
export const simulatedRailReference = (seed: string, prefix = 'EFT'): string =>
  `${prefix}-${letters(seed, 'payment', 16)}`;

const numberFrom = (seed: string, purpose: string): bigint =>
  BigInt(`0x${hash('sha256', `${purpose}\n${seed}`)}`);

const digits = (seed: string, purpose: string, length: number): string =>
  (numberFrom(seed, purpose) % 10n ** BigInt(length)).toString().padStart(length, '0');

/** Crockford's base 32: nothing in it is mistaken for something else when it is read out. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function letters(seed: string, purpose: string, length: number): string {
  let text = '';
  for (let rest = numberFrom(seed, purpose), i = 0; i < length; i++) {
    text += LETTERS.charAt(Number(rest % 32n));
    rest /= 32n;
  }
  return text;
}

/** ISO 13616: with D and E as 13 and 14, and the country and check digits moved to the end, the number is 1 modulo 97. */
function germanIban(bankCode: string, account: string): string {
  const check = 98n - (BigInt(`${bankCode}${account}131400`) % 97n);
  return `DE${check.toString().padStart(2, '0')}${bankCode}${account}`;
}
