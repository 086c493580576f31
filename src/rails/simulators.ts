/**
 * Simulated rails for the sandbox. All details are derived from the request's reference, so that the same
 * request gets the same details. Account numbers pass the checks of real ones (ABA and IBAN check digits,
 * Canadian format) but belong to no bank.
 */

import { hash } from 'node:crypto';
import type { DepositInstructions } from '../ledger/deposit-account.ts';
import type { Reason } from '../ledger/user.ts';
import { foldedWords, isWithoutSpaces } from '../screening/name-words.ts';
import {
  InstructionsRefused,
  ProviderUnavailable,
  type InstructionsRequest,
  type NameCheckAnswer,
  type NameCheckRequest,
  type PayoutCheckRequest,
  type PayoutDestination,
  type PayoutOrder,
  type PayoutSubmission,
  type Provider,
} from './port.ts';

// Values that make the simulated rails of the sandbox fail, so that integrators can test it. docs/sandbox.md lists them, and a
// test tries every row of that list. No other provider knows them.

/** In both directions, in the currency of the rail. */
export const REFUSED_AMOUNT = '404.04';
const UNAVAILABLE_AMOUNT = '503.03';
/** A name check of an account owner with this name gets no answer. */
const UNANSWERED_NAME = 'Unanswered';

type PayoutTest = 'undeliverable' | 'returned' | 'completed' | 'unanswered';

/** How a bank account number ends. The digits of an IBAN can also end like this. */
const ACCOUNT_ENDINGS: Readonly<Record<string, PayoutTest>> = {
  '000101': 'undeliverable',
  '000102': 'returned',
  '000103': 'completed',
  '000104': 'unanswered',
};
const ACCOUNT_ENDING_LENGTH = 6;

/** What happens to payouts to the destination; undefined for all others, which wait for a simulated outcome. */
export function payoutTestOf(destination: PayoutDestination): PayoutTest | undefined {
  if (destination.type === 'bank') {
    const ending = destination.account_number.replace(/[\s-]/g, '').slice(-ACCOUNT_ENDING_LENGTH);
    return Object.hasOwn(ACCOUNT_ENDINGS, ending) ? ACCOUNT_ENDINGS[ending] : undefined;
  }
  const recipient = destination.email?.split('@')[0]?.toLowerCase();
  return Object.values(ACCOUNT_ENDINGS).find((test) => test === recipient);
}

const REFUSAL: Reason = { code: 'refused_by_rail', message: 'The rail does not accept this payment.' };

/** Throws ProviderUnavailable for the amount that finds the rail down. */
function assertAvailable(amount: string): void {
  if (amount === UNAVAILABLE_AMOUNT)
    throw new ProviderUnavailable('the simulated rail is down for this amount');
}

export function createBankSimulator(): Provider {
  return {
    type: 'bank',
    checksNames: true,
    issueStandingDetails: (request) => Promise.resolve(detailsFor(request)),
    issueInstructions: ({ amount, expires_at, ...request }) =>
      answerWith(() => {
        assertAccepted(amount);
        return { ...detailsFor(request), amount, expires_at };
      }),
    submitPayout: (order) => answerWith(() => submissionOf(order, 'EFT')),
    checkPayout: (payout) => answerWith(() => refusalOf(payout)),
    checkName: (question) => answerWith(() => compareNames(question)),
    notifyDecision: () => Promise.resolve(),
    ping: () => Promise.resolve(),
  };
}

/**
 * The simulated emailpay rail. Its instructions have no approval URL, because the service hosts the approval
 * page.
 */
export function createEmailpaySimulator(): Provider {
  return {
    type: 'emailpay',
    checksNames: false,
    issueStandingDetails: ({ rail }) =>
      Promise.reject(new ProviderUnavailable(`${rail} does not issue standing details`)),
    issueInstructions: ({ reference, currency, rail, amount, expires_at }) =>
      answerWith(() => {
        assertAccepted(amount);
        return {
          type: 'emailpay',
          currency,
          rail,
          reference: paymentReference(reference),
          amount,
          expires_at,
        };
      }),
    submitPayout: (order) => answerWith(() => submissionOf(order, 'EMP')),
    checkPayout: (payout) => answerWith(() => refusalOf(payout)),
    checkName: ({ rail }) => Promise.reject(new Error(`${rail} does not check names`)),
    notifyDecision: () => Promise.resolve(),
    ping: () => Promise.resolve(),
  };
}

/** Errors reject the promise, as if they were the answer of a provider. */
const answerWith = <T>(answer: () => T): Promise<T> => new Promise((resolve) => resolve(answer()));

function assertAccepted(amount: string): void {
  assertAvailable(amount);
  if (amount === REFUSED_AMOUNT) throw new InstructionsRefused(REFUSAL);
}

/** Checks the amount only: a bank finds out later that an account does not exist. */
function refusalOf({ amount }: PayoutCheckRequest): Reason | undefined {
  assertAvailable(amount);
  return amount === REFUSED_AMOUNT ? REFUSAL : undefined;
}

/** Accepts the order. The outcome follows from the destination, or is simulated by a later request. */
function submissionOf({ transfer_id, destination }: PayoutOrder, prefix: string): PayoutSubmission {
  const rail_reference = simulatedRailReference(transfer_id, prefix);
  const outcome = payoutTestOf(destination);
  switch (outcome) {
    case 'unanswered':
      throw new ProviderUnavailable('the simulated rail does not answer');
    case 'undeliverable':
      return { accepted: false, reason: UNDELIVERABLE };
    case 'completed':
    case 'returned':
      return { accepted: true, rail_reference, outcome };
    case undefined:
      return { accepted: true, rail_reference };
  }
}

const UNDELIVERABLE: Reason = { code: 'account_not_found', message: 'The account does not exist.' };

/** Compares the words of both names: all equal is a match, some equal a partial match. */
function compareNames({ account_owner_name, user_name }: NameCheckRequest): NameCheckAnswer {
  const [given, known] = [wordsOf(account_owner_name), wordsOf(user_name)];
  if (given.has(UNANSWERED_NAME.toLowerCase()))
    throw new ProviderUnavailable('the simulated rail does not answer');
  const shared = [...given].filter((word) => known.has(word)).length;
  if (shared === 0) return 'no_match';
  return shared === given.size && shared === known.size ? 'match' : 'partial_match';
}

/** Some scripts have no spaces between the parts of a name: such words are compared letter by letter. */
const wordsOf = (name: string): ReadonlySet<string> =>
  new Set(foldedWords(name).flatMap((word) => (isWithoutSpaces(word) ? Array.from(word) : word)));

type Account = Pick<
  DepositInstructions,
  'bank_name' | 'bank_address' | 'account_number' | 'routing_code' | 'swift_bic'
>;

/** The bank account for a reference, by currency. */
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
    // A zero, the institution number (3 digits), and the transit number (5 digits).
    routing_code: '000011000',
  }),
  eur: (reference) => ({
    bank_name: 'Sandbox Rhein Bank',
    bank_address: 'Testallee 300, 60311 Frankfurt am Main, Germany',
    account_number: germanIban('10020099', digits(reference, 'eur account', 10)),
    swift_bic: 'SVCBDEFFXXX',
  }),
};

/** The account for any other currency. */
const defaultAccount = (reference: string): Account => ({
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
    ...(account ?? defaultAccount)(reference),
    reference: paymentReference(reference),
  };
}

/** The reference that the sender must quote: 60 bits, so that collisions are unlikely. */
const paymentReference = (reference: string): string => `SVC-${letters(reference, 'quoted', 12)}`;

/** The rail reference of a simulated payment. */
export const simulatedRailReference = (seed: string, prefix = 'EFT'): string =>
  `${prefix}-${letters(seed, 'payment', 16)}`;

const numberFrom = (seed: string, purpose: string): bigint =>
  BigInt(`0x${hash('sha256', `${purpose}\n${seed}`)}`);

const digits = (seed: string, purpose: string, length: number): string =>
  (numberFrom(seed, purpose) % 10n ** BigInt(length)).toString().padStart(length, '0');

/** Crockford's base 32, without letters that are easily confused. */
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
