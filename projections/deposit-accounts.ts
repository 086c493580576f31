/** Deposit accounts as GET shows them. */
import { foldDepositAccount } from '../src/ledger/deposit-account.ts';
import { presentDepositAccount } from '../src/ledger/present.ts';
import {
  IGNORE_USERS,
  IGNORE_WALLETS,
  IGNORE_TRANSFERS,
  IGNORE_DEPOSITS,
  IGNORE_POSTINGS,
  IGNORE_QUOTES,
  IGNORE_TREASURY,
  IGNORE_ONBOARDING,
  IGNORE_REQUESTS,
  IGNORE_PAYOUT_ACCOUNTS,
  IGNORE_OFFRAMPS,
  definition,
} from './definition.ts';
import type { Recorded } from './views.ts';

export type DepositAccountView = ReturnType<typeof presentDepositAccount>;
type AccountEvents = 'deposit_account.opened' | 'deposit_account.deactivated' | 'deposit_account.reactivated';

/** The deposit account as shown after an event. */
export function nextDepositAccountView(
  before: DepositAccountView | undefined,
  event: Recorded<AccountEvents>,
) {
  const { object: _, ...account } = before ?? { object: undefined };
  return presentDepositAccount(
    foldDepositAccount(before === undefined ? undefined : { ...before, ...account }, event),
  );
}

const changed = {
  touches: ({ data }: Recorded<AccountEvents>) => [data.deposit_account_id],
  fold(before: { value: DepositAccountView } | undefined, event: Recorded<AccountEvents>) {
    const value = nextDepositAccountView(before?.value, event);
    return { value, terms: [`user:${value.user_id}`] };
  },
};

export const depositAccountsProjection = definition<DepositAccountView>({
  name: 'deposit_accounts',
  version: 1,
  state: 'deposit_accounts',
  rules: {
    ...IGNORE_PAYOUT_ACCOUNTS,
    ...IGNORE_OFFRAMPS,
    ...IGNORE_USERS,
    ...IGNORE_WALLETS,
    ...IGNORE_TRANSFERS,
    ...IGNORE_DEPOSITS,
    ...IGNORE_POSTINGS,
    ...IGNORE_QUOTES,
    ...IGNORE_TREASURY,
    ...IGNORE_ONBOARDING,
    ...IGNORE_REQUESTS,
    'deposit_account.opened': changed,
    'deposit_account.deactivated': changed,
    'deposit_account.reactivated': changed,
  },
});
