/**
 * Values that make the simulated rails of the sandbox fail, so that integrators can test it. docs/sandbox.md lists them, and a
 * test tries every row of that list. No other provider knows them.
 */
import type { Reason } from '../ledger/users/user.ts';
import { ProviderUnavailable } from './port.ts';
import type { PayoutDestination } from './port.ts';

/** In both directions, in the currency of the rail. */
export const REFUSED_AMOUNT = '404.04';
export const UNAVAILABLE_AMOUNT = '503.03';
/** A name check of an account owner with this name gets no answer. */
export const UNANSWERED_NAME = 'Unanswered';

export type PayoutTest = 'undeliverable' | 'returned' | 'completed' | 'unanswered';

/** How a bank account number ends. The digits of an IBAN can also end like this. */
export const ACCOUNT_ENDINGS: Readonly<Record<string, PayoutTest>> = {
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

export const REFUSAL: Reason = { code: 'refused_by_rail', message: 'The rail does not accept this payment.' };

/** Throws ProviderUnavailable for the amount that finds the rail down. */
export function assertAvailable(amount: string): void {
  if (amount === UNAVAILABLE_AMOUNT)
    throw new ProviderUnavailable('the simulated rail is down for this amount');
}
