/** Deposit accounts as the API returns them. */
import { evolveDepositAccount } from '../../src/ledger/deposits/deposit-account.ts';
import type { DepositAccountEvent } from '../../src/ledger/deposits/deposit-account.ts';
import { presentDepositAccount } from '../../src/ledger/present.ts';
import { defineBookProjection, ignoreTopics } from '../book-projection.ts';
import type { Recorded } from '../views.ts';

export type DepositAccountView = ReturnType<typeof presentDepositAccount>;

/** The deposit account after an event. */
export function nextDepositAccountView(
  before: DepositAccountView | undefined,
  event: Recorded<DepositAccountEvent['type']>,
) {
  const { object: _, ...account } = before ?? { object: undefined };
  return presentDepositAccount(
    evolveDepositAccount(before === undefined ? undefined : { ...before, ...account }, event),
  );
}

const changed = {
  touches: ({ data }: Recorded<DepositAccountEvent['type']>) => [data.deposit_account_id],
  fold(before: { value: DepositAccountView } | undefined, event: Recorded<DepositAccountEvent['type']>) {
    const value = nextDepositAccountView(before?.value, event);
    return { value, terms: [`user:${value.user_id}`] };
  },
};

export const depositAccountsProjection = defineBookProjection<DepositAccountView>({
  name: 'deposit_accounts',
  version: 1,
  state: 'deposit_accounts',
  rules: {
    ...ignoreTopics(
      'users',
      'onboarding',
      'wallets',
      'payout_accounts',
      'transfers',
      'offramps',
      'deposits',
      'postings',
      'quotes',
      'treasury',
      'webhook_endpoints',
      'redeliveries',
      'requests',
      'clock',
      'generations',
      'screening',
      'dual_control',
      'notes',
    ),
    'deposit_account.opened': changed,
    'deposit_account.deactivated': changed,
    'deposit_account.reactivated': changed,
  },
});
