import {
  evolvePayoutAccount,
  type PayoutAccount,
  type PayoutAccountEvent,
} from '../src/ledger/payout-account.ts';
import { presentPayoutAccount } from '../src/ledger/present.ts';
import { defineBookProjection, ignoreAllBut } from './book-projection.ts';
import type { Recorded } from './views.ts';

// Payout accounts as the API returns them. The bank details stay sealed in the events.

export type PayoutAccountView = ReturnType<typeof presentPayoutAccount>;
type Before = { readonly value: PayoutAccountView } | undefined;

function nextView(
  before: PayoutAccountView | undefined,
  event: Recorded<PayoutAccountEvent['type']>,
): PayoutAccountView {
  const name = event.type === 'payout_account.opened' ? nameIn(event.personal) : before?.account_owner_name;
  return presentPayoutAccount(evolvePayoutAccount(before && accountOf(before), event), name ?? null);
}

function accountOf({
  object: _object,
  account_owner_name: _name,
  ...account
}: PayoutAccountView): PayoutAccount {
  return account;
}

/** Null if the person was forgotten. */
function nameIn(personal: Recorded<PayoutAccountEvent['type']>['personal']): string | null {
  const name = personal?.['account_owner_name'];
  return typeof name === 'string' ? name : null;
}

const changed = {
  touches: ({ data }: Recorded<PayoutAccountEvent['type']>) => [data.payout_account_id],
  fold(before: Before, event: Recorded<PayoutAccountEvent['type']>) {
    const value = nextView(before?.value, event);
    return { value, terms: [`user:${value.user_id}`] };
  },
};

export const payoutAccountsProjection = defineBookProjection<PayoutAccountView>({
  name: 'payout_accounts',
  version: 1,
  state: 'payout_accounts',
  rules: {
    ...ignoreAllBut('payout_accounts'),
    'payout_account.opened': changed,
    'payout_account.name_checked': changed,
    'payout_account.deleted': changed,
    'user.forgotten': {
      touches: ({ data }: Recorded<'user.forgotten'>) => data.payout_account_ids,
      fold: (before) => before && { ...before, value: { ...before.value, account_owner_name: null } },
    },
  },
});
