/** Payout accounts as GET shows them. The details for the rail stay sealed in the events and never come here. */
import { nextPayoutAccount } from '../src/ledger/payout-account.ts';
import type { PayoutAccount } from '../src/ledger/payout-account.ts';
import { presentPayoutAccount } from '../src/ledger/present.ts';
import {
  IGNORE_USERS,
  IGNORE_WALLETS,
  IGNORE_DEPOSIT_ACCOUNTS,
  IGNORE_TRANSFERS,
  IGNORE_OFFRAMPS,
  IGNORE_ONBOARDING,
  IGNORE_DEPOSITS,
  IGNORE_POSTINGS,
  IGNORE_QUOTES,
  IGNORE_REQUESTS,
  IGNORE_TREASURY,
  definition,
} from './definition.ts';
import type { Recorded } from './views.ts';

export type PayoutAccountView = ReturnType<typeof presentPayoutAccount>;
type AccountEvents = 'payout_account.opened' | 'payout_account.name_checked' | 'payout_account.deleted';
type Before = { readonly value: PayoutAccountView } | undefined;

function nextView(before: PayoutAccountView | undefined, event: Recorded<AccountEvents>): PayoutAccountView {
  const name = event.type === 'payout_account.opened' ? nameIn(event.personal) : before?.account_owner_name;
  return presentPayoutAccount(nextPayoutAccount(before && accountOf(before), event), name ?? '');
}

function accountOf({
  object: _object,
  account_owner_name: _name,
  ...account
}: PayoutAccountView): PayoutAccount {
  return account;
}

/** Empty once the person is forgotten. */
function nameIn(personal: Recorded<AccountEvents>['personal']): string {
  const name = personal?.['account_owner_name'];
  return typeof name === 'string' ? name : '';
}

const changed = {
  touches: ({ data }: Recorded<AccountEvents>) => [data.payout_account_id],
  fold(before: Before, event: Recorded<AccountEvents>) {
    const value = nextView(before?.value, event);
    return { value, terms: [`user:${value.user_id}`] };
  },
};

export const payoutAccountsProjection = definition<PayoutAccountView>({
  name: 'payout_accounts',
  version: 1,
  state: 'payout_accounts',
  rules: {
    ...IGNORE_USERS,
    ...IGNORE_WALLETS,
    ...IGNORE_DEPOSIT_ACCOUNTS,
    ...IGNORE_TRANSFERS,
    ...IGNORE_OFFRAMPS,
    ...IGNORE_DEPOSITS,
    ...IGNORE_ONBOARDING,
    ...IGNORE_POSTINGS,
    ...IGNORE_QUOTES,
    ...IGNORE_TREASURY,
    ...IGNORE_REQUESTS,
    'payout_account.opened': changed,
    'payout_account.name_checked': changed,
    'payout_account.deleted': changed,
  },
});
